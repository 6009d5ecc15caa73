import type { Locator } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createMerchant, type Merchant, waitForOrder } from "#test/demo/merchant.ts";
import { DEMO_SCOPES, DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { type AdminPage, openAdmin } from "#test/support/admin-page.ts";
import { listAxeFindings } from "#test/support/axe-findings.ts";
import { openPage } from "#test/support/browser.ts";
import { frameOf } from "#test/support/outline.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { type SharedBrowser, shareBrowser } from "#test/support/shared-browser.ts";
import { startWorld, type World } from "#test/support/world.ts";

let database: TestDatabase;
let world: World;
let browser: SharedBrowser;
let admin: AdminPage;
let merchant: Merchant;
let clicks = 0;
let typed = 0;

beforeAll(async () => {
  browser = await shareBrowser();
});
afterAll(() => browser?.close());

async function install(width: number, scopes?: readonly string[]) {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url, ...(scopes && { shopify: { scopes } }) });
  merchant = createMerchant(world, DEMO_SHOP);
  admin = await openAdmin(await openPage(browser, { width, height: 800 }), world.admin.url);
  await admin.app.getByText("Set up Karwan").waitFor();
  [clicks, typed] = [0, 0];
}

async function leave() {
  await admin?.page.close();
  await world?.close();
  await database?.drop();
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

async function connect(key: string, secret: string, button: string): Promise<void> {
  await type("Key id", key);
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
  afterEach(leave);

  it("goes from a test key over a simulated delivery to a live order, within 25 clicks and 4 typed fields", {
    timeout: 240_000,
  }, async () => {
    await install(1280, DEMO_SCOPES);
    await connect("test_demo", "test-demo-secret", "Connect");
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
    await connect("lk_demo", "live-demo-secret", "Connect the live key");
    await press("Connect it");
    await sees("Your deposit is complete.");
    await sees(/It carries about [\d,]+ COD orders at a time/);
    await click(admin.app.getByRole("button", { name: "Go live", exact: true }));
    await sees(/All were found\./);
    await press("Go live now");
    await toast("You are live");
    await sees("1 imported product is on no sales channel");
    await allowPublishing();
    await expect.poll(() => merchant.unpublished(), { timeout: 30_000 }).toEqual([]);
    expect(clicks).toBeLessThanOrEqual(25);
    expect(typed).toBe(4);
    await admin.play("Customers: place an order", "COD", { variant: "Pressure Cooker" });
    await waitForOrder(merchant, "#1002", ["placed"]);
    const { orders } = await world.supplier.control.audit();
    expect(orders.map(({ mode }) => mode).toSorted()).toEqual(["live", "test"]);
    await admin.visit("Orders");
    await admin.app.getByRole("row", { name: /#1001.*a test, no money moves/ }).waitFor();
    expect(await admin.app.getByRole("row", { name: /#1002/ }).textContent()).not.toContain("a test");
  });

  it("comes to the first accepted order with a live key within 9 clicks and 2 typed fields", {
    timeout: 180_000,
  }, async () => {
    await install(1280, DEMO_SCOPES);
    await connect("lk_demo", "live-demo-secret", "Connect");
    await toast("Live key connected");
    await answerRouting(4);
    await importProduct();
    await allowPublishing();
    await sees("1 of 1 is in your store.");
    await admin.play("Customers: place an order", "COD", { variant: "Pressure Cooker" });
    await waitForOrder(merchant, "#1001", ["placed"]);
    expect(clicks).toBeLessThanOrEqual(9);
    expect(typed).toBe(2);
    await home();
    expect(await admin.app.getByText("Set up Karwan").count()).toBe(0);
  });
});

describe("the guide on a phone, by keyboard", () => {
  beforeAll(() => install(360));
  afterAll(leave);

  it("says why a step did not work, beside it", async () => {
    await connect("lk_demo", "not-the-secret", "Connect");
    await admin.app
      .getByRole("alert")
      .getByText("The supplier does not know this key", { exact: false })
      .waitFor();
    await sees("0 of 5 steps done");
  });

  it("unfolds a step by a key, and asks for what it needs before its button works", async () => {
    const step = admin.app.getByRole("button", { name: "Choose how orders go to the supplier" });
    await step.press("Enter");
    expect(await step.getAttribute("aria-expanded")).toBe("true");
    const save = admin.app.getByRole("button", { name: "Save", exact: true });
    expect(await save.getAttribute("aria-disabled")).toBe("true");
    await admin.app.getByLabel("No", { exact: true }).press("Space");
    await expect.poll(() => save.getAttribute("aria-disabled")).not.toBe("true");
    const frame = await frameOf(admin.page);
    expect(await listAxeFindings(frame)).toEqual([]);
    expect(await frame.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  });

  it("is put away and brought back, and knows what was done", async () => {
    await admin.app.getByRole("button", { name: "Save", exact: true }).press("Enter");
    await sees("1 of 5 steps done");
    await admin.app.getByRole("button", { name: "Hide this guide" }).press("Enter");
    await admin.app.getByText("Set up Karwan").waitFor({ state: "detached" });
    await admin.app.getByRole("button", { name: "Show the set-up guide" }).press("Enter");
    await sees("1 of 5 steps done");
  });
});
