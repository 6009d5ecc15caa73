import { setImmediate } from "node:timers/promises";
import type { z } from "zod";
import { requireNoTransaction } from "#app/platform/database/open-transaction.ts";
import { invariant } from "#app/platform/errors.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import type { Purpose } from "./call-class.ts";
import { type CallGate, passGate } from "./call-gate.ts";
import { type RequestEffect, toSupplierError, toTransportError } from "./error-map.ts";
import { isSupplierError, type SupplierError } from "./errors.ts";
import type { Mode } from "./mode.ts";
import { parseJson } from "./parse-json.ts";
import { readBody } from "./read-body.ts";
import { type RetryPolicy, retryDelayMs, shouldRetry } from "./retry.ts";

type QueryValue = string | number | boolean | undefined;

/** One call of the service. `path` is relative to the base address; `route` is the same without ids, for logs. */
export type RequestSpec<T> = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly route: string;
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as it is, to the byte. */
  readonly body?: string | Uint8Array;
  readonly effect: RequestEffect;
  readonly retry: RetryPolicy;
  readonly schema: z.ZodType<T>;
  /** A drill's point: the service has acted, and nothing of its answer was read yet. */
  readonly answeredPoint?: string;
  /** The failpoint of the moment its bytes are on their way. */
  readonly sentPoint?: string;
  /** A `not_found` that is younger than this is given again without a call. */
  readonly knownMissMs?: number;
  /** Asked when limits and breaker have let it through: what is not due any more is not sent, and waits. */
  readonly isDue?: () => boolean;
};

type SupplierAnswer<T> = { readonly value: T; readonly headers: Headers };

export type SendRequest = <T>(spec: RequestSpec<T>) => Promise<SupplierAnswer<T>>;

/** The log the client writes to: routes, statuses, codes and durations; never bodies, ids or keys. */
export type SupplierLog = { debug(fields: object): void; warn(fields: object): void };

export type RequestOptions = {
  readonly baseUrl: string;
  readonly keyId: string;
  readonly secret: string;
  readonly fetch: typeof globalThis.fetch;
  readonly clock: { now(): Date };
  readonly log: SupplierLog;
  readonly gate: CallGate;
  readonly purpose: Purpose;
  /** Of the key, where it is known. */
  readonly mode?: Mode;
  readonly timeoutMs: number;
  readonly sleep: (ms: number) => Promise<void>;
  readonly random: () => number;
};

/** Builds the single door through which every call to the service goes. */
export function createRequest(options: RequestOptions): SendRequest {
  // A control character in a key would make fetch throw with the whole header, secret included, in its message.
  invariant(/^[\x21-\x7e]+$/.test(`${options.keyId}:${options.secret}`), "a service key is printable ASCII");
  return async function request(spec) {
    requireNoTransaction(`${spec.method} ${spec.route}`);
    const known = options.gate.misses.find(missKeyOf(options, spec), spec.knownMissMs ?? 0);
    if (known !== null) throw known;
    for (let attempt = 1; ; attempt += 1) {
      const outcome = await attemptOnce(options, spec, attempt);
      if (outcome.ok) return outcome.answer;
      if (!shouldRetry(outcome.error, attempt, spec)) throw outcome.error;
      await options.sleep(retryDelayMs(outcome.error, attempt, options.random()));
    }
  };
}

type AttemptOutcome<T> =
  | { readonly ok: true; readonly answer: SupplierAnswer<T> }
  | { readonly ok: false; readonly error: SupplierError };

async function attemptOnce<T>(
  options: RequestOptions,
  spec: RequestSpec<T>,
  attempt: number,
): Promise<AttemptOutcome<T>> {
  const startedAt = options.clock.now().getTime();
  const seen = { method: spec.method, route: spec.route, attempt };
  try {
    const answer = await passGate(options, spec, () => send(options, spec));
    const durationMs = options.clock.now().getTime() - startedAt;
    options.log.debug({ event: "supplier_answered", ...seen, durationMs });
    if (spec.effect === "read") options.gate.misses.forget(missKeyOf(options, spec));
    return { ok: true, answer };
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    error.mode = options.mode ?? null;
    const durationMs = options.clock.now().getTime() - startedAt;
    const { code, kind, status } = error;
    options.log.warn({ event: "supplier_failed", ...seen, durationMs, code, kind, status });
    if (spec.effect === "read" && code === "not_found")
      options.gate.misses.keep(missKeyOf(options, spec), error);
    return { ok: false, error };
  }
}

