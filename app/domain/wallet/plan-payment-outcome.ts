import type { Rupees } from "#app/domain/money/rupees.ts";
import type { ExternalOrderId, SupplierOrderId } from "#app/platform/ids.ts";

/** Statuses of a parcel that was paid, whatever the service makes of it next (document, States). */
const PAID_STATUSES: ReadonlySet<string> = new Set([
  "RECEIVED",
  "CONFIRMED",
  "PROCESSING",
  "SHIPPED",
  "DELIVERED",
  "RETURNED",
]);

/** A payment on its way this long may still be booked; after it, what the service shows is what came of it. */
export const BOOKED_AFTER_MS = 60_000;

/** An entry of the account's ledger, as far as it tells of a payment. Amounts in rupees, negative where money left. */
export type LedgerLine = {
  readonly amount: Rupees;
  readonly orderId: SupplierOrderId | null;
  readonly externalOrderId: ExternalOrderId | null;
  /** It is of an order that it names by neither. */
  readonly isNamedOtherwise?: boolean;
};

type PaidParcel = {
  readonly supplierOrderId: SupplierOrderId;
  readonly externalOrderId: ExternalOrderId;
  /** What leaves the wallet for it. */
  readonly amountPkr: Rupees;
  /** How many parcels the same external id names: without an order's id an entry may be of any of them. */
  readonly siblings: number;
};

export type PaymentOutcomeInput = {
  /** As the service says now; null where it does not know the parcel under this key. */
  readonly status: string | null;
  /** The ledger's entries since the payment was sent; null while they were not read, or not all of them. */
  readonly entries: readonly LedgerLine[] | null;
  readonly parcel: PaidParcel;
  /** Since the service was asked to take it. */
  readonly ageMs: number;
};

export type PlannedOutcome =
  | { readonly kind: "paid"; readonly evidence: "parcel" | "ledger" }
  | { readonly kind: "refused"; readonly code: "not_taken" | "parcel_cancelled" }
  /** The parcel does not tell: the ledger is to be read. */
  | { readonly kind: "ask_ledger" }
  | { readonly kind: "unknown" };

/**
 * What came of a payment whose answer is not known. The state after paying is not defined by the document: a parcel
 * that has left `AWAITING_FUNDS` for a state of its life is paid; else the account's ledger decides, and nothing is
 * called refused before a payment under way has had its time to be booked.
 */
export function planPaymentOutcome({ status, entries, parcel, ageMs }: PaymentOutcomeInput): PlannedOutcome {
  if (status !== null && PAID_STATUSES.has(status)) return { kind: "paid", evidence: "parcel" };
  if (entries === null) return { kind: "ask_ledger" };
  if (entries.some((entry) => isPaymentOf(parcel, entry))) return { kind: "paid", evidence: "ledger" };
  if (ageMs < BOOKED_AFTER_MS || entries.some((entry) => mayBePaymentOf(parcel, entry)))
    return { kind: "unknown" };
  if (status === "AWAITING_FUNDS") return { kind: "refused", code: "not_taken" };
  return status === "CANCELLED" ? { kind: "refused", code: "parcel_cancelled" } : { kind: "unknown" };
}

/** Called refused, it would be paid a second time. */
function mayBePaymentOf(
  { amountPkr }: PaidParcel,
  { amount, isNamedOtherwise = false }: LedgerLine,
): boolean {
  return isNamedOtherwise && amount === -amountPkr;
}

function isPaymentOf(parcel: PaidParcel, { amount, orderId, externalOrderId }: LedgerLine): boolean {
  if (amount >= 0) return false;
  if (orderId !== null) return orderId === parcel.supplierOrderId;
  const isOfHandoff = externalOrderId === parcel.externalOrderId;
  return isOfHandoff && (parcel.siblings === 1 || amount === -parcel.amountPkr);
}
