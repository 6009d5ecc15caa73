import type { ReturnType } from "#app/supplier/return-type.ts";
/** The service's states of a parcel (API document, "Order status"). */
export const PARCEL_STATUSES = [
  "AWAITING_FUNDS",
  "RECEIVED",
  "CONFIRMED",
  "PROCESSING",
  "SHIPPED",
  "DELIVERED",
  "RETURNED",
  "CANCELLED",
] as const;

export type ParcelStatus = (typeof PARCEL_STATUSES)[number];

/** How far along its way a parcel is; RETURNED ends the way of what has left, CANCELLED of what has not. */
const RANK: Readonly<Record<ParcelStatus, number>> = {
  AWAITING_FUNDS: 0,
  RECEIVED: 1,
  CONFIRMED: 2,
  PROCESSING: 3,
  SHIPPED: 4,
  DELIVERED: 5,
  RETURNED: 6,
  CANCELLED: 6,
};

export type StatusFold =
  /** A newer status: apply it. */
  | { readonly kind: "advance" }
  /** Known, older, or a word we do not know (it stays in the stored report). */
  | { readonly kind: "ignore"; readonly because: "same" | "older" | "unknown" }
  /** Both cannot be true: read the parcel again. */
  | { readonly kind: "conflict" };

export function isParcelStatus(status: string): status is ParcelStatus {
  return Object.hasOwn(RANK, status);
}

function hasLeft(status: ParcelStatus): boolean {
  return status === "SHIPPED" || status === "DELIVERED" || status === "RETURNED";
}

/** Past waiting for funds: a prepaid parcel in it, or that ever was, is paid. */
export function isReceived(status: string): boolean {
  return isParcelStatus(status) && status !== "AWAITING_FUNDS" && status !== "CANCELLED";
}

export function isFinal(status: string): boolean {
  return status === "DELIVERED" || status === "RETURNED" || status === "CANCELLED";
}

/** Decides what a reported status means for a parcel; events arrive late, twice and out of order. */
export function foldStatus(current: string, incoming: string): StatusFold {
  if (current === incoming) return { kind: "ignore", because: "same" };
  if (!isParcelStatus(incoming)) return { kind: "ignore", because: "unknown" };
  if (!isParcelStatus(current)) return { kind: "advance" };
  const contradicts =
    (current === "CANCELLED" && hasLeft(incoming)) || (incoming === "CANCELLED" && hasLeft(current));
  if (contradicts) return { kind: "conflict" };
  return RANK[incoming] > RANK[current] ? { kind: "advance" } : { kind: "ignore", because: "older" };
}

/** As reported, else by what came before (rule R14). */
export function returnTypeOf(
  reported: ReturnType | null | undefined,
  before: { readonly deliveredAt: Date | null },
): ReturnType {
  return reported ?? (before.deliveredAt === null ? "rto" : "return");
}
