import { answerHold } from "#app/domain/orders/answer-hold.server.ts";
import {
  choosePhone,
  editCustomer,
  keepCustomerEdit,
  undoCustomerEdit,
} from "#app/domain/orders/customer/edit-customer.server.ts";
import { linkVariant } from "#app/domain/orders/decisions/link-variant.server.ts";
import { lowerDelivery } from "#app/domain/orders/decisions/lower-delivery.server.ts";
import { markPaidByHand } from "#app/domain/orders/decisions/mark-paid-by-hand.server.ts";
import { moveAway } from "#app/domain/orders/decisions/move-away.server.ts";
import { pressContents } from "#app/domain/orders/parcels/press-contents.server.ts";
import { pressCancel, pressPlace, pressRetry, pressSimulate } from "#app/domain/orders/press.server.ts";
import { pressDoubt } from "#app/domain/orders/press-doubt.server.ts";
import { pressAnswerPayment, pressPay } from "#app/domain/orders/press-pay.server.ts";
import { saveSettings } from "#app/domain/shops/save-settings.server.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import type { Visit } from "../require-shop.server.ts";
import {
  type AfterPlacing,
  doneAfterPlacing,
  isAfterPlacing,
  pressAfterPlacing,
} from "./after-placing.server.ts";
import type { PressForm } from "./press-form.ts";

const DONE: Readonly<Record<Exclude<PressForm["intent"], "move_away" | AfterPlacing>, string>> = {
  place: "The order is being placed",
  retry: "Looking at it again",
  cancel: "The order is being cancelled",
  adopt: "The supplier's order is being taken over",
  place_again: "The order is being placed again",
  city_as_written: "Remembered; the order goes on",
  choose_city: "Remembered; the order goes on",
  how_paid: "Noted; the order goes on",
  edit_customer: "Corrected; the order goes on",
  choose_phone: "Corrected; the order goes on",
  keep_edit: "Your correction counts; the order goes on",
  undo_edit: "The order's own data counts again",
  lower_delivery: "Delivery lowered for this order; it goes on",
  link_variant: "Linked; the order goes on",
  say_contents: "Noted; tracking goes on",
  mark_as_paid: "It is being marked as paid in Shopify",
  resume_placing: "Placing goes on",
  pay: "Paid from the wallet",
  answer_payment: "Noted, with your name",
  simulate: "The test parcel moves on",
};

/** One press, one use case. */
export async function doPress(visit: Visit, orderId: string, press: PressForm): Promise<ActionAnswer> {
  if (press.intent === "move_away") return move(visit, orderId, press.choice ?? null);
  const answer = await run(visit, orderId, press);
  // The button leaves the page, so what is said stays where the page says it too.
  if (!answer.ok) return "why" in answer && answer.why !== undefined ? { ...answer, gone: true } : answer;
  const { intent } = press;
  return { ok: true, done: isAfterPlacing(intent) ? doneAfterPlacing(intent) : DONE[intent] };
}

async function move({ ctx, by }: Visit, orderId: string, locationGid: string | null): Promise<ActionAnswer> {
  const answer = await moveAway(ctx, { orderId, by, locationGid });
  return answer.ok ? { ok: true, done: `It moves to ${answer.to}: fulfil it there` } : answer;
}

function run({ ctx, by }: Visit, orderId: string, press: Exclude<PressForm, { intent: "move_away" }>) {
  const ofOrder = { orderId, by };
  switch (press.intent) {
    case "place":
      return pressPlace(ctx, ofOrder);
    case "retry":
      return pressRetry(ctx, ofOrder);
    case "cancel":
      return pressCancel(ctx, ofOrder);
    case "adopt":
    case "place_again":
      return pressDoubt(ctx, { ...ofOrder, choice: press.intent });
    case "city_as_written":
      return answerHold(ctx, { ...ofOrder, answer: { kind: "city_as_written" } });
    case "choose_city":
      return answerHold(ctx, { ...ofOrder, answer: { kind: "city_chosen", city: press.city } });
    case "how_paid":
      return answerHold(ctx, { ...ofOrder, answer: { kind: "how_paid", answer: press.answer } });
    case "edit_customer":
      return editCustomer(ctx, { ...ofOrder, fields: press, seenEditAt: press.seenEditAt });
    case "choose_phone":
      return choosePhone(ctx, { ...ofOrder, phone: press.phone });
    case "keep_edit":
      return keepCustomerEdit(ctx, ofOrder);
    case "undo_edit":
      return undoCustomerEdit(ctx, ofOrder);
    case "lower_delivery":
      return lowerDelivery(ctx, { ...ofOrder, ...press });
    case "link_variant":
      return linkVariant(ctx, { ...ofOrder, ...press });
    case "say_contents":
      return pressContents(ctx, { ...ofOrder, handoffId: press.handoffId, said: press.said });
    case "mark_as_paid":
      return markPaidByHand(ctx, { ...ofOrder, outstandingPkr: press.outstandingPkr });
    case "resume_placing":
      return saveSettings(ctx, { paused: false, by }).then(() => ({ ok: true }) as const);
    case "pay":
      return pressPay(ctx, { parcelId: press.parcelId, by, seenReportedPkr: press.reportedPkr });
    case "answer_payment":
      return pressAnswerPayment(ctx, { parcelId: press.parcelId, wasPaid: press.wasPaid, by });
    case "simulate":
      return pressSimulate(ctx, { parcelId: press.parcelId, status: press.status, by });
    default:
      return pressAfterPlacing({ ctx, by }, orderId, press);
  }
}
