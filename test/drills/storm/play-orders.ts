import { setTimeout as pause } from "node:timers/promises";
import { getVariant } from "#test/demo/shop-products.ts";
import type { ParcelSummary } from "#test/standins/supplier/control.ts";
import { deliveryPkr, type OrderKind, titlesOf } from "../core/orders.ts";
import type { PlayedOrder } from "./judge.ts";
import type { Storm } from "./open-storm.ts";
import type { PlannedOrder } from "./plan-storm.ts";

/** Lets customers order when they were planned to, whatever the app does meanwhile (an open loop). */
export async function placeOrders(
  storm: Storm,
  plan: readonly PlannedOrder[],
  onPlaced: (order: PlayedOrder) => void,
): Promise<void> {
  const startedAt = performance.now();
  const variants = storm.merchants.map(({ shop }) => variantsOf(storm, shop));
  for (const [index, planned] of plan.entries()) {
    await pause(Math.max(0, planned.atMs - (performance.now() - startedAt)));
    const shop = storm.merchants[planned.shop]?.shop ?? "";
    const order = storm.world.shopify.control.placeOrder({
      shop,
      lines: (variants[planned.shop]?.[planned.kind] ?? []).map((variantId) => ({ variantId, quantity: 1 })),
      payment: planned.kind === "prepaid" ? "paid" : "cod",
      shipping: deliveryPkr,
      customer: { firstName: "Ayesha", lastName: "Example", phone: `+92301${1_000_000 + index}` },
    });
    onPlaced({ gid: order.id, name: order.name, shop, plan: planned });
  }
}

type VariantsByKind = Readonly<Partial<Record<OrderKind, readonly string[]>>>;

function variantsOf({ world }: Storm, shop: string): VariantsByKind {
  const of = (kind: OrderKind) => titlesOf(kind).map((title) => getVariant(world, shop, title));
  return { COD: of("COD"), prepaid: of("prepaid"), "two parcels": of("two parcels") };
}

const GIVE_UP_AFTER_MS = 300_000;

/**
 * Moves the parcels of each order to their fate, some time after the service has them. Ends when all `count` orders
 * have met theirs; what has not for minutes is left for the judges to find.
 */
export async function moveParcels(
  storm: Storm,
  orders: readonly PlayedOrder[],
  count: number,
): Promise<void> {
  const moved = new Set<string>();
  const seenAt = new Map<string, number>();
  let lastMoveAt = performance.now();
  while (moved.size < count && performance.now() - lastMoveAt < GIVE_UP_AFTER_MS) {
    const { orders: parcels } = await storm.world.supplier.control.audit();
    const byOrder = Map.groupBy(parcels, ({ externalOrderId }) => externalOrderId.split("-")[1] ?? "");
    for (const order of orders.filter(({ gid }) => !moved.has(gid))) {
      const found = byOrder.get(order.gid.split("/").at(-1) ?? "");
      if (!found) continue;
      const since = seenAt.get(order.gid) ?? performance.now();
      seenAt.set(order.gid, since);
      const isDue = performance.now() - since >= order.plan.movesAfterMs;
      if (!isDue || !(await meetFate(storm, order, found))) continue;
      moved.add(order.gid);
      lastMoveAt = performance.now();
    }
    await pause(1000);
  }
}

const statusOf = {
  delivered: "DELIVERED",
  shipped: "SHIPPED",
  refused: "RETURNED",
  "cancelled by the service": "CANCELLED",
} as const;

/** False where it cannot happen yet: Shopify takes a cancellation request only for an accepted one. */
async function meetFate(
  { world }: Storm,
  { gid, shop, plan }: PlayedOrder,
  parcels: readonly ParcelSummary[],
) {
  if (plan.fate === "stays") return true;
  if (plan.fate === "cancelled") {
    const { control } = world.shopify;
    const accepted = control
      .fulfillmentOrdersOf({ shop, orderId: gid })
      .find(({ requestStatus }) => requestStatus === "ACCEPTED");
    if (accepted) control.requestCancellation({ shop, id: accepted.id });
    return accepted !== undefined;
  }
  for (const { id, mode } of parcels) {
    await world.supplier.control.moveParcel({ id, mode, status: statusOf[plan.fate], type: "rto" });
  }
  return true;
}
