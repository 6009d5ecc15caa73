import type { ShopContext } from "../shops/shop-context.server.ts";
import { answerPayment, type PaymentAnswer } from "../wallet/answer-payment.server.ts";
import { findPayment } from "../wallet/find-payments.server.ts";
import type { PaymentState } from "../wallet/payment-state.ts";
import type { PaymentOutcome } from "../wallet/record-outcome.server.ts";
import { type PaymentRequest, requestPayment } from "../wallet/request-payment.server.ts";
import { sendPayment } from "../wallet/send-payment.server.ts";
import { figuresDifferSentence, paymentRefusalSentence, paymentSentences } from "./payment-sentences.ts";
import type { Pressed } from "./press.server.ts";

/**
 * *Pay* a parcel that waits for funds, from the wallet. The payment is committed before the service is asked, and the
 * press only waits for its answer: whatever dies meanwhile, the order's work brings it to its end (R50).
 */
export async function pressPay(ctx: ShopContext, request: PaymentRequest): Promise<Pressed> {
  const requested = await requestPayment(ctx, request);
  switch (requested.kind) {
    case "unknown_parcel":
      return { ok: false, reason: "This parcel is not here any more." };
    case "not_waiting":
      return NOT_WAITING;
    case "cost_unknown":
      return { ok: false, reason: paymentSentences.cost_unknown };
    case "figures_differ":
      return { ok: false, reason: figuresDifferSentence(requested.cost) };
    case "exists":
      return toStanding(requested.state);
    case "requested": {
      const outcome = await sendPayment(ctx, requested.paymentId);
      await wakeOrder(ctx, requested.paymentId);
      return toPressed(outcome);
    }
  }
}

/** *It was paid*, *It was not*: a person who looked into the wallet ends a payment that nobody can find out about. */
export async function pressAnswerPayment(ctx: ShopContext, answer: PaymentAnswer): Promise<Pressed> {
  const orderGid = await answerPayment(ctx, answer);
  if (orderGid === null) return NOT_ASKED;
  await ctx.wake([{ kind: "order", subject: orderGid }]);
  return { ok: true };
}

const NOT_ASKED = {
  ok: false,
  reason: "What came of this payment is known by now, or is still being found out.",
  why: "not_waiting",
} as const satisfies Pressed;

const NOT_WAITING = {
  ok: false,
  reason: paymentSentences.not_waiting,
  why: "not_waiting",
} as const satisfies Pressed;

const CHECKING = { ok: false, reason: paymentSentences.checking, why: "checking" } as const satisfies Pressed;

function toStanding(state: PaymentState): Pressed {
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

function toPressed(outcome: PaymentOutcome | null): Pressed {
  if (outcome === null || outcome.kind === "outcome_unknown") return CHECKING;
  if (outcome.kind === "paid") return { ok: true };
  if (outcome.code === "order_not_payable") return NOT_WAITING;
  return { ok: false, reason: paymentRefusalSentence(outcome.code, outcome.message) };
}

/** The parcel is read by its order's own work, where every other report of it is folded in. */
async function wakeOrder(ctx: ShopContext, paymentId: string): Promise<void> {
  const payment = await findPayment(ctx, paymentId);
  if (payment) await ctx.wake([{ kind: "order", subject: payment.order.orderGid }]);
}
