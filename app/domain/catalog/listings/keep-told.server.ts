import type { Prisma } from "@prisma/client";

type Place = { readonly shopId: string; readonly mode: string };

/**
 * Holds the variants of listings. Whoever writes both holds variants first, in the order of ids, as the writing of stock
 * does; else one that goes the other way waits for it in a circle.
 */
export async function lockVariants(
  tx: Prisma.TransactionClient,
  { shopId, mode }: Place,
  productIds: readonly string[],
): Promise<void> {
  await tx.$queryRaw`
    select id from listing_variant where shop_id = ${shopId}::uuid and listing_id in (
      select id from listing
      where shop_id = ${shopId}::uuid and mode = ${mode} and supplier_product_id = any(${[...productIds]}::text[]))
    order by id for no key update`;
}

/** When the service said something of a variant's price, or whether it is offered, by its own clock. */
export type Told = { readonly supplierVariantId: string; readonly at: Date };

/**
 * Keeps when each variant was last told of. Returns those of which nothing newer was heard before, from whatever source:
 * an event that comes late knows less than what was read meanwhile.
 */
export async function keepTold(
  tx: Prisma.TransactionClient,
  place: Place,
  told: readonly Told[],
): Promise<ReadonlySet<string>> {
  const newest = new Map<string, Date>();
  for (const { supplierVariantId: id, at } of told) {
    const known = newest.get(id);
    if (known === undefined || at > known) newest.set(id, at);
  }
  if (newest.size === 0) return new Set();
  const late = await listLate(tx, place, newest);
  const fresh = [...newest].filter(([id]) => !late.has(id));
  await write(tx, place, fresh);
  return new Set(fresh.map(([id]) => id));
}

/** Those of which something newer was heard before. */
async function listLate(
  tx: Prisma.TransactionClient,
  { shopId, mode }: Place,
  newest: ReadonlyMap<string, Date>,
): Promise<ReadonlySet<string>> {
  const ids = [...newest.keys()];
  const variants = await tx.$queryRaw<KeptTold[]>`
    select supplier_variant_id as "supplierVariantId", told_at as "toldAt" from listing_variant
    where shop_id = ${shopId}::uuid and mode = ${mode} and supplier_variant_id = any(${ids}::text[])
    order by id for no key update`;
  const parts = await tx.$queryRaw<KeptTold[]>`
    select supplier_variant_id as "supplierVariantId", told_at as "toldAt" from variant_link_part
    where shop_id = ${shopId}::uuid and mode = ${mode} and supplier_variant_id = any(${ids}::text[])
    order by link_id, supplier_variant_id for no key update`;
  const late = [...variants, ...parts].filter(({ supplierVariantId, toldAt }) => {
    const at = newest.get(supplierVariantId);
    return toldAt !== null && at !== undefined && at < toldAt;
  });
  return new Set(late.map(({ supplierVariantId }) => supplierVariantId));
}

type KeptTold = { readonly supplierVariantId: string; readonly toldAt: Date | null };

async function write(
  tx: Prisma.TransactionClient,
  { shopId, mode }: Place,
  told: readonly (readonly [string, Date])[],
): Promise<void> {
  if (told.length === 0) return;
  const ids = told.map(([id]) => id);
  const ats = told.map(([, at]) => at);
  await tx.$executeRaw`
    update listing_variant as row set told_at = told.at
    from unnest(${ids}::text[], ${ats}::timestamptz[]) as told (id, at)
    where row.shop_id = ${shopId}::uuid and row.mode = ${mode} and row.supplier_variant_id = told.id`;
  await tx.$executeRaw`
    update variant_link_part as row set told_at = told.at
    from unnest(${ids}::text[], ${ats}::timestamptz[]) as told (id, at)
    where row.shop_id = ${shopId}::uuid and row.mode = ${mode} and row.supplier_variant_id = told.id`;
}
