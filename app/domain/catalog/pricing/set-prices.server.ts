import type { ListedVariant, Listing, Prisma } from "@prisma/client";
import { parseLocks, priceLock } from "#app/domain/catalog/listings/locks/listing-locks.ts";
import { resolvePriceIssues } from "#app/domain/catalog/listings/policy/resolve-price-issues.server.ts";
import { toListingWork } from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { FactCode } from "#app/domain/messages/timeline/fact-codes.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { parseOverrides, policyOf } from "#app/domain/policy/pricing/listing-policy.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { planMargin } from "#app/domain/policy/pricing/margin.ts";
import { type PriceRule, parsePriceRule } from "#app/domain/policy/pricing/price-rule.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import type { SaleTerms } from "#app/domain/policy/terms/sale-terms.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { movedParams, type PriceMove } from "#app/domain/timeline/record-prices.server.ts";
import type { ListingId, StockedItemId } from "#app/platform/ids.ts";
import { shippingOf } from "../listings/shipping-of.ts";
import { planPriceChange, type SaleCosts } from "./plan-price-change.ts";
import { pricePushWork, requestPricePush } from "./push-prices.server.ts";

const MOST_RUPEES = 10_000_000;

export type SetPriceResult =
  | { readonly ok: true; readonly done: string }
  | {
      readonly ok: false;
      readonly reason: string;
      /** By the names of the form's fields. */
      readonly errors?: Readonly<Record<string, string>>;
    };

type SetContext = Pick<ShopContext, "shop" | "db" | "connection" | "clock" | "wake">;
type WithVariants = Listing & { readonly variants: readonly ListedVariant[] };

const GONE: SetPriceResult = { ok: false, reason: "This product is not linked any more." };

/** Gives one variant the merchant's own price, whatever rules say; never below the service's minimum. */
export async function setVariantPrice(
  ctx: SetContext,
  input: { readonly listingVariantId: StockedItemId; readonly pricePkr: number; readonly by: string },
): Promise<SetPriceResult> {
  const shopId = ctx.shop.id;
  const variant = await ctx.db.listedVariant.findFirst({
    where: { shopId, id: input.listingVariantId },
    include: { listing: true },
  });
  if (!variant) return GONE;
  const wrong = wrongPrice(input.pricePkr, [variant]);
  if (wrong !== null) return { ok: false, reason: wrong, errors: { pricePkr: wrong } };
  const pricePkr = rupees(input.pricePkr);
  await change(ctx, variant.listing, { by: input.by, code: "price_fixed", pricePkr }, async (tx) => {
    return [await fix(tx, variant, pricePkr)];
  });
  const costs = { shippingPkr: variant.listing.shippingPkr, terms: await loadTerms(ctx) };
  return { ok: true, done: doneWords(pricePkr, variant, costs) };
}

type ListingPrice =
  | { readonly kind: "rule"; readonly rule: PriceRule }
  /** No rule of its own any more. What was the merchant's before it was mapped keeps the price it has. */
  | { readonly kind: "shop_rule" }
  | { readonly kind: "fixed"; readonly pricePkr: number };

type SetListingPriceInput = {
  readonly listingId: ListingId;
  readonly price: ListingPrice;
  readonly by: string;
};

/**
 * Gives a listing a rule of its own, the shop's again, or one price for all its variants. No rule reaches prices that were
 * fixed or that the merchant set in Shopify.
 */
