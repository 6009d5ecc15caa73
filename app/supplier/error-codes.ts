/**
 * What a failed call to the service means for the caller.
 * - `definite`: refused; nothing happened, and the same bytes are refused until something changes.
 * - `unknown_outcome`: a write that may have happened; settle it by sending the same bytes, or by reading.
 * - `wait`: nothing happened; the same request may pass later.
 * - `connection`: nothing happened; the key or the account is refused until a person acts.
 */
export type SupplierErrorKind = "definite" | "unknown_outcome" | "wait" | "connection";

/** Every code of the API document, section Errors, with what it means. `internal_error` depends on the request. */
export const documentedCodes = {
  validation_error: "definite",
  idempotency_key_required: "definite",
  invalid_key: "connection",
  ip_not_allowed: "connection",
  reseller_suspended: "connection",
  reseller_not_active: "connection",
  dropship_disabled: "connection",
  not_found: "definite",
  variant_not_found: "definite",
  variant_not_mapped: "definite",
  duplicate_order: "definite",
  idempotency_key_reused: "definite",
  idempotency_in_progress: "unknown_outcome",
  order_not_cancellable: "definite",
  order_not_payable: "definite",
  price_below_minimum: "definite",
  cod_below_cost: "definite",
  out_of_stock: "definite",
  insufficient_balance: "definite",
  deposit_required: "definite",
  prepaid_disabled: "definite",
  customer_blocked: "definite",
  test_mode_only: "definite",
  webhook_url_invalid: "definite",
  rate_limited: "wait",
  daily_quota_exceeded: "wait",
  daily_cap_reached: "wait",
  internal_error: "unknown_outcome",
} as const satisfies Record<string, SupplierErrorKind>;

export type DocumentedCode = keyof typeof documentedCodes;

/** Failures that happen before the service has answered in its own words. The last two: it was not asked (D-38, D-91). */
export type TransportCode =
  | "timed_out"
  | "unreachable"
  | "connection_lost"
  | "unexpected_response"
  | "circuit_open"
  | "too_many_waiting";

/** A code of the document, one of ours, or one the service has added since. */
export type SupplierErrorCode = DocumentedCode | TransportCode | (string & {});

/** Whether a code stands in section Errors of the document. */
export function isDocumentedCode(code: string): code is DocumentedCode {
  return Object.hasOwn(documentedCodes, code);
}
