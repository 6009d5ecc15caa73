import type { Frame, FrameLocator, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createMerchant, type Merchant, waitForOrder } from "#test/demo/merchant.ts";
import { setUpShop } from "#test/demo/set-up-shop.ts";
import { getVariant } from "#test/demo/shop-products.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { listAxeFindingsOfPart } from "#test/support/axe-findings.ts";
import { openPage } from "#test/support/browser.ts";
import { listShiftFaults, watchLayoutShift } from "#test/support/layout-shift.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { type SharedBrowser, shareBrowser } from "#test/support/shared-browser.ts";
import { startWorld, type World } from "#test/support/world.ts";

let database: TestDatabase;
let world: World;
let browser: SharedBrowser;
let merchant: Merchant;
let page: Page;
let block: FrameLocator;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url });
  merchant = createMerchant(world, DEMO_SHOP);
  await world.supplier.control.topUp({ amount: 50_000 });
  await setUpShop(merchant, { key: DEMO_LIVE_KEY, productIds: ["prd_cooker"] });
  // Each order waits for a press.
  await merchant.press("settings", "/settings", { intent: "save", autoPrepaid: "false", autoCod: "false" });
  browser = await shareBrowser();
  page = await openPage(browser, { width: 1280 });
  await watchLayoutShift(page);
  block = page.frameLocator("#block");
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
});

function placeOrder() {
  const variantId = getVariant(world, DEMO_SHOP, "Pressure Cooker Gasket Set");
  return world.shopify.control.placeOrder({
    ...{ shop: DEMO_SHOP, payment: "cod", shipping: 200, lines: [{ variantId, quantity: 1 }] },
    customer: { firstName: "Ayesha", lastName: "Example", phone: "+923001234567" },
  });
}

async function placeWithSupplier() {
  const { name } = placeOrder();
  const order = await waitForOrder(merchant, name, ["to_place"]);
  await merchant.press("order", `/orders/${order.id}`, { intent: "place" });
  await waitForOrder(merchant, name, ["placed"]);
  return { name, order };
}

/** Shopify's own list leads to the page, as a merchant goes. */
async function openThing(list: "Shopify orders" | "Shopify products", label: string) {
  await page.goto(world.admin.url);
  await page.getByRole("navigation", { name: "Store" }).getByRole("link", { name: list }).click();
  await page.getByRole("main").getByRole("link", { name: label }).click();
}

const refused = () => page.locator("#refused").textContent();

