import { type Rupees, rupees, sumRupees } from "#app/domain/money/rupees.ts";
import type { ParcelMargin } from "./parcel-margin.ts";

/** What Shopify says was paid for an order; whole rupees, null while it was not read. */
export type Payments = {
  readonly outstandingPkr: Rupees | null;
  /** Paid, less what was refunded. */
  readonly netPaymentPkr: Rupees | null;
  readonly refundedPkr: Rupees | null;
  /** Recorded by hand, as couriers' cash is. */
  readonly manualPaidPkr: Rupees | null;
  /** We, or Shopify, said after the deliveries that the order is paid. */
  readonly markedPaidAt: Date | null;
};

/** Shopify's decimals and the cash of a parcel are each rounded once. */
const ROUNDING_PKR = 1;

/**
 * What the merchant has of the customer's money: what Shopify counts as paid, less the cash of couriers among it, which
 * is with the service. Null where Shopify was not read, or where a payment may be either of the two.
 */
export function projectCustomersMoney(
  { outstandingPkr, netPaymentPkr, refundedPkr, manualPaidPkr, markedPaidAt }: Payments,
  parcels: readonly ParcelMargin[],
): Rupees | null {
  if (outstandingPkr === null || netPaymentPkr === null || refundedPkr === null || manualPaidPkr === null)
    return null;
  const collected = cashOf(parcels.filter(({ keepsCash }) => keepsCash));
  const toCollect = cashOf(parcels.filter(({ isOpen }) => isOpen));
  const without = (cash: number) => rupees(netPaymentPkr - Math.min(cash, manualPaidPkr));
  if (manualPaidPkr === 0) return without(0);
  if (markedPaidAt && refundedPkr > 0) return without(collected);
  // A refund without its items reopens a sum in Shopify, so both readings have to agree.
  const [shown, closed] = [outstandingPkr, outstandingPkr - refundedPkr].map((open) =>
    recordedCash({ collected, toCollect }, open, markedPaidAt),
  );
  return shown === undefined || shown === null || shown !== closed ? null : without(shown);
}

/** How much of what couriers collected Shopify counts as paid while this much is outstanding; null where unclear. */
function recordedCash(
  { collected, toCollect }: { readonly collected: number; readonly toCollect: number },
  outstanding: number,
  markedPaidAt: Date | null,
): number | null {
  if (collected + toCollect === 0) return 0;
  const missing = collected + toCollect - Math.max(0, outstanding);
  if (missing <= ROUNDING_PKR) return 0;
  if (missing > collected + ROUNDING_PKR) return null;
  if (collected - missing <= ROUNDING_PKR) return collected;
  return markedPaidAt ? missing : null;
}

function cashOf(parcels: readonly ParcelMargin[]): Rupees {
  return sumRupees(parcels.map(({ codPkr }) => codPkr));
}
