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
    await expect.poll(isPaid).toBe("PAID");
  });
});

describe("an order held for its payment", () => {
  it("how_paid: goes out as what the merchant says", async () => {
    const order = harness.buy({ payment: "pending", gateway: "Form Gateway" });
    await harness.open(order);
    await harness.sees("We cannot tell how the customer pays");
    await harness.press("Cash on delivery");
    expect(await harness.isPlaced(order)).toMatchObject({ codAmount: 1800 });
  });

  it("payment_pending: goes out once the transfer that arrived is marked as paid", async () => {
    const order = harness.buy({ payment: "pending", gateway: "Bank Deposit" });
    await harness.open(order);
    await harness.press("Bank transfer");
    await harness.open(order, "waiting");
    await harness.sees("The payment has not arrived yet");
    await markAsPaid("Rs 1,800");
    expect(await harness.isPlaced(order)).toMatchObject({ paymentMode: "PREPAID" });
  });

  it("partly_paid: has its pending rest collected on delivery", async () => {
    const order = harness.buy({ payment: "partly", paidAmount: 100, gateway: "Advance Form" });
    await harness.open(order);
    await harness.sees("Rs 1,700 is still open by “Advance Form”");
    await harness.press("Collect the rest on delivery");
    expect(await harness.isPlaced(order)).toMatchObject({ codAmount: 1700 });
  });

  it("partly_paid: goes out prepaid once the rest is marked as paid", async () => {
    const order = harness.buy({ payment: "partly", paidAmount: 100, restPending: false });
    await harness.open(order);
    await harness.sees("nothing says who collects it");
    await markAsPaid("Rs 1,700");
    expect(await harness.isPlaced(order)).toMatchObject({ paymentMode: "PREPAID" });
  });

  it("price_below_minimum: goes out with a lower delivery charge, and the customer pays the same", async () => {
    const order = harness.buy({ payment: "partly", paidAmount: 500 });
    await harness.open(order);
    await harness.sees("Rs 100 below the supplier's lowest price");
    await harness.sees("The customer still pays");
    await harness.press("Lower the delivery charge to fit");
    await harness.press("Lower it and place");
    expect(await harness.isPlaced(order)).toMatchObject({ codAmount: 1300, shippingCharged: 100 });
  });

  it("margin_below_floor: goes out at a loss once the merchant says so", async () => {
    const order = harness.buy({ payment: "paid", shipping: 0, shippingAddress: { city: "Qasba Nowhere" } });
    await harness.open(order);
    await supplier().setPrice({ variantId: cooker, wholesalePrice: 1500 });
    await harness.press("Send as written");
    await harness.sees("it would lose Rs 100 now. Place anyway?");
    await harness.press("Place anyway");
    expect(await harness.isPlaced(order)).toMatchObject({ paymentMode: "PREPAID" });
    await supplier().setPrice({ variantId: cooker, wholesalePrice: 1000 });
  });

  it("cod_below_cost: moves to the merchant's own location", async () => {
    await supplier().setPrice({ variantId: cooker, wholesalePrice: 1500 });
    const order = harness.buy({ lines: [harness.line("cooker", 1600)], shipping: 0 });
    await harness.open(order);
    await harness.sees("less than product and shipping cost");
    await harness.press("Fulfil from my own location");
    await harness.isMovedAway(order);
    await supplier().setPrice({ variantId: cooker, wholesalePrice: 1000 });
  });
});

describe("an order held for the wallet", () => {
  it("insufficient_balance: goes out once the wallet is filled and it is tried again", async () => {
    await emptyWallet();
    const order = harness.buy();
    await harness.open(order);
    await harness.sees("wallet is too low");
    const topUp = harness.admin.app.getByRole("link", { name: "Top up" }).first();
    expect(await topUp.getAttribute("href")).toBe("https://dashboard.karwan-catalog.example");
    await supplier().topUp({ amount: 100_000 });
    await harness.press("Try again now");
    await harness.isPlaced(order);
  });

  it("deposit_required: goes out once the deposit is paid", async () => {
    await supplier().setAccount({ deposit: 0 });
    const order = harness.buy();
    await harness.open(order);
    await harness.sees("security deposit is not complete");
    await supplier().setAccount({ deposit: 2000 });
    await harness.press("Try again now");
    await harness.isPlaced(order);
  });

  it("awaiting_funds: is paid after the page said what is left", async () => {
    await emptyWallet();
    const order = harness.buy({ payment: "paid" });
    await harness.open(order, "awaiting_funds");
    await harness.sees("from your wallet");
    await supplier().topUp({ amount: 10_000 });
    await harness.press("Pay from the wallet");
    await harness.sees("Left after it:");
    await harness.press("Pay");
    await harness.isPlaced(order);
  });

  it("awaiting_funds: names both figures before it is paid where the supplier names another", async () => {
    await emptyWallet();
    await supplier().setUndefined({ prepaidAmount: "customer_paid" });
    const order = harness.buy({ payment: "paid" });
    await harness.open(order, "awaiting_funds");
    await supplier().topUp({ amount: 10_000 });
    await harness.press("Pay from the wallet");
    await harness.sees(
      "cost and shipping come to Rs 1,200. The supplier names Rs 1,800. Either may leave your wallet.",
    );
    await harness.press("Pay all the same");
    await harness.isPlaced(order);
    await supplier().setUndefined({ prepaidAmount: "wallet_cost" });
  });

  it("prepaid_disabled: goes out when the supplier takes prepaid orders again", async () => {
    await supplier().topUp({ amount: 100_000 });
    await supplier().setTerms({ allowPrepaid: false });
    const order = harness.buy({ payment: "paid" });
    await harness.open(order);
    await harness.sees("takes no prepaid orders right now");
    await supplier().setTerms({ allowPrepaid: true });
    await harness.press("Try again now");
    await harness.isPlaced(order);
  });
});

async function markAsPaid(open: string): Promise<void> {
  await harness.press(`Mark ${open} as paid in Shopify`);
  await harness.sees(`Shopify records ${open} as received`);
  await harness.press("Yes, mark as paid");
}

async function emptyWallet(): Promise<void> {
  const { wallets } = await supplier().audit();
  const live = wallets.find(({ mode }) => mode === "live");
  await supplier().withdraw({ amount: live?.available ?? 0 });
}
