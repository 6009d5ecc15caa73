import { refuseWith } from "../graphql/mutations/user-error.ts";
import type { OrderState } from "../order-state.ts";
import type { JobState } from "../state.ts";
import { announceOrder } from "../webhooks/order-events.ts";
import type { Scene } from "../world.ts";
import { emitState, withdrawUnits } from "./fulfillment-requests.ts";
import { received, refunded } from "./order-money.ts";
import { displayFulfillmentStatus } from "./order-status.ts";
import { addTransaction } from "./payments.ts";
import { fulfillmentOrdersOf } from "./routing.ts";

export type Cancellation = {
  readonly reason: string;
  readonly restock: boolean;
  readonly refund: boolean;
  readonly staffNote: string | null;
  readonly notifyCustomer: boolean;
};

/** Starts the job that cancels an order; the refusal comes at once, the effect a moment later. */
export function cancelOrder(scene: Scene, order: OrderState, input: Cancellation): JobState {
  if (order.cancelledAt) throw refuseWith("Order has already been cancelled", ["orderId"], "INVALID");
  if (isBusy(scene, order)) {
    throw refuseWith(
      "Cannot cancel an order with a fulfillment in progress or already fulfilled.",
      ["orderId"],
      "INVALID",
    );
  }
  const job: JobState = { id: `gid://shopify/Job/${crypto.randomUUID()}`, done: false };
  scene.shop.jobs.set(job.id, job);
  scene.world.scheduler.after(0, () => {
    if (!order.cancelledAt) carryOut(scene, order, input);
    job.done = true;
  });
  return job;
}

function isBusy(scene: Scene, order: OrderState): boolean {
  if (!scene.world.rules.isOn("cancel_order_not_in_progress")) return false;
  const isInProgress = fulfillmentOrdersOf(scene.shop.fulfillmentOrders, order.id).some(
    ({ status }) => status === "IN_PROGRESS",
  );
  return (
    isInProgress || ["FULFILLED", "PARTIALLY_FULFILLED"].includes(displayFulfillmentStatus(scene.shop, order))
  );
}

function carryOut(scene: Scene, order: OrderState, input: Cancellation): void {
  const { world, shop } = scene;
  const now = world.clock.now();
  const open = fulfillmentOrdersOf(shop.fulfillmentOrders, order.id).filter(
    ({ status }) => status !== "CLOSED" && status !== "CANCELLED",
  );
  for (const line of order.lines) {
    withdrawUnits(scene, order, line.id, line.currentQuantity, input.restock);
    line.currentQuantity = 0;
  }
  for (const line of order.shippingLines) line.isRemoved = true;
  for (const one of open) {
    one.status = "CANCELLED";
    one.updatedAt = now;
    emitState(scene, "fulfillment_orders/cancelled", one);
  }
  const kept = received(order) - refunded(order);
  if (input.refund && kept > 0) {
    addTransaction(scene, order, {
      kind: "REFUND",
      status: "SUCCESS",
      gateway: order.gatewayNames[0] ?? "manual",
      amount: kept,
    });
  }
  for (const transaction of order.transactions) {
    if (transaction.status === "PENDING") transaction.status = "FAILURE";
  }
  order.cancelledAt = now;
  order.closedAt = now;
  order.updatedAt = now;
  order.cancelReason = input.reason;
  order.cancelStaffNote = input.staffNote;
  if (input.notifyCustomer)
    shop.mails.push({ kind: "order_cancelled", orderId: order.id, fulfillmentId: null, at: now });
  announceOrder(scene, order, "orders/cancelled");
}
