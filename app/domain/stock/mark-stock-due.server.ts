import type { Prisma } from "@prisma/client";
import { markDirty } from "#app/platform/work.server.ts";

/** A moment in which changes gather, so that many of them are few writes. */
export const GATHER_MS = 1000;

/** Rows of variants that were imported, and of VariantLink for those a person linked. */
type Rows = { readonly listingVariantIds: readonly string[]; readonly linkIds: readonly string[] };

/**
 * The quantities of these variants in Shopify may no longer be right: they are written, or confirmed, by the shop's
 * work of kind `stock` (its subject is the mode), which comes due by itself. Call inside the transaction that found the
 * reason. `linkIds`: rows of VariantLink, for variants that a person linked.
 */
export async function markStockDue(
  tx: Prisma.TransactionClient,
  shopId: string,
  listingVariantIds: readonly string[],
  linkIds: readonly string[] = [],
): Promise<void> {
  await markRowsDue(tx, { shopId, delayMs: GATHER_MS }, { listingVariantIds, linkIds });
}

/** The same for all that stands at our location under a mode's key. */
export async function markAllDue(tx: Prisma.TransactionClient, shopId: string, mode: string): Promise<void> {
  const where = { shopId, mode, inventoryItemGid: { not: null } };
  const select = { id: true } as const;
  const variants = await tx.listingVariant.findMany({ where, select });
  const links = await tx.variantLink.findMany({ where, select });
  const [listingVariantIds = [], linkIds = []] = [variants, links].map((rows) => rows.map(({ id }) => id));
  await markStockDue(tx, shopId, listingVariantIds, linkIds);
}

/** The same for one who will mark more for so long: what gathers is written in as few lists as it can be. */
export async function markRowsDue(
  tx: Prisma.TransactionClient,
  { shopId, delayMs }: { readonly shopId: string; readonly delayMs: number },
  { listingVariantIds, linkIds }: Rows,
): Promise<void> {
  if (listingVariantIds.length + linkIds.length === 0) return;
  // Always a later moment than before: whoever is writing the quantity just now must not clear this mark.
  const marked = await tx.$queryRaw<{ mode: string }[]>`
    with variant as (
      update listing_variant set
        stock_due_at = greatest(clock_timestamp(), stock_due_at + interval '1 millisecond')
      where shop_id = ${shopId}::uuid and id in (
        select id from listing_variant
        where shop_id = ${shopId}::uuid and id = any(${[...listingVariantIds]}::uuid[])
        order by id for no key update)
      returning mode
    ),
    link as (
      update variant_link set
        stock_due_at = greatest(clock_timestamp(), stock_due_at + interval '1 millisecond')
      where shop_id = ${shopId}::uuid and id in (
        select id from variant_link
        where shop_id = ${shopId}::uuid and id = any(${[...linkIds]}::uuid[])
        order by id for no key update)
      returning mode
    )
    select mode from variant union select mode from link`;
  await markDirty(
    tx,
    marked.map(({ mode }) => ({ shopId, kind: "stock", subject: mode, lane: "stock", delayMs })),
  );
}

/**
 * These may stand elsewhere in Shopify than we wrote them: they are read there before they are written again. Call
 * together with `markStockDue`, before it.
 */
export async function markStockMoved(
  tx: Prisma.TransactionClient,
  shopId: string,
  listingVariantIds: readonly string[],
  linkIds: readonly string[] = [],
): Promise<void> {
  // Always a later moment than before, as for what is due; locked in the order of ids.
  await tx.$executeRaw`
    update listing_variant set
      stock_moved_at = greatest(clock_timestamp(), stock_moved_at + interval '1 millisecond')
    where shop_id = ${shopId}::uuid and id in (
      select id from listing_variant where shop_id = ${shopId}::uuid and id = any(${[...listingVariantIds]}::uuid[])
      order by id for no key update)`;
  await tx.$executeRaw`
    update variant_link set
      stock_moved_at = greatest(clock_timestamp(), stock_moved_at + interval '1 millisecond')
    where shop_id = ${shopId}::uuid and id in (
      select id from variant_link where shop_id = ${shopId}::uuid and id = any(${[...linkIds]}::uuid[])
      order by id for no key update)`;
}

/**
 * These may stand elsewhere in Shopify although no order has moved them: a read there tells whether somebody set them by
 * hand. Call together with `markStockDue`, before it.
 */
export async function markStockUnsure(
  tx: Prisma.TransactionClient,
  shopId: string,
  listingVariantIds: readonly string[],
  linkIds: readonly string[] = [],
): Promise<void> {
  await tx.$executeRaw`
    update listing_variant set stock_unsure = true
    where shop_id = ${shopId}::uuid and id in (
      select id from listing_variant where shop_id = ${shopId}::uuid and id = any(${[...listingVariantIds]}::uuid[])
      order by id for no key update)`;
  await tx.$executeRaw`
    update variant_link set stock_unsure = true
    where shop_id = ${shopId}::uuid and id in (
      select id from variant_link where shop_id = ${shopId}::uuid and id = any(${[...linkIds]}::uuid[])
      order by id for no key update)`;
}
