import { toIso } from "./clock.ts";
import { newId, nextSeq } from "./ids.ts";
import type { Delivery, Mode, World } from "./state.ts";
import { sendDueDeliveries } from "./webhook-sender.ts";
import { webhookSettingsOf } from "./webhook-settings.ts";

export const EVENT_NAMES = [
  "order.received",
  "order.confirmed",
  "order.shipped",
  "order.delivered",
  "order.returned",
  "order.cancelled",
  "wallet.margin_released",
  "product.updated",
  "product.stock_changed",
  "product.removed",
] as const;

type Emission = { integrationId: string; mode: Mode; event: string; data: unknown };

/** Queues an event for an integration that wants it; armed webhook faults strike here. */
export function emitEvent(world: World, emission: Emission): void {
  const settings = webhookSettingsOf(world, emission.integrationId, emission.mode);
  if (settings === null || settings.url === null) return;
  if (settings.events.length > 0 && !settings.events.includes(emission.event)) return;
  queueDelivery(world, emission);
}

/** Queues without asking the events filter (a sample asked for by hand). Returns the event id. */
export function queueDelivery(world: World, emission: Emission): string {
  const delivery = buildDelivery(world, emission);
  const held = takeHeld(world, emission.integrationId);
  const faults = world.faults.forWebhook(emission.event);
  const lost = faults.find((fault) => fault.kind === "webhook_lost");
  if (lost?.kind === "webhook_lost") {
    delivery.nextAttemptAt = null;
    delivery.status = lost.log === "delivered" ? "delivered" : "failed";
    if (lost.log !== "absent") world.deliveries.push(delivery);
    return delivery.eventId;
  }
  addDelivery(world, delivery);
  for (const fault of faults) {
    if (fault.kind === "webhook_late") delivery.nextAttemptAt = world.clock.now() + fault.minutes * 60_000;
    if (fault.kind === "webhook_doubled") addDelivery(world, copyOf(world, delivery));
    if (fault.kind === "webhook_reordered") {
      delivery.nextAttemptAt = null;
      world.held.push(delivery);
    }
  }
  sendDueDeliveries(world);
  for (const late of held) late.nextAttemptAt = world.clock.now();
  if (held.length > 0) sendDueDeliveries(world);
  return delivery.eventId;
}

export function addDelivery(world: World, delivery: Delivery): void {
  world.deliveries.push(delivery);
  world.open.add(delivery);
}

function buildDelivery(world: World, emission: Emission): Delivery {
  const now = world.clock.now();
  const eventId = newId(world, "evt", emission.mode);
  const body = {
    id: eventId,
    event: emission.event,
    mode: emission.mode,
    createdAt: toIso(now),
    data: emission.data,
  };
  return {
    seq: nextSeq(world, "delivery"),
    id: newId(world, "dlv", emission.mode),
    eventId,
    event: emission.event,
    mode: emission.mode,
    integrationId: emission.integrationId,
    body: JSON.stringify(body),
    status: "pending",
    attempts: [],
    nextAttemptAt: now,
    inFlight: false,
    createdAt: now,
  };
}

function copyOf(world: World, delivery: Delivery): Delivery {
  const id = newId(world, "dlv", delivery.mode);
  return { ...delivery, seq: nextSeq(world, "delivery"), id, attempts: [] };
}

/** Deliveries an armed fault kept back until another one of the same integration was sent. */
function takeHeld(world: World, integrationId: string): Delivery[] {
  const mine = world.held.filter((delivery) => delivery.integrationId === integrationId);
  world.held = world.held.filter((delivery) => delivery.integrationId !== integrationId);
  return mine;
}
