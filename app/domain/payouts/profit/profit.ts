import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { projectParcel } from "../../orders/money/parcel-margin.ts";
import type { ParcelMoney } from "../../orders/money/parcel-money.ts";

export const profitOutcomes = ["earned", "to_come", "lost"] as const;

/** Whether what a parcel brings has been released, is still to come, or was lost because it came back. */
type ProfitOutcome = (typeof profitOutcomes)[number];

export type Profit = {
  readonly outcome: ProfitOutcome;
  /** What stays with the merchant of a kept parcel, or what one that came back cost. Null is unknown. */
  readonly amountPkr: Rupees | null;
};

/**
 * What a parcel that has ended brought, without an advance or a refund, which are the order's (`projectMargin`). Null
 * while it is under way and where nothing moved. A prepaid parcel brings what its customer paid less what the wallet pays
 * for it; one that came back counts as if the customer had their money back. PostgreSQL says the same
 * in `profit_of`, for the sums of `profit_share` (D-141).
 */
export function profitOf(paymentMode: PaymentMode, parcel: ParcelMoney): Profit | null {
  const { isOpen, isLost, netPkr, paidForPkr } = projectParcel(paymentMode, parcel);
  if (isOpen) return null;
  if (parcel.status === "CANCELLED")
    return netPkr === 0 ? null : { outcome: "lost", amountPkr: lossOf(netPkr) };
  if (isLost) return { outcome: "lost", amountPkr: lossOf(netPkr) };
  const outcome = parcel.marginStatus === "RELEASED" ? "earned" : "to_come";
  return { outcome, amountPkr: netPkr === null || paidForPkr === null ? null : rupees(netPkr + paidForPkr) };
}

function lossOf(netPkr: Rupees | null): Rupees | null {
  return netPkr === null ? null : rupees(0 - netPkr);
}
