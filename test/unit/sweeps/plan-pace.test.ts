import { describe, expect, it } from "vitest";
import { planParcelsPaceMs } from "#app/domain/sweeps/plan-pace.ts";

const minutes = (question: Parameters<typeof planParcelsPaceMs>[0]) => planParcelsPaceMs(question) / 60_000;

describe("the pace of the look at parcels", () => {
  it.each([
    ["a small shop on the Free plan", { dailyLimit: 5000, calls: 2, shops: 1 }, 10],
    ["3,500 open parcels on the Free plan", { dailyLimit: 5000, calls: 36, shops: 1 }, 41.472],
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
