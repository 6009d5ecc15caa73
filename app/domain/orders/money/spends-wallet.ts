import type { Rupees } from "#app/domain/money/rupees.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";

type MaybePrepaid = {
  readonly state: OrderState;
  readonly route: PaymentMode | null;
  readonly outstandingPkr: Rupees | null;
};

/** States in which nothing of an order was sent yet: to answer what it waits for is to have it placed. */
const UNPLACED: ReadonlySet<OrderState> = new Set(["new", "waiting", "to_place", "held", "placing"]);

/**
 * When a command takes money from the wallet: one that places, wherever the order is prepaid; an answer, while the order
 * is not placed as well; one that makes the order prepaid, wherever it is not placed.
 */
export type SpendingRule = "when_prepaid" | "when_prepaid_and_unplaced" | "when_unplaced";

/** Placing a prepaid order takes its cost from the wallet (document, Money rule 6). Paid in full is prepaid (R35). */
export function isPrepaid({ route, outstandingPkr }: MaybePrepaid): boolean {
  return route === "PREPAID" || outstandingPkr === 0;
}

/** Whether a command on this order spends the wallet, so that it needs the right *pay* (R55). */
export function spendsWallet(rule: SpendingRule, order: MaybePrepaid): boolean {
  switch (rule) {
    case "when_prepaid":
      return isPrepaid(order);
    case "when_prepaid_and_unplaced":
      return isPrepaid(order) && UNPLACED.has(order.state);
    case "when_unplaced":
      return UNPLACED.has(order.state);
  }
}

/** What a person without the right reads; the owner grants it. */
export const walletRefusal = {
  reason: "This order is prepaid: having it placed takes money from the wallet, which you may not do.",
  detail: "Ask the owner to press it, or to let you pay from the wallet under Settings, Team.",
} as const;
