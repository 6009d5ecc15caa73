import type pg from "pg";
import type { LocationGid, ShopId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

/** Our location in a shop. */
export async function readLocation(database: pg.Pool, shopId: ShopId): Promise<LocationGid> {
  const { rows } = await database.query<{ gid: LocationGid }>(
    "select location_gid as gid from shop where id = $1",
    [shopId],
  );
  return rows[0]?.gid ?? asId("");
}
