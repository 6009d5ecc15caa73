import { Prisma } from "@prisma/client";
import type { Db } from "#app/platform/database/db.server.ts";
import type { SupplierProductId } from "#app/platform/ids.ts";
import type { CatalogCursor } from "./catalog-cursor.ts";
import type { CatalogFilter, CatalogSort } from "./catalog-filter.ts";
import type { CatalogScope } from "./save-catalog.server.ts";
import { toSearchQuery } from "./search-words.ts";

const { sql, join, empty } = Prisma;

export type CatalogSlice = {
  readonly filter: CatalogFilter;
  readonly sort: CatalogSort;
  readonly cursor: CatalogCursor | null;
  readonly limit: number;
};

export type CatalogIdRow = { readonly id: SupplierProductId; readonly key: number };

/** Ids of the next products in the list's order, or of those before, the nearest first. */
export function findCatalogIds(db: Db, place: CatalogScope, slice: CatalogSlice): Promise<CatalogIdRow[]> {
  return db.$queryRaw<CatalogIdRow[]>(catalogIdsQuery(place, slice));
}

/** One index holds the list in its order with all that filters look at; a search has an index of its own. */
export function catalogIdsQuery(
  place: CatalogScope,
  { filter, sort, cursor, limit }: CatalogSlice,
): Prisma.Sql {
  const key = sort === "catalog" ? sql`p.position` : sql`p.wholesale_pkr`;
  const isDown = (sort === "dearest") !== (cursor?.way === "before");
  const beyond = isDown ? sql`<` : sql`>`;
  const direction = isDown ? sql`desc` : sql`asc`;
  const from = cursor
    ? sql`and (${key}, p.supplier_product_id) ${beyond} (${cursor.key}, ${cursor.id})`
    : empty;
  return sql`
    select p.supplier_product_id as id, ${key} as key from catalog_product p
    where ${conditionsOf(place, filter)} ${from}
    order by ${key} ${direction}, p.supplier_product_id ${direction} limit ${limit}`;
}

/** How many products a filter finds; no more than `most` are counted. */
export async function countCatalog(
  db: Db,
  place: CatalogScope,
  { filter, most }: { readonly filter: CatalogFilter; readonly most: number },
): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>(catalogCountQuery(place, { filter, most }));
  return row?.count ?? 0;
}

export function catalogCountQuery(
  place: CatalogScope,
  { filter, most }: { readonly filter: CatalogFilter; readonly most: number },
): Prisma.Sql {
  return sql`
    select count(*)::int as count from (
      select from catalog_product p where ${conditionsOf(place, filter)} limit ${most}) as found`;
}

/** How many products each category holds itself; what is in none has no row. */
export function countByCategory(
  db: Db,
  { shopId, mode }: CatalogScope,
): Promise<{ categoryId: string; count: number }[]> {
  return db.$queryRaw`
    select p.category_id as "categoryId", count(*)::int as count from catalog_product p
    where p.shop_id = ${shopId}::uuid and p.mode = ${mode} and p.gone_at is null and p.category_id is not null
    group by p.category_id`;
}

function conditionsOf({ shopId, mode }: CatalogScope, filter: CatalogFilter): Prisma.Sql {
  const { search, category, minPkr, maxPkr, inStock, unlisted } = filter;
  const conditions = [
    sql`p.shop_id = ${shopId}::uuid and p.mode = ${mode} and p.gone_at is null`,
    ...(search === "" ? [] : [searchCondition({ shopId, mode }, search)]),
    ...(category === null ? [] : [categoryCondition({ shopId, mode }, category)]),
    ...(minPkr === null ? [] : [sql`p.wholesale_pkr >= ${minPkr}`]),
    ...(maxPkr === null ? [] : [sql`p.wholesale_pkr <= ${maxPkr}`]),
    ...(inStock ? [sql`p.in_stock`] : []),
    ...(unlisted ? [notListed] : []),
  ];
  return join(conditions, " and ");
}

/** The catalog's own name is one of the words in the index: other shops' products are left out before any is read. */
function searchCondition({ shopId, mode }: CatalogScope, search: string): Prisma.Sql {
  const words = toSearchQuery(search);
  if (words === null) return sql`false`;
  const query = `'${shopId}/${mode === "test" ? "test" : "live"}' & ${words}`;
  return sql`array_to_tsvector(array_append(string_to_array(p.search_text, ' '), p.shop_id::text || '/' || p.mode))
    @@ ${query}::tsquery`;
}

/** A main category holds what its own hold. */
function categoryCondition({ shopId, mode }: CatalogScope, category: string): Prisma.Sql {
  return sql`p.category_id = any(array(
    select c.category_id from catalog_category c where c.shop_id = ${shopId}::uuid and c.mode = ${mode}
      and (c.category_id = ${category} or c.parent_id = ${category})))`;
}

const notListed = sql`not exists (
  select from listing l where l.shop_id = p.shop_id and l.mode = p.mode
    and l.supplier_product_id = p.supplier_product_id and l.unlinked_at is null)`;
