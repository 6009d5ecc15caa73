import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createMerchant, type Merchant, waitForOrder } from "#test/demo/merchant.ts";
import { connectShop, importProducts } from "#test/demo/set-up-shop.ts";
import { getVariant } from "#test/demo/shop-products.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { type AdminPage, openAdmin } from "#test/support/admin-page.ts";
import { asId } from "#test/support/as-id.ts";
import { type BrokenLine, breakLine, type Lost } from "#test/support/broken-line.ts";
import { openPage } from "#test/support/browser.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { type SharedBrowser, shareBrowser } from "#test/support/shared-browser.ts";
import { startWorld, type World } from "#test/support/world.ts";

const LOST: readonly Lost[] = ["after", "before"];
const patiently = { timeout: 30_000, interval: 100 };

let database: TestDatabase;
let world: World;
let browser: SharedBrowser;
let merchant: Merchant;
let admin: AdminPage;
let line: BrokenLine;
let phones = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url, shopify: { routingDelayMs: 0 } });
  merchant = createMerchant(world, DEMO_SHOP);
  await connectShop(merchant, DEMO_LIVE_KEY);
  await importProducts(merchant, ["prd_cooker"]);
  browser = await shareBrowser();
  admin = await openAdmin(await openPage(browser, { width: 1280 }), world.admin.url);
  line = await breakLine(admin.page);
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
});

beforeEach(() => line.forget());

const app = () => admin.app;
const button = (name: string) => app().getByRole("button", { name, exact: true }).first();
const sees = (text: string) => app().getByText(text).first().waitFor(patiently);
const goTo = (path: string) =>
  admin.page.goto(`${world.admin.url}/store/${DEMO_SHOP.split(".")[0]}/apps/karwan${path}`);

function buy(): { readonly id: string; readonly name: string } {
  phones += 1;
  const variantId = getVariant(world, DEMO_SHOP, "Pressure Cooker Gasket Set");
  return world.shopify.control.placeOrder({
    ...{ shop: DEMO_SHOP, payment: "cod", shipping: 200, lines: [{ variantId, quantity: 1 }] },
    customer: { firstName: "Ayesha", lastName: "Example", phone: `+92300777${4500 + phones}` },
  });
}

const toPlace = async (name: string) => (await waitForOrder(merchant, name, ["to_place"])).id;

async function ordersAtService(): Promise<number> {
  return (await world.supplier.control.audit()).orders.length;
}

/** The press was sent twice and done once; nothing stands in place of the page. */
async function isDoneInPlace(): Promise<void> {
  await expect.poll(line.sent).toBe(2);
  await app()
    .locator(".k-connection-strip")
    .waitFor({ state: "detached", ...patiently });
  expect(await app().getByText("This page could not be loaded").count()).toBe(0);
}

