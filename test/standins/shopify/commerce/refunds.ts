import { refuseWith } from "../graphql/mutations/user-error.ts";
import { type Paisa, sum } from "../money.ts";
import type { OrderLine, OrderState, RefundState } from "../order-state.ts";
import { announceOrder } from "../webhooks/order-events.ts";
import type { Scene } from "../world.ts";
import { withdrawUnits } from "./fulfillment-requests.ts";
import { shiftStock } from "./inventory.ts";
import { lineCurrentTax, lineCurrentTotal, received, refunded, shippingCurrent } from "./order-money.ts";
import { fulfilledUnits, unfulfilledUnits } from "./order-status.ts";
import { addTransaction } from "./payments.ts";

export type NewRefund = {
  readonly note: string | null;
  readonly notify: boolean;
  readonly lines: ReadonlyArray<{
    readonly lineItemId: string;
    readonly quantity: number;
    readonly restockType: string;
    readonly locationId: string | null;
  }>;
  readonly shipping: Paisa | "full";
  readonly transactions: ReadonlyArray<{
    readonly amount: Paisa;
    readonly gateway: string;
    readonly parentId: string | null;
  }>;
};

/** Takes units and money off an order. Units not yet fulfilled leave their fulfillment orders too. */
export function createRefund(scene: Scene, order: OrderState, input: NewRefund): RefundState {
  const money = sum(input.transactions.map(({ amount }) => amount));
  if (money > received(order) - refunded(order)) {
    throw refuseWith("Refund amount cannot exceed the amount paid.", ["transactions"]);
  }
  const wanted = input.lines.map((entry) => ({ entry, line: checkLine(order, entry) }));
  const lines = wanted.map(({ entry, line }) => refundLine(scene, order, line, entry));
  const shipping = refundShipping(scene, order, input.shipping);
  const transactionIds = input.transactions.map(
    ({ amount, gateway, parentId }) =>
      addTransaction(scene, order, { kind: "REFUND", status: "SUCCESS", gateway, amount, parentId }).id,
  );
  const refund: RefundState = {
    id: scene.world.ids.next("Refund"),
    createdAt: scene.world.clock.now(),
    note: input.note,
    lines,
    shipping,
    transactionIds,
  };
  order.refunds.push(refund);
  order.updatedAt = refund.createdAt;
  if (input.notify) {
    scene.shop.mails.push({ kind: "refund", orderId: order.id, fulfillmentId: null, at: refund.createdAt });
  }
  announceOrder(scene, order, "refunds/create", { refundId: refund.id });
  return refund;
}

function checkLine(order: OrderState, entry: NewRefund["lines"][number]): OrderLine {
  const line = order.lines.find(({ id }) => id === entry.lineItemId);
  if (!line) throw refuseWith("Line item not found.", ["refundLineItems"]);
  if (entry.quantity < 1 || entry.quantity > line.currentQuantity) {
    throw refuseWith("Refund quantity cannot exceed the remaining quantity.", ["refundLineItems"]);
  }
  return line;
}

function refundLine(
  scene: Scene,
  order: OrderState,
  line: OrderLine,
  { quantity, restockType, locationId }: NewRefund["lines"][number],
): RefundState["lines"][number] {
  const before = { total: lineCurrentTotal(line), tax: lineCurrentTax(line) };
  const shipped = fulfilledUnits(scene.shop, order.id, line.id);
  const waiting = Math.min(quantity, unfulfilledUnits(scene.shop, order, line.id));
  line.currentQuantity -= quantity;
  withdrawUnits(scene, order, line.id, waiting, restockType !== "NO_RESTOCK");
  if (restockType === "RETURN" && shipped > 0 && locationId) {
    shiftStock(scene, line.inventoryItemId, locationId, { available: quantity - waiting });
  }
  return {
    id: scene.world.ids.next("RefundLineItem"),
    orderLineId: line.id,
    quantity,
    restockType,
    subtotal: before.total - lineCurrentTotal(line),
    tax: before.tax - lineCurrentTax(line),
    locationId,
  };
}

function refundShipping(
  { world }: Scene,
  order: OrderState,
  wanted: Paisa | "full",
): RefundState["shipping"] {
  const possible = sum(order.shippingLines.map(shippingCurrent));
  const amount = wanted === "full" ? possible : wanted;
  if (amount > possible) throw refuseWith("Shipping refund cannot exceed the shipping paid.", ["shipping"]);
  let left = amount;
  return order.shippingLines.flatMap((line) => {
    const part = Math.min(left, shippingCurrent(line));
    line.refunded += part;
    left -= part;
    if (part === 0) return [];
    return [{ id: world.ids.next("RefundShippingLine"), shippingLineId: line.id, amount: part }];
  });
}
