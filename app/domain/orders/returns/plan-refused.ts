import Decimal from "decimal.js";
import type { RefusedChoice } from "#app/domain/shops/setting-choices.ts";
import type { LineItemGid } from "#app/platform/ids.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import type { ReturnType } from "#app/supplier/return-type.ts";

type ReturnedParcel = { readonly status: string; readonly returnType: ReturnType | null };

export type RefusedPlan =
  | { readonly kind: "nothing" }
  /** Cancel it in Shopify: nothing was paid, and everything in it was ours. */
  | { readonly kind: "cancel" }
  /** Only a person can end it; the need says how. */
  | { readonly kind: "ask"; readonly code: "parcel_refused" | "parcel_returned" };

type PlanRefusedInput = {
  readonly shopify: ShopifyOrder;
  readonly parcels: readonly ReturnedParcel[];
  /** Order lines of ours, in this order's handoffs. */
  readonly ourLines: ReadonlySet<LineItemGid>;
  readonly whenRefused: RefusedChoice;
};

/**
 * What becomes of an order whose parcels came back (R41). Cancelling ends the whole order in Shopify, so it is done only
 * where every parcel came back, nothing was paid and no goods of the merchant's own are in it.
 */
export function planRefused({ shopify, parcels, ourLines, whenRefused }: PlanRefusedInput): RefusedPlan {
  const live = parcels.filter(({ status }) => status !== "CANCELLED");
  const isOver = live.length > 0 && live.every(({ status }) => status === "RETURNED");
  if (!isOver || shopify.cancelledAt !== null) return { kind: "nothing" };
  const isPaid = new Decimal(shopify.netPayment).gt(0);
  if (isPaid) {
    const afterDelivery = live.every(({ returnType }) => returnType === "return");
    return { kind: "ask", code: afterDelivery ? "parcel_returned" : "parcel_refused" };
  }
  if (whenRefused === "leave") return { kind: "nothing" };
  const isAllOurs = shopify.lines
    .filter((line) => line.requiresShipping && line.currentQuantity > 0)
    .every((line) => ourLines.has(line.id));
  return isAllOurs ? { kind: "cancel" } : { kind: "ask", code: "parcel_refused" };
}
