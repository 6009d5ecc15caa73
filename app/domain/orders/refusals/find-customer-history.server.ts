import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { findBlock } from "./find-block.server.ts";
import { modeInUse } from "./mode-in-use.ts";

/** What a phone's orders in this shop came to, as far back as their customers are kept. */
export type CustomerHistory = {
  /** Without those that were cancelled. */
  readonly orders: number;
  /** Of them: something was delivered and nothing refused at the door. */
  readonly delivered: number;
  /** Of them: a parcel was refused at the door. */
  readonly refused: number;
  /** When the service last refused this phone; null once that is forgotten, or it took an order of it since. */
  readonly blockedAt: Date | null;
};

type HistoryDeps = Pick<ShopContext, "shop" | "db" | "connection">;

/** `exceptOrderId`: the order that is looked at. */
type HistoryQuery = { readonly phoneHash: string; readonly exceptOrderId: OrderId | null };

/** The orders of whoever has this phone, told apart by its keyed hash, however it was written. */
export async function findCustomerHistory(ctx: HistoryDeps, query: HistoryQuery): Promise<CustomerHistory> {
  const [[counted], block] = await Promise.all([
    queryRows<Omit<CustomerHistory, "blockedAt">>(ctx.db, customerHistoryQuery(ctx, query)),
    findBlock(ctx, query.phoneHash),
  ]);
  return { orders: 0, delivered: 0, refused: 0, ...counted, blockedAt: block?.at ?? null };
}

/** A parcel that came back after its delivery was not refused at the door (R14). */
const afterDelivery = Prisma.sql`coalesce(parcel.return_type = 'return', parcel.delivered_at is not null)`;

export function customerHistoryQuery(
  ctx: HistoryDeps,
  { phoneHash, exceptOrderId }: HistoryQuery,
): Prisma.Sql {
  return Prisma.sql`
    select count(*) filter (where "order".state <> 'cancelled')::int as orders,
      count(*) filter (where came.delivered and not came.refused)::int as delivered,
      count(*) filter (where came.refused)::int as refused
    from "order" cross join lateral (
      select coalesce(bool_or(parcel.status = 'RETURNED' and not ${afterDelivery}), false) as refused,
        coalesce(bool_or(parcel.status = 'DELIVERED' or parcel.status = 'RETURNED' and ${afterDelivery}), false) as delivered
      from handoff join parcel on parcel.shop_id = handoff.shop_id and parcel.handoff_id = handoff.id
      where handoff.shop_id = "order".shop_id and handoff.order_id = "order".id and handoff.mode = ${modeInUse(ctx)}
    ) as came
    where "order".shop_id = ${ctx.shop.id}::uuid and "order".phone_hash = ${phoneHash}
      and "order".id is distinct from ${exceptOrderId}::uuid`;
}

export type OrderOfCustomer = {
  readonly id: OrderId;
  readonly name: string;
  readonly state: OrderState;
  readonly orderedAt: Date;
  /** When a parcel of it was last refused at the door. */
  readonly refusedAt: Date | null;
};

const SHOWN = 6;

/** The newest of these orders. */
export async function listOrdersOfCustomer(
  { shop, db }: HistoryDeps,
  { phoneHash, exceptOrderId }: HistoryQuery,
): Promise<readonly OrderOfCustomer[]> {
  const orders = await db.order.findMany({
    where: { shopId: shop.id, phoneHash, ...(exceptOrderId && { id: { not: exceptOrderId } }) },
    orderBy: { listedAt: "desc" },
    take: SHOWN,
    select: { id: true, name: true, state: true, listedAt: true },
  });
  const facts = await db.timelineEntry.findMany({
    where: {
      ...{ shopId: shop.id, thing: "order", code: "parcel_refused" },
      thingId: { in: orders.map(({ id }) => id) },
    },
    orderBy: { id: "asc" },
    select: { thingId: true, at: true },
  });
  const refused = new Map<string, Date>(facts.map(({ thingId, at }) => [thingId, at]));
  return orders.map(({ listedAt, ...order }) => ({
    ...{ ...order, orderedAt: listedAt },
    refusedAt: refused.get(order.id) ?? null,
  }));
}
