import { describe, expect, it } from "vitest";
import { createFaults } from "#test/standins/shopify/faults.ts";

function strikesOf(seed: number, probability: number): boolean[] {
  const faults = createFaults();
  faults.seed(seed);
  faults.armRequest({ kind: "throttled", probability });
  return Array.from({ length: 1000 }, () => faults.takeRequest("a.myshopify.com", []) !== undefined);
}

describe("a fault with a chance", () => {
  it("strikes about as often as its chance says, until it is cleared", () => {
    const struck = strikesOf(7, 0.1).filter(Boolean).length;
    expect(struck).toBeGreaterThan(60);
    expect(struck).toBeLessThan(140);
  });

  it("strikes at the same places for the same seed, and at others for another", () => {
    expect(strikesOf(7, 0.3)).toEqual(strikesOf(7, 0.3));
    expect(strikesOf(7, 0.3)).not.toEqual(strikesOf(8, 0.3));
  });

  it("leaves the next one its chance when it misses", () => {
    const faults = createFaults();
    faults.armRequest({ kind: "throttled", probability: 0 });
    faults.armRequest({ kind: "cut_after" });
    expect(faults.takeRequest("a.myshopify.com", [])).toMatchObject({ kind: "cut_after" });
    expect(faults.list()).toEqual([{ kind: "throttled", probability: 0 }]);
  });
});
