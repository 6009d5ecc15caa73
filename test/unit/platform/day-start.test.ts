import { describe, expect, it } from "vitest";
import { momentOfDay, startOfDay } from "#app/platform/time/day-start.ts";

describe("the first moment of a day", () => {
  it.each([
    ["Asia/Karachi", "2026-11-21", 0, "2026-11-20T19:00:00.000Z"],
    ["Asia/Karachi", "2026-12-31", 1, "2026-12-31T19:00:00.000Z"],
    ["America/New_York", "2026-03-08", 0, "2026-03-08T05:00:00.000Z"],
    ["America/New_York", "2026-03-08", 1, "2026-03-09T04:00:00.000Z"],
    // Its clocks go from midnight to one.
    ["America/Santiago", "2026-09-06", 0, "2026-09-06T04:00:00.000Z"],
    ["America/Santiago", "2026-09-05", 1, "2026-09-06T04:00:00.000Z"],
  ])("in %s of %s and %i days is %s", (zone, day, later, moment) => {
    expect(startOfDay(day, zone, later)?.toISOString()).toBe(moment);
  });

  it("is not told of what is no day", () => {
    expect(startOfDay("yesterday", "Asia/Karachi")).toBeNull();
  });
});

describe("a minute of a day", () => {
  const HALF_PAST_TWO = 150;

  it.each([
    ["Asia/Karachi", "2026-03-08", "2026-03-07T21:30:00.000Z"],
    // Clocks skip it, west and east of Greenwich: the same time after the change.
    ["America/New_York", "2026-03-08", "2026-03-08T07:30:00.000Z"],
    ["Europe/Berlin", "2026-03-29", "2026-03-29T01:30:00.000Z"],
    ["America/New_York", "2026-11-02", "2026-11-02T07:30:00.000Z"],
  ])("in %s of %s is %s", (zone, day, moment) => {
    expect(momentOfDay(day, HALF_PAST_TWO, zone, 0).toISOString()).toBe(moment);
  });

  it("that comes twice is one of the two", () => {
    const [newYork, berlin] = [
      momentOfDay("2026-11-01", 90, "America/New_York", 0).toISOString(),
      momentOfDay("2026-10-25", HALF_PAST_TWO, "Europe/Berlin", 0).toISOString(),
    ];
    expect(["2026-11-01T05:30:00.000Z", "2026-11-01T06:30:00.000Z"]).toContain(newYork);
    expect(["2026-10-25T00:30:00.000Z", "2026-10-25T01:30:00.000Z"]).toContain(berlin);
  });
});
