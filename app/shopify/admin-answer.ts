import { LONGEST_WAIT_MS, type ThrottleStatus, waitFor } from "./cost-bucket.ts";
import { ShopifyError, type ShopifyErrorKind, type ShopifyUserError } from "./errors.ts";
import type { AdminOperation } from "./operation.ts";

type AdminPathError = {
  readonly path: string;
  readonly code: string | null;
  readonly message: string;
};

/** Data, and what Shopify left out of it: protected or unscoped values read null and stand in `accessDenied`. */
export type AdminAnswer<Result> = {
  readonly data: Result;
  readonly accessDenied: readonly string[];
  readonly errors: readonly AdminPathError[];
  readonly cost: AdminCost | null;
};

/** Points of one call, as Shopify tells them. */
export type AdminCost = {
  readonly requested: number;
  /** Null where Shopify did not carry it out. */
  readonly actual: number | null;
  readonly throttleStatus: ThrottleStatus | null;
};

export type Outcome<Result> =
  | { readonly kind: "answered"; readonly answer: AdminAnswer<Result> }
  | { readonly kind: "throttled"; readonly waitMs: number; readonly cost: AdminCost | null }
  | { readonly kind: "stale_token" }
  /** `arrived: "perhaps"`: Shopify may have carried it out. */
  | {
      readonly kind: "no_answer";
      readonly arrived: "no" | "perhaps";
      readonly status?: number;
      readonly cause?: unknown;
    }
  | { readonly kind: "refused"; readonly error: ShopifyError; readonly cost: AdminCost | null };

const STATUS_KINDS: Readonly<Record<number, ShopifyErrorKind>> = {
  402: "shop_unavailable",
  403: "unauthorized",
  404: "shop_unavailable",
  423: "shop_unavailable",
};

/** Reads an HTTP status that is not 200. https://shopify.dev/docs/api/usage/response-codes */
export function readStatus(operation: string, status: number, retryAfter: string | null): Outcome<never> {
  if (status === 401) return { kind: "stale_token" };
  if (status === 429 || status === 430) {
    return { kind: "throttled", waitMs: waitAfter429(retryAfter), cost: null };
  }
  if (status >= 500) return { kind: "no_answer", arrived: "perhaps", status };
  const kind = STATUS_KINDS[status] ?? (status >= 300 && status < 400 ? "shop_unavailable" : "bad_request");
  const error = new ShopifyError(kind, `Shopify answered ${operation} with ${status}`, { operation, status });
  return { kind: "refused", error, cost: null };
}

const USUAL_WAIT_MS = 2000;

/** Retry-After in seconds, with decimals; never more than a bucket of points takes to fill. */
function waitAfter429(retryAfter: string | null): number {
  const askedMs = Math.ceil(Number(retryAfter ?? "") * 1000);
  return askedMs > 0 ? Math.min(askedMs, LONGEST_WAIT_MS) : USUAL_WAIT_MS;
}

/** Reads the body of a 200: 200 says only that Shopify spoke, never that it did what was asked. */
export function readBody<Result, Variables>(
  operation: AdminOperation<Result, Variables>,
  text: string,
): Outcome<Result> {
  const body = parseBody<Result>(text);
  if (body === null) return { kind: "no_answer", arrived: "perhaps" };
  const cost = readCost(body);
  const errors = (body.errors ?? []).map(toPathError);
  const whole = errors.find((error) => error.path === "" || !error.path.includes("."));
  if (whole !== undefined) return readWholeError(operation.name, whole, cost);
  if (body.data === undefined || body.data === null) return { kind: "no_answer", arrived: "perhaps" };
  const userErrors = operation.returnsUserErrors ? [] : findUserErrors(body.data);
  if (userErrors.length > 0) return { kind: "refused", error: refusedBy(operation.name, userErrors), cost };
  const accessDenied = errors.filter((error) => error.code === "ACCESS_DENIED").map((error) => error.path);
  const others = errors.filter((error) => error.code !== "ACCESS_DENIED");
  return { kind: "answered", answer: { data: body.data, accessDenied, errors: others, cost } };
}

