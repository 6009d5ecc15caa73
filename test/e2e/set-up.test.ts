import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { waitForOrder } from "#test/demo/merchant.ts";
import { DEMO_SCOPES } from "#test/standins/shopify/defaults.ts";
import type { AdminPage } from "#test/support/admin-page.ts";
import { listAxeFindings } from "#test/support/axe-findings.ts";
import { frameOf } from "#test/support/outline.ts";
import { type OneShop, openShops, type Shops, shopAt } from "./shops-harness.ts";

let opened: Shops;
let shop: OneShop;
let admin: AdminPage;
let clicks = 0;
let typed = 0;

beforeAll(async () => {
  opened = await openShops(2, { scopes: DEMO_SCOPES });
});
afterAll(() => opened?.close());

async function install(at: number) {
  shop = shopAt(opened, at);
  admin = await shop.openAt(1280);
  await admin.app.getByText("Set up Karwan").waitFor();
  [clicks, typed] = [0, 0];
}

async function click(target: Locator): Promise<void> {
  await target.click();
  clicks += 1;
}

const press = (name: string) => click(admin.app.getByRole("button", { name, exact: true }).first());
const follow = (name: string) => click(admin.app.getByRole("link", { name }).first());

async function type(label: string, value: string): Promise<void> {
  await admin.app.getByLabel(label, { exact: true }).filter({ visible: true }).fill(value);
  typed += 1;
}

const toast = (words: string) => admin.page.getByText(words, { exact: false }).first().waitFor();
const sees = (words: string | RegExp) => admin.app.getByText(words).first().waitFor();

async function connect({ id, secret }: OneShop["live"], button: string): Promise<void> {
  await type("Key id", id);
  await type("Secret", secret);
  await press(button);
}

/** What is proposed is taken; one question has no proposal. */
async function answerRouting(done: number): Promise<void> {
  await click(admin.app.getByText("No", { exact: true }));
  await press("Save");
  await sees(`${done} of 5 steps done`);
}

async function importProduct(): Promise<void> {
  await follow("Choose products");
  await follow("Import Pressure Cooker Gasket Set");
  await press("Import");
  await sees(/1 of 1 was imported, not visible to customers\./);
}

async function allowPublishing(): Promise<void> {
  await press("Let customers see them");
  const dialog = admin.page.getByRole("dialog", { name: "Permissions" });
  await click(dialog.getByRole("button", { name: "Allow", exact: true }));
}

async function home(): Promise<void> {
  await admin.visit("Karwan", "Home");
  clicks += 1;
}

describe("set-up in one sitting", () => {
  afterEach(() => admin?.page.close());

  it("goes from a test key over a simulated delivery to a live order, within 25 clicks and 4 typed fields", {
    timeout: 240_000,
  }, async () => {
    await install(0);
    await connect(shop.test, "Connect");
    await toast("Test key connected");
    await answerRouting(2);
    await importProduct();
    await home();
    await sees("3 of 5 steps done");
    await press("Make a test order");
    await toast("#1001 is in Shopify");
    const shopifySide = admin.app.getByRole("region", { name: "In Shopify" });
    const supplierSide = admin.app.getByRole("region", { name: "At the supplier" });
    await supplierSide.getByText("Received by the supplier").waitFor({ timeout: 30_000 });
    expect(await listAxeFindings(await frameOf(admin.page))).toEqual([]);
    await press("Confirm");
    await supplierSide.getByText("Confirmed").waitFor();
    await press("Pack");
    await supplierSide.getByText("Being packed").waitFor();
    await press("Ship");
    await shopifySide.getByText(/^Fulfilled/).waitFor({ timeout: 30_000 });
    expect(await shopifySide.textContent()).toContain("Not marked as paid");
    await press("Deliver");
    await sees("4 of 5 steps done");
    await connect(shop.live, "Connect the live key");
    await press("Connect it");
    await sees("Your deposit is complete.");
    await sees(/It carries about [\d,]+ COD orders at a time/);
    await click(admin.app.getByRole("button", { name: "Go live", exact: true }));
    await sees(/All were found\./);
    await press("Go live now");
    await toast("You are live");
    await sees("1 imported product is on no sales channel");
    await allowPublishing();
    await expect.poll(() => shop.merchant.unpublished(), { timeout: 30_000 }).toEqual([]);
    expect(clicks).toBeLessThanOrEqual(25);
    expect(typed).toBe(4);
    await admin.play("Customers: place an order", "COD", { variant: "Pressure Cooker" });
    await waitForOrder(shop.merchant, "#1002", ["placed"]);
    const { orders } = await shop.world.supplier.control.audit();
    expect(orders.map(({ mode }) => mode).toSorted()).toEqual(["live", "test"]);
    await admin.visit("Orders");
    await admin.app.getByRole("row", { name: /#1001.*a test, no money moves/ }).waitFor();
    expect(await admin.app.getByRole("row", { name: /#1002/ }).textContent()).not.toContain("a test");
  });

  it("comes to the first accepted order with a live key within 9 clicks and 2 typed fields", {
    timeout: 180_000,
  }, async () => {
    await install(1);
    await connect(shop.live, "Connect");
    await toast("Live key connected");
    await answerRouting(4);
    await importProduct();
    await allowPublishing();
    await sees("1 of 1 is in your store.");
    await admin.play("Customers: place an order", "COD", { variant: "Pressure Cooker" });
    await waitForOrder(shop.merchant, "#1001", ["placed"]);
    expect(clicks).toBeLessThanOrEqual(9);
    expect(typed).toBe(2);
    await home();
    expect(await admin.app.getByText("Set up Karwan").count()).toBe(0);
  });
});
