import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type HoldGround, openHoldGround } from "./hold-ground.ts";

let ground: HoldGround;

beforeAll(async () => {
  ground = await openHoldGround();
});
afterAll(() => ground?.close());

describe("an order held for its payment", () => {
  it("how_paid: goes out as what the merchant says", async () => {
    const order = ground.buy({ payment: "pending", gateway: "Form Gateway" });
    await ground.open(order);
    await ground.sees("We cannot tell how the customer pays");
    await ground.press("Cash on delivery");
    expect(await ground.isPlaced(order)).toMatchObject({ codAmount: 1800 });
  });

  it("payment_pending: goes out once the transfer that arrived is marked as paid", async () => {
    const order = ground.buy({ payment: "pending", gateway: "Bank Deposit" });
    await ground.open(order);
    await ground.press("Bank transfer");
    await ground.open(order, "waiting");
    await ground.sees("The payment has not arrived yet");
    await markAsPaid("Rs 1,800");
    expect(await ground.isPlaced(order)).toMatchObject({ paymentMode: "PREPAID" });
  });

  it("partly_paid: has its pending rest collected on delivery", async () => {
    const order = ground.buy({ payment: "partly", paidAmount: 100, gateway: "Advance Form" });
    await ground.open(order);
    await ground.sees("Rs 1,700 is still open by “Advance Form”");
    await ground.press("Collect the rest on delivery");
    expect(await ground.isPlaced(order)).toMatchObject({ codAmount: 1700 });
  });

  it("partly_paid: goes out prepaid once the rest is marked as paid", async () => {
    const order = ground.buy({ payment: "partly", paidAmount: 100, restPending: false });
    await ground.open(order);
    await ground.sees("nothing says who collects it");
    await markAsPaid("Rs 1,700");
    expect(await ground.isPlaced(order)).toMatchObject({ paymentMode: "PREPAID" });
  });

  it("price_below_minimum: goes out with a lower delivery charge, and the customer pays the same", async () => {
    const order = ground.buy({ payment: "partly", paidAmount: 500 });
    await ground.open(order);
    await ground.sees("Rs 100 below the supplier's lowest price");
    await ground.sees("The customer still pays");
    await ground.press("Lower the delivery charge to fit");
    await ground.press("Lower it and place");
    expect(await ground.isPlaced(order)).toMatchObject({ codAmount: 1300, shippingCharged: 100 });
  });

  it("margin_below_floor: goes out at a loss once the merchant says so", async () => {
    const order = ground.buy({ payment: "paid", shipping: 0, shippingAddress: { city: "Qasba Nowhere" } });
    await ground.open(order);
    await ground.world.supplier.control.setPrice({ variantId: await cooker(), wholesalePrice: 1500 });
    await ground.press("Send as written");
    await ground.sees("it would lose Rs 100 now. Place anyway?");
    await ground.press("Place anyway");
    expect(await ground.isPlaced(order)).toMatchObject({ paymentMode: "PREPAID" });
    await ground.world.supplier.control.setPrice({ variantId: await cooker(), wholesalePrice: 1000 });
  });

  it("cod_below_cost: moves to the merchant's own location", async () => {
    await ground.world.supplier.control.setPrice({ variantId: await cooker(), wholesalePrice: 1500 });
    const order = ground.buy({ lines: [ground.line("cooker", 1600)], shipping: 0 });
    await ground.open(order);
    await ground.sees("less than product and shipping cost");
    await ground.press("Fulfil from my own location");
    await ground.isMovedAway(order);
    await ground.world.supplier.control.setPrice({ variantId: await cooker(), wholesalePrice: 1000 });
  });
});

describe("an order held for the wallet", () => {
  it("insufficient_balance: goes out once the wallet is filled and it is tried again", async () => {
    await emptyWallet();
    const order = ground.buy();
    await ground.open(order);
    await ground.sees("wallet is too low");
    const topUp = ground.admin.app.getByRole("link", { name: "Top up" }).first();
    expect(await topUp.getAttribute("href")).toBe("https://dashboard.karwan-catalog.example");
    await ground.world.supplier.control.topUp({ amount: 100_000 });
    await ground.press("Try again now");
    await ground.isPlaced(order);
  });

  it("deposit_required: goes out once the deposit is paid", async () => {
    await ground.world.supplier.control.setAccount({ deposit: 0 });
    const order = ground.buy();
    await ground.open(order);
    await ground.sees("security deposit is not complete");
    await ground.world.supplier.control.setAccount({ deposit: 2000 });
    await ground.press("Try again now");
    await ground.isPlaced(order);
  });

  it("awaiting_funds: is paid after the page said what is left", async () => {
    await emptyWallet();
    const order = ground.buy({ payment: "paid" });
    await ground.open(order, "awaiting_funds");
    await ground.sees("from your wallet");
    await ground.world.supplier.control.topUp({ amount: 10_000 });
    await ground.press("Pay from the wallet");
    await ground.sees("Left after it:");
    await ground.press("Pay");
    await ground.isPlaced(order);
  });

  it("prepaid_disabled: goes out when the supplier takes prepaid orders again", async () => {
    await ground.world.supplier.control.topUp({ amount: 100_000 });
    await ground.world.supplier.control.setTerms({ allowPrepaid: false });
    const order = ground.buy({ payment: "paid" });
    await ground.open(order);
    await ground.sees("takes no prepaid orders right now");
    await ground.world.supplier.control.setTerms({ allowPrepaid: true });
    await ground.press("Try again now");
    await ground.isPlaced(order);
  });
});

async function markAsPaid(open: string): Promise<void> {
  await ground.press(`Mark ${open} as paid in Shopify`);
  await ground.sees(`Shopify records ${open} as received`);
  await ground.press("Yes, mark as paid");
}

async function emptyWallet(): Promise<void> {
  const { wallets } = await ground.world.supplier.control.audit();
  const live = wallets.find(({ mode }) => mode === "live");
  await ground.world.supplier.control.withdraw({ amount: live?.available ?? 0 });
}

async function cooker(): Promise<string> {
  const first = (await ground.world.supplier.control.audit()).orders[0];
  return first?.items[0]?.variantId ?? "";
}
