import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { type BalanceFacts, planBalance } from "#app/domain/wallet-page/plan-balance.ts";
import { isNearlyEmpty, planReserve, type ReserveFacts } from "#app/domain/wallet-page/plan-reserve.ts";
import {
  beyondWords,
  copyWords,
  failureWords,
  reserveWords,
  typeWords,
} from "#app/domain/wallet-page/wallet-words.ts";

const zone = "Asia/Karachi";

describe("how many COD orders the wallet carries", () => {
  const facts: ReserveFacts = {
    ...{ availablePkr: rupees(3600), reservePkr: rupees(350), releases: [] },
    flow: { sumPkr: rupees(-4900), days: 14 },
  };

  it.each([
    ["goes down at the rate of the last days", {}, { orders: 10, emptyInDays: 10 }],
    [
      "is held up by margins that come first",
      { releases: [{ inDays: 5, amountPkr: rupees(3500) }] },
      { orders: 10, emptyInDays: 20 },
    ],
    [
      "is used up before a margin that comes too late",
      { releases: [{ inDays: 25, amountPkr: rupees(3500) }] },
      { emptyInDays: 10 },
    ],
    [
      "lasts where orders bring more than they take",
      { flow: { sumPkr: rupees(700), days: 14 } },
      { emptyInDays: null },
    ],
    [
      "has no day where a month is not enough",
      { flow: { sumPkr: rupees(-140), days: 14 } },
      { emptyInDays: null },
    ],
    [
      "has no day where there is no rate yet",
      { flow: { sumPkr: rupees(-900), days: 2 } },
      { orders: 10, emptyInDays: null },
    ],
    ["has no day where the ledger is not copied", { flow: null }, { orders: 10, emptyInDays: null }],
    ["is none today where less than one fits", { availablePkr: rupees(349) }, { orders: 0, emptyInDays: 0 }],
    ["is none below zero", { availablePkr: rupees(-700) }, { orders: 0, emptyInDays: 0 }],
  ])("%s", (_what, change, expected) => {
    expect(planReserve({ ...facts, ...change })).toMatchObject(expected);
  });

  it.each([null, rupees(0)])("is not known where an order holds %s", (reservePkr) => {
    expect(planReserve({ ...facts, reservePkr })).toBeNull();
  });

  it("is said on Home when orders begin to wait within three days", () => {
    const meter = (emptyInDays: number | null) => ({ reservePkr: rupees(350), orders: 3, emptyInDays });
    expect([0, 2, 3, null].map((days) => isNearlyEmpty(meter(days)))).toEqual([true, true, false, false]);
    expect(isNearlyEmpty(null)).toBe(false);
  });

  it("is said in whole sentences", () => {
    const say = (change: Partial<ReserveFacts>) => {
      const meter = planReserve({ ...facts, ...change });
      return meter && reserveWords(meter, "2026-11-23T12:00:00Z", zone);
    };
    expect(say({})).toEqual({
      title: "About 10 more COD orders fit your wallet",
      text: "A COD order of yours holds Rs 350 on average until it is delivered. At the present rate it is used up about Thu 3 Dec; COD orders wait then.",
    });
    expect(say({ availablePkr: rupees(400), flow: null })?.title).toBe(
      "About 1 more COD order fits your wallet",
    );
    expect(say({ availablePkr: rupees(0) })?.title).toBe("No more COD orders fit your wallet");
  });
});

