import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { planMargin } from "#app/domain/policy/pricing/margin.ts";
import { readPriceDraft, toPriceDraft } from "#app/domain/policy/pricing/price-draft.ts";
import {
  applyPriceRule,
  endUp,
  type PriceFacts,
  type PriceRule,
  parsePriceRule,
  suggestedRule,
  tierOf,
} from "#app/domain/policy/pricing/price-rule.ts";
import { anyTerms, buildTerms } from "./build-terms.ts";

const factsOf = (facts: {
  wholesale: number;
  suggested?: number;
  minimum?: number;
  shipping?: number;
}): PriceFacts => ({
  wholesalePkr: rupees(facts.wholesale),
  suggestedPkr: facts.suggested === undefined ? null : rupees(facts.suggested),
  minResalePkr: facts.minimum === undefined ? null : rupees(facts.minimum),
  shippingPkr: rupees(facts.shipping ?? 200),
  terms: buildTerms(),
});
const ruleOf = (rule: Partial<PriceRule>): PriceRule => parsePriceRule({ ...suggestedRule, ...rule });
const times = (percent: number) => ({ kind: "multiply", percent }) as const;

describe("applyPriceRule", () => {
  it.each([
    ["the suggested price", 1600, 1200, 1600],
    ["the lowest allowed when less is suggested", 1100, 1200, 1200],
    ["the lowest allowed when nothing is suggested", undefined, 1200, 1200],
    ["the cost when neither is known", undefined, undefined, 1000],
  ])("without a rule is %s", (_, suggested, minimum, expected) => {
    const facts = { wholesale: 1000, ...(suggested && { suggested }), ...(minimum && { minimum }) };
    expect(applyPriceRule(parsePriceRule(null), factsOf(facts)).pricePkr).toBe(expected);
  });

  it("multiplies, adds, and chooses by tier, the end of a tier being part of it", () => {
    const tiers = [
      { upToPkr: rupees(500), step: times(250) },
      { upToPkr: rupees(2000), step: { kind: "add", addPkr: rupees(700) } as const },
      { upToPkr: null, step: times(130) },
    ];
    const priceOf = (base: PriceRule["base"], wholesale: number) =>
      applyPriceRule(ruleOf({ base }), factsOf({ wholesale })).pricePkr;
    expect(priceOf(times(165), 999)).toBe(1649);
    expect(priceOf({ kind: "add", addPkr: rupees(350) }, 999)).toBe(1349);
    const tiered = [500, 501, 2000, 2001].map((wholesale) => priceOf({ kind: "tiers", tiers }, wholesale));
    expect(tiered).toEqual([1250, 1201, 2700, 2602]);
  });

  it("measures the least margin after shipping estimate and fee, the higher of rupees and percent", () => {
    const rule = ruleOf({ base: times(100), floor: { marginPkr: rupees(100), marginPercent: 54 } });
    const priced = applyPriceRule(rule, factsOf({ wholesale: 1000 }));
    // 54 % of 1,000 is the 540 that 1,800 leaves: 600 before a fee of 60.
    expect(priced).toMatchObject({ pricePkr: 1800, floorPkr: 1800, raisedTo: "floor" });
  });

  it("says when the service's minimum raised it, and nothing when the ending alone did", () => {
    const rule = ruleOf({ base: times(150), ending: "99" });
    const atMinimum = applyPriceRule(rule, factsOf({ wholesale: 1000, minimum: 1600 }));
    expect(atMinimum).toMatchObject({ pricePkr: 1699, floorPkr: 1600, raisedTo: "minimum" });
    const byEnding = applyPriceRule(rule, factsOf({ wholesale: 1000, minimum: 1590 }));
    expect(byEnding).toMatchObject({ pricePkr: 1599, raisedTo: null });
  });

  it("crosses out a price by percent, or the suggested one where it is higher", () => {
    const facts = factsOf({ wholesale: 1000, suggested: 1900 });
    const compareAt = (rule: PriceRule["compareAt"], percent: number) =>
      applyPriceRule(ruleOf({ base: times(percent), compareAt: rule, ending: "99" }), facts).compareAtPkr;
    expect(compareAt({ kind: "none" }, 150)).toBeNull();
    expect(compareAt({ kind: "percent_above", percent: 25 }, 150)).toBe(1999);
    expect(compareAt({ kind: "suggested_if_higher" }, 150)).toBe(1900);
    expect(compareAt({ kind: "suggested_if_higher" }, 200)).toBeNull();
  });
});

describe("endUp", () => {
  it.each([
    ["99", 1499, 1499],
    ["99", 1500, 1599],
    ["49", 1450, 1549],
    ["950", 950, 950],
    ["950", 951, 1950],
    ["950", 3, 950],
    ["none", 1501, 1501],
  ] as const)("brings %s from %d up to %d", (ending, from, to) => {
    expect(endUp(from, ending)).toBe(to);
  });
});

describe("parsePriceRule", () => {
  const tiers = (...ends: (number | null)[]) =>
    ends.map((upToPkr) => ({ upToPkr, step: { kind: "add", addPkr: rupees(10) } }));
  it.each([
    ["tiers that overlap", tiers(500, 400, null)],
    ["a tier that holds nothing", tiers(500, 500, null)],
    ["tiers that leave prices out", tiers(500, 1000)],
    ["a tier after the last", tiers(null, 500)],
    ["no tier at all", []],
  ])("refuses %s", (_, wrong) => {
    expect(() => parsePriceRule({ ...suggestedRule, base: { kind: "tiers", tiers: wrong } })).toThrow();
  });

  it.each([
    ["a price below the cost", { base: times(99) }],
    ["a fraction", { base: { kind: "add", addPkr: 10.5 } }],
    ["an ending nobody knows", { ending: "77" }],
  ])("refuses %s", (_, wrong) => {
    expect(() => parsePriceRule({ ...suggestedRule, ...wrong })).toThrow();
  });
});

