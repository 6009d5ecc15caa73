import { randomUUID } from "node:crypto";
import type { OrderState, TransactionState } from "../order-state.ts";
import type { Scene } from "../world.ts";
import { orderBody, refundBody, transactionBody } from "./order-body.ts";

/** Tells the app about an order; `orders/updated` follows every change, as one merchant action with one event id. */
export function announceOrder(
  { world, shop }: Scene,
  order: OrderState,
  topic:
    | "orders/create"
    | "orders/updated"
    | "orders/paid"
    | "orders/cancelled"
    | "order_transactions/create"
    | "refunds/create",
  detail?: TransactionState | { readonly refundId: string },
): void {
  const eventId = randomUUID();
  if (detail && "refundId" in detail)
    world.webhooks.emit(shop, topic, refundBody(order, detail.refundId), eventId);
  else if (detail) world.webhooks.emit(shop, topic, transactionBody(order, detail), eventId);
  else world.webhooks.emit(shop, topic, orderBody(shop, order), eventId);
  if (topic !== "orders/create" && topic !== "orders/updated" && topic !== "order_transactions/create") {
    world.webhooks.emit(shop, "orders/updated", orderBody(shop, order), eventId);
  }
}

export function touchOrder(scene: Scene, order: OrderState): void {
  order.updatedAt = scene.world.clock.now();
  announceOrder(scene, order, "orders/updated");
}
