import type { CatalogProduct, ListedVariant, Listing } from "@prisma/client";
import { lossOf } from "#app/domain/catalog/listings/leaving/losing-variants.ts";
import type { WayToLeave } from "#app/domain/catalog/listings/listing-state.ts";
import { lockedFieldsOf } from "#app/domain/catalog/listings/locks/locked-fields.ts";
import type { Fix } from "#app/domain/catalog/pricing/fixable-issues.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { timelineSentence } from "#app/domain/messages/timeline/timeline-sentence.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { ListingPolicy, PolicyOverrides } from "#app/domain/policy/pricing/listing-policy.ts";
import { parseOverrides, policyOf } from "#app/domain/policy/pricing/listing-policy.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { planMargin } from "#app/domain/policy/pricing/margin.ts";
import type { PriceRule } from "#app/domain/policy/pricing/price-rule.ts";
import type { AccountTerms } from "#app/domain/policy/terms/account-terms.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import { findTimeline, type TimelineLine } from "#app/domain/timeline/find-timeline.server.ts";
import type { ListingId, StockedItemId } from "#app/platform/ids.ts";
import { planFix, toFix } from "../../pricing/plan-fix.ts";
import { ruledPrice } from "../../pricing/plan-price-change.ts";
import { type ListingRow, loadListingRows } from "../list/load-listing-rows.server.ts";
import { shippingOf } from "../shipping-of.ts";
import { findLastPrices, type LastPrices } from "./last-prices.server.ts";
import { readShopifySide, type ShopifySide } from "./shopify-side.server.ts";
import { type SupplierSide, toSupplierSide } from "./supplier-side.ts";

/** Amounts in rupees. */
type VariantOnPage = {
  readonly id: StockedItemId;
  readonly title: string;
  readonly sku: string | null;
  readonly pricePkr: Rupees;
  readonly compareAtPkr: Rupees | null;
  readonly wholesalePkr: Rupees;
  readonly minResalePkr: Rupees;
  readonly suggestedPkr: Rupees | null;
  readonly fixedPricePkr: Rupees | null;
  /** What the rule in force says, and the lowest it allows. */
  readonly ruled: { readonly pricePkr: Rupees; readonly floorPkr: Rupees };
  /** Since when its price is the merchant's, changed in Shopify; null while it is ours. */
  readonly priceLockedSince: string | null;
  /** About, when one unit is delivered; and what it loses, 0 where it loses nothing or is not sold. */
  readonly marginPkr: Rupees;
  readonly lossPkr: Rupees;
  /** The lowest price that loses nothing then. */
  readonly breakEvenPkr: Rupees;
  /** The price that ends its loss. */
  readonly fix: Fix | null;
  readonly stock: number;
  readonly shown: number | null;
  /** When the service last said how many there are. */
  readonly stockAt: Date | null;
  readonly isStockDue: boolean;
  readonly offered: boolean;
};

/** A field the merchant keeps: its name, and the variant's where it is a price. */
type KeptField = {
  readonly field: string;
  readonly since: string;
  readonly variantTitle: string | null;
};

export type ListingPage = {
  readonly listing: ListingRow;
  readonly createdAt: Date;
  readonly takenOutAt: Date | null;
  /** How it is on its way out of Karwan's care; null while it is not. */
  readonly leaving: WayToLeave | null;
  readonly removedAt: Date | null;
  readonly shopify: ShopifySide;
  readonly supplier: SupplierSide | null;
  readonly kept: readonly KeptField[];
  readonly variants: readonly VariantOnPage[];
  readonly policy: {
    readonly own: Omit<PolicyOverrides, "priceRule">;
    readonly ofShop: Omit<ListingPolicy, "priceRule">;
  };
  /** What its prices follow from; `own` is null where the shop's rule counts. */
  readonly pricing: {
    readonly own: PriceRule | null;
    readonly ofShop: PriceRule;
    readonly shippingPkr: Rupees;
    readonly terms: AccountTerms;
  };
  /** The last press that set its prices, while it can be put back. */
  readonly lastPrices: LastPrices | null;
  readonly timeline: readonly TimelineLine[];
  readonly isConnected: boolean;
  readonly asOf: Date;
};

