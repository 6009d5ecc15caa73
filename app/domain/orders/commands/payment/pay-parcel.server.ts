import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import {
  figuresDifferSentence,
  paymentRefusalSentence,
  paymentSentences,
} from "#app/domain/messages/holds/payment-sentences.ts";
import type { PaymentState } from "#app/domain/money/payment-state.ts";
import { type CommandResult, parcelGone } from "#app/domain/orders/commands/command-result.ts";
import { answerPayment, type PaymentAnswer } from "#app/domain/wallet/answer-payment.server.ts";
import { findPayment } from "#app/domain/wallet/find-payments.server.ts";
import type { PaymentOutcome } from "#app/domain/wallet/record-outcome.server.ts";
import { type PaymentRequest, requestPayment } from "#app/domain/wallet/request-payment.server.ts";
import { sendPayment } from "#app/domain/wallet/send-payment.server.ts";
import type { PaymentId } from "#app/platform/ids.ts";

/**
 * *Pay* a parcel that waits for funds, from the wallet. The payment is committed before the service is asked, and the
 * press only waits for its answer: whatever dies meanwhile, the order's work brings it to its end (R50).
 */
export async function payParcel(ctx: ShopContext, request: PaymentRequest): Promise<CommandResult> {
  const requested = await requestPayment(ctx, request);
  switch (requested.kind) {
    case "unknown_parcel":
      return parcelGone;
    case "not_waiting":
      return NOT_WAITING;
    case "cost_unknown":
      return { ok: false, reason: paymentSentences.cost_unknown };
    case "figures_differ":
      return { ok: false, reason: figuresDifferSentence(requested.cost) };
    case "exists":
      return toExistingPaymentResult(requested.state);
    case "requested": {
      const outcome = await sendPayment(ctx, requested.paymentId);
      await requestOrderReconcile(ctx, requested.paymentId);
      return toCommandResult(outcome);
    }
  }
}

/** *It was paid*, *It was not*: a person who looked into the wallet ends a payment that nobody can find out about. */
export async function answerParcelPayment(ctx: ShopContext, answer: PaymentAnswer): Promise<CommandResult> {
  const orderGid = await answerPayment(ctx, answer);
  if (orderGid === null) return NOT_ASKED;
  await ctx.wake([{ kind: "order.reconcile", subject: { orderGid } }]);
  return { ok: true };
}

const NOT_ASKED = {
  ok: false,
  reason: "What came of this payment is known by now, or is still being found out.",
  why: "not_waiting",
} as const satisfies CommandResult;

const NOT_WAITING = {
  ok: false,
  reason: paymentSentences.not_waiting,
  why: "not_waiting",
} as const satisfies CommandResult;

const CHECKING = {
  ok: false,
  reason: paymentSentences.checking,
  why: "checking",
} as const satisfies CommandResult;

function toExistingPaymentResult(state: PaymentState): CommandResult {
  switch (state) {
    case "paid":
      return { ...NOT_WAITING, reason: paymentSentences.paid_before };
    case "wanted":
    case "sending":
      return { ...NOT_WAITING, reason: paymentSentences.under_way };
    case "outcome_unknown":
    case "refused":
      return CHECKING;
  }
}

function toCommandResult(outcome: PaymentOutcome | null): CommandResult {
  if (outcome === null || outcome.kind === "outcome_unknown") return CHECKING;
  if (outcome.kind === "paid") return { ok: true };
  if (outcome.code === "order_not_payable") return NOT_WAITING;
  return { ok: false, reason: paymentRefusalSentence(outcome.code, outcome.message) };
}

/** The parcel is read by its order's own work, where every other report of it is folded in. */
async function requestOrderReconcile(ctx: ShopContext, paymentId: PaymentId): Promise<void> {
  const payment = await findPayment(ctx, paymentId);
  if (payment) await ctx.wake([{ kind: "order.reconcile", subject: { orderGid: payment.order.orderGid } }]);
}
