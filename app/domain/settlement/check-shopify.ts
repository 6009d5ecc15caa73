import { type Rupees, rupees, sumRupees } from "#app/domain/money/rupees.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import type { HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { LineItemGid } from "#app/platform/ids.ts";
import { countedHandoffs } from "../orders/money/counted-handoffs.ts";
import { projectParcel } from "../orders/money/parcel-margin.ts";
import type { ParcelMoney } from "../orders/money/parcel-money.ts";
import type { LineUnitCount } from "../orders/parcels/line-units.ts";
import type { ShopifyDifferenceKind } from "./difference-kinds.ts";

/** One parcel of an order: its money, and its units by the order's lines; null where its contents are unknown. */
export type ShopifyCheckedParcel = ParcelMoney & {
  readonly units: readonly LineUnitCount[] | null;
};

/** An order as it was last read in Shopify, and its parcels. Whole rupees; null: not read. */
export type ShopifyCheckedOrder = {
  readonly state: OrderState;
  readonly outstandingPkr: Rupees | null;
  readonly netPaymentPkr: Rupees | null;
  readonly isCancelled: boolean;
  /** What payments recorded by hand add up to: a marking as paid is one. */
  readonly manualPaidPkr?: Rupees | null;
  /** Units left in the order after removals and refunds; null: not read. */
  readonly lines: readonly LineUnitCount[] | null;
  /** The merchant said that what was paid for a refused or returned order stays as it is. */
  readonly isLeftAsItIs: boolean;
  readonly handoffs: readonly (Pick<HandoffRecord, "mode" | "paymentMode"> & {
    readonly parcels: readonly ShopifyCheckedParcel[];
  })[];
};

/** How Shopify's side differs from what became of the parcels. */
type ShopifyDifference = {
  readonly kind: ShopifyDifferenceKind;
  /** unpaid: collected by couriers; items_left and refund_due: worth of what did not stay; owed_back: owed. */
  readonly sumPkr: Rupees;
  /** What Shopify shows as still to be paid. */
  readonly outstandingPkr: Rupees;
};

export type ShopifyVerdict =
  | { readonly kind: "agrees" }
  | { readonly kind: "unknown"; readonly why: "order_unread" }
  /** The order is not over, or a marking that follows a delivery by itself is still to come. */
  | { readonly kind: "not_yet"; readonly because: "order_open" | "marking_comes" }
  | { readonly kind: "differs"; readonly difference: ShopifyDifference };

type Marking = {
  /** Whether deliveries are marked as paid by themselves; where not, the merchant marks when the margin is there. */
  readonly isAutomatic: boolean;
  readonly now: Date;
};

/** A delivery is marked as paid within minutes; for so long no difference is reported. */
const MARKING_MS = 60 * 60_000;

const OVER: ReadonlySet<OrderState> = new Set(["delivered", "refused", "cancelled", "finished_in_shopify"]);

/**
 * Compares what Shopify says of an ended order with its parcels: what couriers collected is marked as paid (R12), and
 * what was paid for goods that did not stay is given back. Units that come back need no look here: the stock at our
 * location is written anew from the supplier's (R43).
 */