/** What a key does not know, another may: ids are of a mode. */
function missKeyOf<T>({ keyId }: RequestOptions, { path }: RequestSpec<T>): string {
  return `${keyId} ${path}`;
}

async function send<T>(options: RequestOptions, spec: RequestSpec<T>): Promise<SupplierAnswer<T>> {
  if (spec.isDue?.() === false) throw toTransportError("timed_out", { effect: spec.effect, sent: false });
  const signal = AbortSignal.timeout(options.timeoutMs);
  const [response] = await Promise.all([fetchResponse(options, spec, signal), passBytesOut(spec)]);
  if (spec.answeredPoint !== undefined) failpoint(spec.answeredPoint);
  options.gate.quota.recordHeaders(response.headers, options.clock.now());
  const text = await readWholeBody(response, spec.effect, signal);
  if (!response.ok) {
    const { status, headers } = response;
    throw toSupplierError({ status, headers, text, effect: spec.effect, now: options.clock.now() });
  }
  return { value: parseAnswer(spec, response.status, text), headers: response.headers };
}

/** The bytes leave in the turn after the call began; both are awaited together, so that neither is left behind. */
async function passBytesOut({ sentPoint }: Pick<RequestSpec<unknown>, "sentPoint">): Promise<void> {
  if (sentPoint === undefined) return;
  await setImmediate();
  failpoint(sentPoint);
}

async function fetchResponse<T>(
  options: RequestOptions,
  spec: RequestSpec<T>,
  signal: AbortSignal,
): Promise<Response> {
  const hasBody = spec.body !== undefined;
  try {
    return await options.fetch(buildUrl(options.baseUrl, spec), {
      method: spec.method,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${options.keyId}:${options.secret}`,
        ...(hasBody ? { "content-type": "application/json" } : {}),
        ...spec.headers,
      },
      ...(spec.body === undefined ? {} : { body: toBodyInit(spec.body) }),
      // A redirect would carry the key to another address.
      redirect: "manual",
      signal,
    });
  } catch (error) {
    if (signal.aborted)
      throw toTransportError("timed_out", { effect: spec.effect, sent: true, cause: error });
    if (isNeverSent(error))
      throw toTransportError("unreachable", { effect: spec.effect, sent: false, cause: error });
    throw toTransportError("connection_lost", { effect: spec.effect, sent: true, cause: error });
  }
}

async function readWholeBody(
  response: Response,
  effect: RequestEffect,
  signal: AbortSignal,
): Promise<string> {
  const { status } = response;
  try {
    const text = await readBody(response);
    if (text !== null) return text;
  } catch (error) {
    const code = signal.aborted ? "timed_out" : "connection_lost";
    throw toTransportError(code, { effect, sent: true, status, cause: error });
  }
  throw toTransportError("unexpected_response", { effect, sent: true, status });
}

function parseAnswer<T>(spec: RequestSpec<T>, status: number, text: string): T {
  const parsed = spec.schema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data;
  throw toTransportError("unexpected_response", {
    effect: spec.effect,
    sent: true,
    status,
    cause: parsed.error,
  });
}

function buildUrl<T>(baseUrl: string, spec: RequestSpec<T>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(spec.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const search = query.size > 0 ? `?${query}` : "";
  return `${baseUrl.replace(/\/+$/, "")}${spec.path}${search}`;
}

function toBodyInit(body: string | Uint8Array): string | Uint8Array<ArrayBuffer> {
  return typeof body === "string" ? body : new Uint8Array(body);
}

const NEVER_SENT = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Node's fetch puts the socket's error into `cause`; these codes arise before a connection stands. */
function isNeverSent(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined;
  if (typeof cause !== "object" || cause === null || !("code" in cause)) return false;
  return typeof cause.code === "string" && NEVER_SENT.has(cause.code);
}

/** An id as one path segment; ids are opaque, so whatever could change the path is refused. */
export function segment(id: string): string {
  invariant(id !== "" && id !== "." && id !== "..", "an id in a path is not empty and not a dot");
  return encodeURIComponent(id);
}
