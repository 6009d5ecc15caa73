import { describe, expect, it } from "vitest";
import { type PaidParcel, planPaid } from "#app/domain/orders/fulfillment/plan-paid.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import {
  buildFulfillmentOrder,
  buildShopifyOrder,
  OTHER_LOCATION,
  OUR_LOCATION,
} from "./build-shopify-order.ts";

function parcel(status: string, codPkr = 1800): PaidParcel {
  return { status, codPkr };
}

function plan(parcels: readonly PaidParcel[], order: Partial<ShopifyOrder> = {}) {
  return planPaid(buildShopifyOrder({ fulfillmentOrders: [], ...order }), OUR_LOCATION, parcels);
}

function foreign(status: string, remainingQuantity = 1) {
  const lines = [{ id: "own", lineId: "line_9", totalQuantity: 1, remainingQuantity }];
  return buildFulfillmentOrder({ id: "fo_9", locationId: OTHER_LOCATION, status, lines });
}

describe("marking a cash on delivery order as paid", () => {
  it.each([
    ["exactly", "1800.00"],
    ["99 paisa less", "1800.99"],
    ["99 paisa more", "1799.01"],
  ])("is done when what was collected is what is outstanding: %s", (_, totalOutstanding) => {
    expect(plan([parcel("DELIVERED")], { totalOutstanding })).toEqual({ kind: "mark", amountPkr: 1800 });
  });

  it.each(["1801.00", "1799.00", "2350.00", "1300.00"])(
    "is left to the merchant with the sums when Rs %s are outstanding",
    (totalOutstanding) => {
      expect(plan([parcel("DELIVERED")], { totalOutstanding })).toEqual({
        ...{ kind: "leave_to_merchant", reason: "sums_differ" },
        ...{ collectedPkr: 1800, outstanding: totalOutstanding },
      });
    },
  );

  it("waits until every parcel is final", () => {
    const parcels = [parcel("DELIVERED", 1000), parcel("SHIPPED", 800)];
    expect(plan(parcels)).toEqual({ kind: "nothing", reason: "not_final" });
  });

  it("adds up delivered parcels only, so a refused one leaves it to the merchant", () => {
    expect(plan([parcel("DELIVERED", 1000), parcel("DELIVERED", 800)])).toMatchObject({ kind: "mark" });
    expect(plan([parcel("DELIVERED", 1000), parcel("RETURNED", 800)])).toMatchObject({
      ...{ kind: "leave_to_merchant", reason: "sums_differ", collectedPkr: 1000 },
    });
    expect(plan([parcel("DELIVERED"), parcel("CANCELLED", 500)])).toMatchObject({ kind: "mark" });
  });

  it.each(["RETURNED", "CANCELLED"])("never happens when the only parcel is %s", (status) => {
    expect(plan([parcel(status)])).toEqual({ kind: "nothing", reason: "none_delivered" });
  });

  it("has nothing to do without parcels, or when the order is paid", () => {
    expect(plan([])).toEqual({ kind: "nothing", reason: "none_delivered" });
    expect(plan([parcel("DELIVERED")], { totalOutstanding: "0.00" })).toEqual({
      ...{ kind: "nothing", reason: "already_paid" },
    });
  });

  it.each([
    ["OPEN", 1, "leave_to_merchant"],
    ["IN_PROGRESS", 1, "leave_to_merchant"],
    ["ON_HOLD", 1, "leave_to_merchant"],
    ["OPEN", 0, "mark"],
    ["CLOSED", 1, "mark"],
    ["CANCELLED", 1, "mark"],
  ])("looks at the merchant's own lines: %s with %i left is %s", (status, remaining, kind) => {
    const fulfillmentOrders = [foreign(status, remaining)];
    expect(plan([parcel("DELIVERED")], { fulfillmentOrders }).kind).toBe(kind);
  });

  it("is left to the merchant when Shopify refuses", () => {
    expect(plan([parcel("DELIVERED")], { canMarkAsPaid: false })).toMatchObject({
      ...{ kind: "leave_to_merchant", reason: "shopify_refuses" },
    });
  });
});
