import { describe, expect, it } from "vitest";
import { classifyCall } from "#app/supplier/call-class.ts";
import { perMinuteOf } from "#app/supplier/plans.ts";

describe("classifyCall", () => {
  it.each([
    ["POST", "/orders", "sweep", 1, "orders", true],
    ["POST", "/orders/{id}/cancel", "page", 1, "orders", true],
    ["POST", "/orders/{id}/pay", "page", 1, "orders", true],
    ["POST", "/shipping/quote", "order", 2, "quotes", true],
    ["POST", "/shipping/quote", "sweep", 4, "quotes", true],
    ["GET", "/me", "sweep", 2, "config", true],
    ["GET", "/orders", "order", 2, "reads", false],
    ["GET", "/inventory", "order", 2, "reads", false],
    ["GET", "/catalog/products", "page", 3, "reads", false],
    ["GET", "/orders/{id}", "sweep", 4, "reads", false],
    ["POST", "/imports", "sweep", 4, "config", false],
    ["PUT", "/webhooks", "page", 3, "config", false],
    ["GET", "/webhooks/deliveries", "sweep", 4, "config", false],
    ["POST", "/orders/{id}/simulate", "page", 3, "config", false],
  ] as const)("puts %s %s for a %s at priority %i, among %s", (method, route, purpose, ...expected) => {
    const [priority, group, isExempt] = expected;
    expect(classifyCall(method, route, purpose)).toEqual({ priority, group, isExempt });
  });
});

describe("perMinuteOf", () => {
  it.each([
    [5_000, 120],
    [25_000, 300],
    [100_000, 600],
    [300_000, 1_200],
    [7_777, 120],
    [null, 120],
  ])("takes a day of %o for %i a minute", (daily, perMinute) => {
    expect(perMinuteOf(daily)).toBe(perMinute);
  });
});
