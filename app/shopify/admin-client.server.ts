import { requireNoTransaction } from "#app/platform/database/open-transaction.ts";
import type { Log } from "#app/platform/observability/log.server.ts";
import { type AdminAnswer, type Outcome, readBody, readStatus } from "./admin-answer.ts";
import { API_VERSION } from "./api-version.ts";
import type { CallGuard } from "./call-guard.server.ts";
import { isShopifyError, ShopifyError } from "./errors.ts";
import type { AdminOperation } from "./operation.ts";
import { type CostRequest, type CostTurn, createQueryBudget, type QueryBudget } from "./query-budget.ts";
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
type GetToken = (options?: { readonly rejected?: string }) => Promise<string>;

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
  /** One for all shops of the process; left out, nothing keeps a call back. */
  readonly guard?: Pick<CallGuard, "pass">;
  /** One per shop and process. */
  readonly budget?: QueryBudget;
  readonly timeoutMs?: number;
  /** The longest a call waits for query budget before it throws `throttled`. */
  readonly patienceMs?: number;
  /** The same for the client's first call, with which nothing is lost yet: the work comes back when its turn is. */
  readonly openingPatienceMs?: number;
  /** Whose calls go first when the budget is short: the smaller. */
  readonly rank?: number;
  /** The share of the bucket its calls leave to others, from 0 to 1: for work that nobody's order waits for. */
  readonly leftShare?: number;
};

const ATTEMPTS = 4;
const FIRST_PAUSE_MS = 250;
/** A call that Shopify throttled goes before all others of its shop. */
const NEXT = -1;

type Call<Result, Variables> = {
  readonly operation: AdminOperation<Result, Variables>;
  readonly variables: Variables;
  readonly signal: AbortSignal | undefined;
  readonly patienceMs: number;
};

/**
 * Calls the Admin API of one shop, within its query budget. Reads and repeatable changes are tried again after a 5xx
 * or a lost connection; any other change then throws `unknown_outcome`. Variables and bodies are never logged.
 *
 * Throws ShopifyError; see its kinds. Limits: https://shopify.dev/docs/api/usage/limits
 */
export function createAdminClient(options: AdminClientOptions): AdminClient {
  const patienceMs = options.patienceMs ?? 20_000;
  const settings = {
    ...options,
    guard: options.guard ?? { pass: (_call, send) => send(new AbortController().signal) },
    budget: options.budget ?? createQueryBudget(options),
    timeoutMs: options.timeoutMs ?? 15_000,
    patienceMs,
    openingPatienceMs: options.openingPatienceMs ?? patienceMs,
    rank: options.rank ?? 0,
    leftShare: options.leftShare ?? 0,
    meter: options.meter ?? (() => undefined),
  };
  let patience = settings.openingPatienceMs;
  return {
    shopDomain: options.shopDomain,
    run: (operation, variables, { signal } = {}) => {
      const call = { operation, variables, signal, patienceMs: patience };
      patience = settings.patienceMs;
      return run(settings, call);
    },
  };
}

type Settings = Required<AdminClientOptions>;

async function run<Result, Variables>(
  settings: Settings,
  call: Call<Result, Variables>,
): Promise<AdminAnswer<Result>> {
  requireNoTransaction(call.operation.name);
  let { patienceMs } = call;
  let token = await settings.getToken();
  let refreshed = false;
  let wasThrottled = false;
  for (let attempt = 1; ; ) {
    const askedAt = nowOf(settings);
    const turn = await settings.budget.acquire(toCostRequest(settings, call, { patienceMs, wasThrottled }));
    if (turn.kind === "late") throw throttled(call.operation.name, turn.waitMs);
    patienceMs -= nowOf(settings) - askedAt;
    const outcome = await tryOnce(settings, call, { token, turn });
    if (outcome.kind === "answered") return outcome.answer;
    if (outcome.kind === "refused") throw outcome.error;
    if (outcome.kind === "stale_token") {
      if (refreshed) throw unauthorized(call.operation.name);
      refreshed = true;
      token = await getNextToken(settings, call.operation.name, token);
    } else if (outcome.kind === "throttled") {
      wasThrottled = true;
      settings.budget.holdFor(outcome.waitMs);
    } else {
      const mayRepeat = call.operation.repeatable || outcome.arrived === "no";
      if (!mayRepeat || attempt >= ATTEMPTS || call.signal?.aborted) throw noAnswer(call.operation, outcome);
      await settings.sleep(FIRST_PAUSE_MS * 2 ** (attempt - 1), call.signal);
      attempt += 1;
    }
  }
}

/** A token refused before its time, and no other to be had: the app is gone from the shop. */
async function getNextToken({ getToken }: Settings, operation: string, rejected: string): Promise<string> {
  try {
    return await getToken({ rejected });
  } catch (error) {
    throw isShopifyError(error, "token_dead") ? unauthorized(operation) : error;
  }
}

/** What is begun is brought to its end first: changes before reads. */
function toCostRequest<Result, Variables>(
  { rank, leftShare }: Settings,
  { operation, variables, signal }: Call<Result, Variables>,
  { patienceMs, wasThrottled }: { readonly patienceMs: number; readonly wasThrottled: boolean },
): CostRequest {
  const cost = operation.points(variables);
  const own = operation.kind === "mutation" ? rank : rank + 0.5;
  return {
    key: `${operation.name} ${cost}`,
    cost,
    rank: wasThrottled ? NEXT : own,
    leftShare,
    patienceMs,
    signal,
  };
}

async function tryOnce<Result, Variables>(
  settings: Settings,
  call: Call<Result, Variables>,
  { token, turn }: { readonly token: string; readonly turn: Extract<CostTurn, { kind: "granted" }> },
): Promise<Outcome<Result>> {
  const startedAt = nowOf(settings);
  const { outcome, status } = await send(settings, call, token);
  const cost = costOf(outcome);
  turn.settle(cost);
  settings.meter({ operation: call.operation.name, outcome: outcome.kind, points: cost?.actual ?? null });
  settings.log.info({
    event: "shopify_call",
    operation: call.operation.name,
    shop: settings.shopDomain,
    outcome: outcome.kind,
    status,
    cost: cost?.actual ?? null,
    durationMs: nowOf(settings) - startedAt,
  });
  return outcome;
}

function nowOf({ clock }: Settings): number {
  return clock.now().getTime();
}

async function send<Result, Variables>(
  settings: Settings,
  { operation, variables, signal }: Call<Result, Variables>,
  token: string,
): Promise<{ outcome: Outcome<Result>; status: number | null }> {
  const url = `https://${settings.shopDomain}/admin/api/${API_VERSION}/graphql.json`;
  try {
    const { name, kind } = operation;
    const call = { shopDomain: settings.shopDomain, operation: name, kind };
    const { status, headers, text } = await settings.guard.pass(call, async (giveWay) => {
      const ends = [AbortSignal.timeout(settings.timeoutMs), giveWay, ...(signal ? [signal] : [])];
      const response = await settings.fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          accept: "application/json",
          "x-shopify-access-token": token,
        },
        body: JSON.stringify({ query: operation.document, variables }),
        signal: AbortSignal.any(ends),
        redirect: "manual",
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    });
    if (status === 200) return { outcome: readBody(operation, text), status };
    return { outcome: readStatus(operation.name, status, headers.get("retry-after")), status };
  } catch (cause) {
    if (isShopifyError(cause))
      return { outcome: { kind: "refused", error: cause, cost: null }, status: null };
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
