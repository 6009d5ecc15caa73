import { randomUUID } from "node:crypto";
import { toShopTime } from "../clock.ts";
import { legacyId } from "../ids.ts";
import type { OrderLine, OrderState } from "../order-state.ts";
import type { Address } from "../state.ts";
import { touchOrder } from "../webhooks/order-events.ts";
import type { Scene } from "../world.ts";
import { withdrawUnits } from "./fulfillment-requests.ts";
import { shiftStock } from "./inventory.ts";
import type { NewOrder } from "./new-order.ts";
import { buildLine, lineNet } from "./order-lines.ts";
import { outstanding, taxOf } from "./order-money.ts";
import { assignLocation, openFulfillmentOrder } from "./routing.ts";

export type OrderEdit = {
  readonly set?: ReadonlyArray<{ readonly lineId: string; readonly quantity: number }>;
  readonly add?: NewOrder["lines"];
  readonly staffNote?: string;
};

/** The merchant edits lines: removed units leave their fulfillment orders, added ones get a new one. */
export function editOrder(scene: Scene, order: OrderState, edit: OrderEdit): void {
  const removals: Array<{ id: number; delta: number }> = [];
  const additions: Array<{ id: number; delta: number }> = [];
  for (const { lineId, quantity } of edit.set ?? []) {
    const line = order.lines.find(({ id }) => id === lineId);
    if (!line) throw new Error(`The order has no line ${lineId}`);
    const delta = quantity - line.currentQuantity;
    if (delta < 0) {
      line.currentQuantity = quantity;
      withdrawUnits(scene, order, line.id, -delta, true);
      removals.push({ id: legacyId(line.id), delta: -delta });
    } else if (delta > 0) {
      growLine(line, delta, order.taxesIncluded);
      offerUnits(scene, order, line, delta);
      additions.push({ id: legacyId(line.id), delta });
    }
  }
  for (const given of edit.add ?? []) {
    const line = buildLine(scene, given, order.discounts);
    order.lines.push(line);
    offerUnits(scene, order, line, line.quantity);
    additions.push({ id: legacyId(line.id), delta: line.quantity });
  }
  order.edited = true;
  adjustPending(order);
  announceEdit(scene, order, { additions, removals }, edit.staffNote ?? null);
  touchOrder(scene, order);
}

/** More of the same at the full price: discounts stay what they were in rupees. */
function growLine(line: OrderLine, delta: number, included: boolean): void {
  line.quantity += delta;
  line.currentQuantity += delta;
  for (const tax of line.taxLines) tax.price = taxOf(lineNet(line), tax.rate, included);
}

function offerUnits(scene: Scene, order: OrderState, line: OrderLine, quantity: number): void {
  const location = assignLocation(scene, line);
  shiftStock(scene, line.inventoryItemId, location.id, { available: -quantity, committed: quantity });
  const one = openFulfillmentOrder(scene, order, location.id, [{ orderLineId: line.id, quantity }]);
  scene.world.webhooks.emit(scene.shop, "fulfillment_orders/order_routing_complete", {
    fulfillment_order: { id: one.id, status: one.status.toLowerCase() },
  });
}

/** What waits to be collected on delivery follows the new total. */
export function adjustPending(order: OrderState): void {
  const pending = order.transactions.filter(({ status }) => status === "PENDING");
  const [only] = pending;
  if (pending.length === 1 && only) only.amount = Math.max(0, outstanding(order));
}

function announceEdit(
  { world, shop }: Scene,
  order: OrderState,
  lines: { readonly additions: unknown[]; readonly removals: unknown[] },
  staffNote: string | null,
): void {
  const now = toShopTime(world.clock.now());
  world.webhooks.emit(
    shop,
    "orders/edited",
    {
      order_edit: {
        id: world.ids.number("OrderEdit"),
        created_at: now,
        committed_at: now,
        notify_customer: false,
        order_id: legacyId(order.id),
        staff_note: staffNote,
        user_id: 1,
        line_items: lines,
        discounts: { line_item: { additions: [], removals: [] } },
        shipping_lines: { additions: [], removals: [] },
      },
    },
    randomUUID(),
  );
}

/** The merchant corrects the address: open fulfillment orders follow, closed ones keep what they were given. */
export function editAddress(scene: Scene, order: OrderState, change: Partial<Address>): void {
  if (!order.shippingAddress) throw new Error("The order has no shipping address");
  order.shippingAddress = { ...order.shippingAddress, ...change };
  for (const one of scene.shop.fulfillmentOrders.values()) {
    if (one.orderId !== order.id || one.status === "CLOSED" || one.status === "CANCELLED") continue;
    one.destination = { ...order.shippingAddress };
    one.updatedAt = scene.world.clock.now();
  }
  touchOrder(scene, order);
}
