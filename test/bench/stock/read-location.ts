import type pg from "pg";
import type { ShopId } from "#app/platform/ids.ts";

/** Our location in a shop. */
export async function readLocation(database: pg.Pool, shopId: ShopId): Promise<string> {
  const { rows } = await database.query<{ gid: string }>(
    "select location_gid as gid from shop where id = $1",
    [shopId],
  );
  return rows[0]?.gid ?? "";
}
