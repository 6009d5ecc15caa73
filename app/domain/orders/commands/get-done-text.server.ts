import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type AfterPlacing, doneAfterPlacing, isAfterPlacing } from "./after-placing.server.ts";
import type { CommandForm } from "./command-form.ts";
import { findPlacementBlocker, hasOpenParcels } from "./find-placement-blocker.server.ts";
import type { AnsweredHold } from "./placement-blocker.ts";

type StandardIntent = Exclude<CommandForm["intent"], "move_away" | AfterPlacing>;

/** What a press has done, and what comes next unless something else keeps the order. */
type DoneText = string | { readonly did: string; readonly next: string };

const DONE: Readonly<Record<StandardIntent, DoneText>> = {
  place: { did: "Noted", next: "The order is being placed" },
  retry: "Looking at it again",
  cancel: "It is being cancelled at the supplier",
  adopt: "The supplier's order is being taken over",
  place_again: { did: "Noted", next: "The order is being placed again" },
  city_as_written: { did: "Remembered", next: "Remembered; the order goes on" },
  choose_city: { did: "Remembered", next: "Remembered; the order goes on" },
  how_paid: { did: "Noted", next: "Noted; the order goes on" },
  edit_customer: { did: "Corrected", next: "Corrected; the order goes on" },
  choose_phone: { did: "Corrected", next: "Corrected; the order goes on" },
  keep_edit: { did: "Your correction counts", next: "Your correction counts; the order goes on" },
  undo_edit: "The order's own data counts again",
  lower_delivery: {
    did: "Delivery lowered for this order",
    next: "Delivery lowered for this order; it goes on",
  },
  link_variant: { did: "Linked", next: "Linked; the order goes on" },
  say_contents: "Noted; tracking goes on",
  mark_as_paid: "It is being marked as paid in Shopify",
  resume_placing: "Placing goes on",
  customer_confirmed: "Noted: the customer confirmed",
  leave_it: "Left as it is",
  finished_in_shopify: "Noted; nothing more is asked about this order",
  pay: "Paid from the wallet",
  answer_payment: "Noted, with your name",
  simulate: "The test parcel moves on",
};

function toAnsweredHold(command: CommandForm): AnsweredHold {
  if (command.intent === "how_paid") return command.answer === "cod" ? "how_paid_cod" : "how_paid_otherwise";
  return command.intent === "place" || command.intent === "place_again" ? "place" : "question";
}

/**
 * What the page says once a press was done: what it has done, and what will really happen. Told from how the order stood
 * before it.
 */
export async function getDoneText(
  ctx: ShopContext,
  orderId: string,
  command: Exclude<CommandForm, { intent: "move_away" }>,
): Promise<string> {
  if (command.intent === "replace") {
    const kept = await findPlacementBlocker(ctx, orderId, "place");
    return `It is being cancelled. ${kept ?? doneAfterPlacing(command.intent)}`;
  }
  if (isAfterPlacing(command.intent)) return doneAfterPlacing(command.intent);
  if (command.intent === "cancel" && !(await hasOpenParcels(ctx, orderId))) return "It will not be sent";
  const done = DONE[command.intent];
  if (typeof done === "string") return done;
  const kept = await findPlacementBlocker(ctx, orderId, toAnsweredHold(command));
  return kept ? `${done.did}. ${kept}` : done.next;
}