export function checkShopify(order: ShopifyCheckedOrder, marking: Marking): ShopifyVerdict {
  const { outstandingPkr, netPaymentPkr } = order;
  const handoffs = countedHandoffs(order.handoffs);
  const parcels = handoffs.flatMap(({ paymentMode, parcels: own }) =>
    own.map((parcel) => ({ ...parcel, paymentMode, margin: projectParcel(paymentMode, parcel) })),
  );
  if (outstandingPkr === null || netPaymentPkr === null) return { kind: "unknown", why: "order_unread" };
  const isOpen = parcels.some(({ margin }) => margin.isOpen);
  if (isOpen || !OVER.has(order.state)) return { kind: "not_yet", because: "order_open" };
  // Every parcel was cancelled, and the merchant sent the goods.
  if (order.state === "finished_in_shopify") return { kind: "agrees" };
  const differs = (kind: ShopifyDifferenceKind, sumPkr: Rupees): ShopifyVerdict => ({
    ...{ kind: "differs" },
    difference: { kind, sumPkr, outstandingPkr },
  });
  if (outstandingPkr < 0) return differs("owed_back", rupees(0 - outstandingPkr));
  const kept = parcels.filter(({ margin }) => !margin.isLost);
  const collectedPkr = sumRupees(kept.map(({ margin }) => margin.codPkr));
  const leftPkr = order.isCancelled ? rupees(0) : worthLeft(order.lines, parcels);
  const isMixed = !order.isCancelled && holdsOthers(order.lines, parcels);
  // What is still to be paid then is for the merchant's own courier.
  const isRecorded = isMixed && (order.manualPaidPkr ?? 0) >= collectedPkr;
  if (collectedPkr > 0 && outstandingPkr > 0 && !isRecorded) {
    if (isMarkingToCome(kept, marking)) return { kind: "not_yet", because: "marking_comes" };
    return leftPkr > 0 ? differs("items_left", leftPkr) : differs("unpaid", collectedPkr);
  }
  if (netPaymentPkr <= 0 || order.isLeftAsItIs || order.isCancelled) return { kind: "agrees" };
  if (kept.length === 0 && parcels.length > 0 && !isMixed) return differs("refund_due", netPaymentPkr);
  return leftPkr > 0 ? differs("items_left", rupees(Math.min(leftPkr, netPaymentPkr))) : { kind: "agrees" };
}

/** Whether units stand in the order that no parcel was made for: what is paid, or still to be, may be for them. */
function holdsOthers(lines: ShopifyCheckedOrder["lines"], parcels: readonly ShopifyCheckedParcel[]): boolean {
  if (lines === null || parcels.some(({ units }) => units === null)) return false;
  const sent = parcels.flatMap(({ units }) => units ?? []);
  return lines.some(
    ({ lineGid, quantity }) =>
      quantity > sent.reduce((sum, unit) => sum + (unit.lineGid === lineGid ? unit.quantity : 0), 0),
  );
}

type Lost = ShopifyCheckedParcel & { readonly margin: ReturnType<typeof projectParcel> };

function isMarkingToCome(kept: readonly Lost[], { isAutomatic, now }: Marking): boolean {
  const cash = kept.filter(({ margin }) => margin.codPkr > 0);
  if (!isAutomatic) return cash.some(({ margin }) => !margin.isFinal);
  const delivered = cash.map(({ deliveredAt }) => deliveredAt?.getTime() ?? 0);
  return now.getTime() - Math.max(...delivered) < MARKING_MS;
}

/** What customers were to pay for units of lost parcels that still stand in the order; nothing where nobody knows. */
function worthLeft(lines: ShopifyCheckedOrder["lines"], parcels: readonly Lost[]): Rupees {
  if (lines === null) return rupees(0);
  const free = new Map(lines.map(({ lineGid, quantity }) => [lineGid, quantity]));
  for (const { units, margin } of parcels) {
    if (margin.isLost) continue;
    for (const { lineGid, quantity } of units ?? []) free.set(lineGid, (free.get(lineGid) ?? 0) - quantity);
  }
  const lost = parcels.filter(({ margin }) => margin.isLost);
  return sumRupees(
    lost.map(({ units, margin }) => rupees(Math.round(shareLeft(units ?? [], free) * worthOf(margin)))),
  );
}

function worthOf({ codPkr, paidForPkr }: Lost["margin"]): Rupees {
  return rupees(codPkr + (paidForPkr ?? 0));
}

/** Units are taken out of `free`, so that none counts for two parcels. */
function shareLeft(
  units: NonNullable<ShopifyCheckedParcel["units"]>,
  free: Map<LineItemGid, number>,
): number {
  const all = units.reduce((sum, { quantity }) => sum + quantity, 0);
  let left = 0;
  for (const { lineGid, quantity } of units) {
    const there = Math.max(0, Math.min(quantity, free.get(lineGid) ?? 0));
    free.set(lineGid, (free.get(lineGid) ?? 0) - there);
    left += there;
  }
  return all === 0 ? 0 : left / all;
}
