import type { Prisma } from "@prisma/client";

/** Our own side of one Shopify order: its handoffs with attempts, items and parcels, and what we intended and did. */
export const orderRecordInclude = {
  fulfillmentOrders: true,
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

type Reader = Pick<Prisma.TransactionClient, "order" | "$executeRaw">;

/** The row of an order, made when the order is first heard of. */
export async function loadOrderRecord(db: Reader, shopId: string, orderGid: string): Promise<OrderRecord> {
  const asked = { where: { shopId_orderGid: { shopId, orderGid } }, include: orderRecordInclude };
  const known = await db.order.findUnique(asked);
  if (known) return known;
  await db.$executeRaw`
    insert into "order" (shop_id, order_gid, updated_at) values (${shopId}::uuid, ${orderGid}, now())
    on conflict (shop_id, order_gid) do nothing`;
  return db.order.findUniqueOrThrow(asked);
}
