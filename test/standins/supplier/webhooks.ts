import { randomBytes } from "node:crypto";
import { isIP } from "node:net";
import { z } from "zod";
import { ApiError } from "./api-error.ts";
import { toIso, toIsoOrNull } from "./clock.ts";
import { pageOf } from "./pages.ts";
import { enumParam, invalid, parseJson, parseWith } from "./parse.ts";
import type { Answer, Call, Delivery, WebhookSettings, World } from "./state.ts";
import { EVENT_NAMES, queueDelivery } from "./webhook-events.ts";
import { webhookSettingsOf } from "./webhook-settings.ts";

const webhookRequest = z.object({
  url: z.string().nullable().optional(),
  events: z.array(z.enum(EVENT_NAMES)).optional(),
  secret: z.string().min(32).optional(),
  rotateSecret: z.boolean().optional(),
});

function settingsOf(world: World, call: Call): WebhookSettings {
  const settings = webhookSettingsOf(world, call.integration.id, call.mode);
  if (settings === null) throw new ApiError("invalid_key", "This integration is disconnected");
  return settings;
}

export function getWebhooks(world: World, call: Call): Answer {
  return { status: 200, body: toView(call, settingsOf(world, call)) };
}

/** Fields that are left out stay as they are. A secret is shown once, and only one we made. */
export function putWebhooks(world: World, call: Call): Answer {
  const input = parseWith(webhookRequest, parseJson(call.rawBody));
  const settings = settingsOf(world, call);
  if (typeof input.url === "string") requirePublicHttps(input.url);
  if (input.url !== undefined) settings.url = input.url;
  if (input.events !== undefined) settings.events = input.events;
  if (input.secret !== undefined) {
    settings.secret = input.secret;
    return { status: 200, body: toView(call, settings) };
  }
  const first = settings.url !== null && settings.secret === null;
  if (!first && input.rotateSecret !== true) return { status: 200, body: toView(call, settings) };
  const secret = `whsec_${randomBytes(24).toString("hex")}`;
  settings.secret = secret;
  return { status: 200, body: { ...toView(call, settings), secret } };
}

function toView(call: Call, settings: WebhookSettings): Record<string, unknown> {
  const { url, events, secret } = settings;
  return { integrationId: call.integration.id, url, events, hasSecret: secret !== null };
}

function requirePublicHttps(text: string): void {
  if (!URL.canParse(text)) throw invalid("url", "url must be a URI");
  const { protocol, hostname } = new URL(text);
  const named = hostname.includes(".") && !/\.(local|localhost|internal|lan|home)$/.test(hostname);
  if (protocol === "https:" && (isIP(hostname.replaceAll(/[[\]]/g, "")) === 0 ? named : isPublicIp(hostname)))
    return;
  throw new ApiError("webhook_url_invalid", "The webhook URL must be public HTTPS");
}

function isPublicIp(hostname: string): boolean {
  if (hostname.startsWith("[")) return /^\[2[0-9a-f]{3}:/i.test(hostname);
  return !/^(0|10|127|169\.254|172\.(1[6-9]|2\d|3[01])|192\.168|100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./.test(
    hostname,
  );
}

/** A sample for the configured URL, of an order that does not exist; the events filter is not asked. */
export function testWebhook(world: World, call: Call): Answer {
  const settings = settingsOf(world, call);
  if (settings.url === null) throw new ApiError("webhook_url_invalid", "No webhook URL is set");
  const eventId = queueDelivery(world, {
    integrationId: call.integration.id,
    mode: call.mode,
    event: "order.shipped",
    data: SAMPLE_ORDER,
  });
  return { status: 200, body: { sent: true, eventId } };
}

const SAMPLE_ORDER = {
  id: "ord_sample",
  externalOrderId: "sample-order",
  externalOrderName: "#0000",
  parcel: { part: 1, of: 1 },
  orderNumber: "DR-000000",
  status: "SHIPPED",
  paymentMode: "COD",
  codAmount: 1800,
  wholesaleTotal: 1000,
  shippingCost: 200,
  margin: 600,
  marginStatus: "NONE",
  marginReleaseAt: null,
  rtoCharge: 0,
  returnCredit: 0,
  items: [],
  tracking: { number: "TCS00000000", courier: "TCS", url: null },
  cancellationReason: null,
} as const;

export function listDeliveries(world: World, call: Call): Answer {
  const status = enumParam(call.query, "status", ["pending", "delivered", "failed"]);
  const rows = world.deliveries.filter(
    (delivery) =>
      delivery.integrationId === call.integration.id &&
      delivery.mode === call.mode &&
      (status === null || delivery.status === status),
  );
  const page = pageOf("deliveries", rows, call.query, "descending");
  const data = page.data.map((delivery) => toDeliveryView(world, delivery));
  return { status: 200, body: { data, nextCursor: page.nextCursor } };
}

function toDeliveryView(world: World, delivery: Delivery): Record<string, unknown> {
  const { id, eventId, event, status, attempts } = delivery;
  if (world.undefinedBehaviour.deliveryLogFields === "status_only") return { status };
  return {
    id,
    eventId,
    event,
    status,
    attempts: attempts.length,
    lastStatusCode: attempts.at(-1)?.statusCode ?? null,
    lastError: attempts.at(-1)?.error ?? null,
    nextAttemptAt: toIsoOrNull(delivery.nextAttemptAt),
    createdAt: toIso(delivery.createdAt),
  };
}
