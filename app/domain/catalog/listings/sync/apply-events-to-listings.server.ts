import type { Prisma } from "@prisma/client";
import { requestListingReconcile } from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import { saidShipping } from "#app/domain/catalog/listings/shipping-of.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ListingId, ShopId, SupplierProductId, SupplierVariantId } from "#app/platform/ids.ts";
import { onlyVariantOf, type SupplierProduct, statesAllVariants } from "#app/supplier/catalog.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { applyOfferedFacts, type OfferedFact } from "./apply-offered-facts.server.ts";
import { lockVariants, recordReportedAt } from "./record-reported-at.server.ts";
import { type PriceFact, recordSupplierPrices } from "./record-supplier-prices.server.ts";
import { contentKey, parseSeen, toSeen } from "./seen-product.ts";

const LISTINGS_AT_ONCE = 50;

/** All that is new about one product: any number of its events, folded to the newest state. */
export type ProductEvents = {
  readonly mode: Mode;
  readonly productId: SupplierProductId;
  /** Names of the events: product.updated · product.stock_changed · product.removed. */
  readonly names: readonly string[];
  /** It is no longer offered, by the newest event that tells of the product. */
  readonly isRemoved: boolean;
  /** The product as of the newest event that carried it; null where none did, or it was removed since. */
  readonly product: SupplierProduct | null;
  /** When that event, or the removal, happened, by the service's clock. */
  readonly productAt: Date;
};

/**
 * What events of products say beyond stock: prices, content, variants, and what is no longer offered. Kept in our rows; a
 * listing whose own work has something to do is marked. An event older than what was seen is dropped.
 */
export async function applyEventsToListings(
  ctx: ShopContext,
  events: readonly ProductEvents[],
): Promise<void> {
  for (let at = 0; at < events.length; at += LISTINGS_AT_ONCE) {
    await applyBatch(ctx, events.slice(at, at + LISTINGS_AT_ONCE));
  }
}

async function applyBatch(ctx: ShopContext, events: readonly ProductEvents[]): Promise<void> {
  const shopId = ctx.shop.id;
  const writtenFor = { shopId, now: ctx.clock.now() };
  await ctx.db.$transaction(async (tx) => {
    for (const [mode, ofMode] of Map.groupBy(events, (each) => each.mode)) {
      const place = { shopId, mode };
      const productIds = ofMode.map(({ productId }) => productId);
      await lockVariants(tx, place, productIds);
      const { fresh, stale } = await listFresh(tx, shopId, mode, ofMode);
      const said = ofMode.filter(({ productId }) => !stale.has(productId));
      const prices = said.flatMap((each) => toPrices(each).map((fact) => ({ fact, at: each.productAt })));
      const offered = fresh.flatMap((each) =>
        toOffered(each).map((fact) => ({ fact, at: each.events.productAt })),
      );
      // A look at the inventory moves no `seen_at`, and may know better than an event that came late.
      const reported = [...prices, ...offered].map(({ fact: { supplierVariantId }, at }) => ({
        supplierVariantId,
        at,
      }));
      const newest = await recordReportedAt(tx, place, reported);
      await recordSupplierPrices(tx, writtenFor, mode, factsIn(prices, newest));
      await applyOfferedFacts(tx, writtenFor, mode, factsIn(offered, newest));
      const changed = await saveSeen(tx, shopId, fresh);
      await requestListingReconcile(tx, shopId, changed);
    }
  });
}

function factsIn<Fact extends { readonly supplierVariantId: SupplierVariantId }>(
  said: readonly { readonly fact: Fact }[],
  variantIds: ReadonlySet<SupplierVariantId>,
): readonly Fact[] {
  return said.flatMap(({ fact }) => (variantIds.has(fact.supplierVariantId) ? [fact] : []));
}

type ListedRow = {
  readonly id: ListingId;
  readonly supplierProductId: SupplierProductId;
  readonly seen: Prisma.JsonValue;
  readonly seenAt: Date | null;
  readonly supplierVariantIds: readonly SupplierVariantId[];
};

type FreshEvents = { readonly events: ProductEvents; readonly listing: ListedRow };

