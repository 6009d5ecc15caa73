import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { hashWord } from "#app/domain/orders/search/hash-words.ts";
import { readSearch } from "#app/domain/orders/search/search-words.ts";
import type { TimelineRow } from "#app/domain/timeline/find-timeline.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { startOfDay } from "#app/platform/time/day-start.ts";
import { type ActivityFilter, type FactCursor, ORDER_NUMBER } from "./activity-filter.ts";

export type FactsQuery = {
  readonly filter: ActivityFilter;
  /** Shopify's id of the person who looks. */
  readonly viewer: string;
  readonly after: FactCursor | null;
  readonly limit: number;
};

const { sql, join } = Prisma;

/** Of orders whose number is alike. */
const MOST_ORDERS = 20;

/** Facts of a shop that a filter lets through, the newest first. */
export async function findFacts(ctx: ShopContext, query: FactsQuery): Promise<readonly TimelineRow[]> {
  const orders = query.filter.order === "" ? null : await findOrdersByNumber(ctx, query.filter.order);
  if (orders?.length === 0) return [];
  return queryRows<TimelineRow>(ctx.db, factsQuery(ctx, query, orders), { plan: "anew" });
}

/** Each way to filter walks an index of its own in the list's order, and stops at the limit. */
export function factsQuery(
  { shop }: Pick<ShopContext, "shop">,
  { filter, viewer, after, limit }: FactsQuery,
  orders: readonly OrderId[] | null,
): Prisma.Sql {
  const from = filter.from === null ? null : startOfDay(filter.from, shop.timezone);
  const until = filter.to === null ? null : startOfDay(filter.to, shop.timezone, 1);
  const conditions = [
    sql`shop_id = ${shop.id}::uuid`,
    ...(orders ? [sql`thing = 'order' and thing_id = any(${[...orders]}::text[])`] : []),
    ...(filter.about ? [sql`topic = ${filter.about}`] : []),
    ...(filter.who ? [whoDidIt(filter.who, viewer)] : []),
    ...(from ? [sql`at >= ${from}::timestamptz`] : []),
    ...(until ? [sql`at < ${until}::timestamptz`] : []),
    ...(after ? [sql`(at, id) < (${after.at}::timestamptz, ${after.id}::bigint)`] : []),
  ];
  return sql`
    select id, shop_id as "shopId", thing, thing_id as "thingId", topic, actor, by, code, params,
      words_enc as "wordsEnc", at, delivery_id as "deliveryId"
    from timeline_entry where ${join(conditions, " and ")} order by at desc, id desc limit ${limit}`;
}

/** The word is written out, so that `timeline_entry_person_idx` is known to hold all of them. */
function whoDidIt(who: NonNullable<ActivityFilter["who"]>, viewer: string): Prisma.Sql {
  switch (who) {
    case "person":
      return sql`actor = 'person'`;
    case "you":
      return sql`actor = 'person' and by = ${viewer}`;
    case "karwan":
      return sql`actor = 'karwan'`;
    case "event":
      return sql`actor in ('shopify', 'supplier', 'courier', 'customer')`;
  }
}

async function findOrdersByNumber(
  { db, shop, crypto }: Pick<ShopContext, "db" | "shop" | "crypto">,
  typed: string,
): Promise<readonly OrderId[]> {
  if (!ORDER_NUMBER.test(typed)) return [];
  const words = (readSearch(typed)[0] ?? []).flat().filter(({ kind }) => kind === "number");
  const terms = words.map((word) => hashWord(crypto, shop.id, word));
  const rows = await db.orderSearchTerm.findMany({
    where: { shopId: shop.id, term: { in: terms } },
    select: { orderId: true },
    orderBy: { listedAt: "desc" },
    take: MOST_ORDERS,
  });
  return [...new Set(rows.map(({ orderId }) => orderId))];
}
