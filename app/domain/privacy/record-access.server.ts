import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { invariant } from "#app/platform/errors.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { type OpenedRows, orderOfFact } from "./watch-customers.ts";

const { sql, join } = Prisma;

/** What the same person is shown again at the same door within this time is counted on the row there is. */
const SAME_VIEW_MS = 5 * 60_000;

export type Access = {
  readonly shopId: ShopId;
  /** Shopify's id of the person. */
  readonly person: string;
  /** Where it is shown, as a route is named. */
  readonly door: string;
  readonly opened: OpenedRows;
};

/**
 * Writes down whose customers a person is shown, in one statement however many they are. Orders the person was shown at
 * the same door some minutes ago are counted there; what is new makes one row.
 */
export async function recordAccess(
  { db, clock }: Pick<ShopContext, "db" | "clock">,
  { shopId, person, door, opened }: Access,
): Promise<void> {
  if (opened.size === 0) return;
  const now = clock.now();
  const since = new Date(now.getTime() - SAME_VIEW_MS);
  const orders = [...opened].map(([table, rows]) => ordersOfTable(table, shopId, [...rows]));
  const isOfNoOrder = [...opened.keys()].some((table) => OF_ANY_OR_NO_ORDER.has(table));
  await queryRows(
    db,
    sql`
    with shown as materialized (
      select distinct order_id from (${join(orders, " union all ")}) as opened (order_id)),
    recent as materialized (
      select id, order_ids from customer_access
      where shop_id = ${shopId}::uuid and person = ${person} and door = ${door} and first_seen_at > ${since}::timestamptz
      order by id for update),
    seen_again as (
      update customer_access set last_seen_at = ${now}::timestamptz, times = times + 1
      where shop_id = ${shopId}::uuid and id in (
        select id from recent
        where order_ids && (select array_agg(order_id) from shown)
          or order_ids = '{}' and not exists (select from shown))),
    fresh as (
      select order_id from shown
      where not exists (select from recent where shown.order_id = any(recent.order_ids)))
    insert into customer_access (shop_id, person, door, order_ids, first_seen_at, last_seen_at)
    select ${shopId}::uuid, ${person}, ${door}, coalesce(array_agg(order_id order by order_id), '{}'),
      ${now}::timestamptz, ${now}::timestamptz
    from fresh
    having count(*) > 0 or ${isOfNoOrder}::boolean and not exists (select from shown)
      and not exists (select from recent where order_ids = '{}')`,
  );
}

/** A row of these may be about a customer without being of an order we know. */
const OF_ANY_OR_NO_ORDER: ReadonlySet<string> = new Set(["delivery", "ledger_entry", "supplier_connection"]);

type OrdersOf = (shopId: ShopId, rows: readonly string[]) => Prisma.Sql;

const byOwnColumn = (table: string): OrdersOf => {
  const name = Prisma.raw(`"${table}"`);
  return (shopId, rows) =>
    sql`select order_id from ${name} where shop_id = ${shopId}::uuid and id = any(${[...rows]}::uuid[])`;
};

const byHandoff = (table: string): OrdersOf => {
  const name = Prisma.raw(`"${table}"`);
  return (shopId, rows) => sql`
    select handoff.order_id from ${name} part
    join handoff on handoff.shop_id = part.shop_id and handoff.id = part.handoff_id
    where part.shop_id = ${shopId}::uuid and part.id = any(${[...rows]}::uuid[])`;
};

const asWritten: OrdersOf = (_shopId, rows) => sql`select unnest(${[...rows]}::uuid[])`;

/** How the orders are found that rows of a table are about; by every table with something about a customer in it. */
export const ordersByTable: Readonly<Record<string, OrdersOf>> = {
  order: asWritten,
  order_decision: asWritten,
  handoff: byOwnColumn("handoff"),
  payment_intent: byOwnColumn("payment_intent"),
  bulk_item: byOwnColumn("bulk_item"),
  handoff_attempt: byHandoff("handoff_attempt"),
  parcel: byHandoff("parcel"),
  timeline_entry: (shopId, rows) =>
    asWritten(
      shopId,
      rows.flatMap((row) => orderOfFact(row) ?? []),
    ),
  attention: (shopId, rows) => sql`
    select thing_id::uuid from attention
    where shop_id = ${shopId}::uuid and id = any(${[...rows]}::uuid[]) and thing = 'order'`,
  ledger_entry: (shopId, rows) => sql`
    select owner_order_id from ledger_entry
    where owner_shop_id = ${shopId}::uuid and id = any(${[...rows]}::uuid[]) and owner_order_id is not null`,
  delivery: ordersOfDeliveries,
  supplier_connection: () => sql`select null::uuid where false`,
};

function ordersOfTable(table: string, shopId: ShopId, rows: readonly string[]): Prisma.Sql {
  const ordersOf = ordersByTable[table];
  invariant(ordersOf, `rows of ${table} lead to no order`);
  return ordersOf(shopId, rows);
}

/** A row is `source/key`; its subject is Shopify's id of an order, or ours at the service. */
function ordersOfDeliveries(shopId: ShopId, rows: readonly string[]): Prisma.Sql {
  const sources = rows.map((row) => row.slice(0, row.indexOf("/")));
  const keys = rows.map((row) => row.slice(row.indexOf("/") + 1));
  const named = sql`
    select subject from delivery
    where shop_id = ${shopId}::uuid and (source, key) in (select * from unnest(${sources}::text[], ${keys}::text[]))`;
  return sql`
    select id from "order" where shop_id = ${shopId}::uuid and order_gid in (${named})
    union all
    select order_id from handoff where shop_id = ${shopId}::uuid and external_order_id in (${named})`;
}
