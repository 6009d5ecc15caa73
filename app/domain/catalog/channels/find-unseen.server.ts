import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ListingId, ShopId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { publishesByItself } from "./sales-channels.ts";

/** More are not counted: the page says "9,999+". */
const MOST_COUNTED = 10_000;

type UnseenContext = Pick<ShopContext, "shop" | "db" | "connection">;

/** How many imported products are for sale on no channel at all, by `listing_unseen_idx`; none of a sandbox key's (R37). */
export async function countUnseen(ctx: UnseenContext): Promise<number> {
  const key = findShopMode(ctx);
  if (key === null) return 0;
  const [row] = await ctx.db.$queryRaw<{ count: number }[]>`
    select count(*)::int as count from (${unseenQuery(key, MOST_COUNTED)}) as found`;
  return row?.count ?? 0;
}

/** Their ids, the newest first. */
export async function findUnseenIds(ctx: UnseenContext, limit: number): Promise<readonly ListingId[]> {
  const key = findShopMode(ctx);
  if (key === null) return [];
  const rows = await ctx.db.$queryRaw<{ id: ListingId }[]>(unseenQuery(key, limit));
  return rows.map(({ id }) => id);
}

type ShopMode = { readonly shopId: ShopId; readonly mode: Mode };

/** Of the key in use; null without one, and where what it imports is not published by itself. */
function findShopMode({ shop, connection }: UnseenContext): ShopMode | null {
  return connection && publishesByItself(connection.mode, shop)
    ? { shopId: shop.id, mode: connection.mode }
    : null;
}

export function unseenQuery({ shopId, mode }: ShopMode, limit: number): Prisma.Sql {
  return Prisma.sql`
    select l.id from listing l
    where l.shop_id = ${shopId}::uuid and l.mode = ${mode} and l.published_on = '[]'::jsonb
      and l.product_status in ('ACTIVE', 'UNLISTED') and l.state = 'ready' and l.origin = 'imported'
      and l.standing in ('in_sync', 'losing', 'edited', 'failed') and l.leaving is null
    order by l.created_at desc limit ${limit}`;
}
