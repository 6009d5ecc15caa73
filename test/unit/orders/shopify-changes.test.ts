import { describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { planPaid } from "#app/domain/orders/fulfillment/plan-paid.ts";
import { withFulfilledUnits } from "#app/domain/orders/reconcile/shopify-changes.ts";
import type { FulfillmentOrderGid, FulfillmentOrderLineGid } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import {
  buildFulfillmentOrder,
  buildOrderLine,
  buildShopifyOrder,
  OUR_LOCATION,
} from "./build-shopify-order.ts";

const LINE = asId<FulfillmentOrderLineGid>("fo_1_line_1");

describe("what a run records of its own fulfillment", () => {
  const fulfillmentOrders = [
    buildFulfillmentOrder({
      status: "IN_PROGRESS",
      lines: [{ id: LINE, lineId: asId("line_1"), totalQuantity: 2, remainingQuantity: 2 }],
    }),
  ];
  const shopify = buildShopifyOrder({ fulfillmentOrders, lines: [buildOrderLine({ quantity: 2 })] });
  const unitsOf = (quantity: number) => [
    { fulfillmentOrderId: asId<FulfillmentOrderGid>("fo_1"), lines: [{ id: LINE, quantity }] },
  ];

  it("leaves as many units to ship in the line as in the fulfillment order", () => {
    const now = withFulfilledUnits(shopify, unitsOf(1));
    expect(now.fulfillmentOrders[0]).toMatchObject({
      ...{ status: "IN_PROGRESS", lines: [{ remainingQuantity: 1 }] },
    });
    expect(now.lines[0]?.unfulfilledQuantity).toBe(1);
  });

  it("lets a parcel that was shipped and delivered in one run be marked as paid in it", () => {
    const now = withFulfilledUnits(shopify, unitsOf(2));
    expect(now.fulfillmentOrders[0]?.status).toBe("CLOSED");
    expect(planPaid(now, OUR_LOCATION, [{ status: "DELIVERED", codPkr: rupees(1800) }])).toMatchObject({
      kind: "mark",
    });
  });
});
