import { describe, expect, it } from "vitest";
import { findEarlyCalls } from "#test/standins/supplier/early-calls.ts";
import type { RequestLogEntry } from "#test/standins/supplier/state.ts";

function request(at: number, more: Partial<RequestLogEntry> = {}): RequestLogEntry {
  return {
    ...{ at, method: "GET", path: "/inventory", status: 200, code: null, keyId: "one" },
    ...{ idempotencyKey: null, externalOrderId: null, replayed: false, bug: null },
    ...{ answeredAt: at + 1, retryAfterMs: null, ...more },
  };
}

const refused = (at: number) => request(at, { status: 429, code: "rate_limited", retryAfterMs: 5000 });
const accountOf = (keyId: string | null) => (keyId === null ? null : `of ${keyId}`);

describe("calls before a Retry-After is over", () => {
  it("are told with how long after the refusal they came", () => {
    expect(findEarlyCalls([refused(1000), request(3001), request(6001)], accountOf)).toEqual([
      { accountId: "of one", method: "GET", path: "/inventory", afterMs: 2000, retryAfterMs: 5000 },
    ]);
  });

  it("are those of the same account only", () => {
    const other = request(3000, { keyId: "two" });
    const unknown = request(3000, { keyId: null });
    expect(findEarlyCalls([refused(1000), other, unknown], accountOf)).toEqual([]);
  });

  it("are not those that came before the refusal was sent", () => {
    expect(findEarlyCalls([refused(1000), request(1001), request(1000)], accountOf)).toEqual([]);
  });
});
