import type { IncomingMessage, ServerResponse } from "node:http";
import { answerRequest, type Incoming } from "./answer-request.ts";
import { ApiError, ConnectionCut } from "./api-error.ts";
import { toPlainAddress } from "./authenticate.ts";
import { type BodyFault, bodyFaultOf } from "./faults.ts";
import { toErrorAnswer } from "./idempotency.ts";
import { quotaHeaders } from "./quota.ts";
import type { Account, Answer, RequestLogEntry, World } from "./state.ts";

const MAX_BODY_BYTES = 2_000_000;
const BASE_PATH = "/v1";

/** The public face: reads a request, has it answered, writes the answer with the quota headers. */
export async function listenToApi(
  world: World,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const incoming = await readRequest(request);
  const log = startLog(world, incoming);
  const seen: { account: Account | null; log: RequestLogEntry } = { account: null, log };
  const faults = world.faults.forRequest(incoming.method, incoming.path ?? "");
  try {
    const answer = await answerRequest(world, incoming, faults, seen);
    finishLog(world, log, answer);
    writeAnswer(response, answer, commonHeaders(world, seen.account), bodyFaultOf(faults));
  } catch (error) {
    if (error instanceof ConnectionCut) {
      response.destroy();
      return;
    }
    const answer = toErrorAnswer(world, toApiError(error));
    finishLog(world, log, answer);
    log.code = toApiError(error).code;
    if (!(error instanceof ApiError)) log.bug = String(error);
    writeAnswer(response, answer, commonHeaders(world, seen.account), null);
  }
}

/** The quota, and the time by the stand-in's own clock. */
function commonHeaders(world: World, account: Account | null): Record<string, string> {
  return { ...quotaHeaders(world, account), Date: new Date(world.clock.now()).toUTCString() };
}

function toApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError("internal_error", "Something failed on our side");
}

async function readRequest(request: IncomingMessage): Promise<Incoming> {
  const address = `http://standin.invalid${request.url ?? "/"}`;
  const url = new URL(URL.canParse(address) ? address : "http://standin.invalid/");
  const underBase = url.pathname.startsWith(`${BASE_PATH}/`);
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(",") : value,
    ]),
  );
  return {
    method: request.method ?? "GET",
    path: underBase ? url.pathname.slice(BASE_PATH.length) : null,
    query: url.searchParams,
    headers,
    rawBody: await readBody(request),
    address: toPlainAddress(request.socket.remoteAddress),
  };
}

export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size > MAX_BODY_BYTES) break;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function startLog(world: World, incoming: Incoming): RequestLogEntry {
  const log: RequestLogEntry = {
    at: world.clock.now(),
    method: incoming.method,
    path: incoming.path ?? "",
    status: null,
    code: null,
    keyId: null,
    idempotencyKey: incoming.headers["idempotency-key"] ?? null,
    externalOrderId: externalOrderIdOf(incoming),
    replayed: false,
    answeredAt: null,
    retryAfterMs: null,
    bug: null,
  };
  world.requests.push(log);
  return log;
}

/** Read loosely, only to count how often an order was posted. */
function externalOrderIdOf({ method, path, rawBody }: Incoming): string | null {
  if (method !== "POST" || path !== "/orders") return null;
  return /"externalOrderId"\s*:\s*"([^"\\]*)"/.exec(rawBody.toString("utf8"))?.[1] ?? null;
}

function finishLog(world: World, log: RequestLogEntry, answer: Answer): void {
  const seconds = answer.headers?.["Retry-After"];
  log.status = answer.status;
  log.answeredAt = world.clock.now();
  log.retryAfterMs = seconds === undefined ? null : Number(seconds) * 1000;
  log.replayed = answer.headers?.["Idempotent-Replayed"] === "true";
}

function writeAnswer(
  response: ServerResponse,
  answer: Answer,
  common: Record<string, string>,
  fault: BodyFault | null,
): void {
  const bytes = Buffer.from(JSON.stringify(answer.body));
  const half = bytes.subarray(0, Math.floor(bytes.length / 2));
  const sent = fault === "truncate" ? half : bytes;
  const headers = { ...answer.headers, ...common, "Content-Type": "application/json" };
  response.writeHead(answer.status, { ...headers, "Content-Length": sent.length });
  if (fault === "stall_mid_body") response.write(half);
  else if (fault === "cut_mid_body") response.write(half, () => response.destroy());
  else response.end(sent);
}