export async function setListingPrice(
  ctx: SetContext,
  { listingId, price, by }: SetListingPriceInput,
): Promise<SetPriceResult> {
  const listing = await findListing(ctx, listingId);
  if (!listing) return GONE;
  switch (price.kind) {
    case "fixed":
      return fixAll(ctx, listing, { price: price.pricePkr, by });
    case "rule": {
      const priced = { rule: parsePriceRule(price.rule), terms: await loadTerms(ctx) };
      await change(ctx, listing, { by, code: "own_rule" }, async (tx) => {
        await saveListingRule(tx, listing, priced.rule);
        return follow(tx, listing, priced, withoutLocked(listing));
      });
      return { ok: true, done: "Its own rule is saved; Shopify follows in a moment" };
    }
    case "shop_rule": {
      const [{ priceRule: rule }, terms] = await Promise.all([loadListingSettings(ctx), loadTerms(ctx)]);
      const isMapped = listing.origin === "mapped";
      await change(ctx, listing, { by, code: "price_by_rule" }, async (tx) => {
        await dropRule(tx, listing);
        return isMapped ? [] : follow(tx, listing, { rule, terms }, withoutLocked(listing));
      });
      return { ok: true, done: isMapped ? "Its prices are yours again" : "The shop's rule counts again" };
    }
  }
}

async function fixAll(
  ctx: SetContext,
  listing: WithVariants,
  { price, by }: { readonly price: number; readonly by: string },
): Promise<SetPriceResult> {
  const wrong = wrongPrice(price, listing.variants);
  if (wrong !== null) return { ok: false, reason: wrong, errors: { pricePkr: wrong } };
  const pricePkr = rupees(price);
  await change(ctx, listing, { by, code: "price_fixed", pricePkr }, async (tx) => {
    const fixed: MovedPrice[] = [];
    for (const variant of listing.variants) fixed.push(await fix(tx, variant, pricePkr));
    return fixed;
  });
  const [dearest] = listing.variants.toSorted((a, b) => b.wholesalePkr - a.wholesalePkr);
  const costs = { shippingPkr: listing.shippingPkr, terms: await loadTerms(ctx) };
  return { ok: true, done: dearest ? doneWords(pricePkr, dearest, costs) : "Saved" };
}

function withoutLocked({ locked, variants }: WithVariants): readonly ListedVariant[] {
  const locks = parseLocks(locked);
  return variants.filter((variant) => locks[priceLock(variant)] === undefined);
}

/** Takes back a variant's own price, or all of a listing's own prices and its rule: the shop's rule counts again. */
export async function clearOverride(
  ctx: SetContext,
  input: { readonly listingId: ListingId; readonly listingVariantId?: StockedItemId; readonly by: string },
): Promise<SetPriceResult> {
  const { listingVariantId } = input;
  const listing = await findListing(ctx, input.listingId);
  const cleared = listing?.variants.filter(
    ({ id }) => listingVariantId === undefined || id === listingVariantId,
  );
  if (!listing || !cleared || cleared.length === 0) return GONE;
  const [settings, terms] = await Promise.all([loadListingSettings(ctx), loadTerms(ctx)]);
  const overrides = listingVariantId === undefined ? {} : listing.policy;
  const hasRule = listing.origin !== "mapped" || parseOverrides(overrides).priceRule !== undefined;
  await change(ctx, listing, { by: input.by, code: "price_by_rule" }, async (tx) => {
    await tx.listingVariant.updateMany({
      where: { shopId: listing.shopId, id: { in: cleared.map(({ id }) => id) } },
      data: { fixedPricePkr: null },
    });
    if (listingVariantId === undefined) await dropRule(tx, listing);
    // What was the merchant's before it was mapped keeps the price it has.
    if (!hasRule) return [];
    const free = cleared.map((variant) => ({ ...variant, fixedPricePkr: null }));
    return follow(tx, listing, { rule: policyOf(settings, overrides).priceRule, terms }, free);
  });
  return { ok: true, done: hasRule ? "The price follows the rule again" : "The price is yours again" };
}

async function saveListingRule(
  tx: Prisma.TransactionClient,
  { shopId, id }: Listing,
  rule: PriceRule,
): Promise<void> {
  await tx.$executeRaw`
    update listing set policy = policy || jsonb_build_object('priceRule', ${JSON.stringify(rule)}::jsonb)
    where shop_id = ${shopId}::uuid and id = ${id}::uuid`;
}

async function dropRule(tx: Prisma.TransactionClient, { shopId, id }: Listing): Promise<void> {
  await tx.$executeRaw`
    update listing set policy = policy - 'priceRule' where shop_id = ${shopId}::uuid and id = ${id}::uuid`;
}

