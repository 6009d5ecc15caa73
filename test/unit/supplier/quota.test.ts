import { describe, expect, it } from "vitest";
import { createQuota, parseQuotaHeaders } from "#app/supplier/quota.ts";

const headers = (overrides: Record<string, string> = {}) =>
  new Headers({
    "x-quota-limit": "5000",
    "x-quota-remaining": "4999",
    "x-quota-reset": "1795305600",
    ...overrides,
  });

describe("parseQuotaHeaders", () => {
  it("reads limit, remaining and the end of the day", () => {
    expect(parseQuotaHeaders(headers())).toEqual({
      limit: 5000,
      remaining: 4999,
      resetAt: new Date("2026-11-22T00:00:00Z"),
    });
  });

  it.each([
    ["x-quota-limit", "many"],
    ["x-quota-remaining", "-1"],
    ["x-quota-reset", ""],
  ])("reads nothing when %s is %o", (name, odd) => {
    expect(parseQuotaHeaders(headers({ [name]: odd }))).toBeNull();
  });
});

describe("createQuota", () => {
  it("remembers the last answer that stated it", () => {
    const quota = createQuota();
    expect(quota.last()).toBeNull();
    quota.seen(headers());
    quota.seen(headers({ "x-quota-remaining": "4998" }));
    quota.seen(new Headers());
    expect(quota.last()?.remaining).toBe(4998);
  });
});
