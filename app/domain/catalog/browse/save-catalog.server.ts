import { Prisma } from "@prisma/client";
import { cleanText } from "#app/domain/catalog/text/clean-text.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import type { ShopId, SupplierProductId } from "#app/platform/ids.ts";
import type { SupplierCategory, SupplierProduct } from "#app/supplier/catalog.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { type CatalogRow, toCatalogRow } from "./catalog-row.ts";

/** Whose catalog: live and sandbox are two. */
export type CatalogScope = { readonly shopId: ShopId; readonly mode: Mode };

/** Where a product stands that no walk has met yet: behind all others. */
const LAST = 2_000_000_000;
/** For so long the service may still list what it has just reported as gone (document, Conventions). */
const STALE_LIST = "2 minutes";
/** What was gone for so long is forgotten. */
const KEPT_GONE = "30 days";

/**
 * Keeps a page of the catalog, whose first product is the `from`th of the walk. A product we know in a later version stays
 * as it is: the service may answer with a list it made a minute ago.
 */
export async function saveCatalogPage(
  tx: Db,
  place: CatalogScope,
  { products, from }: { readonly products: readonly SupplierProduct[]; readonly from: number },
): Promise<void> {
  const placed = products.flatMap((product, index) => {
    const row = toCatalogRow(product);
    return row ? [{ ...row, position: from + index }] : [];
  });
  const rows = [...new Map(placed.map((row) => [row.id, row])).values()];
  const known = await readKnown(tx, place, rows);
  const newer = rows.filter((row) => isOlder(row, known.get(row.id)));
  await updateSeen(tx, place, newer);
  await upsert(
    tx,
    place,
    rows.filter((row) => !newer.includes(row)).map((row) => withKnownVariants(row, known.get(row.id))),
    goneStays,
  );
}

/** What became of one product. */
export type CatalogEvent = {
  readonly productId: SupplierProductId;
  /** It is no longer offered. */
  readonly isRemoved: boolean;
  /** As it is now; null where the event did not carry it, which then changes nothing. */
  readonly product: SupplierProduct | null;
};

/** Keeps what events of products say, so that pages show it without a call; each product at most once. */
export async function refreshCatalogProducts(
  tx: Db,
  place: CatalogScope,
  events: readonly CatalogEvent[],
): Promise<void> {
  const rows = events.flatMap(({ productId, isRemoved, product }) => {
    const row = product && !isRemoved ? toCatalogRow(product) : null;
    return row?.id === productId ? [row] : [];
  });
  const known = await readKnown(tx, place, rows);
  const placed = rows
    .filter((row) => !isOlder(row, known.get(row.id)))
    .map((row) => ({
      ...withKnownVariants(row, known.get(row.id)),
      position: known.get(row.id)?.position ?? LAST,
    }));
  await upsert(tx, place, placed, Prisma.sql`null`);
  const gone = events.filter(({ isRemoved }) => isRemoved).map(({ productId }) => productId);
  if (gone.length === 0) return;
  await tx.$executeRaw`
    update catalog_product set gone_at = clock_timestamp()
    where shop_id = ${place.shopId}::uuid and mode = ${place.mode} and gone_at is null
      and supplier_product_id = any(${gone}::text[])`;
}

/** The same of one product that was just read by its id. */
export function refreshCatalogProduct(
  tx: Db,
  {
    supplierProductId,
    product,
    isGone,
    ...place
  }: CatalogScope & {
    readonly supplierProductId: SupplierProductId;
    readonly product: SupplierProduct | null;
    readonly isGone: boolean;
  },
): Promise<void> {
  return refreshCatalogProducts(tx, place, [{ productId: supplierProductId, product, isRemoved: isGone }]);
}

/** Marks what a walk did not meet, and forgets what was gone for long. Returns how many are newly gone. */
export async function markGone(tx: Db, { shopId, mode }: CatalogScope, before: Date): Promise<number> {
  await tx.$executeRaw`
    delete from catalog_product where shop_id = ${shopId}::uuid and mode = ${mode}
      and gone_at < clock_timestamp() - ${KEPT_GONE}::interval`;
  return tx.$executeRaw`
    update catalog_product set gone_at = clock_timestamp()
    where shop_id = ${shopId}::uuid and mode = ${mode} and gone_at is null and seen_at < ${before}::timestamptz`;
}

/** Nothing of what an account's catalog held may show in another's. */
export async function forgetCatalog(tx: Db, { shopId, mode }: CatalogScope): Promise<void> {
  await tx.catalogProduct.deleteMany({ where: { shopId, mode } });
  await tx.catalogCategory.deleteMany({ where: { shopId, mode } });
  await tx.supplierStore.deleteMany({ where: { shopId, mode } });
}

/** Replaces the tree of categories. */
export async function saveCategories(
  tx: Db,
  { shopId, mode }: CatalogScope,
  tree: readonly SupplierCategory[],
): Promise<void> {
  const rows = tree.flatMap(({ children, ...main }) => [
    { categoryId: main.id, parentId: null, name: main.name },
    ...children.map(({ id, name }) => ({ categoryId: id, parentId: main.id, name })),
  ]);
  const unique = [...new Map(rows.map((row) => [row.categoryId, row])).values()];
  await tx.catalogCategory.deleteMany({ where: { shopId, mode } });
  await tx.catalogCategory.createMany({
    data: unique.map((row, position) => ({
      ...{ ...row, shopId, mode, position, name: cleanText(row.name, 100) || "Other" },
    })),
  });
}

