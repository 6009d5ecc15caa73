import { randomUUID } from "node:crypto";
import type { ListedVariant, Prisma } from "@prisma/client";
import { describe, expect, it } from "vitest";
import { lossOf } from "#app/domain/catalog/listings/leaving/losing-variants.ts";
import type { ListingOrigin } from "#app/domain/catalog/listings/listing-state.ts";
import { planFix } from "#app/domain/catalog/pricing/plan-fix.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { defaultListingSettings } from "#app/domain/policy/pricing/listing-policy.ts";
import { type PriceRule, suggestedRule } from "#app/domain/policy/pricing/price-rule.ts";
import { documentedAccountTerms } from "#app/domain/policy/terms/account-terms.ts";
import type { ListingId, ShopId, StockedItemId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

const terms = documentedAccountTerms;

/** Costs 1,000 and 200 to ship; sold for 1,100, below the suggested 1,600. */
function buildVariant(overrides: Partial<ListedVariant> = {}): ListedVariant {
  const now = new Date("2026-11-23T00:00:00Z");
  return {
    ...{
      id: asId<StockedItemId>(randomUUID()),
      shopId: asId<ShopId>("s"),
      listingId: asId<ListingId>("l"),
      mode: "live",
      supplierVariantId: asId("v"),
      sku: null,
    },
    ...{
      variantGid: asId("gid://shopify/ProductVariant/1"),
      inventoryItemGid: null,
      title: "",
      supplierTitle: "",
    },
    ...{
      weightKg: null,
      wholesalePkr: rupees(1000),
      minResalePkr: rupees(0),
      pricePkr: rupees(1100),
      stock: 5,
      stockAt: null,
    },
    ...{ stockBy: null, pushedQuantity: null, stockMovedAt: null, stockUnsure: false, stockCap: null },
    ...{ stockDueAt: null, offered: true, reportedAt: null, fixedPricePkr: null, compareAtPkr: null },
    ...{
      suggestedPkr: rupees(1600),
      supplierCompareAtPkr: null,
      pushedPricePkr: rupees(1100),
      priceDueAt: null,
      pushedCostPkr: rupees(1000),
      costDueAt: null,
    },
    ...{ salesHeldAt: null, updatedAt: now, ...overrides },
  };
}

type Given = {
  readonly locked?: Prisma.JsonObject;
  readonly origin?: ListingOrigin;
  readonly rule?: Partial<PriceRule>;
};

const listingOf = (variants: readonly ListedVariant[], { locked = {}, origin = "imported" }: Given = {}) => ({
  ...{ locked, origin, policy: {}, shippingPkr: rupees(200), variants },
});

function planned(code: Parameters<typeof planFix>[0], variants: readonly ListedVariant[], given: Given = {}) {
  const settings = { ...defaultListingSettings, priceRule: { ...suggestedRule, ...given.rule } };
  return planFix(code, listingOf(variants, given), { settings, terms }).map(({ toPkr }) => toPkr);
}

describe("what a listing loses when delivered", () => {
  it("is the supplier's price and shipping less the price, for what is sold", () => {
    const listing = { shippingPkr: rupees(200), terms };
    expect(lossOf(listing, buildVariant())).toBe(100);
    expect(lossOf(listing, buildVariant({ pricePkr: rupees(1200) }))).toBe(0);
    const ofSale = { ...listing, terms: { ...terms, feeBasis: "sale", feePercent: 10 } } as const;
    expect(lossOf(ofSale, buildVariant({ pricePkr: rupees(1250) }))).toBe(75);
    expect(lossOf(listing, buildVariant({ offered: false }))).toBe(0);
    expect(lossOf(listing, buildVariant({ salesHeldAt: new Date(0) }))).toBe(0);
  });
});

describe("the price that ends a loss", () => {
  it("is the rule's, and of variants that lose nothing none", () => {
    expect(planned("loses_money", [buildVariant(), buildVariant({ pricePkr: rupees(1300) })])).toEqual([
      1600,
    ]);
  });

  it("is never one that loses, whatever the rule says, and ends as the rule ends", () => {
    const low = [buildVariant({ suggestedPkr: rupees(1150) })];
    expect(planned("loses_money", low)).toEqual([1200]);
    expect(planned("loses_money", low, { rule: { ending: "99" } })).toEqual([1299]);
  });

  it("is the lowest that loses nothing where the merchant set the price by hand", () => {
    const variant = buildVariant();
    const locked = { [`price/${variant.id}`]: "2026-11-20T00:00:00.000Z" };
    expect(planned("loses_money", [variant], { locked })).toEqual([1200]);
    expect(planned("loses_money", [buildVariant({ fixedPricePkr: rupees(1100) })])).toEqual([1200]);
    expect(planned("loses_money", [variant], { origin: "mapped" })).toEqual([1200]);
  });

  it("moves a price that was fixed here", () => {
    const settings = defaultListingSettings;
    const [change] = planFix("loses_money", listingOf([buildVariant({ fixedPricePkr: rupees(1100) })]), {
      settings,
      terms,
    });
    expect(change).toMatchObject({ fromPkr: 1100, toPkr: 1200, movesFixed: true });
  });
});

describe("the price after a new cost", () => {
  it("is the rule's for every price but those set by hand", () => {
    const own = buildVariant({ fixedPricePkr: rupees(1500), pricePkr: rupees(1500) });
    expect(planned("cost_changed", [buildVariant({ pricePkr: rupees(1400) }), own])).toEqual([1600]);
    expect(planned("cost_changed", [buildVariant({ pricePkr: rupees(1600) })])).toEqual([]);
  });
});
