import { randomUUID } from "node:crypto";
import type { Prisma, PrismaClient } from "@prisma/client";
import { type OrderGid, type ShopId, toOrderId } from "#app/platform/ids.ts";

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

/** The row of an order, made when the order is first reported. */
export async function loadOrderRecord(
  db: PrismaClient,
  shopId: ShopId,
  orderGid: OrderGid,
): Promise<OrderRecord> {
  const query = { where: { shopId_orderGid: { shopId, orderGid } }, include: orderRecordInclude };
  const known = await db.order.findUnique(query);
  if (known) return known;
  const id = toOrderId(randomUUID());
  const made = await db.order.upsert({
    ...{ where: query.where, create: { id, shopId, orderGid }, update: { orderGid } },
  });
  if (made.id !== id) return db.order.findUniqueOrThrow(query);
  return { ...made, fulfillmentOrders: [], openUnits: [], effects: [], decisions: [], handoffs: [] };
}
