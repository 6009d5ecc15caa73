import { AppError, type AppErrorOptions } from "#app/platform/errors.ts";

export type ShopifyErrorKind =
  /** Over the shop's query budget for longer than a call may wait; `retryAfterMs` says how long. */
  | "throttled"
  /** No answer, or a 5xx, to something that changes nothing or may be repeated. */
  | "unavailable"
  /** A change was sent and no usable answer came back: read the truth before trying again. */
  | "unknown_outcome"
  /** Shopify understood and refused; `userErrors` says why. */
  | "user_errors"
  /** A scope, or the approval for protected customer data, is missing for the whole operation. */
  | "access_denied"
  | "not_found"
  /** The token is refused: uninstalled, or revoked. */
  | "unauthorized"
  /** The refresh token is dead: only the merchant opening the app helps. */
  | "token_dead"
  /** 402, 423, 404: frozen, locked or closed. */
  | "shop_unavailable"
  | "max_cost_exceeded"
  /** The document or its variables are wrong: a bug of ours. */
  | "bad_request";

export type ShopifyUserError = {
  readonly code: string | null;
  readonly field: readonly string[] | null;
  readonly message: string;
};

type ShopifyErrorOptions = Omit<AppErrorOptions, "retryable" | "details"> & {
  readonly operation?: string;
  readonly status?: number;
  readonly userErrors?: readonly ShopifyUserError[];
};

const RETRYABLE: ReadonlySet<ShopifyErrorKind> = new Set(["throttled", "unavailable", "unknown_outcome"]);

/** A failed call to Shopify. `kind` (and `code`, the same word) decides what happens next. */
export class ShopifyError extends AppError {
  readonly kind: ShopifyErrorKind;
  readonly operation: string | null;
  readonly status: number | null;
  readonly userErrors: readonly ShopifyUserError[];

  constructor(kind: ShopifyErrorKind, message: string, options: ShopifyErrorOptions = {}) {
    super(kind, message, { ...options, retryable: RETRYABLE.has(kind), details: options.userErrors });
    this.kind = kind;
    this.operation = options.operation ?? null;
    this.status = options.status ?? null;
    this.userErrors = options.userErrors ?? [];
  }
}

/** Whether an error is of a call to Shopify, and of this kind where one is named. */
export function isShopifyError(error: unknown, kind?: ShopifyErrorKind): error is ShopifyError {
  return error instanceof ShopifyError && (kind === undefined || error.kind === kind);
}