/** One listing with both sides as they stand; null when the shop has no such listing. */
export async function getListingPage(ctx: ShopContext, listingId: ListingId): Promise<ListingPage | null> {
  const shopId = ctx.shop.id;
  const listing = await ctx.db.listing.findUnique({
    where: { shopId_id: { shopId, id: listingId } },
    include: { variants: { orderBy: [{ sku: "asc" }, { supplierVariantId: "asc" }] } },
  });
  const [row] = listing ? await loadListingRows(ctx, [listingId]) : [];
  if (!listing || !row) return null;
  const [cached, settings, terms, shopify, lastPrices, timeline] = await Promise.all([
    findCached(ctx, listing),
    loadListingSettings(ctx),
    loadTerms(ctx),
    readShopifySide(ctx, listing),
    findLastPrices(ctx, listing),
    findTimeline(ctx, { thing: "listing", thingId: listingId }, timelineSentence),
  ]);
  const { priceRule, ...own } = parseOverrides(listing.policy);
  const { priceRule: shopRule, ...ofShop } = policyOf(settings, {});
  const shippingPkr = shippingOf(listing, terms);
  const kept = lockedFieldsOf(listing.locked);
  const fixes = planFix("loses_money", listing, { settings, terms });
  const priced = { rule: priceRule ?? shopRule, shippingPkr, terms, kept, fixes };
  return {
    listing: shopify.kind === "read" ? { ...row, visibility: shopify.visibility } : row,
    createdAt: listing.createdAt,
    takenOutAt: listing.takenOutAt,
    leaving: listing.leaving,
    removedAt: listing.removedAt,
    shopify,
    supplier: toSupplierSide(listing, cached),
    kept: kept.map((each) => ({ ...each, variantTitle: titleOfLock(each.field, listing.variants) })),
    variants: listing.variants.map((variant) => toVariant(variant, priced)),
    policy: { own, ofShop },
    pricing: { own: priceRule ?? null, ofShop: shopRule, shippingPkr, terms },
    ...{ lastPrices, timeline },
    isConnected: ctx.connection !== null,
    asOf: ctx.clock.now(),
  };
}

function findCached({ db }: ShopContext, listing: Listing): Promise<CatalogProduct | null> {
  const { shopId, mode, supplierProductId } = listing;
  return db.catalogProduct.findUnique({
    where: { shopId_mode_supplierProductId: { shopId, mode, supplierProductId } },
  });
}

function titleOfLock(field: string, variants: readonly ListedVariant[]): string | null {
  return variants.find(({ id }) => field === `price/${id}`)?.title ?? null;
}

type VariantPricing = {
  readonly rule: PriceRule;
  readonly shippingPkr: ReturnType<typeof shippingOf>;
  readonly terms: AccountTerms;
  readonly kept: ReturnType<typeof lockedFieldsOf>;
  readonly fixes: ReturnType<typeof planFix>;
};

function toVariant(variant: ListedVariant, { rule, kept, fixes, ...about }: VariantPricing): VariantOnPage {
  const { pricePkr, wholesalePkr, minResalePkr, suggestedPkr } = variant;
  const ruled = ruledPrice(rule, variant, about);
  const margin = planMargin({ ...about, pricePkr, wholesalePkr });
  return {
    id: variant.id,
    title: variant.title,
    sku: variant.sku,
    pricePkr,
    compareAtPkr: variant.compareAtPkr,
    wholesalePkr,
    minResalePkr,
    suggestedPkr,
    fixedPricePkr: variant.fixedPricePkr,
    ruled: { pricePkr: ruled.pricePkr, floorPkr: ruled.floorPkr },
    priceLockedSince: kept.find(({ field }) => field === `price/${variant.id}`)?.since ?? null,
    marginPkr: margin.deliveredPkr,
    lossPkr: lossOf(about, variant),
    breakEvenPkr: ruled.breakEvenPkr,
    fix: toFix(fixes.filter(({ listingVariantId }) => listingVariantId === variant.id)),
    stock: variant.stock,
    shown: variant.pushedQuantity,
    stockAt: variant.stockAt,
    isStockDue: variant.stockDueAt !== null,
    offered: variant.offered,
  };
}
