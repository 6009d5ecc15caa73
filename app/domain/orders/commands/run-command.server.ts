import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordContact } from "#app/domain/orders/customer/contact/record-contact.server.ts";
import {
  choosePhone,
  confirmCustomerEdit,
  type EditCustomerResult,
  editCustomer,
  undoCustomerEdit,
} from "#app/domain/orders/customer/edit-customer.server.ts";
import { answerHold } from "#app/domain/orders/holds/answer-hold.server.ts";
import { PAUSED_FOR_ALL } from "#app/domain/orders/holds/waiting-sentence.ts";
import { stateContents } from "#app/domain/orders/parcels/state-contents.server.ts";
import { saveSettings } from "#app/domain/shops/save-settings.server.ts";
import { runAfterPlacing } from "./after-placing.server.ts";
import type { CommandForm } from "./command-form.ts";
import type { CommandResult } from "./command-result.ts";
import { dismissHold } from "./decisions/dismiss-hold.server.ts";
import { finishInShopify } from "./decisions/finish-in-shopify.server.ts";
import { linkVariant } from "./decisions/link-variant.server.ts";
import { lowerDelivery } from "./decisions/lower-delivery.server.ts";
import { markPaidByHand } from "./decisions/mark-paid-by-hand.server.ts";
import { type MoveAwayResult, moveAway } from "./decisions/move-away.server.ts";
import { getDoneText } from "./get-done-text.server.ts";
import {
  requestOrderCancel,
  requestPlacement,
  retryPlacement,
  simulateParcel,
} from "./order-commands.server.ts";
import { answerParcelPayment, payParcel } from "./pay-parcel.server.ts";
import { resolvePlacementConflict } from "./resolve-placement-conflict.server.ts";

/** Whoever presses, in their shop. */
export type CommandActor = { readonly ctx: ShopContext; readonly by: string };

/** What was done and happens next, as a sentence for a toast; else why not. */
export type CommandAnswer =
  | { readonly ok: true; readonly done: string }
  | (Extract<CommandResult | MoveAwayResult | EditCustomerResult, { readonly ok: false }> & {
      readonly gone?: true;
    });

/** A button or form of an order's page: one press, one use case. */
export async function runCommand(
  visit: CommandActor,
  orderId: string,
  command: CommandForm,
): Promise<CommandAnswer> {
  if (command.intent === "move_away") return move(visit, orderId, command.choice ?? null);
  const done = await getDoneText(visit.ctx, orderId, command);
  const answer = await dispatchCommand(visit, orderId, command);
  // The button leaves the page, so what is said stays where the page says it too.
  if (!answer.ok) return "why" in answer && answer.why !== undefined ? { ...answer, gone: true } : answer;
  return { ok: true, done };
}

async function move(
  { ctx, by }: CommandActor,
  orderId: string,
  locationGid: string | null,
): Promise<CommandAnswer> {
  const answer = await moveAway(ctx, { orderId, by, locationGid });
  return answer.ok ? { ok: true, done: `It moves to ${answer.to}: fulfil it there` } : answer;
}

/** Of a pause of the whole installation no merchant is the master. */
async function resumePlacing(ctx: ShopContext, by: string): Promise<CommandResult> {
  await saveSettings(ctx, { paused: false, by });
  return ctx.env.PLACING_PAUSED ? { ok: false, reason: PAUSED_FOR_ALL } : { ok: true };
}

function dispatchCommand(
  { ctx, by }: CommandActor,
  orderId: string,
  command: Exclude<CommandForm, { intent: "move_away" }>,
) {
  const ofOrder = { orderId, by };
  switch (command.intent) {
    case "place":
      return requestPlacement(ctx, ofOrder);
    case "retry":
      return retryPlacement(ctx, ofOrder);
    case "cancel":
      return requestOrderCancel(ctx, ofOrder);
    case "adopt":
    case "place_again":
      return resolvePlacementConflict(ctx, { ...ofOrder, choice: command.intent });
    case "city_as_written":
      return answerHold(ctx, { ...ofOrder, answer: { kind: "city_as_written" } });
    case "choose_city":
      return answerHold(ctx, { ...ofOrder, answer: { kind: "city_chosen", city: command.city } });
    case "how_paid":
      return answerHold(ctx, { ...ofOrder, answer: { kind: "how_paid", answer: command.answer } });
    case "edit_customer":
      return editCustomer(ctx, { ...ofOrder, fields: command, seenEditAt: command.seenEditAt });
    case "choose_phone":
      return choosePhone(ctx, { ...ofOrder, phone: command.phone });
    case "keep_edit":
      return confirmCustomerEdit(ctx, ofOrder);
    case "undo_edit":
      return undoCustomerEdit(ctx, ofOrder);
    case "lower_delivery":
      return lowerDelivery(ctx, { ...ofOrder, ...command });
    case "link_variant":
      return linkVariant(ctx, { ...ofOrder, ...command });
    case "say_contents":
      return stateContents(ctx, { ...ofOrder, handoffId: command.handoffId, parcelOfLines: command.said });
    case "mark_as_paid":
      return markPaidByHand(ctx, { ...ofOrder, outstandingPkr: command.outstandingPkr });
    case "resume_placing":
      return resumePlacing(ctx, by);
    case "customer_confirmed":
      return recordContact(ctx, { ...ofOrder, how: "call", result: "confirmed" });
    case "leave_it":
      return dismissHold(ctx, ofOrder);
    case "finished_in_shopify":
      return finishInShopify(ctx, ofOrder);
    case "pay":
      return payParcel(ctx, {
        ...{ parcelId: command.parcelId, by },
        ...{ seenAmountPkr: command.amountPkr, seenReportedPkr: command.reportedPkr },
      });
    case "answer_payment":
      return answerParcelPayment(ctx, { parcelId: command.parcelId, wasPaid: command.wasPaid, by });
    case "simulate":
      return simulateParcel(ctx, { parcelId: command.parcelId, status: command.status, by });
    default:
      return runAfterPlacing({ ctx, by }, orderId, command);
  }
}
