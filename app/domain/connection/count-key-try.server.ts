import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";

const MOST_TRIES = 10;
const WITHIN_MS = 10 * 60_000;

/**
 * Counts that this shop tries a key: ten in ten minutes, as nobody types more, and whoever guesses does. Null where it may;
 * else the minutes until it may again.
 */
export async function countKeyTry({
  shop,
  db,
  clock,
}: Pick<ShopContext, "shop" | "db" | "clock">): Promise<number | null> {
  const now = clock.now();
  const since = new Date(now.getTime() - WITHIN_MS);
  const [row] = await queryRows<{ tries: number; began: Date }>(
    db,
    Prisma.sql`
    update shop set
      key_tries = case when key_tries_since > ${since}::timestamptz then least(key_tries, ${MOST_TRIES}::int) + 1 else 1 end,
      key_tries_since = case when key_tries_since > ${since}::timestamptz then key_tries_since else ${now}::timestamptz end
    where id = ${shop.id}::uuid returning key_tries as tries, key_tries_since as began`,
  );
  if (row === undefined || row.tries <= MOST_TRIES) return null;
  return Math.max(1, Math.ceil((row.began.getTime() + WITHIN_MS - now.getTime()) / 60_000));
}
