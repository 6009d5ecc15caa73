import { saveSettings } from "../../shops/save-settings.server.ts";
import type { ShopContext } from "../../shops/shop-context.server.ts";
import { answerHold } from "../answer-hold.server.ts";
import { recordContact } from "../contact/record-contact.server.ts";
import {
  choosePhone,
  type EditAnswer,
  editCustomer,
  keepCustomerEdit,
  undoCustomerEdit,
} from "../customer/edit-customer.server.ts";
import { finishInShopify } from "../decisions/finish-in-shopify.server.ts";
import { pressLeaveIt } from "../decisions/leave-it.server.ts";
import { linkVariant } from "../decisions/link-variant.server.ts";
import { lowerDelivery } from "../decisions/lower-delivery.server.ts";
import { markPaidByHand } from "../decisions/mark-paid-by-hand.server.ts";
import { type MoveAnswer, moveAway } from "../decisions/move-away.server.ts";
import { pressContents } from "../parcels/press-contents.server.ts";
import type { Pressed } from "../press.server.ts";
import { pressCancel, pressPlace, pressRetry, pressSimulate } from "../press.server.ts";
import { pressDoubt } from "../press-doubt.server.ts";
import { pressAnswerPayment, pressPay } from "../press-pay.server.ts";
import { PAUSED_FOR_ALL } from "../waiting-sentence.ts";
import { pressAfterPlacing } from "./after-placing.server.ts";
import { sayDone } from "./done-words.server.ts";
import type { PressForm } from "./press-form.ts";

/** Whoever presses, in their shop. */
export type Presser = { readonly ctx: ShopContext; readonly by: string };

/** What was done and happens next, as a sentence for a toast; else why not. */
export type PressAnswer =
  | { readonly ok: true; readonly done: string }
  | (Extract<Pressed | MoveAnswer | EditAnswer, { readonly ok: false }> & { readonly gone?: true });

/** A button or form of an order's page: one press, one use case. */
export async function doPress(visit: Presser, orderId: string, press: PressForm): Promise<PressAnswer> {
  if (press.intent === "move_away") return move(visit, orderId, press.choice ?? null);
  const done = await sayDone(visit.ctx, orderId, press);
  const answer = await run(visit, orderId, press);
  // The button leaves the page, so what is said stays where the page says it too.
  if (!answer.ok) return "why" in answer && answer.why !== undefined ? { ...answer, gone: true } : answer;
  return { ok: true, done };
}

async function move({ ctx, by }: Presser, orderId: string, locationGid: string | null): Promise<PressAnswer> {
  const answer = await moveAway(ctx, { orderId, by, locationGid });
  return answer.ok ? { ok: true, done: `It moves to ${answer.to}: fulfil it there` } : answer;
}

/** Of a pause of the whole installation no merchant is the master. */
async function resumePlacing(ctx: ShopContext, by: string): Promise<Pressed> {
  await saveSettings(ctx, { paused: false, by });
  return ctx.env.PLACING_PAUSED ? { ok: false, reason: PAUSED_FOR_ALL } : { ok: true };
}

function run({ ctx, by }: Presser, orderId: string, press: Exclude<PressForm, { intent: "move_away" }>) {
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
      return resumePlacing(ctx, by);
    case "customer_confirmed":
      return recordContact(ctx, { ...ofOrder, how: "call", result: "confirmed" });
    case "leave_it":
      return pressLeaveIt(ctx, ofOrder);
    case "finished_in_shopify":
      return finishInShopify(ctx, ofOrder);
    case "pay":
      return pressPay(ctx, {
        ...{ parcelId: press.parcelId, by },
        ...{ seenAmountPkr: press.amountPkr, seenReportedPkr: press.reportedPkr },
      });
    case "answer_payment":
      return pressAnswerPayment(ctx, { parcelId: press.parcelId, wasPaid: press.wasPaid, by });
    case "simulate":
      return pressSimulate(ctx, { parcelId: press.parcelId, status: press.status, by });
    default:
      return pressAfterPlacing({ ctx, by }, orderId, press);
  }
}
