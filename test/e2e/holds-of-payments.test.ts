import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BoughtOrder, type HoldGround, openHoldGround } from "./hold-ground.ts";

let ground: HoldGround;
let cooker = "";

beforeAll(async () => {
  ground = await openHoldGround();
  const placed = await ground.isPlaced(ground.buy());
  cooker = placed?.items[0]?.variantId ?? "";
});
afterAll(() => ground?.close());

const shopify = () => ground.world.shopify.control;
const supplier = () => ground.world.supplier.control;

async function doNotSend(order: BoughtOrder): Promise<void> {
  await ground.press("Do not send it");
  await ground.press("Yes, do not send it");
  await ground.isNeverSent(order);
}

describe("an order held for how it is paid", () => {
  it("payment_not_captured: goes out prepaid once the payment is captured", async () => {
    const order = ground.buy({ payment: "authorized" });
    await ground.open(order);
    await ground.sees("authorized but not captured. Capture it in Shopify.");
    shopify().payOrder({ orderId: order.id, amount: 1800, gateway: "Safepay" });
    await ground.press("Try again now");
    expect(await ground.isPlaced(order)).toMatchObject({ paymentMode: "PREPAID" });
  });

  it("payment_failed: is not sent", async () => {
    const order = ground.buy({ payment: "voided" });
    await ground.open(order);
    await ground.sees("voided or has expired");
    await doNotSend(order);
  });

  it("payment_terms: goes out prepaid once it is marked as paid", async () => {
    const order = ground.buy({ payment: "none", paymentTerms: { name: "Net 30", dueInDays: 30 } });
    await ground.open(order);
    await ground.sees("pays later, by payment terms");
    await markAsPaid("Rs 1,800");
    expect(await ground.isPlaced(order)).toMatchObject({ paymentMode: "PREPAID" });
  });

  it("payment_refunded: is not sent", async () => {
    await ground.pausePlacing();
    const order = ground.buy({ payment: "paid" });
    await ground.open(order, "waiting");
    shopify().refund({ orderId: order.id, amount: 1800 });
    await ground.press("Resume placing");
    await ground.open(order, "held");
    await ground.sees("The payment was given back");
    await doNotSend(order);
  });
});

describe("an order held for its amounts", () => {
  it("currency_not_pkr: moves to the merchant's own location", async () => {
    const order = ground.buy({ presentmentCurrency: "AED", presentmentRate: 0.013 });
    await ground.open(order);
    await ground.sees("The order is in AED; the supplier only takes rupees.");
    await ground.press("Fulfil from my own location");
    await ground.isMovedAway(order);
  });

  it("nothing_to_collect: moves to the merchant's own location", async () => {
    const order = ground.buy({ shipping: 0, discountCode: { code: "ALL", amount: "1599.60" } });
    await ground.open(order);
    await ground.sees("Nothing is left to collect for these items");
    await ground.press("Fulfil from my own location");
    await ground.isMovedAway(order);
  });

  it("cannot_be_exact: goes out with a lower delivery charge, and the customer pays the same", async () => {
    await supplier().setPrice({ variantId: cooker, minResalePrice: 0 });
    const order = ground.buy({ payment: "partly", paidAmount: 1700, shipping: 3000 });
    await ground.open(order);
    await ground.sees("The advance is larger than the items: Rs 2,900 is left to collect");
    await ground.press("Lower the delivery charge to fit");
    await ground.press("Lower it and place");
    expect(await ground.isPlaced(order)).toMatchObject({ codAmount: 2900, shippingCharged: 2900 });
    await supplier().setPrice({ variantId: cooker, minResalePrice: 1200 });
  });
});

describe("an order whose money the courier has collected in part", () => {
  it("mark_paid_by_hand: is marked as paid by the merchant, who has the rest", async () => {
    const own = shopify().addOwnProduct({ title: "Own Stock Lamp", price: 550 });
    const lines = [ground.line("cooker", 1600), { variantId: own.variantId, price: 550, quantity: 1 }];
    const order = ground.buy({ lines });
    await ground.isPlaced(order);
    await ground.moveParcels(order, "SHIPPED", "DELIVERED");
    await ground.open(order, "delivered");
    await ground.sees("is still yours to collect. Mark it as paid in Shopify.");
    await markAsPaid("Rs 2,350");
    const isPaid = () =>
      shopify()
        .state({})
        .orders.find(({ id }) => id === order.id)?.financialStatus;
    await expect.poll(isPaid, { timeout: 20_000 }).toBe("PAID");
  });
});

async function markAsPaid(open: string): Promise<void> {
  await ground.press(`Mark ${open} as paid in Shopify`);
  await ground.sees(`Shopify records ${open} as received`);
  await ground.press("Yes, mark as paid");
}