describe("the balance of past days", () => {
  const days = ["2026-11-20", "2026-11-21", "2026-11-22", "2026-11-23"];
  const sums = [
    { day: "2026-11-22", beforePkr: rupees(-350), afterPkr: rupees(-700) },
    { day: "2026-11-21", beforePkr: rupees(1000), afterPkr: rupees(0) },
  ];
  const facts = {
    ...{ knownPkr: rupees(5000), sums, knownFrom: null, copiedOn: "2026-11-23" },
    reading: { availablePkr: rupees(3950), day: "2026-11-23" },
  };
  const balances = (changes: Partial<BalanceFacts> = {}) =>
    planBalance(days, { ...facts, ...changes }).map(({ balancePkr }) => balancePkr);

  it("is reckoned both ways from a known one, and today's is what was read", () => {
    expect(balances()).toEqual([4350, 5350, 4300, 3950]);
  });

  it("is not known for days that are not copied yet", () => {
    expect(balances({ knownFrom: "2026-11-21" })).toEqual([null, 5350, 4300, 3950]);
  });

  it("is not known for days since the copy but that of the reading", () => {
    expect(balances({ copiedOn: "2026-11-22" })).toEqual([4350, 5350, null, 3950]);
    const reading = { availablePkr: rupees(4650), day: "2026-11-22" };
    expect(balances({ copiedOn: "2026-11-22", reading })).toEqual([4350, 5350, 4650, null]);
  });
});

describe("the words of the wallet", () => {
  it.each([
    ["RESERVE_HELD", "Reserve held"],
    ["wallet.margin.released", "Margin released"],
    ["T482", "T482"],
    ["Top-up", "Top up"],
    ["", "Not named"],
  ])("name the type %s", (type, words) => {
    expect(typeWords(type)).toBe(words);
  });

  it("say what is beyond this shop's orders", () => {
    expect(beyondWords(null, { sumPkr: rupees(0), unknown: 0 })).toBeNull();
    expect(beyondWords(rupees(540), { sumPkr: rupees(540), unknown: 0 })).toBeNull();
    expect(beyondWords(rupees(1540), { sumPkr: rupees(540), unknown: 0 })).toBe(
      "Other sales of this account: Rs 1,000.",
    );
    expect(beyondWords(rupees(1540), { sumPkr: rupees(540), unknown: 2 })).toBe(
      "Rs 1,000 more is of these or of other sales of this account.",
    );
    expect(beyondWords(rupees(500), { sumPkr: rupees(540), unknown: 0 })).toBe(
      "The supplier counts Rs 40 less than these orders add up to.",
    );
  });

  it("say how far the copy is, and why figures are old", () => {
    const copy = { entries: 1200, callsADay: 500, pace: null, unreadable: 0, types: [], statuses: [] };
    const pace = { entriesADay: 49_600, daysADay: 41.3 };
    expect(copyWords(null, zone)).toBe(
      "Karwan begins to copy the ledger as soon as the supplier's calls allow.",
    );
    expect(copyWords({ ...copy, asOf: "2026-11-23T05:42:00Z", reachedAt: null, daysLeft: null }, zone)).toBe(
      "Copied as of Mon 23 Nov, 10:42.",
    );
    expect(
      copyWords({ ...copy, asOf: null, reachedAt: "2026-11-01T05:00:00Z", daysLeft: 2.2, pace }, zone),
    ).toBe(
      "The ledger is being copied: 1,200 entries so far, back to Sun 1 Nov. Until your first order here: about 2 days. Then it goes on to the beginning. The supplier does not say how many entries there are; Karwan copies up to about 50,000 entries a day, which go back about 41 days.",
    );
    expect(copyWords({ ...copy, asOf: null, reachedAt: null, daysLeft: 0, pace }, zone)).toContain(
      "passed your first order here and goes on to the beginning. The supplier does not say how many entries there are; Karwan copies up to about 50,000 entries a day, which go back about 41 days.",
    );
    expect(copyWords({ ...copy, asOf: null, reachedAt: null, daysLeft: null }, zone)).toContain(
      "how long is not known yet. Then it goes on to the beginning. The supplier does not say how many entries there are.",
    );
    expect(failureWords("unreachable", "2026-11-23T05:42:00Z", zone)).toBe(
      "The supplier cannot be reached just now. These figures are of Mon 23 Nov, 10:42.",
    );
    expect(failureWords("reseller_suspended", null, zone)).toContain("was not read yet");
  });
});
