import type pg from "pg";

/** Our location in a shop. */
export async function readLocation(database: pg.Pool, shopId: string): Promise<string> {
  const { rows } = await database.query<{ gid: string }>(
    "select location_gid as gid from shop where id = $1",
    [shopId],
  );
  return rows[0]?.gid ?? "";
}
