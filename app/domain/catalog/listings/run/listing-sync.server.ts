import type { ListedVariant, Listing, Prisma } from "@prisma/client";
import { type Locks, parseLocks, withLocks } from "#app/domain/catalog/listings/locks/listing-locks.ts";
import { type LastWrittenContent, readWritten } from "#app/domain/catalog/listings/sync/listing-content.ts";
import { parseSeen } from "#app/domain/catalog/listings/sync/seen-product.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import {
  type ListingPolicy,
  type ListingSettings,
  policyOf,
} from "#app/domain/policy/pricing/listing-policy.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import type { SaleTerms } from "#app/domain/policy/terms/sale-terms.ts";
import type { ListingId } from "#app/platform/ids.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { ListedProduct } from "#app/shopify/operations/products/get-listed-product.ts";
import type { SupplierProduct } from "#app/supplier/catalog.ts";

/** One leased look at a listing: our rows as they stood, and the product as Shopify shows it. */
export type ListingSync = {
  readonly ctx: ShopContext;
  readonly claim: ClaimedWork;
  readonly listing: Listing & { readonly variants: readonly ListedVariant[] };
  readonly settings: ListingSettings;
  readonly terms: SaleTerms;
  readonly policy: ListingPolicy;
  readonly locks: Locks;
  readonly written: LastWrittenContent | null;
  readonly seen: SupplierProduct | null;
  readonly product: ListedProduct;
  /** What a mapped product costs is written only where the merchant lets us. */
  readonly keepsCost: boolean;
};

export type LoadedListing = Pick<ListingSync, "ctx" | "claim" | "listing">;

/** Null when it is not there any more. */
export async function findListing(
  ctx: ShopContext,
  claim: ClaimedWork,
  listingId: ListingId,
): Promise<LoadedListing | null> {
  const listing = await ctx.db.listing.findUnique({
    where: { shopId_id: { shopId: ctx.shop.id, id: listingId } },
    include: { variants: { orderBy: { supplierVariantId: "asc" } } },
  });
  return listing === null ? null : { ctx, claim, listing };
}

export async function beginListingSync(found: LoadedListing, product: ListedProduct): Promise<ListingSync> {
  const { listing } = found;
  const [settings, terms, keepsCost] = await Promise.all([
    loadListingSettings(found.ctx),
    loadTerms(found.ctx),
    mayKeepCost(found),
  ]);
  return {
    ...found,
    settings,
    terms,
    product,
    keepsCost,
    policy: policyOf(settings, listing.policy),
    locks: parseLocks(listing.locked),
    written: readWritten(listing.written),
    seen: parseSeen(listing.seen),
  };
}

/** A product that was the merchant's before is theirs in all but its stock (origin `mapped`). */
export function isMapped({ listing }: Pick<ListingSync, "listing">): boolean {
  return listing.origin === "mapped";
}

async function mayKeepCost(found: LoadedListing): Promise<boolean> {
  const { shopId, mode, productGid } = found.listing;
  if (!isMapped(found) || productGid === null) return true;
  const where = { shopId_mode_productGid: { shopId, mode, productGid } };
  return (await found.ctx.db.productMapping.findUnique({ where }))?.writeCost ?? false;
}

/** Changes of the listing's own row. */
export async function updateListing(
  run: Pick<ListingSync, "ctx" | "listing">,
  tx: Prisma.TransactionClient,
  data: Prisma.ListingUpdateInput,
): Promise<void> {
  await tx.listing.update({
    where: { shopId_id: { shopId: run.ctx.shop.id, id: run.listing.id } },
    data,
  });
}

/** Fields found to be the merchant's, beside those that are locked by now. */
export async function lockFields(
  run: Pick<ListingSync, "ctx" | "listing">,
  tx: Prisma.TransactionClient,
  fields: readonly string[],
): Promise<void> {
  if (fields.length === 0) return;
  const where = { shopId_id: { shopId: run.ctx.shop.id, id: run.listing.id } };
  const { locked } = await tx.listing.findUniqueOrThrow({ where, select: { locked: true } });
  await updateListing(run, tx, { locked: withLocks(parseLocks(locked), fields, run.ctx.clock.now()) });
}

/** The other side of one listing's rows, by the service's id. */
export function variantIn(product: ListedProduct, { variantGid }: Pick<ListedVariant, "variantGid">) {
  return product.variants.find(({ id }) => id === variantGid) ?? null;
}
