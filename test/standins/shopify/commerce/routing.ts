import { legacyId } from "../ids.ts";
import type { FulfillmentOrderState, OrderLine, OrderState } from "../order-state.ts";
import type { LocationState } from "../state.ts";
import type { Scene } from "../world.ts";
import { shiftStock } from "./inventory.ts";

/** Shopify's order routing: which location ships which line, and the fulfillment orders that come of it. */
export function assignLocation({ shop }: Scene, line: OrderLine): LocationState {
  const item = line.inventoryItemId === null ? undefined : shop.items.get(line.inventoryItemId);
  const stocked = [...shop.locations.values()].filter(
    ({ id, isActive }) => isActive && item?.levels.get(id)?.isActive === true,
  );
  const inStock = stocked.find(({ id }) => (item?.levels.get(id)?.available ?? 0) >= line.quantity);
  const location = inStock ?? stocked[0] ?? primaryLocation(shop.locations.values());
  return location;
}

function primaryLocation(locations: Iterable<LocationState>): LocationState {
  const primary = [...locations].find(({ isPrimary }) => isPrimary);
  if (!primary) throw new Error("The shop has no primary location");
  return primary;
}

/** Commits stock at once; the fulfillment orders themselves appear a moment later. */
export function routeOrder(scene: Scene, order: OrderState): void {
  const byLocation = new Map<string, OrderLine[]>();
  for (const line of order.lines) {
    if (line.currentQuantity === 0 || line.isGiftCard) continue;
    const location = assignLocation(scene, line);
    byLocation.set(location.id, [...(byLocation.get(location.id) ?? []), line]);
    shiftStock(scene, line.inventoryItemId, location.id, {
      available: -line.currentQuantity,
      committed: line.currentQuantity,
    });
  }
  scene.world.scheduler.after(scene.world.routingDelayMs, () => {
    if (order.cancelledAt) return releaseStock(scene, byLocation);
    for (const [locationId, lines] of byLocation) {
      openFulfillmentOrder(
        scene,
        order,
        locationId,
        lines.map((line) => ({ orderLineId: line.id, quantity: line.currentQuantity })),
      );
    }
    completeRouting(scene, order);
  });
}

function releaseStock(scene: Scene, byLocation: ReadonlyMap<string, readonly OrderLine[]>): void {
  for (const [locationId, lines] of byLocation) {
    for (const { inventoryItemId, quantity } of lines) {
      shiftStock(scene, inventoryItemId, locationId, { committed: -quantity, available: quantity });
    }
  }
}

export function openFulfillmentOrder(
  scene: Scene,
  order: OrderState,
  locationId: string,
  units: ReadonlyArray<{ readonly orderLineId: string; readonly quantity: number }>,
): FulfillmentOrderState {
  const { world, shop } = scene;
  const now = world.clock.now();
  const fulfillmentOrder: FulfillmentOrderState = {
    id: world.ids.next("FulfillmentOrder"),
    orderId: order.id,
    locationId,
    locationName: shop.locations.get(locationId)?.name ?? "Deleted location",
    status: order.fulfillAt > now ? "SCHEDULED" : "OPEN",
    requestStatus: "UNSUBMITTED",
    createdAt: now,
    updatedAt: now,
    fulfillAt: order.fulfillAt,
    destination: order.shippingAddress && { ...order.shippingAddress },
    methodType: order.deliveryMethodType,
    presentedName: order.shippingLines[0]?.title ?? null,
    holds: [],
    requests: [],
    lines: units.map(({ orderLineId, quantity }) => ({
      id: world.ids.next("FulfillmentOrderLineItem"),
      orderLineId,
      total: quantity,
      remaining: quantity,
    })),
  };
  shop.fulfillmentOrders.set(fulfillmentOrder.id, fulfillmentOrder);
  order.updatedAt = now;
  if (fulfillmentOrder.status === "SCHEDULED") openWhenDue(scene, fulfillmentOrder);
  return fulfillmentOrder;
}

export function openWhenDue({ world, shop }: Scene, one: FulfillmentOrderState): void {
  const dueAt = one.fulfillAt;
  if (dueAt === null) return;
  world.scheduler.after(dueAt.getTime() - world.clock.now().getTime(), () => {
    if (one.status !== "SCHEDULED" || one.fulfillAt !== dueAt) return;
    one.status = "OPEN";
    one.updatedAt = world.clock.now();
    world.webhooks.emit(shop, "fulfillment_orders/scheduled_fulfillment_order_ready", {
      fulfillment_order: { id: one.id, status: "open" },
    });
  });
}

function completeRouting({ world, shop }: Scene, order: OrderState): void {
  for (const { id, status } of fulfillmentOrdersOf(shop.fulfillmentOrders, order.id)) {
    world.webhooks.emit(shop, "fulfillment_orders/order_routing_complete", {
      fulfillment_order: { id, status: status.toLowerCase() },
    });
  }
}

export function fulfillmentOrdersOf(
  all: ReadonlyMap<string, FulfillmentOrderState>,
  orderId: string,
): FulfillmentOrderState[] {
  return [...all.values()]
    .filter((fulfillmentOrder) => fulfillmentOrder.orderId === orderId)
    .sort((a, b) => legacyId(a.id) - legacyId(b.id));
}
