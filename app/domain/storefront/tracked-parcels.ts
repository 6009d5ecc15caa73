import type { Rupees } from "#app/domain/money/rupees.ts";
import { cashBeforePlacing } from "#app/domain/orders/money/cash-before-placing.ts";
import type { ParcelItem } from "#app/domain/orders/parcels/parcel-items.ts";
import { isFinal, isParcelStatus, type ParcelStatus } from "#app/domain/orders/parcels/parcel-status.ts";
import { trackingLink } from "#app/domain/orders/parcels/tracking-link.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import { toCustomerItems } from "./customer-items.ts";
import type { TrackedOrder } from "./tracked-rows.server.ts";

/** The steps a customer sees, in their order (API document, Tracking). */
export const trackingSteps = ["received", "confirmed", "packed", "on_the_way", "delivered"] as const;
export type TrackingStep = (typeof trackingSteps)[number];

/** How it ended other than at the door; `by_shop`: the shop sent it without us. */
export type TrackingEnd = "cancelled" | "returned" | "by_shop";

export type TrackedParcel = {
  /** How many of the steps are done. */
  readonly done: number;
  /** When a step was, where that is known. */
  readonly dates: Readonly<Partial<Record<TrackingStep, Date>>>;
  readonly end: TrackingEnd | null;
  readonly endedAt: Date | null;
  /** What the courier asks for: 0 where it is paid; null where nothing will be asked for, or it is not known. */
  readonly cashPkr: Rupees | null;
  readonly courier: string | null;
  readonly trackingNumber: string | null;
  /** At a courier we know (R13). */
  readonly trackingUrl: string | null;
  /** Where its customer can say that the rider asked for another sum, and what they said last. */
  readonly otherSum: {
    readonly parcelId: ParcelId;
    readonly said: { readonly askedPkr: Rupees; readonly at: Date } | null;
  } | null;
  /** What it holds; null where that is not known. */
  readonly items: readonly ParcelItem[] | null;
};

/** Steps done in each state of the service. That a prepaid parcel waits for the merchant's wallet is no customer's business. */
const DONE: Readonly<Record<ParcelStatus, number>> = {
  AWAITING_FUNDS: 1,
  RECEIVED: 1,
  CONFIRMED: 2,
  PROCESSING: 3,
  SHIPPED: 4,
  DELIVERED: 5,
  RETURNED: 4,
  CANCELLED: 1,
};

type Handoff = TrackedOrder["handoffs"][number];
type Parcel = Handoff["parcels"][number];

/** What a customer sees of each parcel of an order. Of one that is not placed yet, one parcel that was received. */
export function toTrackedParcels(order: TrackedOrder): readonly TrackedParcel[] {
  const parcels = currentHandoffs(order).flatMap((handoff) =>
    handoff.parcels.map((parcel) => toTrackedParcel(order, handoff, parcel)),
  );
  return parcels.length > 0 ? parcels : [notPlaced(order)];
}

/** The parcels whose way is not over: what the service says of them may be news. */
export function movingParcels(order: TrackedOrder): readonly Parcel[] {
  return currentHandoffs(order).flatMap(({ parcels }) => parcels.filter(({ status }) => !isFinal(status)));
}

/** Of each handoff that was replaced only what replaced it, in the mode the order was last placed in. */
export function currentHandoffs({ handoffs }: Pick<TrackedOrder, "handoffs">): readonly Handoff[] {
  const mode = handoffs.at(-1)?.mode;
  const bySequence = new Map(
    handoffs.filter((each) => each.mode === mode).map((each) => [each.sequence, each] as const),
  );
  return [...bySequence.values()].filter(({ state }) => state !== "refused");
}

function toTrackedParcel(order: TrackedOrder, { items }: Handoff, parcel: Parcel): TrackedParcel {
  const { status, shippedAt, deliveredAt } = parcel;
  const end = status === "CANCELLED" ? "cancelled" : status === "RETURNED" ? "returned" : null;
  return {
    done: status === "RETURNED" && deliveredAt ? 5 : isParcelStatus(status) ? DONE[status] : 1,
    dates: {
      received: order.listedAt,
      ...(shippedAt && { on_the_way: shippedAt }),
      ...(deliveredAt && { delivered: deliveredAt }),
    },
    end,
    endedAt: end && (parcel.returnedAt ?? parcel.movedAt),
    cashPkr: isFinal(status) ? null : parcel.codPkr,
    courier: parcel.courier,
    trackingNumber: parcel.trackingNumber,
    trackingUrl: trackingLink(parcel.trackingUrl),
    otherSum: hasLeft(parcel) ? { parcelId: parcel.id, said: lastSaid(parcel) } : null,
    items: toCustomerItems(parcel.contents, items, order.lines),
  };
}

/** A rider has it, or brought it: before that nobody can have asked for anything. */
export function hasLeft({ status }: Pick<Parcel, "status">): boolean {
  return status === "SHIPPED" || status === "DELIVERED";
}

function lastSaid({ riderAskedPkr: askedPkr, riderAskedAt: at }: Parcel) {
  return askedPkr !== null && at !== null ? { askedPkr, at } : null;
}

function notPlaced(order: TrackedOrder): TrackedParcel {
  const end =
    order.state === "cancelled" ? "cancelled" : order.state === "finished_in_shopify" ? "by_shop" : null;
  return {
    ...{ done: 1, dates: { received: order.listedAt }, end, endedAt: end && order.cancelledAt },
    ...{
      cashPkr: (end === null && cashBeforePlacing(order)) || null,
      courier: null,
      trackingNumber: null,
      trackingUrl: null,
    },
    otherSum: null,
    items: null,
  };
}
