import { describe, expect, it } from "vitest";
import { valueOrder } from "#app/domain/orders/money/order-value.ts";
import { buildLine, buildOrderMoney } from "./build-order-money.ts";

describe("the value of an order's sides", () => {
  it("shares no delivery where what was placed is not in the order any more", () => {
    const placedAndRemoved = buildLine({ currentQuantity: 0, settledQuantity: 1, handoffQuantity: 0 });
    const value = valueOrder(buildOrderMoney({ lines: [placedAndRemoved] }));
    expect(value.handoffDelivery.toNumber()).toBe(0);
    expect(value.settled.toNumber()).toBe(1600);
  });
});
