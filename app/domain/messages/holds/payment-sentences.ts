import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { PaymentState } from "#app/domain/money/payment-state.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { WalletCost } from "#app/domain/money/wallet-cost.ts";
import { documentedCodes, isDocumentedCode } from "#app/supplier/error-codes.ts";
import { holdSentence, isHoldCode } from "./hold-codes.ts";

/** What the merchant reads of a payment from the wallet, where it is no refusal. */
export const paymentSentences = {
  not_waiting: "This parcel is not waiting for funds any more.",
  cost_unknown:
    "The supplier has not said yet what this parcel costs, so nothing was paid. Pay once it is known.",
  paid_before: "This parcel is paid already.",
  under_way: "This parcel is being paid right now.",
  checking:
    "The supplier's answer was lost, so it is not known yet whether the wallet paid. We are checking with the supplier: the result appears here, in a minute or two.",
} as const;

/** Why nothing is paid before a person has seen the figures as they are; the service's own stands in `reportedPkr`. */
export function figuresDifferSentence({ amountPkr, reportedPkr }: WalletCost): string {
  if (reportedPkr === null)
    return `The parcel costs ${formatRupees(amountPkr)} now, another sum than was shown. Nothing was paid: look at it, then pay again.`;
  const sums = `By its costs ${formatRupees(amountPkr)} leave the wallet for it, but the supplier names ${formatRupees(reportedPkr)}.`;
  return `${sums} Nothing was paid: look at both sums on the order's page, then pay there.`;
}

type PaymentSentenceInput = {
  readonly state: PaymentState;
  readonly amountPkr: Rupees;
  readonly outcome: string | null;
};

/** How a payment of a parcel that waits for funds stands, and what to do meanwhile. */
export function paymentSentence(
  { state, amountPkr, outcome }: PaymentSentenceInput,
  { asksPerson = false }: { readonly asksPerson?: boolean } = {},
): string {
  const sum = formatRupees(amountPkr);
  switch (state) {
    case "wanted":
    case "sending":
      return `${sum} is being paid from your wallet.`;
    case "outcome_unknown":
      if (asksPerson)
        return `${sum}: the supplier's answer to the payment was lost, and neither the parcel nor the ledger shows whether it went through. Look into your wallet at the supplier, then say it here; it is not paid again before.`;
      return `${sum}: the supplier's answer to the payment was lost. We are checking whether your wallet paid; it is not paid again meanwhile.`;
    case "paid":
      return `${sum} was paid from your wallet. The supplier still lists the parcel as waiting; this changes with its next report.`;
    case "refused":
      return `The last payment did not go through. ${paymentRefusalSentence(outcome ?? "")}`;
  }
}

const REFUSALS: Readonly<Record<string, string>> = {
  insufficient_balance: "The wallet does not hold enough for this parcel. Top it up, then pay again.",
  not_connected:
    "The supplier is not connected, so nothing was paid. Connect it in Settings, then pay again.",
  not_in_wallet: "Somebody of yours saw that the wallet did not pay for this parcel. Pay again.",
  not_granted:
    "Whoever pressed Pay may not pay from the wallet any more, so nothing was paid. Somebody who may has to press it.",
  auto_pay_off: "Paying by itself was switched off before this was sent, so nothing was paid.",
  not_sent: "The payment was not sent in time, so nothing was paid. Pay again.",
  not_taken:
    "The supplier did not take the payment: the parcel still waits, and the ledger shows no payment for it. Pay again.",
  daily_quota_exceeded:
    "The supplier takes no more of today's requests, so nothing was paid. Where the deadline is before 5 in the morning in Pakistan, pay at the supplier; at 5 it takes requests again.",
  order_not_payable: paymentSentences.not_waiting,
  parcel_cancelled: "The parcel was cancelled before it was paid, so nothing was paid.",
};

/** Refusals that say "not now", the service's or our own before it is asked: nothing was done. */
const PASSING: ReadonlySet<string> = new Set([
  ...["rate_limited", "circuit_open", "too_many_waiting", "unreachable", "timed_out"],
]);

export const isPassingRefusal = (code: string): boolean => PASSING.has(code);

/** Why a payment was refused and what to do next; `message`: the service's own words, where they are at hand. */
export function paymentRefusalSentence(code: string, message?: string): string {
  const own = REFUSALS[code];
  if (own !== undefined) return own;
  if (isPassingRefusal(code))
    return "The supplier cannot be asked right now, so nothing was paid. Pay again in a minute.";
  if (isHoldCode(code) && isOfConnection(code))
    return `Nothing was paid. ${holdSentence(code, message ? { message } : {})}`;
  const said = message ? ` It said: “${message}”` : "";
  return `The supplier did not take the payment, so nothing was paid.${said}`;
}

/** A refusal of the key or the account. */
function isOfConnection(code: string): boolean {
  return isDocumentedCode(code) && documentedCodes[code] === "connection";
}
