import { createHmac } from "node:crypto";
import { request as httpRequest } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { MINUTE_MS } from "./clock.ts";
import type { Delivery, World } from "./state.ts";
import { RETRY_MINUTES } from "./terms.ts";
import { webhookSettingsOf } from "./webhook-settings.ts";

/** How long a delivery waits for the answer to the one before it; keeps the order without letting one block all. */
const STAGGER_MS = 50;

type Outcome = { statusCode: number | null; error: string | null };

/** Starts every delivery whose time has come. The work goes on in the background; see `world.inFlight`. */
export function sendDueDeliveries(world: World): void {
  const now = world.clock.now();
  for (const delivery of world.open) {
    if (delivery.status !== "pending") world.open.delete(delivery);
    const due = delivery.nextAttemptAt !== null && delivery.nextAttemptAt <= now;
    if (delivery.status !== "pending" || !due || delivery.inFlight) continue;
    delivery.inFlight = true;
    const previous = world.lastSend.get(delivery.integrationId) ?? Promise.resolve();
    const sending = attempt(world, delivery, previous);
    world.lastSend.set(delivery.integrationId, sending);
    world.inFlight.add(sending);
    void sending.finally(() => world.inFlight.delete(sending));
  }
}

async function attempt(world: World, delivery: Delivery, previous: Promise<void>): Promise<void> {
  const patience = new AbortController();
  await Promise.race([
    previous,
    wait(STAGGER_MS, undefined, { signal: patience.signal }).catch(() => undefined),
  ]);
  patience.abort();
  const at = world.clock.now();
  const outcome = await post(world, delivery, at);
  delivery.attempts.push({ at, ...outcome });
  delivery.inFlight = false;
  if (outcome.statusCode !== null && outcome.statusCode >= 200 && outcome.statusCode < 300) {
    delivery.status = "delivered";
    delivery.nextAttemptAt = null;
    return;
  }
  const minutes = RETRY_MINUTES[delivery.attempts.length - 1];
  delivery.nextAttemptAt = minutes === undefined ? null : at + minutes * MINUTE_MS;
  if (minutes === undefined) delivery.status = "failed";
}

async function post(world: World, delivery: Delivery, at: number): Promise<Outcome> {
  const settings = webhookSettingsOf(world, delivery.integrationId, delivery.mode);
  if (settings === null || settings.url === null)
    return { statusCode: null, error: "deliveries are stopped" };
  const target = new URL(settings.url);
  const local = world.hosts.get(target.hostname);
  if (local === undefined) return { statusCode: null, error: `no route to ${target.hostname}` };
  const stamp = world.undefinedBehaviour.retryTimestamp === "attempt" ? at : delivery.createdAt;
  const headers = {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(delivery.body)),
    Host: target.host,
    "X-Service-Event": delivery.event,
    "X-Service-Event-Id": delivery.eventId,
    "X-Service-Timestamp": String(Math.floor(stamp / 1000)),
    "X-Service-Signature": signBody(delivery.body, settings.secret ?? ""),
  };
  return send(
    new URL(`${target.pathname}${target.search}`, local),
    headers,
    delivery.body,
    world.deliveryTimeoutMs,
  );
}

/** `sha256=` and the lowercase hex HMAC of the raw body (API document, "Delivery"). */
function signBody(body: string, secret: string): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

function send(url: URL, headers: Record<string, string>, body: string, timeoutMs: number): Promise<Outcome> {
  return new Promise((resolve) => {
    const signal = AbortSignal.timeout(timeoutMs);
    const request = httpRequest(url, { method: "POST", headers, signal }, (response) => {
      response.resume();
      resolve({ statusCode: response.statusCode ?? null, error: null });
    });
    request.on("error", (error) => resolve({ statusCode: null, error: error.name }));
    request.end(body);
  });
}
