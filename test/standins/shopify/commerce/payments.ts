import { refuseWith } from "../graphql/mutations/user-error.ts";
import type { Paisa } from "../money.ts";
import type { OrderState, TransactionState } from "../order-state.ts";
import { announceOrder, touchOrder } from "../webhooks/order-events.ts";
import type { Scene } from "../world.ts";
import { canMarkAsPaid, outstanding } from "./order-money.ts";

export function addTransaction(
  { world }: Scene,
  order: OrderState,
  input: Pick<TransactionState, "kind" | "status" | "gateway" | "amount"> & Partial<TransactionState>,
): TransactionState {
  const transaction: TransactionState = {
    id: world.ids.next("OrderTransaction"),
    formattedGateway: input.gateway,
    manualPaymentGateway: false,
    createdAt: world.clock.now(),
    parentId: null,
    test: order.test,
    ...input,
  };
  order.transactions.push(transaction);
  order.gatewayNames = [...new Set(order.transactions.map(({ gateway }) => gateway))];
  return transaction;
}

/** Settles all that is outstanding, on the pending transaction's gateway if there is one. */
export function markAsPaid(scene: Scene, order: OrderState): void {
  if (!canMarkAsPaid(order) && scene.world.rules.isOn("mark_paid_needs_outstanding")) {
    throw refuseWith("Order cannot be marked as paid.", ["id"]);
  }
  settle(scene, order, outstanding(order), null);
}

/** The money arrives: a success takes the place of what was pending. */
export function settle(scene: Scene, order: OrderState, amount: Paisa, gateway: string | null): void {
  const pending = order.transactions.find(({ status }) => status === "PENDING");
  const paid = addTransaction(scene, order, {
    kind: pending && gateway === null ? pending.kind : "SALE",
    status: "SUCCESS",
    gateway: gateway ?? pending?.gateway ?? "manual",
    amount,
    parentId: gateway === null ? (pending?.id ?? null) : null,
    manualPaymentGateway: gateway === null ? (pending?.manualPaymentGateway ?? true) : false,
  });
  announceOrder(scene, order, "order_transactions/create", paid);
  order.updatedAt = scene.world.clock.now();
  if (outstanding(order) <= 0) announceOrder(scene, order, "orders/paid");
  else touchOrder(scene, order);
}

export function payManually(
  scene: Scene,
  order: OrderState,
  amount: Paisa | null,
  method: string | null,
): void {
  if (
    amount !== null &&
    !scene.shop.plan.shopifyPlus &&
    scene.world.rules.isOn("manual_payment_amount_plus_only")
  ) {
    throw refuseWith("The amount field is only available to stores on Shopify Plus.", ["amount"]);
  }
  const due = outstanding(order);
  if (due <= 0) throw refuseWith("The order has no outstanding balance.", ["id"], "AMOUNT_NOT_POSITIVE");
  if (amount !== null && amount > due) {
    throw refuseWith("The amount exceeds the outstanding balance.", ["amount"], "AMOUNT_EXCEEDS_BALANCE");
  }
  settle(scene, order, amount ?? due, method ?? "manual");
}
