import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { NewOrder } from "#test/standins/shopify/commerce/new-order.ts";
import { type Harness, startHarness } from "./standin.ts";

let harness: Harness;
beforeEach(async () => {
  harness = await startHarness();
});
afterEach(() => harness.close());

const MONEY = `query ($id: ID!) { order(id: $id) {
  displayFinancialStatus fullyPaid canMarkAsPaid
  currentTotalPriceSet { shopMoney { amount } } totalOutstandingSet { shopMoney { amount } }
  currentShippingPriceSet { shopMoney { amount } } currentTotalTaxSet { shopMoney { amount } }
  lineItems(first: 5) { nodes { discountedUnitPriceAfterAllDiscountsSet { shopMoney { amount } }
    discountAllocations { allocatedAmountSet { shopMoney { amount } } } taxLines { priceSet { shopMoney { amount } } } } } } }`;

async function moneyOf(order: NewOrder) {
  const { id } = harness.control.placeOrder(order);
  const { data, errors } = await harness.graphql(MONEY, { id });
  expect(errors).toBeUndefined();
  return { id, order: data?.order };
}

const amount = (value: string) => ({ shopMoney: { amount: value } });

describe("the sums of an order", () => {
  it("allocate a percent code over lines to the paisa", async () => {
    const { order } = await moneyOf({
      lines: [
        { title: "A", price: "1499.00", quantity: 2 },
        { title: "B", price: 2000, quantity: 1 },
      ],
      discountCode: { code: "EID10", percent: 10 },
      shipping: 250,
      taxRate: 0.18,
    });
    expect(order).toMatchObject({
      currentTotalPriceSet: amount("4748.2"),
      totalOutstandingSet: amount("4748.2"),
      currentTotalTaxSet: amount("686.17"),
    });
    expect(order?.lineItems?.nodes).toMatchObject([
      {
        discountedUnitPriceAfterAllDiscountsSet: amount("1349.1"),
        discountAllocations: [{ allocatedAmountSet: amount("299.8") }],
        taxLines: [{ priceSet: amount("411.59") }],
      },
      {
        discountAllocations: [{ allocatedAmountSet: amount("200.0") }],
        taxLines: [{ priceSet: amount("274.58") }],
      },
    ]);
  });

  it("add taxes that are not included, on lines and on shipping", async () => {
    const { order } = await moneyOf({
      lines: [{ title: "A", price: 1000, quantity: 1 }],
      shipping: 100,
      taxRate: 0.18,
      taxShipping: true,
      taxesIncluded: false,
    });
    expect(order).toMatchObject({
      currentTotalPriceSet: amount("1298.0"),
      currentTotalTaxSet: amount("198.0"),
    });
  });

  it("hold tip, duties and fees, and cash rounding inside the total (cash_rounding_in_total)", async () => {
    const given = {
      lines: [{ title: "A", price: 1000, quantity: 1 }],
      tip: 50,
      duties: 30,
      fee: { name: "COD fee", price: 100 },
      cashRounding: "0.50",
    };
    expect((await moneyOf(given)).order).toMatchObject({
      currentTotalPriceSet: amount("1180.5"),
      totalOutstandingSet: amount("1180.5"),
    });
    harness.control.rules({ set: { cash_rounding_in_total: false } });
    expect((await moneyOf(given)).order).toMatchObject({
      currentTotalPriceSet: amount("1180.0"),
      totalOutstandingSet: amount("1180.5"),
    });
  });

  it("shrink with a partial refund before fulfillment", async () => {
    const order = harness.control.placeOrder({
      lines: [{ title: "A", price: 350, quantity: 3, discount: 50 }],
    });
    harness.control.refund({ orderId: order.id, lines: [{ lineId: order.lineIds[0] ?? "", quantity: 1 }] });
    const { data } = await harness.graphql(MONEY, { id: order.id });
    expect(data?.order).toMatchObject({
      totalOutstandingSet: amount("666.67"),
      displayFinancialStatus: "PENDING",
    });
  });

  it("take a discount off shipping", async () => {
    const { order } = await moneyOf({
      lines: [{ title: "A", price: 1000, quantity: 1 }],
      shipping: 200,
      shippingDiscount: 200,
    });
    expect(order).toMatchObject({
      currentShippingPriceSet: amount("0.0"),
      currentTotalPriceSet: amount("1000.0"),
    });
  });

  it("follow an edit, and the pending cash with them", async () => {
    const { id, lineIds } = harness.control.placeOrder({
      lines: [{ title: "A", price: 500, quantity: 2 }],
      shipping: 100,
    });
    await harness.control.settle();
    const edited = harness.control.editOrder({
      orderId: id,
      set: [{ lineId: lineIds[0] ?? "", quantity: 1 }],
      add: [{ title: "B", price: 300, quantity: 1 }],
    });
    expect(edited.outstanding).toBe("900.00");
    expect(harness.control.state().orders[0]?.transactions[0]?.amount).toBe(90000);
    expect(harness.control.fulfillmentOrdersOf({ orderId: id })).toHaveLength(2);
  });
});

