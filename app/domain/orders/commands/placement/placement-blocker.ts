import { holdSentence, isHoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import { PAUSED_FOR_ALL, waitingSentence } from "#app/domain/orders/holds/waiting-sentence.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";

/** What a person has just answered about an order, as far as it decides what happens next. */
export type AnsweredHold = "how_paid_cod" | "how_paid_otherwise" | "place" | "question";

export type BlockableOrder = {
  readonly state: OrderState;
  readonly holdCode: string | null;
  readonly outstandingPkr: Rupees | null;
  readonly placeRequestedAt: Date | null;
  readonly orderedAt: Date;
  /** How many things it asks of a person, the one just answered among them. */
  readonly questions: number;
};

export type BlockingShop = {
  /** The whole installation is paused, for all shops. */
  readonly pausedForAll: boolean;
  readonly shop: {
    readonly placingPausedAt: Date | null;
    readonly autoCodSince: Date | null;
    readonly autoPrepaidSince: Date | null;
  };
  readonly connection: { readonly pausedAt: Date | null; readonly health: string } | null;
};

/** Why an order does not go out although its question was just answered; null where nothing that is known keeps it. */
export function placementBlocker(
  answered: AnsweredHold,
  order: BlockableOrder,
  shop: BlockingShop,
): string | null {
  return shopPlacementBlocker(shop) ?? orderPlacementBlocker(answered, order, shop);
}

/** What keeps every order of the shop, whatever is pressed; null where nothing does. */
export function shopPlacementBlocker({ pausedForAll, shop, connection }: BlockingShop): string | null {
  if (!connection) return "The supplier is not connected. Connect it in Settings.";
  if (pausedForAll) return PAUSED_FOR_ALL;
  if (shop.placingPausedAt) return holdSentence("placing_paused");
  return connection.pausedAt && isHoldCode(connection.health) ? holdSentence(connection.health) : null;
}

function orderPlacementBlocker(
  answered: AnsweredHold,
  order: BlockableOrder,
  { shop }: BlockingShop,
): string | null {
  const isPaid = order.outstandingPkr === 0;
  if (answered === "place") return null;
  if (order.questions > 1) return "The order goes on once all that its page asks is answered.";
  if (answered === "how_paid_otherwise" && !isPaid) return "The order goes out when its payment has arrived.";
  if (answered === "question")
    return order.state === "held" ? null : waitingSentence(order.state, order.holdCode);
  const since = isPaid ? shop.autoPrepaidSince : shop.autoCodSince;
  const goesByItself = order.placeRequestedAt !== null || (since !== null && order.orderedAt >= since);
  return goesByItself ? null : "Press Place to send it.";
}
