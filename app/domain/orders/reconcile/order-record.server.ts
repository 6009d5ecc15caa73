import { randomUUID } from "node:crypto";
import { Prisma, type PrismaClient } from "@prisma/client";
import { createRecordReader } from "#app/platform/database/read-record.server.ts";
import { type OrderGid, type OrderId, type ShopId, toOrderId } from "#app/platform/ids.ts";

/**
 * Our own side of one Shopify order: its handoffs with attempts, items and parcels, its open units, and what we
 * intended and did.
 */
export const orderRecordInclude = {
  fulfillmentOrders: true,
  openUnits: true,
  effects: true,
  decisions: true,
  handoffs: {
    orderBy: [{ sequence: "asc" }, { revision: "asc" }],
    include: {
      attempts: { orderBy: { number: "asc" } },
      items: { orderBy: { position: "asc" } },
      parcels: { orderBy: [{ part: "asc" }, { supplierOrderId: "asc" }] },
    },
  },
} as const satisfies Prisma.OrderInclude;

export type OrderRecord = Prisma.OrderGetPayload<{ include: typeof orderRecordInclude }>;
export type HandoffRecord = OrderRecord["handoffs"][number];
export type AttemptRecord = HandoffRecord["attempts"][number];
export type ItemRecord = HandoffRecord["items"][number];
export type ParcelRecord = HandoffRecord["parcels"][number];

const readOrder = createRecordReader<OrderRecord>("Order", orderRecordInclude);

/** The rows of an order that is known; null where this shop has no such order. */
export function findOrderRecord(
  db: PrismaClient,
  shopId: ShopId,
  order: { readonly id: OrderId } | { readonly gid: OrderGid },
): Promise<OrderRecord | null> {
  const named =
    "id" in order ? Prisma.sql`record.id = ${order.id}::uuid` : Prisma.sql`record.order_gid = ${order.gid}`;
  return readOrder(db, Prisma.sql`record.shop_id = ${shopId}::uuid and ${named}`);
}

/** The row of an order, made when the order is first reported. */
export async function loadOrderRecord(
  db: PrismaClient,
  shopId: ShopId,
  orderGid: OrderGid,
): Promise<OrderRecord> {
  const known = await findOrderRecord(db, shopId, { gid: orderGid });
  if (known) return known;
  const id = toOrderId(randomUUID());
  const made = await db.order.upsert({
    ...{
      where: { shopId_orderGid: { shopId, orderGid } },
      create: { id, shopId, orderGid },
      update: { orderGid },
    },
  });
  if (made.id === id) {
    return { ...made, fulfillmentOrders: [], openUnits: [], effects: [], decisions: [], handoffs: [] };
  }
  const rows = await findOrderRecord(db, shopId, { id: made.id });
  if (!rows) throw new Error(`The rows of ${orderGid} are gone`);
  return rows;
}