function findListing({ shop, db }: SetContext, id: ListingId): Promise<WithVariants | null> {
  return db.listing.findUnique({
    where: { shopId_id: { shopId: shop.id, id } },
    include: { variants: true },
  });
}

function wrongPrice(pricePkr: number, variants: readonly ListedVariant[]): string | null {
  if (!Number.isInteger(pricePkr) || pricePkr < 1 || pricePkr > MOST_RUPEES)
    return "Enter a price in whole rupees.";
  const lowest = Math.max(0, ...variants.map(({ minResalePkr }) => minResalePkr));
  return pricePkr < lowest ? `${formatRupees(lowest)} is the lowest price allowed.` : null;
}

function doneWords(pricePkr: Rupees, { wholesalePkr }: ListedVariant, costs: SaleCosts): string {
  const { deliveredPkr } = planMargin({
    ...{ pricePkr, wholesalePkr },
    ...{ shippingPkr: shippingOf(costs, costs.terms), terms: costs.terms },
  });
  if (deliveredPkr >= 0) return "Saved; Shopify follows in a moment";
  return `Saved. With free delivery it loses about ${formatRupees(-deliveredPkr)} on each sale`;
}

type MovedPrice = PriceMove & { readonly id: StockedItemId };

async function fix(
  tx: Prisma.TransactionClient,
  variant: ListedVariant,
  pricePkr: Rupees,
): Promise<MovedPrice> {
  const { shopId, id, title, compareAtPkr } = variant;
  const stillAbove = compareAtPkr !== null && compareAtPkr > pricePkr ? compareAtPkr : null;
  await tx.listingVariant.update({
    where: { shopId_id: { shopId, id } },
    data: { fixedPricePkr: pricePkr, pricePkr, compareAtPkr: stillAbove },
  });
  return { id, title, fromPkr: variant.pricePkr, toPkr: pricePkr };
}

type RulePricing = { readonly rule: PriceRule; readonly terms: SaleTerms };

/** Brings variants to the price of a rule; those that changed. */
async function follow(
  tx: Prisma.TransactionClient,
  { shippingPkr }: Listing,
  { rule, terms }: RulePricing,
  variants: readonly ListedVariant[],
): Promise<readonly MovedPrice[]> {
  const changed: MovedPrice[] = [];
  for (const variant of variants) {
    const planned = planPriceChange(rule, variant, { shippingPkr, terms });
    if (planned === null) continue;
    await tx.listingVariant.update({
      where: { shopId_id: { shopId: variant.shopId, id: variant.id } },
      data: { pricePkr: planned.toPkr, compareAtPkr: planned.toCompareAtPkr },
    });
    const { id, title, pricePkr: fromPkr } = variant;
    changed.push({ id, title, fromPkr, toPkr: planned.toPkr });
  }
  return changed;
}

type Fact = { readonly by: string; readonly code: FactCode; readonly pricePkr?: Rupees };

async function change(
  { shop, db, clock, wake }: SetContext,
  listing: Listing,
  { by, code, pricePkr }: Fact,
  write: (tx: Prisma.TransactionClient) => Promise<readonly MovedPrice[]>,
): Promise<void> {
  const shopId = shop.id;
  let marks: readonly ListingId[] = [];
  await db.$transaction(async (tx) => {
    const moved = await write(tx);
    const listingVariantIds = moved.map(({ id }) => id);
    await requestPricePush(tx, { shopId, listingId: listing.id, listingVariantIds }, clock.now());
    marks = await resolvePriceIssues(tx, { shopId, now: clock.now() }, listing.id);
    const params = { ...(pricePkr === undefined ? {} : { pricePkr }), ...movedParams(listing.title, moved) };
    await recordFact(tx, shopId, {
      thing: "listing",
      thingId: listing.id,
      actor: "person",
      by,
      code,
      params,
    });
  });
  await wake([pricePushWork(listing.id), ...toListingWork(marks)]);
}
