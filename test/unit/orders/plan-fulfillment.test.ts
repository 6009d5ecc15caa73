import { describe, expect, it } from "vitest";
import { planFulfillment, type ShippedParcel } from "#app/domain/orders/fulfillment/plan-fulfillment.ts";
import type {
  FulfillmentGid,
  FulfillmentOrderGid,
  FulfillmentOrderLineGid,
  LineItemGid,
} from "#app/platform/ids.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import { asId } from "#test/support/as-id.ts";
import {
  buildFulfillment,
  buildFulfillmentOrder,
  buildShopifyOrder,
  OTHER_LOCATION,
  OUR_LOCATION,
} from "./build-shopify-order.ts";

const FIRST = asId<FulfillmentOrderGid>("fo_1");
const SECOND = asId<FulfillmentOrderGid>("fo_2");

const unitsOf = (lineGid: string, quantity: number) => ({ lineGid: asId<LineItemGid>(lineGid), quantity });

function buildShipped(overrides: Partial<ShippedParcel> = {}): ShippedParcel {
  const lines = [unitsOf("line_1", 1)];
  return { id: asId("parcel_1"), trackingNumber: "TCS1", lines, ...overrides };
}

const accepted = { status: "IN_PROGRESS", requestStatus: "ACCEPTED" };

function plan(
  order: Partial<ShopifyOrder>,
  parcel: Partial<ShippedParcel> = {},
  taken: FulfillmentGid[] = [],
) {
  const whole = buildShopifyOrder({ fulfillmentOrders: [buildFulfillmentOrder(accepted)], ...order });
  return planFulfillment(whole, OUR_LOCATION, buildShipped(parcel), new Set(taken));
}

function units(fulfillmentOrderId: FulfillmentOrderGid, ...quantities: number[]) {
  const lines = quantities.map((quantity, index) => ({
    id: asId<FulfillmentOrderLineGid>(`${fulfillmentOrderId}_line_${index + 1}`),
    quantity,
  }));
  return { fulfillmentOrderId, lines };
}

function buildLines(fulfillmentOrderId: FulfillmentOrderGid, ...remaining: number[]) {
  return remaining.map((remainingQuantity, index) => ({
    id: asId<FulfillmentOrderLineGid>(`${fulfillmentOrderId}_line_${index + 1}`),
    lineId: asId<LineItemGid>(`line_${index + 1}`),
    ...{ totalQuantity: remainingQuantity, remainingQuantity },
  }));
}

describe("the fulfillment of a shipped parcel", () => {
  it("holds the parcel's units, by line and quantity", () => {
    const fulfillmentOrders = [buildFulfillmentOrder({ ...accepted, lines: buildLines(FIRST, 3, 2) })];
    const lines = [unitsOf("line_1", 1), unitsOf("line_2", 2)];
    expect(plan({ fulfillmentOrders }, { lines })).toEqual({
      kind: "create",
      fulfillmentOrders: [units(FIRST, 1, 2)],
    });
  });

  it("draws on a second fulfillment order when the first has too few", () => {
    const fulfillmentOrders = [FIRST, SECOND].map((id) =>
      buildFulfillmentOrder({ ...accepted, id, lines: buildLines(id, 1) }),
    );
    expect(plan({ fulfillmentOrders }, { lines: [unitsOf("line_1", 2)] })).toEqual({
      kind: "create",
      fulfillmentOrders: [units(FIRST, 1), units(SECOND, 1)],
    });
  });

  it("waits for a request that is not accepted yet", () => {
    const fulfillmentOrders = [buildFulfillmentOrder({ requestStatus: "SUBMITTED" })];
    expect(plan({ fulfillmentOrders })).toEqual({ kind: "accept_first", fulfillmentOrderId: "fo_1" });
  });

  it("needs a person when the contents are unknown", () => {
    expect(plan({}, { lines: null })).toEqual({ kind: "held", code: "unknown_contents" });
  });

  it.each([
    ["the fulfillment order is closed", { status: "CLOSED" }],
    ["it was moved elsewhere", { locationId: OTHER_LOCATION }],
    ["fewer units remain than the parcel holds", { lines: buildLines(FIRST, 0) }],
    ["the line is not in it", { lines: [] }],
  ])("needs a person when %s", (_, change) => {
    const fulfillmentOrders = [buildFulfillmentOrder({ ...accepted, ...change })];
    expect(plan({ fulfillmentOrders })).toEqual({ kind: "held", code: "units_not_open" });
  });

  it("is the existing one with its number, even when its units are gone and its contents unknown", () => {
    const fulfillment = buildFulfillment();
    const order = { fulfillments: [fulfillment], fulfillmentOrders: [] };
    expect(plan(order)).toEqual({ kind: "adopt", fulfillment });
    expect(plan(order, { lines: null })).toEqual({ kind: "adopt", fulfillment });
  });

  it("is the existing one with its units when neither has a number", () => {
    const fulfillment = buildFulfillment({ tracking: [] });
    const order = { fulfillments: [fulfillment] };
    expect(plan(order, { trackingNumber: null })).toEqual({ kind: "adopt", fulfillment });
    const two = [unitsOf("line_1", 2)];
    expect(plan(order, { trackingNumber: null, lines: two }).kind).toBe("held");
  });

  it.each([
    ["another parcel's", {}, [asId<FulfillmentGid>("fulfillment_1")]],
    ["cancelled", { status: "CANCELLED" }, []],
    ["the merchant's own, elsewhere", { locationId: OTHER_LOCATION }, []],
    ["under another number", { tracking: [{ company: "TCS", number: "TCS2", url: null }] }, []],
    ["without a number", { tracking: [] }, []],
  ])("is made anew when the existing one is %s", (_, change, taken) => {
    const order = { fulfillments: [buildFulfillment(change)] };
    expect(plan(order, {}, taken)).toEqual({ kind: "create", fulfillmentOrders: [units(FIRST, 1)] });
  });
});