describe("how an order is paid", () => {
  it.each([
    ["cod", "PENDING", "1000.0"],
    ["pending", "PENDING", "1000.0"],
    ["none", "PENDING", "1000.0"],
    ["paid", "PAID", "0.0"],
    ["authorized", "AUTHORIZED", "1000.0"],
    ["expired", "EXPIRED", "1000.0"],
    ["voided", "VOIDED", "1000.0"],
  ] as const)("%s reads as %s with %s outstanding", async (payment, status, outstanding) => {
    const { order } = await moneyOf({ lines: [{ title: "A", price: 1000, quantity: 1 }], payment });
    expect(order).toMatchObject({ displayFinancialStatus: status, totalOutstandingSet: amount(outstanding) });
  });

  it("partly leaves the rest outstanding", async () => {
    const { order } = await moneyOf({
      lines: [{ title: "A", price: 1000, quantity: 1 }],
      payment: "partly",
      paidAmount: 400,
    });
    expect(order).toMatchObject({
      displayFinancialStatus: "PARTIALLY_PAID",
      totalOutstandingSet: amount("600.0"),
    });
  });

  const MARK =
    "mutation ($id: ID!) { orderMarkAsPaid(input: { id: $id }) { order { displayFinancialStatus } userErrors { field message } } }";

  it("can be marked once, while something is outstanding (mark_paid_needs_outstanding)", async () => {
    const { id } = await moneyOf({ lines: [{ title: "A", price: 1000, quantity: 1 }] });
    expect((await harness.graphql(MARK, { id })).data?.orderMarkAsPaid?.order?.displayFinancialStatus).toBe(
      "PAID",
    );
    expect((await harness.graphql(MARK, { id })).data?.orderMarkAsPaid).toEqual({
      order: null,
      userErrors: [{ field: ["id"], message: "Order cannot be marked as paid." }],
    });
    harness.control.rules({ set: { mark_paid_needs_outstanding: false } });
    expect((await harness.graphql(MARK, { id })).data?.orderMarkAsPaid?.userErrors).toEqual([]);
  });

  it("takes a manual payment of an amount on Plus only (manual_payment_amount_plus_only)", async () => {
    const { id } = await moneyOf({ lines: [{ title: "A", price: 1000, quantity: 1 }] });
    const pay = async () =>
      (
        await harness.graphql(
          `mutation ($id: ID!) { orderCreateManualPayment(id: $id, amount: { amount: "400", currencyCode: PKR }) { order { id } userErrors { field message } } }`,
          { id },
        )
      ).data?.orderCreateManualPayment?.userErrors;
    expect(await pay()).toHaveLength(1);
    harness.control.setShop({ shopifyPlus: true });
    expect(await pay()).toEqual([]);
    harness.control.setShop({ shopifyPlus: false });
    harness.control.rules({ set: { manual_payment_amount_plus_only: false } });
    expect(await pay()).toEqual([]);
  });
});

