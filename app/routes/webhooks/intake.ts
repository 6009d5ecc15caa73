import type { IncomingMessage, ServerResponse } from "node:http";
import type pg from "pg";
import type { Crypto } from "#app/platform/crypto.ts";
import { failpoint } from "#app/platform/failpoint.ts";
import { type IncomingDelivery, receiveDelivery } from "#app/platform/inbox.server.ts";
import type { Metrics } from "#app/platform/metrics.server.ts";
import { readRawBody } from "#app/platform/read-raw-body.ts";
import type { ReportError } from "#app/platform/report-error.server.ts";
import type { DueWork } from "#app/platform/work.server.ts";

/** What the intakes need of the process. */
export type IntakeGround = {
  readonly pool: pg.Pool;
  readonly crypto: Crypto;
  readonly metrics: Metrics;
  readonly reportError: ReportError;
  readonly ring: (work: readonly DueWork[]) => Promise<void>;
};

/** What a delivery turned out to be, once its signature and shape have been looked at. */
export type Judged =
  | { readonly kind: "forged" }
  | { readonly kind: "malformed" }
  | { readonly kind: "genuine"; readonly delivery: IncomingDelivery };

type Judge = (request: IncomingMessage, rawBody: Buffer) => Judged | Promise<Judged>;

/**
 * The shape both intakes share: bytes, signature, one committed receipt, then the answer, then the ring.
 * Only the sender's mistakes get 4xx; when we cannot store, 503 makes the sender come back.
 */
export async function takeDelivery(
  ground: IntakeGround,
  source: "shopify" | "supplier",
  exchange: { readonly request: IncomingMessage; readonly response: ServerResponse },
  judge: Judge,
): Promise<void> {
  const { request, response } = exchange;
  const count = (outcome: string) => ground.metrics.deliveries.inc({ source, outcome });
  const stopTimer = ground.metrics.intakeSeconds.startTimer({ source });
  try {
    const { outcome, work } = await answer(ground, exchange, judge);
    count(outcome);
    stopTimer();
    // After an outage the queue may be slow to hear; the sender has its answer, and the sweeper rings too.
    if (work?.isDue) await ground.ring([work]);
    if (response.statusCode === 200) failpoint("W4");
  } catch (error) {
    count("failed");
    ground.reportError(error, { event: "intake_failed", source });
    if (!response.headersSent) reply(response, 503);
    stopTimer();
  } finally {
    // What was refused unread is not read any more, once the sender has its answer.
    if (!request.complete) afterAnswer(response, () => request.destroy());
  }
}

type Answered = {
  readonly outcome: string;
  readonly work: Awaited<ReturnType<typeof receiveDelivery>>["work"];
};

function afterAnswer(response: ServerResponse, act: () => void): void {
  if (response.writableFinished) act();
  else response.once("finish", act);
}

async function answer(
  ground: IntakeGround,
  { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  judge: Judge,
): Promise<Answered> {
  if (request.method !== "POST") return refuse(response, 405);
  const rawBody = await readRawBody(request);
  if (!rawBody) return refuse(response, 413);
  failpoint("W0");
  const judged = await judge(request, rawBody);
  if (judged.kind === "forged") return refuse(response, 401);
  if (judged.kind === "malformed") return refuse(response, 400);
  failpoint("W1");
  const received = await receiveDelivery(ground.pool, ground.crypto, judged.delivery);
  failpoint("W2");
  reply(response, 200);
  failpoint("W3");
  const { isNew, work } = received;
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
    ...(status === 413 ? { connection: "close" } : {}),
  });
  response.end(body);
}
