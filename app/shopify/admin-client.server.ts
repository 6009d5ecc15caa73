import type { Log } from "#app/platform/log.server.ts";
import { type AdminAnswer, type Outcome, readBody, readStatus } from "./admin-answer.ts";
import { API_VERSION } from "./api-version.ts";
import { type CostBucket, createCostBucket } from "./cost-bucket.ts";
import { ShopifyError } from "./errors.ts";
import type { AdminOperation } from "./operation.ts";
import type { ShopifyFetch } from "./shopify-fetch.server.ts";

export type AdminClient = {
  readonly shopDomain: string;
  run<Result, Variables>(
    operation: AdminOperation<Result, Variables>,
    variables: Variables,
    options?: { readonly signal?: AbortSignal },
  ): Promise<AdminAnswer<Result>>;
};

/** `rejected` is the token Shopify just refused with 401: a newer one is wanted. */
export type GetToken = (options?: { readonly rejected?: string }) => Promise<string>;

/** What a call was and what it cost, for counting; `points` is null where Shopify did not say. */
export type ShopifyMeter = (call: {
  readonly operation: string;
  readonly outcome: string;
  readonly points: number | null;
}) => void;

export type AdminClientOptions = {
  readonly shopDomain: string;
  readonly getToken: GetToken;
  readonly fetch: ShopifyFetch;
  readonly clock: { now(): Date };
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly log: Pick<Log, "info">;
  readonly meter?: ShopifyMeter;
  /** One per shop and process. */
  readonly bucket?: CostBucket;
  readonly timeoutMs?: number;
  /** The longest a call waits for query budget before it throws `throttled`. */
  readonly patienceMs?: number;
  /** The share of the bucket its calls leave to others, from 0 to 1: for work that nobody's order waits for. */
  readonly leftShare?: number;
};

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 250;
/** Until an operation was answered once, its cost is taken to be this. */
const USUAL_COST = 20;

type Call<Result, Variables> = {
  readonly operation: AdminOperation<Result, Variables>;
  readonly variables: Variables;
  readonly signal: AbortSignal | undefined;
};

/**
 * Calls the Admin API of one shop, within its query budget. Reads and repeatable changes are tried again after a 5xx
 * or a lost connection; any other change then throws `unknown_outcome`. Variables and bodies are never logged.
 *
 * Throws ShopifyError; see its kinds. Limits: https://shopify.dev/docs/api/usage/limits
 */
export function createAdminClient(options: AdminClientOptions): AdminClient {
  const settings = {
    ...options,
    bucket: options.bucket ?? createCostBucket(),
    timeoutMs: options.timeoutMs ?? 15_000,
    patienceMs: options.patienceMs ?? 20_000,
    leftShare: options.leftShare ?? 0,
    meter: options.meter ?? (() => undefined),
    costs: new Map<string, number>(),
  };
  return {
    shopDomain: options.shopDomain,
    run: (operation, variables, { signal } = {}) => run(settings, { operation, variables, signal }),
  };
}

type Settings = Required<AdminClientOptions> & { readonly costs: Map<string, number> };

async function run<Result, Variables>(
  settings: Settings,
  call: Call<Result, Variables>,
): Promise<AdminAnswer<Result>> {
  let patienceMs = settings.patienceMs;
  let token = await settings.getToken();
  let refreshed = false;
  for (let attempt = 1; ; ) {
    const outcome = await tryOnce(settings, call, token);
    if (outcome.kind === "answered") return outcome.answer;
    if (outcome.kind === "refused") throw outcome.error;
    if (outcome.kind === "stale_token") {
      if (refreshed) throw unauthorized(call.operation.name);
      refreshed = true;
      token = await settings.getToken({ rejected: token });
    } else if (outcome.kind === "throttled") {
      if (outcome.waitMs > patienceMs) throw throttled(call.operation.name, outcome.waitMs);
      patienceMs -= outcome.waitMs;
      await settings.sleep(outcome.waitMs, call.signal);
    } else {
      const mayRepeat = call.operation.repeatable || outcome.arrived === "no";
      if (!mayRepeat || attempt >= ATTEMPTS || call.signal?.aborted) throw noAnswer(call.operation, outcome);
      await settings.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1), call.signal);
      attempt += 1;
    }
  }
}

