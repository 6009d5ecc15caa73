import type pg from "pg";
import type { ProductGid, ShopId } from "#app/platform/ids.ts";
import { isDueNowSql, isReportOnlySql, type RequestedWork, requestAgainSql } from "./queue/work.server.ts";
import { toWorkRow } from "./queue/work-kinds.ts";

export type ProductChange = {
  readonly kind: "product_change";
  readonly productGid: ProductGid;
  /** When it was changed, by Shopify's clock; null where the webhook does not say. */
  readonly changedAt: Date | null;
};

type ShopName = { readonly id: ShopId } | { readonly domain: string };

/**
 * Notes at the listings of a product that Shopify changed it, and marks the look at it, in one statement, which is its
 * own transaction. A product that no listing of the shop names leaves nothing, and gives null; so does the echo of our
 * own last write, by the moment Shopify gave for it (to the second).
 */
export async function receiveProductChange(
  pool: pg.Pool,
  shop: ShopName,
  { productGid, changedAt }: ProductChange,
): Promise<RequestedWork | null> {
  const [column, shopKey] = "id" in shop ? (["id", shop.id] as const) : (["domain", shop.domain] as const);
  const { kind, subject, lane, delayMs } = toWorkRow({
    kind: "product.applyChange",
    subject: { productGid },
  });
  const { rows } = await pool.query<RequestedWork>({
    ...statements[column],
    values: [shopKey, productGid, changedAt, kind, subject, lane, delayMs],
  });
  return rows[0] ?? null;
}

/** A webhook that does not say when counts as one of now: the product is looked at. */
const toStatement = (column: "id" | "domain"): pg.QueryConfig => ({
  name: `receive-product-change-by-${column}`,
  text: `with listed as (
      update listing set changed_in_shopify_at =
        greatest(listing.changed_in_shopify_at, coalesce($3::timestamptz, clock_timestamp()))
      from shop
      where shop.${column} = $1 and listing.shop_id = shop.id and listing.product_gid = $2::text
        and ($3::timestamptz is null or listing.written_at is distinct from $3::timestamptz)
      returning listing.shop_id
    )
    insert into work (shop_id, kind, subject, lane, next_run_at, notified_at)
    select distinct shop_id, $4::text, $5::text, $6::text,
      clock_timestamp() + $7::int * interval '1 millisecond', clock_timestamp()
    from listed
    ${requestAgainSql}
    returning id, shop_id as "shopId", lane, ${isDueNowSql} as "isDue", ${isReportOnlySql} as "isReport"`,
});

const statements = { id: toStatement("id"), domain: toStatement("domain") };
