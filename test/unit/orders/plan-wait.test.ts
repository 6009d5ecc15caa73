import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type GracePeriod,
  type PlacingTimes,
  toPlacingTimes,
  toTimesColumns,
  type WorkingHours,
  weekdays,
} from "#app/domain/orders/rules/placing-times.ts";
import { planWait } from "#app/domain/orders/rules/plan-wait.ts";

/** Five hours before UTC, without summer time. */
const KARACHI = "Asia/Karachi";
const atKarachi = (local: string) => new Date(`${local}:00+05:00`);
const hourOf = (hour: number) => hour * 60;

const noGrace: GracePeriod = { kind: "none" };
const everyDay = (from: number, to: number): WorkingHours => ({
  ...{ days: weekdays, fromMinute: hourOf(from), toMinute: hourOf(to) },
});

type Times = Partial<PlacingTimes> & { readonly orderedAt?: string; readonly timezone?: string };

/** What an order waits for at a time of Karachi's, until when by Karachi's clock; null where it goes. */
function waitAt(now: string, { orderedAt = now, timezone = KARACHI, ...times }: Times) {
  const wait = planWait({
    ...{ now: atKarachi(now), orderedAt: atKarachi(orderedAt), timezone },
    times: { grace: noGrace, hours: null, ...times },
  });
  if (wait === null) return null;
  const local = new Date(wait.until.getTime() + hourOf(5) * 60_000).toISOString().slice(0, 16);
  return `${wait.code} ${local}`;
}

describe("the time customers can change their mind", () => {
  it("is over so many minutes after the order", () => {
    const times = { grace: { kind: "minutes", minutes: 30 }, orderedAt: "2026-11-26T10:00" } as const;
    expect(waitAt("2026-11-26T10:29", times)).toBe("grace_period 2026-11-26T10:30");
    expect(waitAt("2026-11-26T10:30", times)).toBeNull();
  });

  it.each([
    ["2026-11-26T10:00", "2026-11-26T18:00"],
    ["2026-11-26T17:59", "2026-11-26T18:00"],
    ["2026-11-26T18:00", "2026-11-27T18:00"],
    ["2026-11-26T23:59", "2026-11-27T18:00"],
    // Still the 26th in UTC.
    ["2026-11-27T03:00", "2026-11-27T18:00"],
  ])("of an order of %s is over at %s, the next six o'clock of the shop's day", (orderedAt, until) => {
    const grace = { kind: "until", minuteOfDay: hourOf(18) } as const;
    expect(waitAt(orderedAt, { grace })).toBe(`grace_period ${until}`);
    expect(waitAt(until, { grace, orderedAt })).toBeNull();
  });

  it.each([
    ["2026-11-26T23:50", "2026-11-27T00:20"],
    ["2026-12-31T23:45", "2027-01-01T00:15"],
  ])("that begins at %s goes over midnight, until %s", (orderedAt, until) => {
    const times = { grace: { kind: "minutes", minutes: 30 }, orderedAt } as const;
    expect(waitAt(orderedAt, times)).toBe(`grace_period ${until}`);
    expect(waitAt(`${until.slice(0, 11)}00:00`, times)).toBe(`grace_period ${until}`);
    expect(waitAt(until, times)).toBeNull();
  });

  it.each([
    // Clocks go on from two to three on 8 March 2026, and back from two to one on 1 November.
    ["2026-03-08T06:00:00Z", "2026-03-08T07:30:00.000Z"],
    ["2026-03-08T06:45:00Z", "2026-03-08T07:30:00.000Z"],
    ["2026-03-08T08:00:00Z", "2026-03-09T06:30:00.000Z"],
    ["2026-11-01T04:00:00Z", "2026-11-01T07:30:00.000Z"],
  ])(
    "until half past two in New York, of an order of %s, ends at %s where clocks change",
    (ordered, until) => {
      const orderedAt = new Date(ordered);
      const times = { grace: { kind: "until", minuteOfDay: 150 }, hours: null } as const;
      const wait = planWait({ now: orderedAt, orderedAt, timezone: "America/New_York", times });
      expect(wait?.until.toISOString()).toBe(until);
    },
  );

  it("of minutes are those that pass, whatever the clock shows", () => {
    const orderedAt = new Date("2026-11-01T05:45:00Z");
    const times = { grace: { kind: "minutes", minutes: 60 }, hours: null } as const;
    const wait = planWait({ now: orderedAt, orderedAt, timezone: "America/New_York", times });
    expect(wait?.until.toISOString()).toBe("2026-11-01T06:45:00.000Z");
  });

  it("is over at the first moment of a day", () => {
    const grace = { kind: "until", minuteOfDay: 0 } as const;
    expect(waitAt("2026-11-26T22:00", { grace })).toBe("grace_period 2026-11-27T00:00");
  });
});

