import type { FlowAction, FlowFailure, FlowTrigger } from "#app/domain/flow/flow-names.ts";

type Words = { readonly label: string; readonly helpText: string };

/** What each trigger is called in Flow, and when it starts a workflow. */
export const TRIGGER_WORDS: Readonly<Record<FlowTrigger, Words>> = {
  held: { label: "Supplier order held", helpText: "An order waits for somebody's decision." },
  placed: { label: "Supplier order placed", helpText: "The supplier has taken an order." },
  shipped: { label: "Supplier parcel shipped", helpText: "The courier has a parcel." },
  delivered: { label: "Supplier parcel delivered", helpText: "A customer has a parcel." },
  refused: { label: "Supplier parcel refused", helpText: "A customer refused a parcel at the door." },
  awaiting_funds: {
    label: "Supplier order awaiting funds",
    helpText: "The wallet does not hold enough for a parcel.",
  },
  margin_released: {
    label: "Supplier margin released",
    helpText: "The margin of a cash on delivery order can be spent.",
  },
  cost_up: { label: "Supplier cost increased", helpText: "The supplier asks more for a product." },
  product_removed: {
    label: "Supplier product removed",
    helpText: "The supplier offers a product no longer.",
  },
};

/** What each action is called in Flow, and what it does. */
export const ACTION_WORDS: Readonly<Record<FlowAction, Words>> = {
  place: {
    label: "Place order with supplier",
    helpText: "Prepaid orders are paid from the wallet, while you may pay from it.",
  },
  hold: {
    label: "Hold supplier order",
    helpText:
      "The order waits until somebody presses Place, or requests it in Shopify. One that is placed already is left as it is.",
  },
  cancel: {
    label: "Cancel supplier order",
    helpText: "Parcels that are not packed yet are cancelled. In Shopify the order stays.",
  },
  retry: { label: "Retry supplier order", helpText: "Karwan looks at the order again now." },
};

const FAILURES: Readonly<Record<FlowFailure, string>> = {
  refused_by_shopify: "Shopify did not take the last one.",
  too_late: "Shopify could not be reached for a day, so that an event was not sent.",
  not_allowed: "The last workflow was refused: whoever switched it on may not decide this any more.",
  not_applicable: "The last workflow was refused: it did not fit the order. Flow shows why.",
};

export function failureWords(failure: FlowFailure): string {
  return FAILURES[failure];
}
