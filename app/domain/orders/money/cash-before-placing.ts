import type { OrderConfirmation } from "@prisma/client";
import { type Rupees, ZERO_RUPEES } from "#app/domain/money/rupees.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import { isPrepaid } from "./spends-wallet.ts";

type CashInput = Parameters<typeof isPrepaid>[0] & {
  /** Null while it is not known: a card that is not charged, terms, a deposit that has not come. */
  readonly route: PaymentMode | null;
  readonly outstandingPkr: Rupees | null;
  /** What the customer was asked about; left out: nothing. */
  readonly confirmation?: Pick<OrderConfirmation, "state" | "collectsPkr"> | null;
};

/**
 * What is said to a customer of cash before anything of the order is placed: 0 where it is paid, null where it is not
 * certain that the courier will ask for any (R35).
 */
export function cashBeforePlacing(order: CashInput): Rupees | null {
  const { route, outstandingPkr, confirmation } = order;
  if (isPrepaid(order)) return ZERO_RUPEES;
  if (route !== "COD" || outstandingPkr === null || outstandingPkr <= 0) return null;
  return confirmation?.state === "awaiting" ? confirmation.collectsPkr : outstandingPkr;
}