const CODE_KINDS: Readonly<Record<string, ShopifyErrorKind>> = {
  ACCESS_DENIED: "access_denied",
  SHOP_INACTIVE: "shop_unavailable",
  MAX_COST_EXCEEDED: "max_cost_exceeded",
  RESOURCE_NOT_FOUND: "not_found",
};

function readWholeError(operation: string, error: AdminPathError, cost: AdminCost | null): Outcome<never> {
  if (error.code === "THROTTLED") return { kind: "throttled", waitMs: waitAfterThrottle(cost), cost };
  if (error.code === "INTERNAL_SERVER_ERROR") return { kind: "no_answer", arrived: "perhaps" };
  const kind = CODE_KINDS[error.code ?? ""] ?? "bad_request";
  return {
    kind: "refused",
    error: new ShopifyError(kind, `Shopify refused ${operation}: ${error.code ?? error.message}`, {
      operation,
      logged: `Shopify refused ${operation}: ${error.code ?? "without a code"}`,
    }),
    cost,
  };
}

/** Until the bucket holds what was just asked for; a second where Shopify throttles although it does, or does not say. */
function waitAfterThrottle(cost: AdminCost | null): number {
  const status = cost?.throttleStatus;
  if (cost === null || status === null || status === undefined) return 1000;
  const needed = Math.min(cost.requested, status.maximumAvailable);
  return waitFor(needed, status.currentlyAvailable, status.restoreRate) || 1000;
}

function refusedBy(operation: string, userErrors: readonly ShopifyUserError[]): ShopifyError {
  const reasons = userErrors.map((error) => error.code ?? error.message).join(", ");
  const codes = userErrors.map((error) => error.code ?? "without a code").join(", ");
  return new ShopifyError("user_errors", `Shopify refused ${operation}: ${reasons}`, {
    operation,
    // Shopify may quote our variables where it gives no code.
    logged: `Shopify refused ${operation}: ${codes}`,
    userErrors,
  });
}

function findUserErrors(data: unknown): readonly ShopifyUserError[] {
  if (!isRecord(data)) return [];
  return Object.values(data).flatMap((root) => {
    if (!isRecord(root)) return [];
    return Object.entries(root).flatMap(([key, value]) =>
      /userErrors$/i.test(key) && Array.isArray(value) ? value.map(parseUserError) : [],
    );
  });
}

function parseUserError(value: unknown): ShopifyUserError {
  const error = isRecord(value) ? value : {};
  return {
    code: typeof error.code === "string" ? error.code : null,
    field: Array.isArray(error.field) ? error.field.map(String) : null,
    message: typeof error.message === "string" ? error.message : "",
  };
}

type Body<Result> = {
  readonly data?: Result | null;
  readonly errors?: readonly unknown[];
  readonly extensions?: unknown;
};

/** The answer's shape is held by Shopify's own schema, from which `Result` is generated. */
function parseBody<Result>(text: string): Body<Result> | null {
  try {
    const body: unknown = JSON.parse(text);
    if (!isRecord(body)) return null;
    if (!Array.isArray(body.errors) && body.data === undefined) return null;
    return body as Body<Result>;
  } catch {
    return null;
  }
}

function toPathError(value: unknown): AdminPathError {
  const error = isRecord(value) ? value : {};
  const extensions = isRecord(error.extensions) ? error.extensions : {};
  return {
    path: Array.isArray(error.path) ? error.path.map(String).join(".") : "",
    code: typeof extensions.code === "string" ? extensions.code : null,
    message: typeof error.message === "string" ? error.message : "",
  };
}

function readCost(body: Body<unknown>): AdminCost | null {
  const cost = isRecord(body.extensions) ? body.extensions.cost : undefined;
  if (!isRecord(cost) || typeof cost.requestedQueryCost !== "number") return null;
  const status = cost.throttleStatus;
  return {
    requested: cost.requestedQueryCost,
    actual: typeof cost.actualQueryCost === "number" ? cost.actualQueryCost : null,
    throttleStatus: isThrottleStatus(status) ? status : null,
  };
}

function isThrottleStatus(value: unknown): value is ThrottleStatus {
  return (
    isRecord(value) &&
    typeof value.maximumAvailable === "number" &&
    typeof value.currentlyAvailable === "number" &&
    typeof value.restoreRate === "number"
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
