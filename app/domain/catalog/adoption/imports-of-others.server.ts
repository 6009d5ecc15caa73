import { Prisma } from "@prisma/client";
import type { Db } from "#app/platform/database/db.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";

type ShopMode = { readonly shopId: ShopId; readonly mode: Mode };

/**
 * Those of the service's imports that another shop of the same account lists or maps. Whether imports belong to an
 * integration or to the whole account is not documented; what is in use elsewhere is never removed.
 */
export async function listImportsOfOthers(
  db: Db,
  { shopId, mode }: ShopMode,
  importIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (importIds.length === 0) return new Set();
  const rows = await queryRows<{ readonly id: string }>(
    db,
    Prisma.sql`
    with other as (
      select connection.shop_id from supplier_connection as connection
      join supplier_connection as own on own.account_id = connection.account_id and own.mode = connection.mode
      where own.shop_id = ${shopId}::uuid and own.mode = ${mode}
        and connection.shop_id <> own.shop_id and connection.disconnected_at is null)
    select listing.import_id as id from listing join other on other.shop_id = listing.shop_id
    where listing.mode = ${mode} and listing.unlinked_at is null
      and listing.import_id = any(${[...importIds]}::text[])
    union
    select held.value from product_mapping join other on other.shop_id = product_mapping.shop_id
    cross join lateral jsonb_each_text(product_mapping.imports) as held
    where product_mapping.mode = ${mode} and held.value = any(${[...importIds]}::text[])`,
  );
  return new Set(rows.map(({ id }) => id));
}
