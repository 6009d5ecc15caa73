import type { Prisma } from "@prisma/client";
import { orderRecordInclude } from "#app/domain/orders/reconcile/order-record.server.ts";

/** What of an order its customer may see something of. */
export const trackedRows = {
  handoffs: orderRecordInclude.handoffs,
  decisions: true,
  confirmation: true,
} as const satisfies Prisma.OrderInclude;

export type TrackedOrder = Prisma.OrderGetPayload<{ include: typeof trackedRows }>;
