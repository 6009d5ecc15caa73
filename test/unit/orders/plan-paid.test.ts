import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { type PaidParcel, planPaid } from "#app/domain/orders/fulfillment/plan-paid.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import { asId } from "#test/support/as-id.ts";
import {
  buildFulfillmentOrder,
  buildOrderLine,
  buildShopifyOrder,
  OUR_LOCATION,
} from "./build-shopify-order.ts";

function parcel(status: string, codPkr = 1800): PaidParcel {
  return { status, codPkr: rupees(codPkr) };
}

function plan(parcels: readonly PaidParcel[], order: Partial<ShopifyOrder> = {}) {
  return planPaid(
    buildShopifyOrder({ fulfillmentOrders: [], lines: [delivered], ...order }),
    OUR_LOCATION,
    parcels,
  );
}

const delivered = buildOrderLine({ unfulfilledQuantity: 0 });

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
    ["waits to be shipped", { unfulfilledQuantity: 1 }, "leave_to_merchant"],
    ["was shipped", { unfulfilledQuantity: 0 }, "mark"],
    ["needs no shipping", { unfulfilledQuantity: 1, requiresShipping: false }, "mark"],
  ])("looks at the merchant's own line: one that %s", (_, change, kind) => {
    const lines = [delivered, buildOrderLine({ id: asId("line_9"), ...change })];
    expect(plan([parcel("DELIVERED")], { lines }).kind).toBe(kind);
  });

  it("does not take units that stand at our location for the merchant's own", () => {
    const lines = [buildOrderLine({ unfulfilledQuantity: 1 })];
    expect(plan([parcel("DELIVERED")], { lines, fulfillmentOrders: [buildFulfillmentOrder()] }).kind).toBe(
      "mark",
    );
    const closed = [buildFulfillmentOrder({ status: "CLOSED" })];
    expect(plan([parcel("DELIVERED")], { lines, fulfillmentOrders: closed })).toMatchObject({
      reason: "own_lines_open",
    });
  });

  it("is left to the merchant when Shopify refuses", () => {
    expect(plan([parcel("DELIVERED")], { canMarkAsPaid: false })).toMatchObject({
      ...{ kind: "leave_to_merchant", reason: "shopify_refuses" },
    });
  });
});
