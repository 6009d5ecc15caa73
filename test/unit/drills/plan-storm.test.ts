import { describe, expect, it } from "vitest";
import { planStorm } from "#test/drills/storm/plan-storm.ts";
import { parseSize } from "#test/drills/storm/storm.ts";

const size = { orders: 1000, shops: 20, seed: 3, rate: 5, outage: 60 };

describe("the plan of a storm", () => {
  it("is the same for the same seed, and another for another", () => {
    expect(planStorm(size)).toEqual(planStorm(size));
    expect(planStorm(size)).not.toEqual(planStorm({ ...size, seed: 4 }));
  });

  it("spreads the orders over all shops, kinds and fates", () => {
    const plan = planStorm(size);
    expect(plan).toHaveLength(1000);
    expect(new Set(plan.map(({ shop }) => shop)).size).toBe(20);
    expect(new Set(plan.map(({ kind }) => kind)).size).toBe(3);
    expect(new Set(plan.map(({ fate }) => fate)).size).toBe(6);
  });

  it("takes its size from the command line, and the usual one for the rest", () => {
    expect(parseSize(["--orders", "200", "--seed", "7"])).toEqual({
      ...{ orders: 200, shops: 20, seed: 7, rate: 6, outage: 60 },
    });
    expect(() => parseSize(["--order", "200"])).toThrow();
  });
});
