import Decimal from "decimal.js";
import type { OrderLineMoney, OrderMoneyInput } from "#app/domain/orders/money/order-money.ts";
import { type CountedHandoff, contentsByLine } from "#app/domain/orders/parcels/contents-by-line.ts";
import type { ShippingShare } from "#app/domain/shops/setting-choices.ts";
import type { LineItemGid, ParcelId } from "#app/platform/ids.ts";
import type { ShopifyOrder, ShopifyOrderLine } from "#app/shopify/order.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import type { OpenLine } from "./open-lines.ts";

export type HandoffMoneyInput = {
  readonly shopify: ShopifyOrder;
  readonly paymentMode: PaymentMode;
  /** The units to be handed off now, with what they cost. */
  readonly openLines: readonly OpenLine[];
  /** Lines at our location, in this handoff or not. */
  readonly ourLineIds: ReadonlySet<LineItemGid>;
  /** Of the order's handoffs those of this mode count: a test parcel collects nothing. */
  readonly mode: Mode;
  readonly handoffs: readonly CountedHandoff[];
  readonly shippingShare: ShippingShare;
  /** Parcels whose cash Shopify already counts as paid. */
  readonly markedParcels: ReadonlySet<ParcelId>;
  /** Whether it may give way where prices are below their minimum; only a person may say so. */
  readonly deliveryCharge: "as_it_is" | "lower_to_fit";
};

/** Brings a Shopify order into the plain numbers the money of a handoff is planned from (R42). */
export function toMoneyInput(input: HandoffMoneyInput): OrderMoneyInput {
  const { shopify, paymentMode, shippingShare } = input;
  return {
    shopCurrency: shopify.currency,
    presentmentCurrency: shopify.presentmentCurrency,
    paymentMode,
    taxesIncluded: shopify.taxesIncluded,
    lines: shopify.lines.map((line) => toLine(line, input)),
    shippingLines: shopify.shippingLines.map((line) => ({
      price: line.originalPrice,
      discounts: line.discountAllocations,
      taxes: line.taxLines.map((tax) => tax.amount),
      refunded: refundedOf(shopify, line.id),
    })),
    tips: shopify.tips,
    duties: shopify.duties ?? "0",
    fees: sum(shopify.additionalFees.flatMap((fee) => [fee.price, ...fee.taxLines.map((tax) => tax.amount)])),
    cashRounding: shopify.cashRounding,
    currentTotalPrice: shopify.currentTotalPrice,
    totalOutstanding: shopify.totalOutstanding,
    earlierParcels: collectingParcels(input),
    shippingShare,
    lowerDeliveryChargeToFit: input.deliveryCharge === "lower_to_fit",
  };
}

function toLine(line: ShopifyOrderLine, input: HandoffMoneyInput): OrderLineMoney {
  const money = {
    id: line.id,
    quantity: line.quantity,
    currentQuantity: line.currentQuantity,
    unitPrice: line.unitPrice,
    discounts: line.discountAllocations,
    taxes: line.taxLines.map((tax) => tax.amount),
  };
  if (!line.requiresShipping) return { ...money, owner: "unshippable" };
  if (!input.ourLineIds.has(line.id)) return { ...money, owner: "foreign" };
  const open = input.openLines.find((each) => each.lineGid === line.id);
  return {
    ...money,
    owner: "ours",
    handoffQuantity: open?.quantity ?? 0,
    settledQuantity: settledUnits(line.id, input),
    parts: open?.parts ?? [],
  };
}

/** Units other parcels collect for, or have brought in: all but those of cancelled and returned parcels. */
function settledUnits(lineGid: LineItemGid, input: HandoffMoneyInput): number {
  return placedParcels(input)
    .filter(({ parcel }) => stillCollects(parcel.status))
    .flatMap(({ handoff, parcel }) => contentsByLine(handoff, parcel) ?? [])
    .filter((unit) => unit.lineGid === lineGid)
    .reduce((units, unit) => units + unit.quantity, 0);
}

function placedParcels({ mode, handoffs }: HandoffMoneyInput) {
  return handoffs
    .filter((handoff) => handoff.mode === mode && handoff.state === "placed")
    .flatMap((handoff) => handoff.parcels.map((parcel) => ({ handoff, parcel })));
}

function collectingParcels(input: HandoffMoneyInput) {
  return placedParcels(input)
    .filter(({ parcel }) => stillCollects(parcel.status) && !input.markedParcels.has(parcel.id))
    .map(({ parcel }) => parcel.codPkr);
}

function stillCollects(status: string): boolean {
  return status !== "CANCELLED" && status !== "RETURNED";
}

function refundedOf({ shippingRefunds }: ShopifyOrder, lineId: string | null): string {
  return sum(
    shippingRefunds
      .filter((refund) => refund.shippingLineId === lineId)
      .flatMap((refund) => [refund.subtotal, refund.tax]),
  );
}

function sum(amounts: readonly string[]): string {
  return amounts.reduce((total, amount) => total.plus(amount), new Decimal(0)).toFixed();
}
