import { describe, expect, it } from "vitest";
import { createQuota, parseQuotaHeaders } from "#app/supplier/quota.ts";

const now = new Date("2026-11-21T12:00:00Z");

const headers = (overrides: Record<string, string> = {}) =>
  new Headers({
    "x-quota-limit": "5000",
    "x-quota-remaining": "4999",
    "x-quota-reset": "1795305600",
    ...overrides,
  });

describe("parseQuotaHeaders", () => {
  it("reads limit, remaining and the end of the day", () => {
    expect(parseQuotaHeaders(headers(), now)).toEqual({
      limit: 5000,
      remaining: 4999,
      resetAt: new Date("2026-11-22T00:00:00Z"),
      resetInMs: 12 * 3_600_000,
    });
  });

  it("counts the time to the end of the day by the service's clock, not by ours", () => {
    const quota = headers({ date: "Sat, 21 Nov 2026 23:59:30 GMT" });
    expect(parseQuotaHeaders(quota, now)?.resetInMs).toBe(30_000);
  });

  it("believes no day that ends after the next midnight", () => {
    const quota = parseQuotaHeaders(headers({ "x-quota-reset": "99999999999" }), now);
    expect(quota).toMatchObject({ resetInMs: 12 * 3_600_000, resetAt: new Date("2026-11-22T00:00:00Z") });
  });

  it.each([
    ["x-quota-limit", "many"],
    ["x-quota-limit", "2147483648"],
    ["x-quota-remaining", "-1"],
    ["x-quota-remaining", "999999999999"],
    ["x-quota-reset", ""],
  ])("reads nothing when %s is %o", (name, odd) => {
    expect(parseQuotaHeaders(headers({ [name]: odd }), now)).toBeNull();
  });
});

describe("createQuota", () => {
  it("remembers the last answer that stated it", () => {
    const quota = createQuota();
    expect(quota.last()).toBeNull();
    quota.recordHeaders(headers(), now);
    quota.recordHeaders(headers({ "x-quota-remaining": "4998" }), now);
    quota.recordHeaders(new Headers(), now);
    expect(quota.last()?.remaining).toBe(4998);
  });
});
