import type { Listing } from "@prisma/client";
import { hiddenNamesOf } from "#app/domain/catalog/text/hidden-names.ts";
import { cleanDescription } from "#app/domain/catalog/text/parse-html.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type ListingSettings, policyOf } from "#app/domain/policy/pricing/listing-policy.ts";
import type { SaleTerms } from "#app/domain/policy/terms/sale-terms.ts";
import type { SupplierProduct } from "#app/supplier/catalog.ts";
import { type ListingChoices, parseListingChoices } from "./listing-choices.ts";
import { type PlannedListing, planListing } from "./plan-listing.ts";

type PlanGoodsDeps = Pick<ShopContext, "shop" | "env" | "db"> & {
  readonly settings: ListingSettings;
  readonly terms: SaleTerms;
};
type ListingToPlan = Pick<Listing, "id" | "mode" | "plan" | "policy">;
type Pricing = Pick<ListingChoices, "prices" | "bulkPrice">;

/**
 * What a product of the supplier's becomes in this shop, with the words, images and variants chosen for it and prices by
 * rule; null where none of its variants is for sale.
 */
export async function planGoods(
  run: Pick<PlanGoodsDeps, "shop" | "env" | "settings" | "terms">,
  listing: ListingToPlan,
  product: SupplierProduct,
  pricing: Pricing = {},
): Promise<PlannedListing | null> {
  const hiddenNames = hiddenNamesOf(run.env);
  const planned = planListing({
    mode: listing.mode,
    product,
    vendor: run.shop.name || run.shop.domain,
    status: run.shop.deliveryReady === true ? "ACTIVE" : "DRAFT",
    hiddenNames,
    descriptionHtml: await cleanDescription(run.shop.id, product.description ?? "", hiddenNames),
    priceRule: policyOf(run.settings, listing.policy).priceRule,
    terms: run.terms,
    choices: { ...parseListingChoices(listing.plan), prices: {}, bulkPrice: undefined, ...pricing },
  });
  return planned.variants.length > 0 ? planned : null;
}

/** The same for a product that is not in the shop yet: with the prices chosen for it, and those fixed since. */
export async function planNewGoods(
  run: PlanGoodsDeps,
  listing: ListingToPlan,
  product: SupplierProduct,
): Promise<PlannedListing | null> {
  const fixed = await run.db.listingVariant.findMany({
    where: { shopId: run.shop.id, listingId: listing.id, fixedPricePkr: { not: null } },
    select: { supplierVariantId: true, fixedPricePkr: true },
  });
  const prices = fixed.map(({ supplierVariantId, fixedPricePkr }) => [supplierVariantId, fixedPricePkr ?? 0]);
  const { prices: chosen, bulkPrice } = parseListingChoices(listing.plan);
  return planGoods(run, listing, product, {
    prices: { ...chosen, ...Object.fromEntries(prices) },
    bulkPrice,
  });
}
