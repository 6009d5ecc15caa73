import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { planPriceChange } from "#app/domain/catalog/pricing/plan-price-change.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { advisePrice } from "#app/domain/policy/pricing/advise-price.ts";
import { projectionThen, readCostsOfDay } from "#app/domain/policy/pricing/costs-of-day.ts";
import { exceedsChangeGuard } from "#app/domain/policy/pricing/exceeds-change-guard.ts";
import { judgePriceChange } from "#app/domain/policy/pricing/judge-price-change.ts";
import { defaultListingSettings, policyOf } from "#app/domain/policy/pricing/listing-policy.ts";
import { planMargin } from "#app/domain/policy/pricing/margin.ts";
import { type PriceDraft, readPriceDraft, toPriceDraft } from "#app/domain/policy/pricing/price-draft.ts";
import { type PriceRule, parsePriceRule, suggestedRule } from "#app/domain/policy/pricing/price-rule.ts";
import { anyTerms, buildTerms } from "./build-terms.ts";

const draftOf = (draft: Partial<PriceDraft>) => readPriceDraft({ ...toPriceDraft(suggestedRule), ...draft });
const tier = (upTo: string, value = "1.5", kind: "multiply" | "add" = "multiply") => ({ upTo, kind, value });

describe("readPriceDraft", () => {
  it("reads what a person types", () => {
    const read = draftOf({
      ...{ base: "tiers", tiers: [tier("1,000", "1.85"), tier("5000", "700", "add"), tier("")] },
      ...{ marginPkr: "250", marginPercent: "", ending: "99" },
      ...{ compareAt: "percent_above", compareAtPercent: "20" },
    });
    expect(read).toEqual({
      ok: true,
      rule: {
        base: {
          kind: "tiers",
          tiers: [
            { upToPkr: 1000, step: { kind: "multiply", percent: 185 } },
            { upToPkr: 5000, step: { kind: "add", addPkr: 700 } },
            { upToPkr: null, step: { kind: "multiply", percent: 150 } },
          ],
        },
        floor: { marginPkr: 250, marginPercent: null },
        ending: "99",
        compareAt: { kind: "percent_above", percent: 20 },
      },
    });
  });

  it.each<[string, Partial<PriceDraft>, Record<string, string>]>([
    [
      "tiers that overlap",
      { base: "tiers", tiers: [tier("1000"), tier("800"), tier("")] },
      { "tiers.1.upTo": "This overlaps the tier above, which goes up to Rs 1,000." },
    ],
    [
      "an empty tier",
      { base: "tiers", tiers: [tier("1000"), tier("1000"), tier("")] },
      { "tiers.1.upTo": "This tier is empty: enter more than Rs 1,000." },
    ],
    [
      "a tier without an end",
      { base: "tiers", tiers: [tier(""), tier("")] },
      { "tiers.0.upTo": "Say up to which cost this tier goes, in whole rupees." },
    ],
    [
      "a tier that says nothing",
      { base: "tiers", tiers: [tier("1000", ""), tier("")] },
      { "tiers.0.value": "Enter a number like 1.6, with at most two decimals." },
    ],
    ["no tier at all", { base: "tiers", tiers: [] }, { tiers: "Add at least one tier." }],
    [
      "a factor below one",
      { base: "multiply", value: "0.9" },
      { value: "Less than 1 sells below cost. Enter 1 or more." },
    ],
    ["half a rupee", { base: "add", value: "10.5" }, { value: "Enter what to add, in whole rupees." }],
    ["a margin in words", { marginPkr: "some" }, { marginPkr: "Enter a whole number, or leave it empty." }],
    [
      "no percent",
      { compareAt: "percent_above" },
      { compareAtPercent: "Enter a whole percent from 1 to 1000." },
    ],
  ])("marks %s at its field", (_, draft, errors) => {
    expect(draftOf(draft)).toEqual({ ok: false, errors });
  });

  it("gives back any rule it showed", () => {
    const percent = fc.integer({ min: 100, max: 10_000 });
    fc.assert(
      fc.property(percent, fc.option(fc.nat({ max: 1000 }).map(rupees)), (times, marginPkr) => {
        const rule: PriceRule = {
          ...suggestedRule,
          base: { kind: "multiply", percent: times },
          floor: { marginPkr, marginPercent: 5 },
        };
        expect(readPriceDraft(toPriceDraft(rule))).toEqual({ ok: true, rule });
      }),
    );
  });
});