const money = (most: number) => fc.nat({ max: most }).map(rupees);
const step = fc.oneof(
  fc.record({ kind: fc.constant("multiply" as const), percent: fc.integer({ min: 100, max: 1000 }) }),
  fc.record({ kind: fc.constant("add" as const), addPkr: money(5000) }),
);
const tiers = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 20_000 }).map(rupees), { maxLength: 4 }),
    fc.array(step, { minLength: 5 }),
  )
  .map(([ends, steps]) => {
    const bounds = [...ends.toSorted((a, b) => a - b), null];
    return bounds.map((upToPkr, at) => ({ upToPkr, step: steps[at] ?? times(150) }));
  });
const rules = fc.record({
  base: fc.oneof(
    fc.constant({ kind: "suggested" as const }),
    step,
    tiers.map((each) => ({ kind: "tiers" as const, tiers: each })),
  ),
  floor: fc.record({
    marginPkr: fc.option(money(3000)),
    marginPercent: fc.option(fc.nat({ max: 200 })),
  }),
  ending: fc.constantFrom("none", "99", "49", "950"),
  compareAt: fc.oneof(
    fc.constant({ kind: "none" as const }),
    fc.record({ kind: fc.constant("percent_above" as const), percent: fc.integer({ min: 1, max: 300 }) }),
    fc.constant({ kind: "suggested_if_higher" as const }),
  ),
});
const facts = fc.record({
  wholesalePkr: money(30_000),
  suggestedPkr: fc.option(money(60_000)),
  minResalePkr: fc.option(money(60_000)),
  shippingPkr: money(1000),
  terms: anyTerms,
});

describe("any rule, for any product", () => {
  it("is parsed back as it was, and gives the same price again", () => {
    fc.assert(
      fc.property(rules, facts, (rule, each) => {
        const again = parsePriceRule(JSON.parse(JSON.stringify(rule)));
        expect(again).toEqual(rule);
        expect(applyPriceRule(again, each)).toEqual(applyPriceRule(rule, each));
      }),
    );
  });

  it("never goes below minimum, cost or floor, and leaves at least the margin asked for", () => {
    fc.assert(
      fc.property(rules, facts, (rule, each) => {
        const { pricePkr, floorPkr } = applyPriceRule(rule, each);
        expect(pricePkr).toBeGreaterThanOrEqual(floorPkr);
        expect(floorPkr).toBeGreaterThanOrEqual(Math.max(each.minResalePkr ?? 0, each.wholesalePkr));
        const { marginPkr, marginPercent } = rule.floor;
        if (marginPkr === null && marginPercent === null) return;
        const left = planMargin({ ...each, pricePkr }).deliveredPkr;
        expect(left).toBeGreaterThanOrEqual(marginPkr ?? 0);
        expect(left * 100).toBeGreaterThanOrEqual(each.wholesalePkr * (marginPercent ?? 0));
      }),
    );
  });

  it("keeps the ending, in whole rupees, with anything crossed out above the price", () => {
    fc.assert(
      fc.property(rules, facts, (rule, each) => {
        const { pricePkr, compareAtPkr } = applyPriceRule(rule, each);
        expect(Number.isSafeInteger(pricePkr)).toBe(true);
        if (rule.ending !== "none") expect(String(pricePkr).endsWith(rule.ending)).toBe(true);
        expect(endUp(pricePkr, rule.ending)).toBe(pricePkr);
        if (compareAtPkr !== null) expect(compareAtPkr).toBeGreaterThan(pricePkr);
      }),
    );
  });

  it("never makes what costs more in the same tier cheaper", () => {
    fc.assert(
      fc.property(rules, facts, fc.nat({ max: 5000 }), (rule, each, more) => {
        const dearer = { ...each, wholesalePkr: rupees(each.wholesalePkr + more) };
        if (rule.base.kind === "tiers") {
          const { tiers: all } = rule.base;
          if (tierOf(all, each.wholesalePkr) !== tierOf(all, dearer.wholesalePkr)) return;
        }
        expect(applyPriceRule(rule, dearer).pricePkr).toBeGreaterThanOrEqual(
          applyPriceRule(rule, each).pricePkr,
        );
      }),
    );
  });
});

describe("a price the supplier names to be crossed out", () => {
  const rule = parsePriceRule({ ...suggestedRule, compareAt: { kind: "supplier_if_higher" } });
  const facts = {
    ...{ wholesalePkr: rupees(1000), suggestedPkr: rupees(1600), minResalePkr: null },
    ...{ shippingPkr: rupees(200), terms: buildTerms() },
  };

  it.each([
    [1900, 1900],
    [1600, null],
    [null, null],
    [undefined, null],
  ])("is taken where it is higher than the price (%s)", (named, shown) => {
    const supplierCompareAtPkr = typeof named === "number" ? rupees(named) : named;
    expect(applyPriceRule(rule, { ...facts, supplierCompareAtPkr }).compareAtPkr).toBe(shown);
  });

  it("is one of the choices a person has", () => {
    const read = readPriceDraft(toPriceDraft(rule));
    expect(read).toEqual({ ok: true, rule });
  });
});
