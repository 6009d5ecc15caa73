import { describe, expect, it } from "vitest";
import { whatFollows } from "#app/domain/catalog/import/what-follows.ts";
import { setWords } from "#app/domain/catalog/pricing/fix-words.ts";
import { toFix } from "#app/domain/catalog/pricing/plan-fix.ts";
import { costPolicies } from "#app/domain/policy/pricing/listing-policy.ts";

describe("the closing sentence of an import", () => {
  it.each([
    ["rule", "yours follows your price rule"],
    ["keep_margin", "yours changes by the same rupees"],
    ["alert", "yours stays and Home tells you"],
    ["hold_sales", "yours stays; what no longer pays is not sold"],
  ] as const)("says what follows for a shop that chose %s", (whenCostChanges, words) => {
    expect(whatFollows(whenCostChanges)).toBe(
      `New stock follows by itself. When the supplier's price changes, ${words}.`,
    );
  });

  it("promises that a price follows only where it does", () => {
    const promising = costPolicies.filter((whenCostChanges) =>
      /follows your|by the same/.test(whatFollows(whenCostChanges)),
    );
    expect(promising).toEqual(["rule", "keep_margin"]);
  });
});

describe("a button that sets prices", () => {
  const fix = (...prices: readonly number[]) => ({
    ...{ count: prices.length, lowest: Math.min(...prices), highest: Math.max(...prices) },
  });

  it("names them", () => {
    expect(setWords(fix(6049))).toBe("Set to Rs 6,049");
    expect(setWords(fix(1200, 1200))).toBe("Set 2 prices to Rs 1,200");
    expect(setWords(fix(1200, 1800, 1500))).toBe("Set 3 prices: Rs 1,200 to Rs 1,800");
    expect(toFix([])).toBeNull();
  });
});
