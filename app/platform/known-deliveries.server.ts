import type { ShopId } from "#app/platform/ids.ts";
import type { Db } from "./database/db.server.ts";

/** Those of the service's event keys that have been received, whether their receipts are still there or not. */
export async function listKnownEventKeys(
  db: Db,
  shopId: ShopId,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  const rows = await db.$queryRaw<{ key: string }[]>`
    select key from delivery
    where shop_id = ${shopId}::uuid and source = 'supplier' and key = any(${[...keys]}::text[])
    union all
    select key from supplier_event_id where shop_id = ${shopId}::uuid and key = any(${[...keys]}::text[])`;
  return new Set(rows.map(({ key }) => key));
}
