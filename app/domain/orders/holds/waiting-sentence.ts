import { holdSentence, isHoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";

/** Whoever runs the app has paused placing for every store; no merchant can end it. */
export const PAUSED_FOR_ALL =
  "Placing is paused for all stores while Karwan is looked after. Orders go out by themselves once it goes on.";

const SENTENCES: Readonly<Record<string, string>> = {
  automatic_off: "Orders paid this way are not placed automatically. Press Place to send it.",
  older_than_automatic:
    "It is older than the switch that places orders automatically. Press Place to send it.",
  shadow_mode: "Shadow mode is on, so nothing is placed by itself. Press Place to send it.",
  rejected_by_us:
    "The supplier refused it, and its request was given back after three hours. Press Place to send it again.",
  cancellation_pending: "A cancellation was asked for in Shopify. It is being answered.",
  scheduled: "Shopify releases this order on a later date.",
  on_hold_in_shopify: "The order is on hold in Shopify. Release it there, and it goes on by itself.",
  not_requestable: "Shopify takes no fulfillment request for this order right now.",
  too_many_waiting: "The supplier answers slowly right now. It is asked again by itself in a moment.",
  rate_limited:
    "The supplier takes no more requests right now. It is asked again by itself, within a minute or so. Press Try again to ask now.",
  daily_quota_exceeded:
    "Today's requests to the supplier are used up. It is asked again by itself after 5:00 in the morning (midnight UTC). Press Try again to ask now.",
  not_connected: "The supplier is not connected. Connect it in Settings.",
};

/** Why an order that needs no answer has not moved on; null when nothing more is known than its state. */
export function waitingSentence(
  state: OrderState,
  code: string | null,
  { pausedForAll = false }: { readonly pausedForAll?: boolean } = {},
): string | null {
  if (code === "placing_paused" && state === "waiting" && pausedForAll) return PAUSED_FOR_ALL;
  if (code === null || (state !== "waiting" && state !== "to_place")) return null;
  return SENTENCES[code] ?? (isHoldCode(code) ? holdSentence(code) : null);
}
