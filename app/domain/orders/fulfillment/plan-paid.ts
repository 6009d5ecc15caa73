import Decimal from "decimal.js";
import { type Rupees, sumRupees } from "#app/domain/money/rupees.ts";
import type { LocationGid } from "#app/platform/ids.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";

/** One of the order's parcels, as far as payment is decided from it. */
export type PaidParcel = { readonly status: string; readonly codPkr: Rupees };

export type PaidPlan =
  | { readonly kind: "mark"; readonly amountPkr: Rupees }
  | { readonly kind: "nothing"; readonly reason: "not_final" | "none_delivered" | "already_paid" }
  | {
      readonly kind: "leave_to_merchant";
      readonly reason: "own_lines_open" | "sums_differ" | "shopify_refuses";
      readonly collectedPkr: Rupees;
      readonly outstanding: string;
    };

const finalStatuses = new Set(["DELIVERED", "RETURNED", "CANCELLED"]);

/**
 * Whether a COD order may be marked as paid (R12): Shopify can, every parcel is final, no lines of the merchant's
 * own are still to be shipped, and what the courier collected is what is outstanding, to less than a rupee.
 */
export function planPaid(
  order: ShopifyOrder,
  ourLocationId: LocationGid,
  parcels: readonly PaidParcel[],
): PaidPlan {
  const delivered = parcels.filter((parcel) => parcel.status === "DELIVERED");
  const collectedPkr = sumRupees(delivered.map((parcel) => parcel.codPkr));
  if (parcels.some((parcel) => !finalStatuses.has(parcel.status)))
    return { kind: "nothing", reason: "not_final" };
  if (collectedPkr === 0) return { kind: "nothing", reason: "none_delivered" };
  const outstanding = new Decimal(order.totalOutstanding);
  if (outstanding.lte(0)) return { kind: "nothing", reason: "already_paid" };
  const leave = { kind: "leave_to_merchant", collectedPkr, outstanding: order.totalOutstanding } as const;
  if (hasForeignLinesOpen(order, ourLocationId)) return { ...leave, reason: "own_lines_open" };
  if (outstanding.minus(collectedPkr).abs().gte(1)) return { ...leave, reason: "sums_differ" };
  if (!order.canMarkAsPaid) return { ...leave, reason: "shopify_refuses" };
  return { kind: "mark", amountPkr: collectedPkr };
}

/**
 * Units that wait to be shipped from other locations. They are read from the order's lines, because fulfillment orders
 * of the merchant's own locations are not shown to us.
 */
function hasForeignLinesOpen(
  { lines, fulfillmentOrders }: ShopifyOrder,
  ourLocationId: LocationGid,
): boolean {
  const open = fulfillmentOrders
    .filter((each) => each.locationId === ourLocationId && !["CLOSED", "CANCELLED"].includes(each.status))
    .flatMap((each) => each.lines);
  return lines.some(({ id, requiresShipping, unfulfilledQuantity }) => {
    const here = open.filter((line) => line.lineId === id);
    const openUnits = here.reduce((units, line) => units + line.remainingQuantity, 0);
    return requiresShipping && unfulfilledQuantity > openUnits;
  });
}