/** For a service whose products do not say where they belong: these were listed under the category. */
export async function recordCategoryProducts(
  tx: Db,
  { shopId, mode }: CatalogScope,
  {
    categoryId,
    productIds,
  }: { readonly categoryId: string; readonly productIds: readonly SupplierProductId[] },
): Promise<void> {
  await tx.$executeRaw`
    update catalog_product set category_id = ${categoryId}
    where shop_id = ${shopId}::uuid and mode = ${mode} and category_id is distinct from ${categoryId}
      and supplier_product_id = any(${[...productIds]}::text[])`;
}

type KnownRow = {
  readonly id: SupplierProductId;
  readonly position: number;
  readonly updatedAt: string | null;
  readonly wholesale: number;
  readonly stock: number;
  readonly variants: CatalogRow["product"]["variants"];
};

async function readKnown(
  tx: Db,
  { shopId, mode }: CatalogScope,
  rows: readonly CatalogRow[],
): Promise<ReadonlyMap<SupplierProductId, KnownRow>> {
  if (rows.length === 0) return new Map();
  const bare = rows.filter((row) => !row.has_variants).map(({ id }) => id);
  const known = await tx.$queryRaw<KnownRow[]>`
    select supplier_product_id as id, position, product ->> 'updatedAt' as "updatedAt", wholesale_pkr as wholesale,
      stock, case when has_variants and supplier_product_id = any(${bare}::text[]) then product -> 'variants' end
        as variants
    from catalog_product where shop_id = ${shopId}::uuid and mode = ${mode}
      and supplier_product_id = any(${rows.map(({ id }) => id)}::text[])`;
  return new Map(known.map((row) => [row.id, row]));
}

function isOlder({ product }: CatalogRow, known: KnownRow | undefined): boolean {
  const [ours, theirs] = [known?.updatedAt, product.updatedAt].map((time) => Date.parse(time ?? ""));
  return (theirs ?? Number.NaN) < (ours ?? Number.NaN);
}

/** A list may come without variants (R29): those that were read by id still hold for the same version. */
function withKnownVariants<Row extends CatalogRow>(row: Row, known: KnownRow | undefined): Row {
  if (row.has_variants || !known?.variants || !row.product.updatedAt) return row;
  const isSame =
    known.updatedAt === row.product.updatedAt &&
    known.wholesale === row.wholesale_pkr &&
    known.stock === row.stock;
  return isSame ? { ...row, has_variants: true, product: { ...row.product, variants: known.variants } } : row;
}

type PositionedRow = CatalogRow & { readonly position: number };

/** What was reported as gone a moment ago is not brought back by a list that is older than that. */
const goneStays = Prisma.sql`case when known.gone_at > clock_timestamp() - ${STALE_LIST}::interval then known.gone_at end`;

async function updateSeen(
  tx: Db,
  { shopId, mode }: CatalogScope,
  rows: readonly PositionedRow[],
): Promise<void> {
  if (rows.length === 0) return;
  await tx.$executeRaw`
    update catalog_product as known set position = row.position, seen_at = clock_timestamp(), gone_at = ${goneStays}
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ position }) => position)}::int[])
      as row (id, position)
    where known.shop_id = ${shopId}::uuid and known.mode = ${mode} and known.supplier_product_id = row.id`;
}

/** An unchanged product keeps its stored text, so that a walk that finds nothing new writes little. */
async function upsert(
  tx: Db,
  { shopId, mode }: CatalogScope,
  rows: readonly PositionedRow[],
  goneAt: Prisma.Sql,
): Promise<void> {
  if (rows.length === 0) return;
  await tx.$executeRaw`
    insert into catalog_product as known (shop_id, mode, supplier_product_id, title, search_text, category_id,
      category_name, supplier_store_id, wholesale_pkr, suggested_pkr, min_resale_pkr, in_stock, stock, has_variants,
      product, position, seen_at)
    select ${shopId}::uuid, ${mode}, id, title, search_text, category_id, category_name, supplier_store_id,
      wholesale_pkr, suggested_pkr, min_resale_pkr, in_stock, stock, has_variants, product, position, clock_timestamp()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id text, title text, search_text text,
      category_id text, category_name text, supplier_store_id text, wholesale_pkr int, suggested_pkr int,
      min_resale_pkr int, in_stock boolean, stock int, has_variants boolean, product jsonb, position int)
    order by id
    on conflict (shop_id, mode, supplier_product_id) do update set
      title = excluded.title, search_text = excluded.search_text,
      category_id = coalesce(excluded.category_id, known.category_id),
      category_name = coalesce(excluded.category_name, known.category_name),
      supplier_store_id = excluded.supplier_store_id, wholesale_pkr = excluded.wholesale_pkr,
      suggested_pkr = excluded.suggested_pkr, min_resale_pkr = excluded.min_resale_pkr,
      in_stock = excluded.in_stock, stock = excluded.stock, has_variants = excluded.has_variants,
      product = case when known.product = excluded.product then known.product else excluded.product end,
      position = excluded.position, seen_at = excluded.seen_at, gone_at = ${goneAt}`;
}