async function tryOnce<Result, Variables>(
  settings: Settings,
  call: Call<Result, Variables>,
  token: string,
): Promise<Outcome<Result>> {
  const { name } = call.operation;
  const expected = settings.costs.get(name) ?? USUAL_COST;
  const waitMs = settings.bucket.reserve(expected, settings.clock.now().getTime(), settings.leftShare);
  if (waitMs > 0) return { kind: "throttled", waitMs, cost: null };
  const startedAt = settings.clock.now().getTime();
  const { outcome, status } = await send(settings, call, token);
  const cost = costOf(outcome);
  if (cost !== null) settings.costs.set(name, cost.requested);
  const nowMs = settings.clock.now().getTime();
  settings.bucket.settle(expected, cost?.throttleStatus ?? null, nowMs);
  settings.meter({ operation: name, outcome: outcome.kind, points: cost?.actual ?? null });
  settings.log.info({
    event: "shopify_call",
    operation: name,
    shop: settings.shopDomain,
    outcome: outcome.kind,
    status,
    cost: cost?.actual ?? null,
    durationMs: nowMs - startedAt,
  });
  return outcome;
}

async function send<Result, Variables>(
  settings: Settings,
  { operation, variables, signal }: Call<Result, Variables>,
  token: string,
): Promise<{ outcome: Outcome<Result>; status: number | null }> {
  const timeout = AbortSignal.timeout(settings.timeoutMs);
  const url = `https://${settings.shopDomain}/admin/api/${API_VERSION}/graphql.json`;
  try {
    const response = await settings.fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json",
        "x-shopify-access-token": token,
      },
      body: JSON.stringify({ query: operation.document, variables }),
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
      redirect: "manual",
    });
    const text = await response.text();
    const { status } = response;
    if (status === 200) return { outcome: readBody(operation, text), status };
    return { outcome: readStatus(operation.name, status, response.headers.get("retry-after")), status };
  } catch (cause) {
    const arrived = neverConnected(cause) ? "no" : "perhaps";
    return { outcome: { kind: "no_answer", arrived, cause }, status: null };
  }
}

const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "UND_ERR_CONNECT_TIMEOUT",
]);

function neverConnected(error: unknown): boolean {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if ("code" in at && NOT_CONNECTED.has(at.code)) return true;
  }
  return false;
}

function costOf(outcome: Outcome<unknown>) {
  switch (outcome.kind) {
    case "answered":
      return outcome.answer.cost;
    case "throttled":
    case "refused":
      return outcome.cost;
    default:
      return null;
  }
}

function noAnswer(
  operation: { readonly name: string; readonly kind: string },
  outcome: Extract<Outcome<unknown>, { kind: "no_answer" }>,
): ShopifyError {
  const unknown = operation.kind === "mutation" && outcome.arrived === "perhaps";
  const kind = unknown ? "unknown_outcome" : "unavailable";
  const status = outcome.status === undefined ? "no answer" : `${outcome.status}`;
  return new ShopifyError(kind, `Shopify gave ${operation.name} ${status}`, {
    operation: operation.name,
    ...(outcome.status === undefined ? {} : { status: outcome.status }),
    cause: outcome.cause,
  });
}

function throttled(operation: string, retryAfterMs: number): ShopifyError {
  return new ShopifyError("throttled", `${operation} waits for query budget`, { operation, retryAfterMs });
}

function unauthorized(operation: string): ShopifyError {
  return new ShopifyError("unauthorized", `Shopify refuses the token for ${operation}`, {
    operation,
    status: 401,
  });
}
