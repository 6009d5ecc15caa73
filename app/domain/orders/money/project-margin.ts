import { type Rupees, rupees, sumRupees } from "#app/domain/money/rupees.ts";
import type { HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import { countedHandoffs } from "./counted-handoffs.ts";
import { type Payments, projectCustomersMoney } from "./customers-money.ts";
import { type ParcelMargin, projectParcel, type UnknownMoney } from "./parcel-margin.ts";
import type { ParcelMoney } from "./parcel-money.ts";

/** An order's money as Shopify and the service last reported it; whole rupees. */
export type OrderMoney = Payments & {
  readonly handoffs: readonly (Pick<HandoffRecord, "mode" | "paymentMode"> & {
    readonly parcels: readonly ParcelMoney[];
  })[];
};

/** Where each rupee of an order is: with Shopify, the couriers and the wallet. Null is unknown, never nothing. */
export type OrderMargin = {
  /** Every parcel has reached its end. */
  readonly settled: boolean;
  /** Nothing more moves by itself: all is settled, and what is released after a delivery has been. */
  readonly final: boolean;
  /** What the order brings: the customer's money and all movements of the wallet, open parcels taken as delivered. */
  readonly netPkr: Rupees | null;
  /** What the wallet loses if every open parcel is refused; null where the service does not say (prepaid). */
  readonly ifRefusedPkr: Rupees | null;
  readonly unknown: readonly UnknownMoney[];
  readonly shopify: {
    /** The customer's money that the merchant has; what couriers collected is not in it. */
    readonly customersPkr: Rupees | null;
    /** What of it was paid for other things than prepaid parcels: the merchant's own goods, a tip. */
    readonly ownPkr: Rupees | null;
    /** What Shopify shows as owed back to the customer: items were removed, and the money is not refunded yet. */
    readonly owedPkr: Rupees;
    /** Something is owed, or a parcel that did not stay with the customer was paid for by them. */
    readonly mayBeRefunded: boolean;
  };
  readonly courier: {
    readonly collectsPkr: Rupees;
    readonly collectedPkr: Rupees;
    /** What the service keeps of both; null until it says it. */
    readonly wholesalePkr: Rupees | null;
    readonly shippingCostPkr: Rupees | null;
    readonly feePkr: Rupees | null;
  };
  readonly wallet: {
    /** All that moved for this order until now, without what is held; null where a part of it was not reported. */
    readonly movedPkr: Rupees | null;
    readonly paidPkr: Rupees;
    readonly toPayPkr: Rupees;
    readonly marginPkr: Rupees;
    readonly marginComesPkr: Rupees;
    readonly feePkr: Rupees;
    readonly feeComesPkr: Rupees;
    readonly chargedPkr: Rupees;
    readonly creditedPkr: Rupees;
    /** Held for open cash on delivery parcels: it comes back, or becomes the charge of a refusal; null until it is said. */
    readonly heldPkr: Rupees | null;
  };
  /** The last day on which something of this order is released; null until the service sets it (R18). */
  readonly releaseAt: Date | null;
};

/**
 * Computes what an order brings, in every state (R48): the customer's money that the merchant has, and what its parcels
 * move in the wallet at the service. Null before anything is placed. Source: the document, Money rules 1 to 6; what
 * they leave open counts as the service reports it, else it is unknown (R18).
 */
export function projectMargin(order: OrderMoney): OrderMargin | null {
  const handoffs = countedHandoffs(order.handoffs);
  const parcels = handoffs.flatMap(({ paymentMode, parcels: own }) =>
    own.map((parcel) => projectParcel(paymentMode, parcel)),
  );
  if (parcels.length === 0) return null;
  const customersPkr = projectCustomersMoney(order, parcels);
  const owedPkr = rupees(Math.max(0, 0 - (order.outstandingPkr ?? 0)));
  const open = parcels.filter(({ isOpen }) => isOpen);
  const releases = parcels.flatMap(({ releaseAt }) => (releaseAt ? [releaseAt.getTime()] : []));
  const refusals = open.map(({ ifRefusedPkr }) => ifRefusedPkr);
  return {
    settled: open.length === 0,
    final: parcels.every(({ isFinal }) => isFinal),
    netPkr: sumKnown([customersPkr, ...parcels.map(({ netPkr }) => netPkr)]),
    ifRefusedPkr: open.length === 0 ? null : sumKnown(refusals),
    unknown: [
      ...new Set([
        ...parcels.flatMap(({ unknown }) => unknown ?? []),
        ...(customersPkr === null ? ([isRead(order) ? "customers_money" : "payments_unread"] as const) : []),
      ]),
    ],
    shopify: {
      customersPkr,
      ownPkr: ownOf(customersPkr, handoffs, parcels),
      owedPkr,
      mayBeRefunded: (customersPkr ?? 0) > 0 && (owedPkr > 0 || parcels.some(({ isLost }) => isLost)),
    },
    courier: {
      collectsPkr: sum(open, ({ codPkr }) => codPkr),
      collectedPkr: sum(parcels, (parcel) => (parcel.keepsCash ? parcel.codPkr : 0)),
      wholesalePkr: sumKnown(parcels.map(({ cost }) => cost.wholesalePkr)),
      shippingCostPkr: sumKnown(parcels.map(({ cost }) => cost.shippingCostPkr)),
      feePkr: sumKnown(parcels.map(({ cost }) => cost.feePkr)),
    },
    wallet: {
      movedPkr: sumKnown(parcels.map(({ movedPkr }) => movedPkr)),
      paidPkr: sum(parcels, ({ wallet }) => wallet.paidPkr),
      toPayPkr: sum(parcels, ({ wallet }) => wallet.toPayPkr),
      marginPkr: sum(parcels, ({ wallet }) => wallet.marginPkr),
      marginComesPkr: sum(parcels, ({ wallet }) => wallet.marginComesPkr),
      feePkr: sum(parcels, ({ wallet }) => wallet.feePkr),
      feeComesPkr: sum(parcels, ({ wallet }) => wallet.feeComesPkr),
      chargedPkr: sum(parcels, ({ wallet }) => wallet.chargedPkr),
      creditedPkr: sum(parcels, ({ wallet }) => wallet.creditedPkr),
      heldPkr: sumKnown(parcels.map(({ wallet }) => wallet.heldPkr)),
    },
    releaseAt: releases.length === 0 ? null : new Date(Math.max(...releases)),
  };
}

function isRead({ outstandingPkr, netPaymentPkr, refundedPkr, manualPaidPkr }: OrderMoney): boolean {
  return [outstandingPkr, netPaymentPkr, refundedPkr, manualPaidPkr].every((amount) => amount !== null);
}

/** Known only for an order that is prepaid as a whole: an advance is shared over everything in the cart. */
function ownOf(
  customersPkr: Rupees | null,
  handoffs: OrderMoney["handoffs"],
  parcels: readonly ParcelMargin[],
): Rupees | null {
  const isPrepaid = handoffs.every(({ paymentMode }) => paymentMode === "PREPAID");
  if (!isPrepaid || customersPkr === null) return rupees(0);
  const forParcels = sumKnown(parcels.map(({ paidForPkr }) => paidForPkr));
  return forParcels === null ? null : rupees(Math.max(0, customersPkr - forParcels));
}

function sum(parcels: readonly ParcelMargin[], of: (parcel: ParcelMargin) => number): Rupees {
  return rupees(parcels.reduce((total, parcel) => total + of(parcel), 0));
}

function sumKnown(amounts: readonly (Rupees | null)[]): Rupees | null {
  const known = amounts.filter((amount) => amount !== null);
  return known.length < amounts.length ? null : sumRupees(known);
}
