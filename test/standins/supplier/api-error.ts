/** Error codes of the service with the status each one has (API document, "Errors"). */
const ERROR_STATUS = {
  validation_error: 400,
  idempotency_key_required: 400,
  invalid_key: 401,
  ip_not_allowed: 403,
  reseller_suspended: 403,
  reseller_not_active: 403,
  dropship_disabled: 403,
  not_found: 404,
  variant_not_found: 404,
  variant_not_mapped: 404,
  duplicate_order: 409,
  idempotency_key_reused: 409,
  idempotency_in_progress: 409,
  order_not_cancellable: 409,
  order_not_payable: 409,
  price_below_minimum: 422,
  cod_below_cost: 422,
  out_of_stock: 422,
  insufficient_balance: 422,
  deposit_required: 422,
  prepaid_disabled: 422,
  customer_blocked: 422,
  test_mode_only: 422,
  webhook_url_invalid: 422,
  rate_limited: 429,
  daily_quota_exceeded: 429,
  daily_cap_reached: 429,
  internal_error: 500,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

type ErrorExtra = { headers?: Record<string, string>; status?: number };

export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  readonly headers: Record<string, string>;
  readonly status: number;

  constructor(code: ErrorCode, message: string, details?: unknown, extra: ErrorExtra = {}) {
    super(message);
    this.code = code;
    this.details = details;
    this.headers = extra.headers ?? {};
    this.status = extra.status ?? ERROR_STATUS[code];
  }
}

/** The connection ends without an answer; thrown by an armed fault. */
export class ConnectionCut extends Error {}