/** Locked in the order of ids, as two bursts may hold the same listings. */
async function listFresh(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  mode: Mode,
  events: readonly ProductEvents[],
): Promise<{ readonly fresh: readonly FreshEvents[]; readonly stale: ReadonlySet<SupplierProductId> }> {
  const productIds = events.map(({ productId }) => productId);
  const locked = await tx.$queryRaw<(ListedRow & { readonly isUnlinked: boolean })[]>`
    select id, unlinked_at is not null as "isUnlinked", supplier_product_id as "supplierProductId", seen, seen_at as "seenAt",
      array(
        select supplier_variant_id from listing_variant as variant
        where variant.shop_id = listing.shop_id and variant.listing_id = listing.id) as "supplierVariantIds"
    from listing where shop_id = ${shopId}::uuid and mode = ${mode}
      and supplier_product_id = any(${productIds}::text[])
    order by id for no key update`;
  const listings = locked.filter(({ isUnlinked }) => !isUnlinked);
  const known = listings.flatMap((listing) => {
    const own = events.find(({ productId }) => productId === listing.supplierProductId);
    return own ? [{ events: own, listing }] : [];
  });
  const stale = known.filter((each) => !isNewer(each.events, each.listing));
  return {
    fresh: known.filter((each) => isNewer(each.events, each.listing)),
    stale: new Set(stale.map(({ listing }) => listing.supplierProductId)),
  };
}

function isNewer({ productAt }: ProductEvents, { seenAt }: ListedRow): boolean {
  return seenAt === null || productAt >= seenAt;
}

function toPrices({ product }: ProductEvents): readonly PriceFact[] {
  return product === null ? [] : listPrices(product);
}

/** What a product says its variants cost; one without variants is its own only variant (section Variant). */
function listPrices(product: SupplierProduct): readonly PriceFact[] {
  const supplierCompareAtPkr = product.compareAtPrice;
  if (!product.variants || product.variants.length === 0) {
    return [
      {
        ...{ supplierVariantId: onlyVariantOf(product.id), wholesalePkr: product.wholesalePrice ?? null },
        ...{ minResalePkr: product.minResalePrice ?? null, suggestedPkr: product.suggestedPrice ?? null },
        supplierCompareAtPkr,
      },
    ];
  }
  return product.variants.map((variant) => ({
    ...{ supplierVariantId: variant.id, wholesalePkr: variant.wholesalePrice },
    ...{ minResalePkr: variant.minResalePrice ?? null },
    suggestedPkr: variant.suggestedPrice ?? product.suggestedPrice ?? null,
    supplierCompareAtPkr,
  }));
}

function toOffered({ events, listing }: FreshEvents): readonly OfferedFact[] {
  const ours = listing.supplierVariantIds;
  if (events.isRemoved) return ours.map((supplierVariantId) => ({ supplierVariantId, offered: false }));
  if (events.product === null) return [];
  const reported = new Set(listPrices(events.product).map(({ supplierVariantId }) => supplierVariantId));
  // Of a product reported without all its variants, those that are missing may be offered as before (R29).
  const isWhole = statesAllVariants(events.product);
  return ours.flatMap((supplierVariantId) => {
    const offered = reported.has(supplierVariantId);
    return offered || isWhole ? [{ supplierVariantId, offered }] : [];
  });
}

/** Keeps what was seen, and when. Returns the listings whose own work has something to do for it. */
async function saveSeen(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  fresh: readonly FreshEvents[],
): Promise<readonly ListingId[]> {
  // An event that says nothing of the product makes nothing older than itself.
  const telling = fresh.filter(({ events }) => events.isRemoved || events.product !== null);
  if (telling.length === 0) return [];
  await tx.$executeRaw`
    update listing set seen_at = said.at
    from unnest(${telling.map(({ listing }) => listing.id)}::uuid[],
      ${telling.map(({ events }) => events.productAt)}::timestamptz[]) as said (id, at)
    where listing.shop_id = ${shopId}::uuid and listing.id = said.id`;
  const changed: ListingId[] = [];
  for (const { events, listing } of fresh) {
    const before = parseSeen(listing.seen);
    const product = events.product && toWhole(events.product, before, listing);
    const isSame = before !== null && product !== null && contentKey(before) === contentKey(product);
    if (product === null || isSame) continue;
    await tx.listing.update({
      where: { shopId_id: { shopId, id: listing.id } },
      data: { seen: toSeen(product), shippingPkr: saidShipping(product.shipping) ?? undefined },
    });
    // The first look at a product that only sold tells nothing that is not known.
    if (before !== null || events.names.includes("product.updated")) changed.push(listing.id);
  }
  return changed;
}

/** A product reported without all its variants is the one we saw, with those it had; null where none was seen yet. */
function toWhole(
  product: SupplierProduct,
  before: SupplierProduct | null,
  { supplierProductId, supplierVariantIds }: ListedRow,
): SupplierProduct | null {
  const isOnlyOne = supplierVariantIds.includes(onlyVariantOf(supplierProductId));
  const isItself = isOnlyOne && (product.variants ?? []).length === 0;
  if (isItself || statesAllVariants(product)) return product;
  return before === null ? null : { ...product, variants: before.variants };
}
