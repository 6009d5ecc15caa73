import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import type pg from "pg";
import type { Crypto } from "#app/platform/crypto.ts";
import { failpoint } from "#app/platform/failpoint.ts";
import { type IncomingDelivery, receiveDelivery } from "#app/platform/inbox.server.ts";
import type { Metrics } from "#app/platform/metrics.server.ts";
import type { BodyReader, ReadBody } from "#app/platform/read-raw-body.ts";
import type { ReportError } from "#app/platform/report-error.server.ts";
import type { DueWork } from "#app/platform/work.server.ts";

/** What the intakes need of the process. */
export type IntakeGround = {
  readonly pool: pg.Pool;
  readonly crypto: Crypto;
  readonly metrics: Metrics;
  readonly reportError: ReportError;
  readonly ring: (work: readonly DueWork[]) => Promise<void>;
  /** One for all intakes of a process. */
  readonly readBody: BodyReader;
};

/** What an intake knows of a delivery before and after its body is read. */
export type Door = {
  readonly source: "shopify" | "supplier";
  /** Whether a signature of the right form is there; without one no byte of the body is read. */
  readonly hasSignature: (headers: IncomingHttpHeaders) => boolean;
  /** The largest body a delivery that says this of itself can have. */
  readonly mostBytes: (headers: IncomingHttpHeaders) => number;
  readonly judge: (request: IncomingMessage, rawBody: Buffer) => Judged | Promise<Judged>;
};

/** What a delivery turned out to be, once its signature and shape have been looked at. */
export type Judged =
  | { readonly kind: "forged" }
  | { readonly kind: "malformed" }
  | { readonly kind: "genuine"; readonly delivery: IncomingDelivery };

type Exchange = { readonly request: IncomingMessage; readonly response: ServerResponse };

/**
 * The shape both intakes share: the form of the signature, bytes, signature, one committed receipt, then the answer, then
 * the ring. Only the sender's mistakes get 4xx; when we cannot store, 503 makes the sender come back.
 */
export async function takeDelivery(ground: IntakeGround, door: Door, exchange: Exchange): Promise<void> {
  const { request, response } = exchange;
  const { source } = door;
  const count = (outcome: string) => ground.metrics.deliveries.inc({ source, outcome });
  const stopTimer = ground.metrics.intakeSeconds.startTimer({ source });
  try {
    const { outcome, work } = await answer(ground, door, exchange);
    count(outcome);
    stopTimer();
    // After an outage the queue may be slow to hear; the sender has its answer, and the sweeper rings too.
    if (work?.isDue) await ground.ring([work]);
    if (response.headersSent && response.statusCode === 200) failpoint("W4");
  } catch (error) {
    count("failed");
    ground.reportError(error, { event: "intake_failed", source });
    if (!response.headersSent) reply(response, 503);
    stopTimer();
  } finally {
    throwRestAway(request);
  }
}

type Answered = {
  readonly outcome: string;
  readonly work: Awaited<ReturnType<typeof receiveDelivery>>["work"];
};

/** A sender that is cut off while it sends may not see its answer. */
const lingerMs = 250;

/** Receives what still comes of a body that was refused unread, keeps nothing of it, and soon hangs up. */
export function throwRestAway(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  const timer = setTimeout(() => request.destroy(), lingerMs).unref();
  request.once("close", () => clearTimeout(timer));
  request.resume();
}

async function answer(ground: IntakeGround, door: Door, { request, response }: Exchange): Promise<Answered> {
  if (request.method !== "POST") return refuse(response, 405);
  if (!door.hasSignature(request.headers)) return refuse(response, 401);
  return ground.readBody(request, door.mostBytes(request.headers), async (read) => {
    if (read.kind !== "read") return refuseUnread(response, read);
    failpoint("W0");
    const judged = await door.judge(request, read.body);
    if (judged.kind === "forged") return refuse(response, 401);
    if (judged.kind === "malformed") return refuse(response, 400);
    return store(ground, response, judged.delivery);
  });
}

function refuseUnread(response: ServerResponse, read: Exclude<ReadBody, { kind: "read" }>): Answered {
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
  ground: IntakeGround,
  response: ServerResponse,
  delivery: IncomingDelivery,
): Promise<Answered> {
  failpoint("W1");
  const { isNew, work } = await receiveDelivery(ground.pool, ground.crypto, delivery);
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
export const comeBackSeconds = "10";

function refuse(response: ServerResponse, status: number): Answered {
  reply(response, status);
  return { outcome: `refused_${status}`, work: null };
}

function reply(response: ServerResponse, status: number): void {
  const body = bodies[status] ?? "";
  response.writeHead(status, {
    "content-type": "text/plain; charset=utf-8",
    "content-length": Buffer.byteLength(body),
    ...(status === 405 ? { allow: "POST" } : {}),
    ...(status === 503 ? { "retry-after": comeBackSeconds } : {}),
  });
  response.end(body);
}
