import { describe, expect, it } from "vitest";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import { findAgeHold, isFinished } from "#app/domain/orders/reconcile/order-age.ts";

const now = new Date("2026-11-21T12:00:00Z");
const daysAgo = (days: number) => new Date(now.getTime() - days * 24 * 60 * 60_000);
const ask = (days: number | null, readable: "yes" | "no", state: OrderState = "on_the_way") =>
  findAgeHold({ state, createdAt: days === null ? null : daysAgo(days), now }, readable);

describe("the age of an order", () => {
  it.each([
    [49.9, null],
    [50, { code: "order_nearly_too_old", params: { until: "2026-12-01T12:00:00.000Z" } }],
  ])("of %s days is warned of from day 50 on", (days, need) => {
    expect(ask(days, "yes")).toEqual(need);
  });

  it("tells an order Shopify shows no more from one that is gone", () => {
    expect(ask(60, "no")).toEqual({ code: "order_too_old" });
    expect(ask(30, "no")).toBeNull();
    expect(ask(null, "no")).toBeNull();
  });

  it.each(["delivered", "refused", "cancelled", "finished_in_shopify", "not_ours"] as const)(
    "is of no matter once it is %s",
    (state) => {
      expect(ask(70, "no", state)).toBeNull();
      expect(isFinished(state)).toBe(true);
    },
  );
});
