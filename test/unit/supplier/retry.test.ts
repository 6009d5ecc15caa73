import { describe, expect, it } from "vitest";
import { SupplierError } from "#app/supplier/errors.ts";
import { retryDelayMs, shouldRetry } from "#app/supplier/retry.ts";
import { millisecondsToQuotaReset, parseRetryAfterMs } from "#app/supplier/retry-after.ts";

const failing = (options: { retryable?: boolean; retryAfterMs?: number } = {}) =>
  new SupplierError("internal_error", "failed", { kind: "wait", retryable: true, ...options });

describe("shouldRetry", () => {
  it.each([
    ["a safe request that failed once", failing(), 1, "safe", true],
    ["a safe request that failed twice", failing(), 2, "safe", true],
    ["a safe request that failed three times", failing(), 3, "safe", false],
    ["a request that must not be repeated", failing(), 1, "never", false],
    ["a refusal", failing({ retryable: false }), 1, "safe", false],
    ["a short wait the service asks for", failing({ retryAfterMs: 2_000 }), 1, "safe", true],
    ["a long wait the service asks for", failing({ retryAfterMs: 2_001 }), 1, "safe", false],
  ] as const)("decides on %s", (_, error, attempt, retry, expected) => {
    expect(shouldRetry(error, attempt, { retry })).toBe(expected);
  });
});

describe("retryDelayMs", () => {
  it("doubles with each attempt and adds jitter of half", () => {
    expect(retryDelayMs(failing(), 1, 0)).toBe(125);
    expect(retryDelayMs(failing(), 1, 0.999)).toBe(250);
    expect(retryDelayMs(failing(), 2, 0)).toBe(250);
  });

  it("never comes before the service allows", () => {
    expect(retryDelayMs(failing({ retryAfterMs: 3_000 }), 1, 0)).toBe(3_000);
    expect(retryDelayMs(failing({ retryAfterMs: 3_000 }), 1, 0.9)).toBeGreaterThan(3_000);
  });
});

describe("parseRetryAfterMs", () => {
  const now = new Date("2026-11-21T12:00:00Z");
  it.each([
    ["12", 12_000],
    [" 0 ", 0],
    ["1.5", 1_500],
    ["Sat, 21 Nov 2026 12:01:00 GMT", 60_000],
    ["Sat, 21 Nov 2026 11:00:00 GMT", 0],
    ["soon", undefined],
    [null, undefined],
  ])("reads %o as %o", (value, expected) => {
    expect(parseRetryAfterMs(value, now)).toBe(expected);
  });
});

describe("millisecondsToQuotaReset", () => {
  it("falls back to the next midnight UTC when the header is missing, odd or past", () => {
    const now = new Date("2026-12-31T23:59:00Z");
    expect(millisecondsToQuotaReset(new Headers(), now)).toBe(60_000);
    expect(millisecondsToQuotaReset(new Headers({ "x-quota-reset": "soon" }), now)).toBe(60_000);
    expect(millisecondsToQuotaReset(new Headers({ "x-quota-reset": "1" }), now)).toBe(60_000);
  });
});
