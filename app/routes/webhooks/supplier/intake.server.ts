import type { IncomingMessage, ServerResponse } from "node:http";
import type { DeliveryMark } from "#app/intake/receive-delivery.server.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { parseSupplierEvent, type SupplierEvent } from "#app/supplier/webhook-event.ts";
import { hasSignatureFormat, hasValidSignature } from "#app/supplier/webhook-signature.ts";
import { handleWebhook, type IntakeAdapter, type IntakeDeps, type VerificationResult } from "../intake.ts";
import {
  createWebhookAddresses,
  type WebhookAddress,
  type WebhookAddresses,
  type WebhookConnection,
} from "./webhook-addresses.server.ts";

/** The service's deliveries, one address per connection: `/webhooks/supplier/<token>`. */
export function createSupplierIntake(deps: IntakeDeps) {
  const addresses = createWebhookAddresses(deps.pool, deps.crypto);
  return (request: IncomingMessage, response: ServerResponse, token: string) => {
    const adapter: IntakeAdapter = {
      source: "supplier",
      hasSignature: (headers) => hasSignatureFormat(headers["x-service-signature"]),
      mostBytes: (headers) => mostBytesOfEvent(headers["x-service-event"]),
      verify: ({ headers }, rawBody) => verify(addresses, token, headers, rawBody),
    };
    return handleWebhook(deps, adapter, { request, response });
  };
}

/** An order with its parcels; a product comes whole, with its description and every variant. */
const mostBytes = 128 * 1024;
const mostProductBytes = 1024 * 1024;

/** The largest body taken of a kind of event. The document gives none. */
function mostBytesOfEvent(event: unknown): number {
  return typeof event === "string" && event.startsWith("product.") ? mostProductBytes : mostBytes;
}

async function verify(
  addresses: WebhookAddresses,
  token: string,
  headers: IncomingMessage["headers"],
  rawBody: Buffer,
): Promise<VerificationResult> {
  const connection = await findSigner(addresses, token, headers["x-service-signature"], rawBody);
  if (!connection) return { kind: "invalid_signature" };
  const event = parseSupplierEvent(rawBody);
  if (!event || ![event.id, event.event, event.mode].every(isPlain)) return { kind: "malformed" };
  // The header is not signed, the body's id is: a replay under another id is a forgery.
  if (headers["x-service-event-id"] !== event.id) return { kind: "invalid_signature" };
  const mark = planEvent(event, await findModes(addresses, token, connection, event.mode));
  return {
    kind: "verified",
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

/** A mode we do not know may have been connected since the address was remembered: ignoring its event would lose it. */
async function findModes(
  addresses: WebhookAddresses,
  token: string,
  known: WebhookConnection,
  mode: string,
): Promise<readonly Mode[]> {
  return known.modes.some((each) => each === mode) ? known.modes : addresses.readModes(token, known);
}

/**
 * The connection that signed. Whatever is not signed by what we remember costs one reading and two comparisons of two
 * secrets, at a known address as at an unknown one.
 */
async function findSigner(
  addresses: WebhookAddresses,
  token: string,
  header: string | string[] | undefined,
  rawBody: Buffer,
): Promise<WebhookConnection | null> {
  const signature = typeof header === "string" ? header : null;
  const signs = ({ secrets }: WebhookAddress) => hasValidSignature({ rawBody, signature, secrets });
  const remembered = addresses.remembered(token);
  if (signs(remembered)) return remembered.connection;
  const address = await addresses.read(token);
  return signs(address) ? address.connection : null;
}

function productOf(event: SupplierEvent): string | null {
  return event.kind === "product" && isPlain(event.product.productId)
    ? `product/${event.product.productId}`
    : null;
}

function isPlain(text: string): boolean {
  return /^[\x21-\x7e]{1,200}$/.test(text);
}

/** What an event asks for. What is good but not for us is kept and ignored (R15). */
function planEvent(event: SupplierEvent, modes: readonly Mode[]): DeliveryMark {
  const mode = modes.find((each) => each === event.mode);
  if (mode === undefined) return { kind: "ignored", reason: "other_mode" };
  if (event.kind === "product" && isPlain(event.product.productId)) {
    return { kind: "work", work: { kind: "product.applyEvents", subject: { mode } } };
  }
  if (event.kind !== "order") return { kind: "ignored", reason: "unknown_event" };
  const externalOrderId = event.order.externalOrderId;
  if (!externalOrderId || !isPlain(externalOrderId)) return { kind: "ignored", reason: "unknown_order" };
  return { kind: "handoff", mode, externalOrderId };
}
