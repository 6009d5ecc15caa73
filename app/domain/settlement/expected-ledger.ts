import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { projectParcel, type UnknownMoney } from "../orders/money/parcel-margin.ts";
import type { ParcelMoney } from "../orders/money/parcel-money.ts";

/** What the ledger entries of a parcel must add up to now; whole rupees, signed as changes to Available. */
export type ExpectedLedger =
  | { readonly kind: "exact"; readonly sumPkr: Rupees }
  /** The document leaves the sum open, or the service has not said a figure it needs. Null: no bound is known. */
  | {
      readonly kind: "unknown";
      readonly why: UnknownMoney | "reserve_untold";
      readonly leastPkr: Rupees | null;
      readonly mostPkr: Rupees | null;
    };

/** A parcel as it is compared with its ledger entries. */
export type ExpectedParcel = ParcelMoney & { readonly paymentMode: PaymentMode };

/**
 * Tells what the ledger must say of a parcel: all that moved for it, less what is held for it (document, Money rules 4 to
 * 6). Returns and prepaid refusals count as the parcel itself reports them (R18).
 */
export function expectLedger(parcel: ExpectedParcel): ExpectedLedger {
  const { movedPkr, wallet, unknown } = projectParcel(parcel.paymentMode, parcel);
  if (movedPkr === null) {
    const why = unknown ?? "parcel_figures";
    // A cancelled parcel gives back at most what was taken for it.
    const isBounded = why === "cancelled_prepaid" && wallet.paidPkr > 0;
    return {
      ...{ kind: "unknown", why },
      leastPkr: isBounded ? rupees(0 - wallet.paidPkr) : null,
      mostPkr: isBounded ? rupees(0) : null,
    };
  }
  if (wallet.heldPkr === null)
    return { kind: "unknown", why: "reserve_untold", leastPkr: null, mostPkr: rupees(movedPkr) };
  return { kind: "exact", sumPkr: rupees(movedPkr - wallet.heldPkr) };
}

/** The same for parcels that the ledger does not tell apart. */
export function expectLedgerOfAll(parcels: readonly ExpectedParcel[]): ExpectedLedger {
  return parcels.map(expectLedger).reduce(addExpected, { kind: "exact", sumPkr: rupees(0) });
}

function addExpected(left: ExpectedLedger, right: ExpectedLedger): ExpectedLedger {
  if (left.kind === "exact" && right.kind === "exact")
    return { kind: "exact", sumPkr: rupees(left.sumPkr + right.sumPkr) };
  const [a, b] = [boundsOf(left), boundsOf(right)];
  const why = left.kind === "unknown" ? left.why : right.kind === "unknown" ? right.why : "parcel_figures";
  return {
    ...{ kind: "unknown", why },
    leastPkr: addBounds(a.leastPkr, b.leastPkr),
    mostPkr: addBounds(a.mostPkr, b.mostPkr),
  };
}

/** Between what the sum has to be; null where no bound is known. */
export function boundsOf(expected: ExpectedLedger): {
  readonly leastPkr: Rupees | null;
  readonly mostPkr: Rupees | null;
} {
  return expected.kind === "exact" ? { leastPkr: expected.sumPkr, mostPkr: expected.sumPkr } : expected;
}

function addBounds(left: Rupees | null, right: Rupees | null): Rupees | null {
  return left === null || right === null ? null : rupees(left + right);
}

/**
 * The amounts of the single entries a parcel may have by now, each as often as it may be there; whether margin and fee
 * are one entry or two is not defined, so both readings are in it.
 */
export function listEntryAmounts(parcel: ExpectedParcel): readonly number[] {
  const { wallet, cost } = projectParcel(parcel.paymentMode, parcel);
  const { paidPkr, marginPkr, feePkr, chargedPkr, creditedPkr } = wallet;
  const keptFee = marginPkr === 0 ? 0 : (cost.feePkr ?? 0);
  const margins = keptFee === 0 ? [marginPkr] : [marginPkr, marginPkr + keptFee, -keptFee];
  const reserve = parcel.rtoReservePkr ?? chargedPkr;
  const held = [-reserve, reserve];
  return [...held, -paidPkr, ...margins, -feePkr, -chargedPkr, creditedPkr].filter((amount) => amount !== 0);
}
