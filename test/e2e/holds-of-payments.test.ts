import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BoughtOrder, type HoldHarness, openHoldHarness } from "./hold-harness.ts";

let harness: HoldHarness;
let cooker = "";

beforeAll(async () => {
  harness = await openHoldHarness();
  const placed = await harness.isPlaced(harness.buy());
  cooker = placed?.items[0]?.variantId ?? "";
});
afterAll(() => harness?.close());

const shopify = () => harness.world.shopify.control;
const supplier = () => harness.world.supplier.control;

async function doNotSend(order: BoughtOrder): Promise<void> {
  await harness.press("Do not send it");
  await harness.press("Yes, do not send it");
  await harness.isNeverSent(order);
}

describe("an order held for how it is paid", () => {
  it("payment_not_captured: goes out prepaid once the payment is captured", async () => {
    const order = harness.buy({ payment: "authorized" });
    await harness.open(order);
    await harness.sees("authorized but not captured. Capture it in Shopify.");
    shopify().payOrder({ orderId: order.id, amount: 1800, gateway: "Safepay" });
    await harness.press("Try again now");
    expect(await harness.isPlaced(order)).toMatchObject({ paymentMode: "PREPAID" });
  });

  it("payment_failed: is not sent", async () => {
    const order = harness.buy({ payment: "voided" });
    await harness.open(order);
    await harness.sees("voided or has expired");
    await doNotSend(order);
  });

  it("payment_terms: goes out prepaid once it is marked as paid", async () => {
    const order = harness.buy({ payment: "none", paymentTerms: { name: "Net 30", dueInDays: 30 } });
    await harness.open(order);
    await harness.sees("pays later, by payment terms");
    await markAsPaid("Rs 1,800");
    expect(await harness.isPlaced(order)).toMatchObject({ paymentMode: "PREPAID" });
  });

  it("payment_refunded: is not sent", async () => {
    await harness.pausePlacing();
    const order = harness.buy({ payment: "paid" });
    await harness.open(order, "waiting");
    shopify().refund({ orderId: order.id, amount: 1800 });
    await harness.press("Resume placing");
    await harness.open(order, "held");
    await harness.sees("The payment was given back");
    await doNotSend(order);
  });
});

describe("an order held for its amounts", () => {
  it("currency_not_pkr: moves to the merchant's own location", async () => {
    const order = harness.buy({ presentmentCurrency: "AED", presentmentRate: 0.013 });
    await harness.open(order);
    await harness.sees("The order is in AED; the supplier only takes rupees.");
    await harness.press("Fulfil from my own location");
    await harness.isMovedAway(order);
  });

  it("nothing_to_collect: moves to the merchant's own location", async () => {
    const order = harness.buy({ shipping: 0, discountCode: { code: "ALL", amount: "1599.60" } });
    await harness.open(order);
    await harness.sees("Nothing is left to collect for these items");
    await harness.press("Fulfil from my own location");
    await harness.isMovedAway(order);
  });

  it("cannot_be_exact: goes out with a lower delivery charge, and the customer pays the same", async () => {
    await supplier().setPrice({ variantId: cooker, minResalePrice: 0 });
    const order = harness.buy({ payment: "partly", paidAmount: 1700, shipping: 3000 });
    await harness.open(order);
    await harness.sees("The advance is larger than the items: Rs 2,900 is left to collect");
    await harness.press("Lower the delivery charge to fit");
    await harness.press("Lower it and place");
    expect(await harness.isPlaced(order)).toMatchObject({ codAmount: 2900, shippingCharged: 2900 });
    await supplier().setPrice({ variantId: cooker, minResalePrice: 1200 });
  });
});

describe("an order whose money the courier has collected in part", () => {
  it("mark_paid_by_hand: is marked as paid by the merchant, who has the rest", async () => {
    const own = shopify().addOwnProduct({ title: "Own Stock Lamp", price: 550 });
    const lines = [harness.line("cooker", 1600), { variantId: own.variantId, price: 550, quantity: 1 }];
    const order = harness.buy({ lines });
    await harness.isPlaced(order);
    await harness.moveParcels(order, "SHIPPED", "DELIVERED");
    await harness.open(order, "delivered");
    await harness.sees("is still yours to collect. Mark it as paid in Shopify.");
    await markAsPaid("Rs 2,350");
    const isPaid = () =>
      shopify()
        .state({})
        .orders.find(({ id }) => id === order.id)?.financialStatus;
    await expect.poll(isPaid, { timeout: 20_000 }).toBe("PAID");
  });
});

async function markAsPaid(open: string): Promise<void> {
  await harness.press(`Mark ${open} as paid in Shopify`);
  await harness.sees(`Shopify records ${open} as received`);
  await harness.press("Yes, mark as paid");
}
