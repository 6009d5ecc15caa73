import type { CallFault } from "./relay.ts";

export type Dice = {
  readonly chance: (share: number) => boolean;
  readonly pick: <T>(from: readonly T[]) => T;
  readonly below: (end: number) => number;
};

const SHOPIFY_CALLS = [
  ...["SubmitFulfillmentRequest", "AcceptFulfillmentRequest", "FulfillmentCreate", "FulfillmentEventCreate"],
  ...[
    "OrderMarkAsPaid",
    "OrderForPlacement",
    "CloseFulfillmentOrder",
    "OrderCancel",
    "AcceptCancellationRequest",
  ],
];

/** Calls that something may go wrong with, and how. */
export function pickFaults(dice: Dice): readonly CallFault[] {
  if (dice.chance(0.45)) return [];
  const kind = dice.pick(["lost_before", "lost_after", "failed_before", "failed_after"] as const);
  const times = dice.chance(0.75) ? [1] : [1, 2];
  if (dice.chance(0.2)) return [pickWebhookFault(dice)];
  const side = dice.chance(0.55) ? "service" : "shopify";
  if (side === "shopify") return [{ side, call: dice.pick(SHOPIFY_CALLS), kind, times }];
  const call = dice.pick([
    "POST /orders",
    "POST /orders",
    "POST /orders/{id}/cancel",
    "POST /orders/{id}/pay",
  ]);
  if (dice.chance(0.2)) return [{ side, call, kind: "limited", times: [1] }];
  if (dice.chance(0.35)) return [{ side, call, kind: "refused", times: [1], code: pickCode(dice, call) }];
  return [{ side, call, kind, times }];
}

/** What comes never, or after what came later: that a parcel has left tells most. */
function pickWebhookFault({ pick }: Dice): CallFault {
  const call = pick(["order.received", "order.confirmed", "order.shipped"]);
  const kind = pick(["late", "swallowed"] as const);
  return { side: "webhook", call: kind === "late" ? "order.shipped" : call, kind, times: [1, 2] };
}

function pickCode({ pick }: Dice, call: string) {
  if (call === "POST /orders/{id}/cancel") return "order_not_cancellable";
  if (call === "POST /orders/{id}/pay") return pick(["insufficient_balance", "order_not_payable"] as const);
  return pick(["customer_blocked", "validation_error", "prepaid_disabled", "cod_below_cost"] as const);
}
