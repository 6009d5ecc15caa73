import { describe, expect, it } from "vitest";
import { documentedCodes } from "#app/supplier/error-codes.ts";
import { toSupplierError, toTransportError } from "#app/supplier/error-map.ts";

const now = new Date("2026-11-21T18:00:00Z");

function refuse(
  status: number,
  body: unknown,
  overrides: { effect?: "read" | "write"; headers?: HeadersInit } = {},
) {
  return toSupplierError({
    status,
    headers: new Headers(overrides.headers),
    text: typeof body === "string" ? body : JSON.stringify(body),
    effect: overrides.effect ?? "write",
    now,
  });
}

const errorBody = (code: string, details?: unknown) => ({ error: { code, message: "Said so", details } });

/** Status, code, and what it means for a write; a read differs only where the outcome is unknown. */
const rows = [
  [400, "validation_error", "definite", false],
  [400, "idempotency_key_required", "definite", false],
  [401, "invalid_key", "connection", false],
  [403, "ip_not_allowed", "connection", false],
  [403, "reseller_suspended", "connection", false],
  [403, "reseller_not_active", "connection", false],
  [403, "dropship_disabled", "connection", false],
  [404, "not_found", "definite", false],
  [404, "variant_not_found", "definite", false],
  [404, "variant_not_mapped", "definite", false],
  [409, "duplicate_order", "definite", false],
  [409, "idempotency_key_reused", "definite", false],
  [409, "idempotency_in_progress", "unknown_outcome", true],
  [409, "order_not_cancellable", "definite", false],
  [409, "order_not_payable", "definite", false],
  [422, "price_below_minimum", "definite", false],
  [422, "cod_below_cost", "definite", false],
  [422, "out_of_stock", "definite", false],
  [422, "insufficient_balance", "definite", false],
  [422, "deposit_required", "definite", false],
  [422, "prepaid_disabled", "definite", false],
  [422, "customer_blocked", "definite", false],
  [422, "test_mode_only", "definite", false],
  [422, "webhook_url_invalid", "definite", false],
  [429, "rate_limited", "wait", true],
  [429, "daily_quota_exceeded", "wait", true],
  [429, "daily_cap_reached", "wait", true],
  [500, "internal_error", "unknown_outcome", true],
] as const;

