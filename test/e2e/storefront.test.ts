import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMerchant, waitForOrder } from "#test/demo/merchant.ts";
import { setUpShop } from "#test/demo/set-up-shop.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { listAxeFindings, listAxeFindingsOfPart } from "#test/support/axe-findings.ts";
import { openBrowser, openPage } from "#test/support/browser.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld, type World } from "#test/support/world.ts";

let database: TestDatabase;
let world: World;
let browser: Browser;
let shopper: Page;
let storeUrl = "";

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url });
  const merchant = createMerchant(world, DEMO_SHOP);
  await setUpShop(merchant, { key: "lk_demo:live-demo-secret", productIds: ["prd_cooker"] });
  storeUrl = `http://karwan-demo.localhost:${new URL(world.shopify.url).port}`;
  browser = await openBrowser();
  // An old phone: narrow, and its scripts do not run.
  const context = await browser.newContext({
    viewport: { width: 320, height: 640 },
    javaScriptEnabled: false,
  });
  context.setDefaultTimeout(40_000);
  shopper = await context.newPage();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
});

const phone = "0321 4445566";

async function track(number: string, typed: string): Promise<void> {
  await shopper.goto(`${storeUrl}/apps/karwan/track`);
  await shopper.getByLabel("Order number").fill(number);
  await shopper.getByLabel("Phone number").fill(typed);
  await shopper.getByRole("button", { name: "Track my order" }).click();
}

const overflow = (page: Page) =>
  page.locator(".karwan").evaluate((part) => part.scrollWidth - part.clientWidth);

// One customer's order, from the shop's front page to the door.
describe("a customer on the shop's own domain, without scripts on 320 px", () => {
  it("buys by cash on delivery and is led to the tracking page", async () => {
    await shopper.goto(storeUrl);
    await shopper.getByRole("link", { name: "Pressure Cooker Gasket Set" }).click();
    await shopper.getByLabel("Phone").fill(phone);
    await shopper.getByRole("button", { name: "Buy, cash on delivery" }).click();
    await shopper.getByText("Your order #1001 is confirmed").waitFor();
    await waitForOrder(createMerchant(world, DEMO_SHOP), "#1001", ["placed"]);
    await shopper.getByRole("link", { name: "Track your order" }).click();
    await shopper.getByRole("heading", { name: "Track your order" }).waitFor();
  });

  it("finds nothing with another phone", async () => {
    await track("1001", "0321 4445567");
    await shopper.getByRole("alert").getByText("We found no order", { exact: false }).waitFor();
    expect(await shopper.getByLabel("Phone number").inputValue()).toBe("");
  });

  it("sees the steps, the exact cash and the sender in the shop's theme", async () => {
    await track("#1001", phone);
    await shopper.getByRole("heading", { name: "Order #1001" }).waitFor();
    await shopper.getByText("Cash to have ready for the courier").waitFor();
    expect(await shopper.locator("[aria-current=step]").textContent()).toContain("Received");
    await shopper.getByRole("link", { name: "All products" }).waitFor();
    expect(await overflow(shopper)).toBe(0);
  });

  it("follows it to the door in Urdu, from right to left, without typing again", async () => {
    await shopper.getByRole("link", { name: "اردو" }).click();
    const page = shopper.locator(".karwan");
    expect(await page.getAttribute("dir")).toBe("rtl");
    const { orders } = await world.supplier.control.audit();
    const [parcel] = orders;
    await world.supplier.control.moveParcel({ id: parcel?.id ?? "", status: "SHIPPED" });
    await showsUntil("راستے میں ہے");
    await shopper.getByText("ٹریکنگ نمبر").waitFor();
    await world.supplier.control.moveParcel({ id: parcel?.id ?? "", status: "DELIVERED" });
    await showsUntil("پہنچ گیا");
    expect(await shopper.getByText("Rs ", { exact: false }).count()).toBe(0);
    expect(await overflow(shopper)).toBe(0);
  });

  it("tells the shop that the rider asked for another sum", async () => {
    await shopper.locator("summary").click();
    await shopper.getByLabel("رائیڈر نے کتنی رقم مانگی").fill("3000");
    await shopper.getByRole("button", { name: "دکان کو بتائیں" }).click();
    await shopper.getByRole("alert").getByText("دکان کو بتا دیا گیا ہے", { exact: false }).waitFor();
    expect(await overflow(shopper)).toBe(0);
  });

  async function showsUntil(step: string): Promise<void> {
    await waitFor(
      async () => {
        await shopper.reload();
        return (await shopper.locator("[aria-current=step]").textContent())?.includes(step) ?? false;
      },
      { what: `the page to say ${step}` },
    );
  }
});

describe("the customer's pages", () => {
  it.each(["en", "roman_urdu", "ur"])("break no rule of axe: %s", async (language) => {
    const page = await openPage(browser, { width: 360 });
    await page.goto(`${storeUrl}/apps/karwan/track?lang=${language}`);
    expect(await listAxeFindings(page.mainFrame())).toEqual([]);
    await page.locator("input[name=number]").fill("1001");
    await page.locator("input[name=phone]").fill(phone);
    await page.locator(".karwan button").click();
    await page.getByText("#1001").waitFor();
    expect(await listAxeFindings(page.mainFrame())).toEqual([]);
    await page.context().close();
  });

  it("have the app's blocks in the theme, which break no rule and fit an old phone", async () => {
    const page = await openPage(browser, { width: 320 });
    await page.goto(storeUrl);
    await showBlock(page, "Track your order");
    await page.getByRole("link", { name: "Pressure Cooker Gasket Set" }).click();
    await showBlock(page, "Cash on delivery");
    await page.getByRole("button", { name: "Add to cart" }).click();
    await showBlock(page, "Cash on delivery");
    await page.goto(storeUrl);
    await page.getByLabel("Order number").fill("1001");
    await page.getByLabel("Phone number").fill(phone);
    await page.getByRole("button", { name: "Track my order" }).click();
    await page.getByRole("heading", { name: "Order #1001" }).waitFor();
    await page.context().close();
  });

  async function showBlock(page: Page, heading: string): Promise<void> {
    const block = page.locator(".karwan-block");
    await block.getByRole("heading", { name: heading }).waitFor();
    expect(await block.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0);
    const findings = await listAxeFindingsOfPart(page.mainFrame());
    expect(findings.filter((finding) => finding.includes("karwan"))).toEqual([]);
  }

  it("are opened from the stand-in of the admin", async () => {
    const page = await openPage(browser, { width: 1280 });
    await page.goto(world.admin.url);
    expect(await page.getByRole("link", { name: "Online store" }).getAttribute("href")).toBe(storeUrl);
    await page.context().close();
  });
});