/** A page that is seen, but whose code does not arrive before it may. */
async function openWithoutCode(path: string) {
  const page = await openPage(browser, { width: 1280 });
  const code = Promise.withResolvers<void>();
  await page.route("**/assets/entry.client-*.js", async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.goto(`${world.admin.url}/store/${DEMO_SHOP.split(".")[0]}/apps/karwan${path}`, {
    waitUntil: "commit",
  });
  return { page, frame: page.frameLocator("#app"), arrive: () => code.resolve() };
}

describe("before the page's code has arrived", () => {
  it("a press is kept, and done once although it was made twice", async () => {
    const { name } = buy();
    const id = await toPlace(name);
    const { page, frame, arrive } = await openWithoutCode(`/orders/${id}`);
    const presses = () =>
      database.prisma.timelineEntry.count({ where: { thingId: id, code: "place_pressed" } });
    const place = frame.getByRole("button", { name: "Place with the supplier", exact: true }).first();
    await place.click();
    await place.click();
    expect(await presses()).toBe(0);
    arrive();
    await waitForOrder(merchant, name, ["placed"]);
    expect(await presses()).toBe(1);
    await page.close();
  });

  it("what is typed is kept, and looked for", async () => {
    const { page, frame, arrive } = await openWithoutCode("/orders");
    const box = frame.getByRole("textbox", { name: "Order, name, phone, city or product" });
    await box.fill("nobody");
    arrive();
    await frame.getByText("Nothing here fits “nobody”").first().waitFor(patiently);
    expect(await box.inputValue()).toBe("nobody");
    await page.close();
  });

  it("Enter in a field is kept, and what was typed there is looked for", async () => {
    const { page, frame, arrive } = await openWithoutCode("/wallet");
    const box = frame.getByRole("textbox", { name: "Order number" });
    await box.fill("#99");
    await box.press("Enter");
    arrive();
    await frame.getByText("Nothing in the ledger fits these filters.").waitFor(patiently);
    expect(await box.inputValue()).toBe("#99");
    await page.close();
  });

  it("a link opens its page", async () => {
    const { name } = buy();
    await toPlace(name);
    const { page, frame, arrive } = await openWithoutCode("/orders");
    await frame.getByRole("link", { name, exact: true }).first().click();
    await frame.getByRole("heading", { level: 1, name, exact: true }).waitFor(patiently);
    arrive();
    await frame.getByRole("button", { name: "Place with the supplier", exact: true }).first().click();
    await waitForOrder(merchant, name, ["placed"]);
    await page.close();
  });

  it("what is chosen is kept, and asked for", async () => {
    const { page, frame, arrive } = await openWithoutCode("/activity?view=deliveries");
    const from = frame.getByLabel("From", { exact: true });
    await from.selectOption("supplier");
    arrive();
    await expect.poll(() => page.url(), patiently).toContain("source=supplier");
    expect(await from.inputValue()).toBe("supplier");
    await page.close();
  });
});

describe.each(LOST)("an answer lost %s the server did its work", (lost) => {
  it("saves settings once and keeps the page with what was typed", async () => {
    await admin.openTopic("Customers' pages");
    const name = `Chai ${lost}`;
    await app().getByLabel("Name on the parcel").fill(name);
    const letThrough = line.loseNextAndHold(lost);
    await admin.page.getByRole("button", { name: "Save" }).click();
    await sees("Karwan is checking what became of your press");
    letThrough();
    const saved = async () => (await database.prisma.shop.findFirstOrThrow()).senderName;
    await expect.poll(saved).toBe(name);
    const shown = lost === "after" ? "Done. Only the answer was lost." : "Saved";
    await admin.page.locator("#toasts").getByText(shown, { exact: true }).waitFor();
    expect(await app().getByLabel("Name on the parcel").inputValue()).toBe(name);
    await isDoneInPlace();
  });

  it("places an order once", async () => {
    const before = await ordersAtService();
    const order = buy();
    await goTo(`/orders/${await toPlace(order.name)}`);
    await app().getByRole("heading", { level: 1, name: order.name }).waitFor();
    line.loseNext(lost);
    await button("Place with the supplier").click();
    await waitForOrder(merchant, order.name, ["placed"]);
    await isDoneInPlace();
    expect(await ordersAtService()).toBe(before + 1);
  });

  it("begins one run of a bulk press, and leads to it", async () => {
    const runs = await database.prisma.bulkRun.count();
    const orders = [buy(), buy()];
    for (const { name } of orders) await toPlace(name);
    await admin.visit("Orders");
    await app().getByRole("tab", { name: "To place" }).click();
    await expect.poll(() => app().locator("tbody tr").count()).toBe(2);
    for (const at of [0, 1]) await app().locator("tbody tr").nth(at).getByRole("checkbox").check();
    await button("Place with the supplier").click();
    line.loseNext(lost);
    await app().getByRole("dialog").getByRole("button", { name: "Place 2 orders" }).click();
    await app().getByRole("heading", { level: 1, name: "Placing 2 orders" }).waitFor(patiently);
    await sees("2 of 2 done.");
    await isDoneInPlace();
    expect(await database.prisma.bulkRun.count()).toBe(runs + 1);
  });

  it("begins one import, and leads to it", async () => {
    const product = lost === "after" ? "prd_spoons" : "prd_lantern";
    const runs = await database.prisma.bulkRun.count();
    await goTo(`/import/review?products=${product}`);
    const title = app().getByLabel("Title", { exact: true }).first();
    await title.fill(`Imported once ${lost}`);
    line.loseNext(lost);
    await button("Import").click();
    await sees("1 of 1 is in your store.");
    await isDoneInPlace();
    expect(await database.prisma.bulkRun.count()).toBe(runs + 1);
    const { products } = world.shopify.control.state({ shop: DEMO_SHOP });
    expect(products.filter(({ title: made }) => made === `Imported once ${lost}`)).toHaveLength(1);
  });

  it("saves a mapping once", async () => {
    const title = `My Mugs ${lost}`;
    const own = world.shopify.control.addOwnProduct({
      ...{ shop: DEMO_SHOP, title, sku: "MUGS", price: 1000, quantity: 0 },
    });
    await goTo(`/mapping/${own.productId.split("/").at(-1)}`);
    await app().getByLabel("Search the supplier's catalog").fill("Chai Mug");
    await button("Search").click();
    await app().getByRole("button", { name: "Choose Chai Mug Pair" }).click();
    await button("Use the suggestion").click();
    line.loseNext(lost);
    await button("Save mapping").click();
    await app().getByRole("button", { name: "Unmap", exact: true }).first().waitFor(patiently);
    await isDoneInPlace();
  });

  it("fixes the price of a listing once", async () => {
    const price = lost === "after" ? 1810 : 1820;
    const listing = await database.prisma.listing.findFirstOrThrow({
      where: { supplierProductId: asId("prd_cooker") },
    });
    await goTo(`/listings/${listing.id}`);
    await app().getByRole("heading", { level: 1, name: "Pressure Cooker Gasket Set" }).waitFor();
    await app()
      .getByRole("button", { name: /^(Fix the price|Fixed at )/ })
      .first()
      .click();
    await app()
      .getByLabel(/^Price of /)
      .fill(String(price));
    line.loseNext(lost);
    await button("Fix it").click();
    const shown = () =>
      world.shopify.control
        .state({ shop: DEMO_SHOP })
        .products.flatMap(({ variants }) => variants.map((variant) => variant.price));
    await expect.poll(shown).toContain(`${price}.00`);
    await isDoneInPlace();
  });
});

describe("a press that leads to another page", () => {
  const homeIsRead = () => app().getByRole("button", { name: "Publish it", exact: true }).waitFor(patiently);
  const isAt = (title: string) => app().getByRole("heading", { level: 1, name: title }).waitFor(patiently);
  const shownPath = () => {
    const frame = admin.page.frames().find((each) => each.url().startsWith(world.app.url));
    return new URL(frame?.url() ?? "").pathname;
  };

  /** Shown under its own address, and not only for a moment. */
  const isStill = async (path: string, title: string) => {
    await app()
      .locator("body")
      .evaluate(() => new Promise((settle) => setTimeout(settle, 500)));
    await isAt(title);
    expect(shownPath()).toBe(path);
  };

  /** Home, with a product that the merchant has just taken off all channels; the row says so before its look is due. */
  beforeEach(async () => {
    const { id, productGid } = await database.prisma.listing.findFirstOrThrow({
      where: { supplierProductId: asId("prd_cooker") },
    });
    const isAtWork = { OR: [{ subject: id }, { kind: "bulkRun.continue" }], leaseToken: { not: null } };
    await expect.poll(() => database.prisma.bulkRun.count({ where: { finishedAt: null } })).toBe(0);
    world.shopify.control.setChannels({ shop: DEMO_SHOP, id: productGid ?? "", names: [] });
    await expect.poll(() => database.prisma.work.count({ where: isAtWork })).toBe(0);
    await database.prisma.listing.updateMany({ where: { id }, data: { publishedOn: [] } });
    await goTo("/");
    await homeIsRead();
  });

  it("shows nothing any more of the page before, which was still being read", async () => {
    const releaseHome = line.hold("GET", /^\/$/);
    const releaseRun = line.hold("GET", /^\/runs\/listings\//);
    await button("Refresh").click();
    await button("Publish it").click();
    await isAt("Listings");
    await releaseHome();
    await admin.visit("Settings");
    await releaseRun();
    await isStill("/settings", "Settings");
  });

  it("leads there though the page before is read again meanwhile", async () => {
    const release = line.hold("POST", /^\/settings\/channels$/);
    await button("Publish it").click();
    await button("Refresh").click();
    await app().getByRole("button", { name: "Refresh", exact: true }).waitFor(patiently);
    await release();
    await isAt("Publishing 1 listing");
  });

  it("leaves somebody who went on where they went", async () => {
    const release = line.hold("POST", /^\/settings\/channels$/);
    await button("Publish it").click();
    await admin.visit("Settings");
    await release();
    await isStill("/settings", "Settings");
  });
});