describe("toSupplierError", () => {
  it.each(rows)("maps %i %s to %s", (status, code, kind, retryable) => {
    const error = refuse(status, errorBody(code));
    expect(error).toMatchObject({ code, kind, retryable, status, message: "Said so" });
  });

  it("has a row for every code of the document", () => {
    expect(rows.map((row) => row[1]).toSorted()).toEqual(Object.keys(documentedCodes).toSorted());
  });

  it.each([
    [500, errorBody("internal_error")],
    [503, "<html>Bad gateway</html>"],
    [409, errorBody("idempotency_in_progress")],
    [302, ""],
    [404, "<html>Not here</html>"],
  ])("lets a read wait and leaves a write unknown on %i", (status, body) => {
    expect(refuse(status, body, { effect: "read" }).kind).toBe("wait");
    expect(refuse(status, body, { effect: "write" }).kind).toBe("unknown_outcome");
  });

  it.each([
    [400, "definite"],
    [401, "connection"],
    [403, "connection"],
    [409, "definite"],
    [422, "definite"],
    [429, "wait"],
    [503, "unknown_outcome"],
  ] as const)("judges a code it does not know by its status %i", (status, kind) => {
    expect(refuse(status, errorBody("brand_new"))).toMatchObject({ code: "brand_new", kind });
  });

  it("takes a documented refusal that comes with a server failure for unknown", () => {
    expect(refuse(502, errorBody("out_of_stock")).kind).toBe("unknown_outcome");
  });

  it("reads a 401 and a 429 without a body", () => {
    expect(refuse(401, "")).toMatchObject({ code: "invalid_key", kind: "connection" });
    expect(refuse(429, "")).toMatchObject({ code: "rate_limited", kind: "wait" });
  });

  it("does not take prototype names for documented codes", () => {
    expect(refuse(422, errorBody("constructor")).kind).toBe("definite");
    expect(refuse(429, errorBody("toString")).kind).toBe("wait");
  });

  it("reads details under another name than details", () => {
    const error = refuse(409, { error: { code: "duplicate_order", message: "", extra: { id: "ord_1" } } });
    expect(error.details).toMatchObject({ kind: "existing_order", id: "ord_1" });
  });

  it("tolerates a body without details and without a message", () => {
    const error = refuse(409, { error: { code: "duplicate_order" } });
    expect(error.details).toEqual({ kind: "none" });
    expect(error.message).toBe("The service answered 409 duplicate_order");
  });

  it.each([
    ["rate_limited", { "retry-after": "7" }, 7_000],
    ["rate_limited", {}, 60_000],
    ["daily_quota_exceeded", {}, 6 * 3_600_000],
    ["daily_quota_exceeded", { "x-quota-reset": String(now.getTime() / 1000 + 90) }, 90_000],
    ["daily_cap_reached", {}, 30 * 60_000],
    ["internal_error", {}, undefined],
  ])("knows how long %s waits with %o", (code, headers: Record<string, string>, expected) => {
    expect(refuse(429, errorBody(code), { headers }).retryAfterMs).toBe(expected);
  });

  const untilMidnight = 6 * 3_600_000;
  it.each([
    ["rate_limited", { "retry-after": "10022400" }, 60_000],
    ["rate_limited", { "retry-after": "9".repeat(400) }, 60_000],
    ["rate_limited", { "retry-after": "Fri, 31 Dec 9999 23:59:59 GMT" }, 60_000],
    ["rate_limited", { "retry-after": "0" }, 1000],
    ["rate_limited", { "retry-after": "Sat, 01 Jan 2000 00:00:00 GMT" }, 1000],
    ["rate_limited", { "retry-after": "-5" }, 60_000],
    ["rate_limited", { "retry-after": "NaN" }, 60_000],
    ["rate_limited", { "retry-after": "Infinity" }, 60_000],
    ["rate_limited", { "retry-after": "1e9" }, 60_000],
    ["rate_limited", { "retry-after": "" }, 60_000],
    ["daily_quota_exceeded", { "retry-after": "10022400" }, untilMidnight],
    ["daily_quota_exceeded", { "x-quota-reset": "99999999999" }, untilMidnight],
    ["daily_quota_exceeded", { "x-quota-reset": "-1" }, untilMidnight],
    ["daily_quota_exceeded", { date: "Fri, 31 Dec 9999 23:59:59 GMT" }, 1000],
    ["daily_cap_reached", { "retry-after": "10022400" }, untilMidnight],
  ])("bounds %s with %o to %i ms", (code, headers: Record<string, string>, expected) => {
    expect(refuse(429, errorBody(code), { headers }).retryAfterMs).toBe(expected);
  });

  it("bounds what an outage asks for to five minutes", () => {
    const headers = { "retry-after": "10022400" };
    expect(refuse(503, "", { headers }).retryAfterMs).toBe(300_000);
  });
});

describe("toTransportError", () => {
  it.each([
    ["unreachable", "write", false, "wait"],
    ["unreachable", "read", false, "wait"],
    ["timed_out", "write", true, "unknown_outcome"],
    ["timed_out", "read", true, "wait"],
    ["connection_lost", "write", true, "unknown_outcome"],
    ["connection_lost", "read", true, "wait"],
    ["unexpected_response", "write", true, "unknown_outcome"],
    ["unexpected_response", "read", true, "wait"],
  ] as const)("takes %s on a %s (sent: %s) for %s", (code, effect, sent, kind) => {
    expect(toTransportError(code, { effect, sent })).toMatchObject({
      code,
      kind,
      retryable: true,
      status: null,
    });
  });
});