describe("working hours", () => {
  it.each([
    ["2026-11-26T08:59", "out_of_hours 2026-11-26T09:00"],
    ["2026-11-26T09:00", null],
    ["2026-11-26T17:59", null],
    ["2026-11-26T18:00", "out_of_hours 2026-11-27T09:00"],
  ])("from nine to six, at %s", (now, wait) => {
    expect(waitAt(now, { hours: everyDay(9, 18) })).toBe(wait);
  });

  it.each([
    ["2026-11-26T19:59", "out_of_hours 2026-11-26T20:00"],
    ["2026-11-26T23:30", null],
    ["2026-11-27T03:59", null],
    ["2026-11-27T04:00", "out_of_hours 2026-11-27T20:00"],
  ])("over midnight, from eight in the evening to four, at %s", (now, wait) => {
    expect(waitAt(now, { hours: everyDay(20, 4) })).toBe(wait);
  });

  it("over midnight belong to the day they begin on", () => {
    // 27 November 2026 is a Friday.
    const hours = { ...everyDay(20, 4), days: [5] as const };
    expect(waitAt("2026-11-28T03:00", { hours })).toBeNull();
    expect(waitAt("2026-11-27T03:00", { hours })).toBe("out_of_hours 2026-11-27T20:00");
    expect(waitAt("2026-11-28T05:00", { hours })).toBe("out_of_hours 2026-12-04T20:00");
  });

  it("begin after the days off", () => {
    // From Saturday noon to Monday.
    const hours = { ...everyDay(9, 18), days: [1, 2, 3, 4, 5] as const };
    expect(waitAt("2026-11-28T12:00", { hours })).toBe("out_of_hours 2026-11-30T09:00");
  });

  it("that end as they begin are the whole day", () => {
    const hours = { ...everyDay(0, 0), days: [4] as const };
    expect(waitAt("2026-11-26T00:00", { hours })).toBeNull();
    expect(waitAt("2026-11-26T23:59", { hours })).toBeNull();
    expect(waitAt("2026-11-27T00:00", { hours })).toBe("out_of_hours 2026-12-03T00:00");
  });

  it("come after the time to change one's mind", () => {
    const grace = { kind: "minutes", minutes: 120 } as const;
    const times = { grace, hours: everyDay(9, 18), orderedAt: "2026-11-26T17:00" };
    expect(waitAt("2026-11-26T17:30", times)).toBe("grace_period 2026-11-26T19:00");
    expect(waitAt("2026-11-26T19:00", times)).toBe("out_of_hours 2026-11-27T09:00");
    expect(waitAt("2026-11-27T09:00", times)).toBeNull();
  });

  it("keep to the clock where it changes", () => {
    // In Berlin clocks went back on 25 October 2026.
    const input = { orderedAt: new Date(0), timezone: "Europe/Berlin" };
    const times = { grace: noGrace, hours: everyDay(9, 18) };
    const until = (now: string) => planWait({ ...input, now: new Date(now), times })?.until.toISOString();
    expect(until("2026-10-24T20:00:00Z")).toBe("2026-10-25T08:00:00.000Z");
    expect(until("2026-10-23T20:00:00Z")).toBe("2026-10-24T07:00:00.000Z");
  });
});

const someTimes: fc.Arbitrary<PlacingTimes> = fc.record({
  grace: fc.oneof(
    fc.constant(noGrace),
    fc.integer({ min: 15, max: 1440 }).map((minutes) => ({ kind: "minutes" as const, minutes })),
    fc.integer({ min: 0, max: 1439 }).map((minuteOfDay) => ({ kind: "until" as const, minuteOfDay })),
  ),
  hours: fc.option(
    fc.record({
      days: fc.subarray([...weekdays], { minLength: 1 }),
      fromMinute: fc.integer({ min: 0, max: 1439 }),
      toMinute: fc.integer({ min: 0, max: 1439 }),
    }),
    { nil: null },
  ),
});

describe("any times", () => {
  it("end each wait within a day for the customer and a week and a day in all", () => {
    const zones = fc.constantFrom(KARACHI, "Europe/Berlin", "America/St_Johns", "Pacific/Kiritimati");
    const moments = fc.integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) });
    fc.assert(
      fc.property(someTimes, zones, moments, (times, timezone, at) => {
        const orderedAt = new Date(at);
        let now = orderedAt;
        for (let waits = 0; waits < 3; waits += 1) {
          const wait = planWait({ now, orderedAt, timezone, times });
          if (wait === null) break;
          expect(wait.until.getTime()).toBeGreaterThan(now.getTime());
          now = wait.until;
        }
        expect(planWait({ now, orderedAt, timezone, times })).toBeNull();
        expect(now.getTime() - at).toBeLessThanOrEqual(9 * 24 * 60 * 60_000 + 60 * 60_000);
      }),
    );
  });

  it("are read back as they were stored", () => {
    fc.assert(
      fc.property(someTimes, (times) => {
        expect(toPlacingTimes(toTimesColumns(times))).toEqual(times);
      }),
    );
  });
});
