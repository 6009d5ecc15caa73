import { describe, expect, it } from "vitest";
import {
  planCatalogPaceMs,
  planDeliveriesPaceMs,
  planLedgerPaceMs,
  planParcelsPaceMs,
  planStockPaceMs,
} from "#app/domain/sweeps/plan-pace.ts";
import { budgetShares, ruleOfSweep, type SweepBudget } from "#app/domain/sweeps/sweep-kinds.ts";

const minutes = (question: Parameters<typeof planParcelsPaceMs>[0]) => planParcelsPaceMs(question) / 60_000;

describe("the pace of the look at parcels", () => {
  it.each([
    ["a small shop on the Free plan", { dailyLimit: 5000, calls: 2, shops: 1 }, 10],
    ["3,500 open parcels on the Free plan", { dailyLimit: 5000, calls: 36, shops: 1 }, 51.84],
    ["three such shops on one account", { dailyLimit: 5000, calls: 36, shops: 3 }, 60],
    ["3,500 open parcels on the Growth plan", { dailyLimit: 100_000, calls: 36, shops: 1 }, 5],
    ["a shop without a single page", { dailyLimit: 25_000, calls: 0, shops: 1 }, 10],
  ])("suits %s", (_who, question, expected) => {
    expect(minutes(question)).toBeCloseTo(expected, 2);
  });

  it("stays within a quarter of the day's calls unless an hour is reached", () => {
    for (const dailyLimit of [5000, 25_000, 100_000, 300_000]) {
      for (const calls of [1, 10, 36, 100, 1000]) {
        const pace = minutes({ dailyLimit, calls, shops: 1 });
        const perDay = (24 * 60 * calls) / pace;
        if (pace < 60) expect(perDay).toBeLessThanOrEqual(dailyLimit * 0.25 + 1);
      }
    }
  });
});

describe("a day of all looks at one account", () => {
  const DAY_MS = 24 * 60 * 60_000;
  type Paced = {
    readonly budget: SweepBudget;
    readonly calls: number;
    readonly paceMs: (connections: number) => number;
  };
  const dailyLimit = 5000;
  const looks: readonly Paced[] = [
    {
      ...{ budget: "parcels", calls: 3 },
      paceMs: (shops) => planParcelsPaceMs({ dailyLimit, calls: 3, shops }),
    },
    { budget: "parcels", calls: 3, paceMs: () => ruleOfSweep("parcels_delivered").everyMs },
    { budget: "stock", calls: 10, paceMs: (shops) => planStockPaceMs({ dailyLimit, calls: 10, shops }) },
    { budget: "catalog", calls: 12, paceMs: (shops) => planCatalogPaceMs({ dailyLimit, calls: 12, shops }) },
    { budget: "catalog", calls: 3, paceMs: () => ruleOfSweep("imports").everyMs },
    { budget: "ledger", calls: 1, paceMs: (shops) => planLedgerPaceMs({ dailyLimit, shops }) },
    { budget: "ledger", calls: 20, paceMs: () => DAY_MS },
    ...(["failed_deliveries", "webhooks"] as const).map((kind) => ({
      ...{ budget: "deliveries" as const, calls: kind === "webhooks" ? 4 : 1 },
      paceMs: (shops: number) => planDeliveriesPaceMs(ruleOfSweep(kind).everyMs, { dailyLimit, shops }),
    })),
  ];

  /** Each connection's looks one after the other, from midnight to midnight. */
  function callsOfDay(connections: number): ReadonlyMap<SweepBudget, number> {
    const used = new Map<SweepBudget, number>();
    for (const { budget, calls, paceMs } of looks) {
      for (let connection = 0; connection < connections; connection += 1) {
        for (let at = 0; at < DAY_MS; at += paceMs(connections)) {
          used.set(budget, (used.get(budget) ?? 0) + calls);
        }
      }
    }
    return used;
  }

  it.each([1, 2, 3, 6])("fits with room into a Free plan's shares for %i connections", (connections) => {
    const used = callsOfDay(connections);
    for (const [budget, share] of Object.entries(budgetShares)) {
      // The look at stock takes its share whole, and is stopped at its end: a day may begin with one look more.
      const oneMore = budget === "stock" ? 10 * connections : 0;
      expect(used.get(budget as SweepBudget) ?? 0, budget).toBeLessThanOrEqual(share * dailyLimit + oneMore);
    }
    expect(used.get("deliveries")).toBeLessThanOrEqual(0.9 * budgetShares.deliveries * dailyLimit);
  });

  it("looks as often as it is meant to where the plan affords it", () => {
    const everyMs = ruleOfSweep("webhooks").everyMs;
    expect(planDeliveriesPaceMs(everyMs, { dailyLimit: 5000, shops: 1 })).toBe(everyMs);
    expect(planDeliveriesPaceMs(everyMs, { dailyLimit: 25_000, shops: 2 })).toBe(everyMs);
  });
});