describe("planPriceChange", () => {
  const variant = {
    ...{
      wholesalePkr: rupees(1000),
      minResalePkr: rupees(1200),
      suggestedPkr: rupees(1600),
      pricePkr: rupees(1600),
    },
    ...{ compareAtPkr: null, fixedPricePkr: null },
  };
  const double = parsePriceRule({ ...suggestedRule, base: { kind: "multiply", percent: 200 } });
  const costs = { shippingPkr: rupees(200), terms: buildTerms() };

  it("keeps cost, floor and terms with the change", () => {
    const terms = buildTerms({ feePercent: 12, defaultShippingPkr: rupees(260) });
    const least = { ...double, floor: { marginPkr: rupees(880), marginPercent: null } };
    const planned = planPriceChange(least, variant, { shippingPkr: null, terms });
    expect(planned?.costs).toEqual({
      ...{ wholesalePkr: 1000, shippingPkr: 260, floorPkr: 2260 },
      terms: { feePercent: 12, feeBasis: "margin", returnShippingPkr: 150, defaultShippingPkr: 260 },
    });
    expect(readCostsOfDay(JSON.parse(JSON.stringify(planned?.costs)))).toEqual(planned?.costs);
    expect(projectionThen(planned?.costs ?? null, rupees(2260))).toEqual({
      deliveredPkr: 880,
      refusedPkr: -410,
    });
    expect(projectionThen(readCostsOfDay(null), rupees(2260))).toBeNull();
  });

  it("is null where nothing changes, and where the price is fixed", () => {
    expect(planPriceChange(suggestedRule, variant, costs)).toBeNull();
    expect(planPriceChange(double, { ...variant, fixedPricePkr: rupees(1600) }, costs)).toBeNull();
    expect(planPriceChange(double, variant, costs)).toMatchObject({ toPkr: 2000 });
  });

  it("keeps the price that stands where the supplier suggests none", () => {
    const silent = { ...variant, suggestedPkr: null, pricePkr: rupees(1733) };
    expect(planPriceChange(suggestedRule, silent, costs)).toBeNull();
    const ending = parsePriceRule({ ...suggestedRule, ending: "99" });
    expect(planPriceChange(ending, silent, { ...costs, shippingPkr: null })).toMatchObject({ toPkr: 1799 });
  });
});

describe("judgePriceChange", () => {
  const change = {
    fromPkr: rupees(1600),
    toPkr: rupees(2000),
    fromCompareAtPkr: null,
    toCompareAtPkr: rupees(2500),
  };
  const row = { pricePkr: rupees(1600), minResalePkr: rupees(1200), fixedPricePkr: null };
  const current = { price: "1600.00", compareAtPrice: null };

  it.each([
    ["writes what is as it was", row, current, { kind: "write", writesCompareAt: true }],
    ["repeats what a dead worker began", { ...row, pricePkr: rupees(2000) }, current, { kind: "write" }],
    [
      "writes nothing twice",
      { ...row, pricePkr: rupees(2000) },
      { price: "2000.00", compareAtPrice: "2500.00" },
      { kind: "stands" },
    ],
    [
      "leaves a crossed-out price of the merchant's, and changes the price",
      row,
      { price: "1600.00", compareAtPrice: "9999.00" },
      { kind: "write", writesCompareAt: false },
    ],
    ["leaves what is gone", row, null, { kind: "refused", reason: "It is not in your store any more." }],
    [
      "leaves a price with paisa",
      row,
      { price: "1600.50", compareAtPrice: null },
      { kind: "refused", reason: "You changed it to Rs 1600.50 in Shopify. It stays." },
    ],
    [
      "leaves a price that was fixed",
      { ...row, fixedPricePkr: rupees(1600) },
      current,
      { kind: "refused", reason: "You fixed its price. It stays." },
    ],
  ])("%s", (_, ours, theirs, verdict) => {
    expect(judgePriceChange(change, ours, theirs)).toMatchObject(verdict);
  });

  it("changes a crossed-out price alone, unless the merchant set it", () => {
    const only = { ...change, toPkr: rupees(1600) };
    expect(judgePriceChange(only, row, current)).toEqual({ kind: "write", writesCompareAt: true });
    expect(judgePriceChange(only, row, { price: "1600.00", compareAtPrice: "3000.00" })).toEqual({
      ...{ kind: "refused", reason: "You set the crossed-out price yourself. It stays." },
    });
  });
});

describe("exceedsChangeGuard", () => {
  it.each([
    [{ changing: 20, of: 100, percent: 20 }, false],
    [{ changing: 21, of: 100, percent: 20 }, true],
    [{ changing: 4, of: 4, percent: 20 }, false],
    [{ changing: 5, of: 5, percent: 20 }, true],
    [{ changing: 0, of: 0, percent: 20 }, false],
  ])("for %j is %s", (facts, asks) => {
    expect(exceedsChangeGuard(facts)).toBe(asks);
  });
});

describe("advisePrice", () => {
  it("is the lowest price that loses nothing at so many refusals", () => {
    fc.assert(
      fc.property(fc.nat({ max: 90 }), anyTerms, (refusals, terms) => {
        const facts = { wholesalePkr: rupees(1000), shippingPkr: rupees(200), terms };
        const left = (price: number) => {
          const { deliveredPkr, refusedPkr } = planMargin({ ...facts, pricePkr: rupees(price) });
          return (100 - refusals) * deliveredPkr + refusals * refusedPkr;
        };
        const advised = advisePrice(refusals, facts);
        expect(left(advised)).toBeGreaterThanOrEqual(0);
        expect(left(advised - 1)).toBeLessThan(0);
      }),
    );
  });
});

describe("policyOf", () => {
  it("is the shop's with what differs, a rule of null being the suggested price", () => {
    const shop = { ...defaultListingSettings, priceRule: parsePriceRule({ ...suggestedRule, ending: "99" }) };
    expect(policyOf(shop, {})).toMatchObject({ priceRule: { ending: "99" }, whenRemoved: "draft" });
    expect(policyOf(shop, { whenRemoved: "archive", priceRule: null })).toMatchObject({
      ...{ priceRule: suggestedRule, whenRemoved: "archive" },
    });
    expect(() => policyOf(shop, { whenRemoved: "burn" })).toThrow();
  });
});
