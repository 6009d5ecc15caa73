import { describe, expect, it } from "vitest";
import { toOrderFacts } from "#app/domain/orders/reconcile/to-order-facts.ts";
import type { OrderId } from "#app/platform/ids.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import { asId } from "#test/support/as-id.ts";
import { buildShopifyOrder } from "./build-shopify-order.ts";

const payment = {
  ...{ status: "SUCCESS", kind: "SALE", amount: "20.49", manualPaymentGateway: true },
} as unknown as ShopifyOrder["transactions"][number];

const amounts = { currentTotalPrice: "49.99", totalOutstanding: "29.50", netPayment: "20.49" };

function factsOf(order: Partial<ShopifyOrder>) {
  const shopify = buildShopifyOrder({ ...amounts, transactions: [payment], ...order });
  const scope = { orderId: asId<OrderId>("o1"), ctx: {} as never, now: new Date("2026-11-27T09:00:00Z") };
  const facts = toOrderFacts(shopify, null, scope);
  const { totalPkr, outstandingPkr, netPaymentPkr, refundedPkr, manualPaidPkr } = facts;
  return { totalPkr, outstandingPkr, netPaymentPkr, refundedPkr, manualPaidPkr };
}

describe("the sums of an order", () => {
  it("are kept in whole rupees", () => {
    expect(factsOf({})).toEqual({
      ...{ totalPkr: 50, outstandingPkr: 30, netPaymentPkr: 20, refundedPkr: 0, manualPaidPkr: 20 },
    });
  });

  it("are the shop's where its customer paid in another currency", () => {
    expect(factsOf({ presentmentCurrency: "AED" })).toMatchObject({ totalPkr: 50 });
  });

  it("are not known in rupees where the shop's currency is another", () => {
    expect(factsOf({ currency: "USD", presentmentCurrency: "USD" })).toEqual({
      ...{
        totalPkr: null,
        outstandingPkr: null,
        netPaymentPkr: null,
        refundedPkr: null,
        manualPaidPkr: null,
      },
    });
  });
});
