import type { IncomingMessage, ServerResponse } from "node:http";
import type { DeliveryMark } from "#app/platform/inbox.server.ts";
import { parseSupplierEvent, type SupplierEvent } from "#app/supplier/webhook-event.ts";
import { hasValidSignature } from "#app/supplier/webhook-signature.ts";
import { type IntakeGround, type Judged, takeDelivery } from "../intake.ts";
import {
  createWebhookSecrets,
  type FindWebhookConnection,
  type WebhookConnection,
} from "./webhook-secrets.server.ts";

/** The service's deliveries, one address per connection: `/webhooks/supplier/<token>`. */
export function createSupplierIntake(ground: IntakeGround) {
  const findConnection = createWebhookSecrets(ground.pool, ground.crypto);
  return (request: IncomingMessage, response: ServerResponse, token: string) =>
    takeDelivery(ground, "supplier", { request, response }, ({ headers }, rawBody) =>
      judge(findConnection, token, headers, rawBody),
    );
}

async function judge(
  findConnection: FindWebhookConnection,
  token: string,
  headers: IncomingMessage["headers"],
  rawBody: Buffer,
): Promise<Judged> {
  const connection = await findSigner(findConnection, token, headers["x-service-signature"], rawBody);
  if (!connection) return { kind: "forged" };
  const event = parseSupplierEvent(rawBody);
  if (!event || ![event.id, event.event, event.mode].every(isPlain)) return { kind: "malformed" };
  // The header is not signed, the body's id is: a replay under another id is a forgery.
  if (headers["x-service-event-id"] !== event.id) return { kind: "forged" };
  const mark = planEvent(event, await findModes(findConnection, token, connection, event.mode));
  return {
    kind: "genuine",
    delivery: {
      shop: { id: connection.shopId },
      source: "supplier",
      key: `${event.mode}/${event.id}`,
      topic: event.event,
      subject: mark.kind === "handoff" ? mark.externalOrderId : productOf(event),
      rawBody,
      mark,
    },
  };
}

/** Anybody can send a wrong signature: it makes us read at most once a second. */
const forgedRereadMs = 1000;

/** A mode we do not know may have been connected since the address was remembered: ignoring its news would lose it. */
async function findModes(
  findConnection: FindWebhookConnection,
  token: string,
  known: WebhookConnection,
  mode: string,
): Promise<readonly string[]> {
  if (known.modes.includes(mode)) return known.modes;
  return (await findConnection(token, { maxAgeMs: 0 }))?.modes ?? known.modes;
}

async function findSigner(
  findConnection: FindWebhookConnection,
  token: string,
  signature: string | string[] | undefined,
  rawBody: Buffer,
): Promise<WebhookConnection | null> {
  const header = typeof signature === "string" ? signature : null;
  const signs = (connection: WebhookConnection | null) =>
    hasValidSignature({ rawBody, signature: header, secrets: connection?.secrets ?? [unknownTokenSecret] });
  const known = await findConnection(token);
  if (signs(known)) return known;
  if (!known) return null;
  const fresh = await findConnection(token, { maxAgeMs: forgedRereadMs });
  return fresh && fresh !== known && signs(fresh) ? fresh : null;
}

// An unknown token takes as long to refuse as a known one; this secret signs nothing that is accepted.
const unknownTokenSecret = "no connection has this token";

function productOf(event: SupplierEvent): string | null {
  return event.kind === "product" && isPlain(event.product.productId)
    ? `product/${event.product.productId}`
    : null;
}

function isPlain(text: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(text);
}

/** What an event asks for. What is good but not for us is kept and ignored (R15). */
function planEvent(event: SupplierEvent, modes: readonly string[]): DeliveryMark {
  if (!modes.includes(event.mode)) return { kind: "ignored", reason: "other_mode" };
  if (event.kind === "product" && isPlain(event.product.productId)) {
    return { kind: "work", work: "product_news", subject: event.mode, lane: "stock" };
  }
  if (event.kind !== "order") return { kind: "ignored", reason: "unknown_event" };
  const externalOrderId = event.order.externalOrderId;
  if (!externalOrderId || !isPlain(externalOrderId)) return { kind: "ignored", reason: "unknown_order" };
  return { kind: "handoff", mode: event.mode, externalOrderId };
}
