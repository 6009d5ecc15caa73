import type {
  Handoff,
  HandoffAttempt,
  HandoffItem,
  Order,
  OrderConfirmation,
  OrderDecision,
  Parcel,
  Prisma,
} from "@prisma/client";
import { orderRecordInclude } from "#app/domain/orders/reconcile/order-record.server.ts";

type TrackedHandoff = Pick<Handoff, "mode" | "sequence" | "state"> & {
  /** The last one tells what stands on the parcel. */
  readonly attempts: readonly Pick<HandoffAttempt, "id" | "bodyEnc">[];
  readonly items: readonly Pick<
    HandoffItem,
    "id" | "title" | "lineGid" | "supplierVariantId" | "quantityPerUnit"
  >[];
  readonly parcels: readonly TrackedParcelRow[];
};

type TrackedParcelRow = Pick<
  Parcel,
  | ("id" | "status" | "codPkr" | "courier" | "trackingNumber" | "trackingUrl" | "contents" | "part" | "of")
  | (
      | "confirmation"
      | "shippedAt"
      | "deliveredAt"
      | "returnedAt"
      | "movedAt"
      | "riderAskedPkr"
      | "riderAskedAt"
    )
>;

/** What of an order its customer may see something of; no more, as it is read for every look at it. */
export type TrackedOrder = Pick<
  Order,
  | ("id" | "orderGid" | "name" | "state" | "route" | "outstandingPkr")
  | ("listedAt" | "readAt" | "cancelledAt" | "customerEnc" | "lines")
> & {
  readonly handoffs: readonly TrackedHandoff[];
  readonly decisions: readonly Pick<OrderDecision, "kind" | "subject" | "by" | "handledAt">[];
  readonly confirmation: Pick<OrderConfirmation, "state" | "collectsPkr"> | null;
};

/** The whole of it, for what a customer chooses. */
export const chosenRows = {
  handoffs: orderRecordInclude.handoffs,
  decisions: true,
  confirmation: true,
} as const satisfies Prisma.OrderInclude;

export type ChosenOrder = Prisma.OrderGetPayload<{ include: typeof chosenRows }>;
