import type { Prisma } from "@prisma/client";
import { orderRecordInclude } from "#app/domain/orders/reconcile/order-record.server.ts";

const parcelColumns = {
  ...{ id: true, status: true, codPkr: true, courier: true, trackingNumber: true, trackingUrl: true },
  ...{ contents: true, part: true, of: true, confirmation: true, shippedAt: true, deliveredAt: true },
  ...{ returnedAt: true, movedAt: true, riderAskedPkr: true, riderAskedAt: true },
} as const satisfies Prisma.ParcelSelect;

/** What of an order its customer may see something of; no more, as this is read for every look at it. */
export const trackedColumns = {
  ...{ id: true, orderGid: true, name: true, state: true, route: true, outstandingPkr: true },
  ...{ listedAt: true, readAt: true, cancelledAt: true, customerEnc: true },
  handoffs: {
    orderBy: orderRecordInclude.handoffs.orderBy,
    select: {
      ...{ mode: true, sequence: true, state: true },
      // The last one alone tells what stands on the parcel.
      attempts: { orderBy: { number: "desc" }, take: 1, select: { id: true, bodyEnc: true } },
      items: { orderBy: { position: "asc" }, select: { id: true, title: true } },
      parcels: { orderBy: orderRecordInclude.handoffs.include.parcels.orderBy, select: parcelColumns },
    },
  },
  decisions: { select: { kind: true, subject: true, by: true, handledAt: true } },
  confirmation: { select: { state: true, collectsPkr: true } },
} as const satisfies Prisma.OrderSelect;

export type TrackedOrder = Prisma.OrderGetPayload<{ select: typeof trackedColumns }>;

/** The whole of it, for what a customer chooses. */
export const chosenRows = {
  handoffs: orderRecordInclude.handoffs,
  decisions: true,
  confirmation: true,
} as const satisfies Prisma.OrderInclude;

export type ChosenOrder = Prisma.OrderGetPayload<{ include: typeof chosenRows }>;
