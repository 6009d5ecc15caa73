import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type pg from "pg";
import type { DeliverySource } from "#app/domain/deliveries/delivery-source.ts";
import { type IncomingDelivery, receiveDelivery } from "#app/intake/receive-delivery.server.ts";
import type { Crypto } from "#app/platform/crypto/crypto.ts";
import type { BodyReader, ReadBody } from "#app/platform/http/read-raw-body.ts";
import type { Metrics } from "#app/platform/observability/metrics.server.ts";
import type { ReportError } from "#app/platform/observability/report-error.server.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import type { DueWork } from "#app/platform/queue/work.server.ts";

/** What the intakes need of the process. */
export type IntakeDeps = {
  readonly pool: pg.Pool;
  readonly crypto: Crypto;
  readonly metrics: Metrics;
  readonly reportError: ReportError;
  readonly notify: (work: readonly DueWork[]) => Promise<void>;
  /** One for all intakes of a process. */
  readonly readBody: BodyReader;
};

/** What an intake knows of a delivery before and after its body is read. */
export type IntakeAdapter = {
  readonly source: DeliverySource;
  /** Whether a signature of the right form is there; without one no byte of the body is read. */
  readonly hasSignature: (headers: IncomingHttpHeaders) => boolean;
  /** The largest body a delivery that says this of itself can have. */
  readonly mostBytes: (headers: IncomingHttpHeaders) => number;
  readonly verify: (
    request: IncomingMessage,
    rawBody: Buffer,
  ) => VerificationResult | Promise<VerificationResult>;
};

/** What a delivery turned out to be, once its signature and shape have been looked at. */
export type VerificationResult =
  | { readonly kind: "invalid_signature" }
  | { readonly kind: "malformed" }
  | { readonly kind: "verified"; readonly delivery: IncomingDelivery };

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/**
 * The shape both intakes share: the form of the signature, bytes, signature, one committed receipt, then the answer, then
 * the notification. Only the sender's mistakes get 4xx; when we cannot store, 503 makes the sender come back.
 */
export async function handleWebhook(
  deps: IntakeDeps,
  adapter: IntakeAdapter,
  exchange: Exchange,
): Promise<void> {
  const { request, response } = exchange;
  const { source } = adapter;
  const count = (outcome: string) => deps.metrics.deliveries.inc({ source, outcome });
  const stopTimer = deps.metrics.intakeSeconds.startTimer({ source });
  try {
    const { outcome, work } = await verifyAndStore(deps, adapter, exchange);
    count(outcome);
    stopTimer();
    // After an outage the queue may be slow; the sender has its answer, and the sweeper notifies too.
    if (work?.isDue) await deps.notify([work]);
    if (response.headersSent && response.statusCode === 200) failpoint("W4");
  } catch (error) {
    count("failed");
    deps.reportError(error, { event: "intake_failed", source });
    if (!response.headersSent) reply(response, 503);
    stopTimer();
  } finally {
    discardRemainingBody(request);
  }
}

type WebhookAnswer = {
  readonly outcome: string;
  readonly work: Awaited<ReturnType<typeof receiveDelivery>>["work"];
};

/** A sender that is cut off while it sends may not see its answer. */
const lingerMs = 250;

/** Receives what still comes of a body that was refused unread, keeps nothing of it, and soon hangs up. */
export function discardRemainingBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const timer = setTimeout(() => request.destroy(), lingerMs).unref();
  request.once("close", () => clearTimeout(timer));
  request.resume();
}

async function verifyAndStore(
  deps: IntakeDeps,
  adapter: IntakeAdapter,
  { request, response }: Exchange,
): Promise<WebhookAnswer> {
  if (request.method !== "POST") return refuse(response, 405);
  if (!adapter.hasSignature(request.headers)) return refuse(response, 401);
  return deps.readBody(request, adapter.mostBytes(request.headers), async (read) => {
    if (read.kind !== "read") return refuseUnreadBody(response, read);
    failpoint("W0");
    const verified = await adapter.verify(request, read.body);
    if (verified.kind === "invalid_signature") return refuse(response, 401);
    if (verified.kind === "malformed") return refuse(response, 400);
    return store(deps, response, verified.delivery);
  });
}

function refuseUnreadBody(
  response: ServerResponse,
  read: Exclude<ReadBody, { kind: "read" }>,
): WebhookAnswer {
  switch (read.kind) {
    case "too_large":
      return refuse(response, 413);
    case "busy":
      return refuse(response, 503);
    case "broken_off":
      return { outcome: "broken_off", work: null };
  }
}

async function store(
  deps: IntakeDeps,
  response: ServerResponse,
  delivery: IncomingDelivery,
): Promise<WebhookAnswer> {
  failpoint("W1");
  const { isNew, work } = await receiveDelivery(deps.pool, deps.crypto, delivery);
  failpoint("W2");
  reply(response, 200);
  failpoint("W3");
  return { outcome: isNew ? (work ? "stored" : "ignored") : "duplicate", work };
}

const bodies: Readonly<Record<number, string>> = {
  200: "",
  400: "malformed",
  401: "not authentic",
  405: "POST only",
  413: "too large",
  503: "try again later",
};

/** When a sender that was told to come back may do so, in seconds. */
export const retryAfterSeconds = "10";

function refuse(response: ServerResponse, status: number): WebhookAnswer {
  reply(response, status);
  return { outcome: `refused_${status}`, work: null };
}

function reply(response: ServerResponse, status: number): void {
  const body = bodies[status] ?? "";
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    ...(status === 405 ? { allow: "POST" } : {}),
    ...(status === 503 ? { "retry-after": retryAfterSeconds } : {}),
  });
  response.end(body);
}