describe("cancelling", () => {
  const CANCEL = `mutation ($id: ID!) { orderCancel(orderId: $id, reason: CUSTOMER, restock: true, notifyCustomer: false) {
    job { id done } orderCancelUserErrors { code message } } }`;

  it("is a job, and voids what was pending", async () => {
    const { id } = await moneyOf({ lines: [{ title: "A", price: 1000, quantity: 1 }] });
    await harness.control.settle();
    const { data } = await harness.graphql(CANCEL, { id });
    expect(data?.orderCancel?.job?.done).toBe(false);
    await harness.control.settle();
    const read = await harness.graphql(
      "query ($id: ID!) { order(id: $id) { cancelReason displayFinancialStatus totalOutstandingSet { shopMoney { amount } } fulfillmentOrders(first: 5) { nodes { id } } } }",
      { id },
    );
    expect(read.data?.order).toMatchObject({
      cancelReason: "CUSTOMER",
      displayFinancialStatus: "VOIDED",
      totalOutstandingSet: amount("0.0"),
    });
    expect(harness.control.fulfillmentOrdersOf({ orderId: id })[0]?.status).toBe("CANCELLED");
  });

  it("is refused once something was fulfilled or is in progress (cancel_order_not_in_progress)", async () => {
    const { id } = await moneyOf({ lines: [{ title: "A", price: 1000, quantity: 2 }] });
    await harness.control.settle();
    harness.control.fulfill({ id: harness.control.fulfillmentOrdersOf({ orderId: id })[0]?.id ?? "" });
    expect((await harness.graphql(CANCEL, { id })).data?.orderCancel?.orderCancelUserErrors).toMatchObject([
      { code: "INVALID" },
    ]);
    harness.control.rules({ set: { cancel_order_not_in_progress: false } });
    expect((await harness.graphql(CANCEL, { id })).data?.orderCancel?.orderCancelUserErrors).toEqual([]);
  });
});

describe("notes and tags", () => {
  it("are added and removed without disturbing the others", async () => {
    const { id } = harness.control.placeOrder({
      lines: [{ title: "A", price: 1, quantity: 1 }],
      tags: ["vip"],
    });
    await harness.graphql(
      'mutation ($id: ID!) { tagsAdd(id: $id, tags: ["karwan"]) { userErrors { message } } }',
      { id },
    );
    await harness.graphql(
      'mutation ($id: ID!) { tagsRemove(id: $id, tags: ["vip"]) { userErrors { message } } }',
      { id },
    );
    await harness.graphql(
      'mutation ($id: ID!) { orderUpdate(input: { id: $id, note: "call first" }) { userErrors { message } } }',
      { id },
    );
    const { data } = await harness.graphql("query ($id: ID!) { order(id: $id) { tags note } }", { id });
    expect(data?.order).toEqual({ tags: ["karwan"], note: "call first" });
  });
});

describe("refundCreate", () => {
  it("gives money back through the gateway it came from, never more than was paid", async () => {
    const { id, lineIds } = harness.control.placeOrder({
      lines: [{ title: "A", price: 500, quantity: 2 }],
      payment: "paid",
    });
    await harness.control.settle();
    const refund = (value: string, key: string) =>
      harness.graphql(
        `mutation ($input: RefundInput!, $key: String!) { refundCreate(input: $input) @idempotent(key: $key) { refund { totalRefundedSet { shopMoney { amount } } } userErrors { field message } } }`,
        {
          key,
          input: {
            orderId: id,
            refundLineItems: [{ lineItemId: lineIds[0], quantity: 1, restockType: "CANCEL" }],
            transactions: [{ orderId: id, kind: "REFUND", gateway: "Safepay", amount: value }],
          },
        },
      );
    expect((await refund("5000", "a")).data?.refundCreate?.userErrors).toHaveLength(1);
    expect((await refund("500", "b")).data?.refundCreate?.refund).toEqual({
      totalRefundedSet: amount("500.0"),
    });
    expect(harness.control.state().orders[0]?.financialStatus).toBe("PARTIALLY_REFUNDED");
  });
});
