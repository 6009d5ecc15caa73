import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { planAutoPay, type WaitingParcel } from "#app/domain/wallet/funds/plan-auto-pay.ts";
import { leftWords } from "#app/ui/left-words.ts";
import { asId } from "#test/support/as-id.ts";

const now = new Date("2026-11-24T09:00:00Z");
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const waiting = (parcelId: string, more: Partial<WaitingParcel> = {}): WaitingParcel => ({
  ...{ parcelId: asId(parcelId), costPkr: rupees(1200), deadline: inHours(10), refusedAt: null },
  ...more,
});

describe("what is paid by itself", () => {
  const plan = (parcels: readonly WaitingParcel[], available = 10_000, leftOfDay = 10_000) => {
    const { parcels: paid, stoppedBy } = planAutoPay(parcels, {
      ...{ availablePkr: rupees(available), leftOfDayPkr: rupees(leftOfDay), now },
    });
    return [paid.map(({ parcelId }) => parcelId).join(" "), stoppedBy];
  };
  const three = [
    waiting("late", { deadline: inHours(20) }),
    waiting("none", { deadline: null }),
    waiting("soon", { deadline: inHours(1) }),
  ];

  it("goes by the deadline, those without one last", () => {
    expect(plan(three)).toEqual(["soon late none", null]);
  });

  it("stops where the wallet does not hold the next one, though a later one is cheaper", () => {
    const cheap = waiting("cheap", { costPkr: rupees(100), deadline: inHours(30) });
    expect(plan([...three, cheap], 1300)).toEqual(["soon", "wallet"]);
  });

  it("stops at the day's limit, to the rupee", () => {
    expect(plan(three, 10_000, 2400)).toEqual(["soon late", "limit"]);
    expect(plan(three, 10_000, 2399)).toEqual(["soon", "limit"]);
    expect(plan(three, 10_000, -1)).toEqual(["", "limit"]);
  });

  it("names what the next one costs that has to wait", () => {
    const room = { availablePkr: rupees(10_000), leftOfDayPkr: rupees(1300), now };
    expect(planAutoPay(three, room)).toMatchObject({ stoppedBy: "limit", nextPkr: 1200 });
  });

  it("leaves to a person what costs nobody knows, and rests for an hour after a refusal", () => {
    expect(plan([waiting("a", { costPkr: null }), waiting("b")])).toEqual(["b", null]);
    expect(plan([waiting("a", { refusedAt: inHours(-0.9) }), waiting("b")])).toEqual(["b", null]);
    expect(plan([waiting("a", { refusedAt: inHours(-1) })])).toEqual(["a", null]);
  });
});

describe("the time that is left", () => {
  it.each([
    [53 * 3_600_000, "2 d 5 h left"],
    [3 * 3_600_000 + 12 * 60_000, "3 h 12 min left"],
    [59 * 60_000, "59 min left"],
    [30_000, "Less than a minute left"],
    [0, "Its time is over: Karwan asks the supplier what became of it."],
  ])("of %i ms is told", (leftMs, words) => {
    expect(leftWords(leftMs)).toBe(words);
  });
});
