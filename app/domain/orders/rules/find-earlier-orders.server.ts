import { type Order, Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ReadOrder } from "#app/domain/orders/reconcile/order-run.ts";
import { listedAtOf } from "#app/domain/orders/reconcile/to-order-facts.ts";
import { hashWord } from "#app/domain/orders/search/hash-words.ts";
import { listSearchWords } from "#app/domain/orders/search/search-words.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { OrderId } from "#app/platform/ids.ts";

type EarlierOrdersQuery = {
  readonly phone: string;
  /** The order itself, and its place among the others. */
  readonly orderId: OrderId;
  readonly listedAt: Date;
  /** Test orders of Shopify's have a history of their own. */
  readonly test: boolean;
};

type EarlierOrders = {
  readonly orders: number;
  /** Of them: with a parcel that was refused at the door. */
  readonly refused: number;
};

/**
 * What is known of a phone from orders before this one, by the keyed hashes that orders are searched by. A later order
 * changes nothing, so that an order held for a new customer stays held when they order again.
 */
export async function findEarlierOrders(
  { shop, db, crypto }: Pick<ShopContext, "shop" | "db" | "crypto">,
  { phone, orderId, listedAt, test }: EarlierOrdersQuery,
): Promise<EarlierOrders> {
  const words = listSearchWords({ orderName: "", names: [], phones: [phone], ids: [] });
  const terms = words.map((word) => hashWord(crypto, shop.id, word));
  const [found] = await queryRows<EarlierOrders>(
    db,
    Prisma.sql`
    select count(*)::int as orders,
      (count(*) filter (where exists (
        select from handoff join parcel on parcel.shop_id = handoff.shop_id and parcel.handoff_id = handoff.id
        where handoff.shop_id = earlier.shop_id and handoff.order_id = earlier.id
          and parcel.status = 'RETURNED' and parcel.return_type = 'rto')))::int as refused
    from "order" as earlier
    where earlier.shop_id = ${shop.id}::uuid and earlier.test = ${test} and earlier.id in (
      select order_id from order_search_term
      where shop_id = ${shop.id}::uuid and term = any(${terms}::text[]) and order_id <> ${orderId}::uuid
        and (listed_at, order_id) < (${listedAt}::timestamptz, ${orderId}::uuid))`,
  );
  return found ?? { orders: 0, refused: 0 };
}

type HistoryColumns = Partial<Pick<Order, "customerIsNew" | "customerRefused">>;

/** What an order keeps of its customer's history, once: it is that of the day it was first read. */
export async function findHistoryColumns(
  { ctx, record, shopify }: ReadOrder,
  phone: string,
): Promise<HistoryColumns> {
  if (record.customerIsNew !== null || record.erasedAt !== null || phone === "") return {};
  const { test } = shopify;
  const query = { phone, orderId: record.id, listedAt: listedAtOf(shopify), test };
  const { orders, refused } = await findEarlierOrders(ctx, query);
  return { customerIsNew: orders === 0, customerRefused: refused > 0 };
}