describe("the block on an order's page in Shopify", () => {
  it("shows the order's parcel, what it brings, and leads to the order here", async () => {
    const { name, order } = await placeWithSupplier();
    await openThing("Shopify orders", name);
    await block.getByRole("heading", { name: "Supplier's parcels" }).waitFor();
    await block.getByText("1 × Pressure Cooker Gasket Set").waitFor();
    await block.getByText("Delivered", { exact: true }).waitFor();
    expect(await block.locator("body").innerText()).toMatch(/about Rs [\d,]+/);
    expect(await refused()).toBe("");
    await block.getByRole("link", { name: "See this order in Karwan" }).click();
    await page.frameLocator("#app").getByRole("heading", { level: 1, name }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(new RegExp(`/orders/${order.id}$`));
  });

  it("gives a command by its button, once, in the name of who is signed in", async () => {
    const { name } = placeOrder();
    const order = await waitForOrder(merchant, name, ["to_place"]);
    await openThing("Shopify orders", name);
    await block.getByText("Orders paid this way are not placed automatically.").waitFor();
    await block.getByRole("button", { name: "Place with the supplier", exact: true }).click();
    await block.getByText("1 × Pressure Cooker Gasket Set").waitFor();
    expect(await block.getByText("are not placed automatically").count()).toBe(0);
    const pressed = await database.prisma.timelineEntry.findMany({
      where: { thingId: order.id, code: "place_pressed" },
    });
    expect(pressed.map(({ by }) => by)).toEqual(["1"]);
  });

  it("says so where nothing of the order is the supplier's", async () => {
    await page.goto(`${world.admin.url}/store/${DEMO_SHOP.split(".")[0]}/orders/999`);
    await block.getByText("Nothing of this order comes from your supplier.").waitFor();
  });
});

describe("the block on a product's page in Shopify", () => {
  it("shows wholesale, margin, stock and when it was last confirmed", async () => {
    await openThing("Shopify products", "Pressure Cooker Gasket Set");
    await block.getByRole("heading", { name: "Supplier's product" }).waitFor();
    await block.getByText("Wholesale").waitFor();
    const text = await block.locator("body").innerText();
    expect(text).toMatch(/Wholesale\s*Rs [\d,]+/);
    expect(text).toMatch(/Margin, delivered\s*about Rs [\d,]+/);
    expect(text).toMatch(/Stock at the supplier\s*\d+/);
    expect(text).toMatch(/Last confirmed\s*\w{3} \d+ \w{3} \d{4}/);
    expect(await refused()).toBe("");
  });
});

describe("the action on an order's page in Shopify", () => {
  const action = () => page.frameLocator("#action");

  async function openAction() {
    await page.getByText("More actions").click();
    await page.getByRole("button", { name: "Supplier's parcels" }).click();
    await action().getByRole("heading", { name: "Supplier's parcels" }).waitFor();
  }

  it("shows the order's parcel and the money both ways in a modal, and closes it", async () => {
    const { name } = await placeWithSupplier();
    await openThing("Shopify orders", name);
    await openAction();
    await action().getByText("1 × Pressure Cooker Gasket Set").waitFor();
    const text = await action().locator("body").innerText();
    expect(text).toMatch(/Delivered\s*about Rs [\d,]+/);
    expect(text).toMatch(/Refused\s*about −Rs [\d,]+/);
    expect(await refused()).toBe("");
    await action().getByRole("button", { name: "Close" }).click();
    await page.locator("#modal").waitFor({ state: "hidden" });
  });

  it("gives a command by a hold's button, by the keyboard alone", async () => {
    const { name } = placeOrder();
    const order = await waitForOrder(merchant, name, ["to_place"]);
    await openThing("Shopify orders", name);
    await page.getByText("More actions").press("Enter");
    await page.getByRole("button", { name: "Supplier's parcels" }).press("Enter");
    await action().getByRole("button", { name: "Place with the supplier", exact: true }).press("Enter");
    await action().getByText("1 × Pressure Cooker Gasket Set").waitFor();
    const pressed = await database.prisma.timelineEntry.findMany({
      where: { thingId: order.id, code: "place_pressed" },
    });
    expect(pressed).toHaveLength(1);
    await action().getByRole("button", { name: "Close" }).press("Enter");
    await page.locator("#modal").waitFor({ state: "hidden" });
  });

  it("leads to the order here", async () => {
    const { name } = placeOrder();
    await waitForOrder(merchant, name, ["to_place"]);
    await openThing("Shopify orders", name);
    await openAction();
    await action().getByRole("link", { name: "See this order in Karwan" }).click();
    await page.frameLocator("#app").getByRole("heading", { level: 1 }).waitFor();
    expect(new URL(page.url()).pathname).toMatch(/\/orders\/[\da-f-]{36}$/);
  });
});

describe("the block on an order's page in its customer's account", () => {
  afterEach(() => world.shopify.control.setShop({ customerDataApproved: true }));

  it("shows the steps and the cash, and leads to the order on the shop's own domain", async () => {
    const { name } = placeOrder();
    await waitForOrder(merchant, name, ["to_place"]);
    await openThing("Shopify orders", name);
    await page.getByRole("link", { name: "View order status page" }).click();
    await block.getByText("Cash to have ready for the courier: Rs 1,800").waitFor();
    expect(await block.locator("body").innerText()).toMatch(/✓ Received, \d+ \w+\s+– Confirmed/);
    expect(await refused()).toBe("");
    await block.getByRole("link", { name: "See all about this order" }).click();
    await page.getByRole("heading", { name: `Order ${name}` }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/apps/karwan/track");
  });

  it("leads to where number and phone are typed while Shopify shows the app no customers", async () => {
    const { name } = placeOrder();
    await waitForOrder(merchant, name, ["to_place"]);
    world.shopify.control.setShop({ customerDataApproved: false });
    await openThing("Shopify orders", name);
    await page.getByRole("link", { name: "View order status page" }).click();
    await block.getByText(`You need the order number ${name}`).waitFor();
    world.shopify.control.setShop({ customerDataApproved: true });
    await block.getByRole("link", { name: "Track this order" }).click();
    await page.getByRole("heading", { name: "Track your order" }).waitFor();
  });
});

describe("the block on the page that thanks for an order", () => {
  it("finds the order by what that page knows of it, and takes it back for its customer", async () => {
    const { name } = placeOrder();
    const order = await waitForOrder(merchant, name, ["to_place"]);
    await openThing("Shopify orders", name);
    await page.getByRole("link", { name: "View thank-you page" }).click();
    await block.getByText("Cash to have ready for the courier: Rs 1,800").waitFor();
    await block.getByRole("button", { name: "No, cancel it" }).click();
    await block.getByRole("button", { name: "Yes, cancel it" }).click();
    await waitForOrder(merchant, name, ["cancelled"]);
    expect(await refused()).toBe("");
    const facts = await database.prisma.timelineEntry.findMany({
      where: { thingId: order.id, actor: "customer", code: "customer_contacted" },
    });
    expect(facts).toHaveLength(1);
  });
});

describe("every extension, on a phone and at a desk", () => {
  it.each([360, 1280])(
    "keeps the rules of axe, holds still as it opens and scrolls nowhere sideways, %i wide",
    async (width) => {
      const { name } = placeOrder();
      await waitForOrder(merchant, name, ["to_place"]);
      await page.setViewportSize({ width, height: 780 });
      await openAtWidth("Shopify orders", name);
      await block.getByText("Orders paid this way").waitFor();
      expect(await listFaults("#block")).toEqual([]);
      await page.getByText("More actions").click();
      await page.getByRole("button", { name: "Supplier's parcels" }).click();
      await page.frameLocator("#action").getByText("Orders paid this way").waitFor();
      expect(await listFaults("#action")).toEqual([]);
      await openAtWidth("Shopify products", "Pressure Cooker Gasket Set");
      await block.getByText("Wholesale").waitFor();
      expect(await listFaults("#block")).toEqual([]);
      await page.goto(page.url().replace(/\/products\/.*/, "/orders"));
      await page.getByRole("main").getByRole("link", { name }).click();
      await page.getByRole("link", { name: "View order status page" }).click();
      await block.getByText("Cash to have ready").waitFor();
      expect(await listFaults("#block")).toEqual([]);
      await page.goto(page.url().replace("/order-status/", "/thank-you/"));
      await block.getByText("Cash to have ready").waitFor();
      expect(await listFaults("#block")).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 900 });
    },
  );

  /** A phone has the list behind its menu. */
  async function openAtWidth(list: "Shopify orders" | "Shopify products", label: string) {
    await page.goto(`${world.admin.url}/store/${DEMO_SHOP.split(".")[0]}/${list.split(" ")[1]}`);
    await page.getByRole("main").getByRole("link", { name: label }).click();
  }

  async function listFaults(selector: string): Promise<string[]> {
    const frame = await frameIn(selector);
    const isWide = await frame.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    const shift = [...(await listShiftFaults(frame)), ...(await listShiftFaults(page.mainFrame()))];
    return [...(isWide ? ["scrolls sideways"] : []), ...shift, ...(await listAxeFindingsOfPart(frame))];
  }

  async function frameIn(selector: string): Promise<Frame> {
    const frame = await (await page.locator(selector).elementHandle())?.contentFrame();
    if (!frame) throw new Error(`The page has no frame ${selector}`);
    return frame;
  }
});

describe("the stand-in's place of extensions", () => {
  it.each([
    ["an element it does not know", "s-table", {}, "<s-table> is not known here"],
    ["an element of HTML", "div", {}, "<div> is not known here"],
    ["an attribute it does not know", "s-text", { size: "large" }, "<s-text> has no size here"],
    ["a slot that is not there", "s-text", { slot: "aside" }, "<s-text> has no slot aside in <body> here"],
  ] as const)("refuses %s, in sight", async (_, name, attributes, sentence) => {
    await openThing("Shopify products", "Pressure Cooker Gasket Set");
    await block.getByText("Wholesale").waitFor();
    await block.locator("body").evaluate(
      (body, [tag, given]) => {
        const element = document.createElement(tag);
        for (const [key, value] of Object.entries(given)) element.setAttribute(key, value);
        body.append(element);
      },
      [name, attributes] as const,
    );
    await page.getByText(sentence).waitFor();
  });
});
