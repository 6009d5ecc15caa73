import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMerchant, waitForOrder } from "#test/demo/merchant.ts";
import { setUpShop } from "#test/demo/set-up-shop.ts";
import { getVariant } from "#test/demo/shop-products.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { type AdminPage, openAdmin } from "#test/support/admin-page.ts";
import { asId } from "#test/support/as-id.ts";
import { openPage } from "#test/support/browser.ts";
import { frameOf, measureOutline } from "#test/support/outline.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { type SharedBrowser, shareBrowser } from "#test/support/shared-browser.ts";
import { startWorld, type World } from "#test/support/world.ts";

let database: TestDatabase;
let world: World;
let browser: SharedBrowser;
/** Pages of one thing each, by what they are about: their address. */
let things: Readonly<Record<string, string>>;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url });
  const merchant = createMerchant(world, DEMO_SHOP);
  await world.supplier.control.topUp({ amount: 50_000 });
  await setUpShop(merchant, { key: DEMO_LIVE_KEY, productIds: ["prd_cooker", "prd_earbuds"] });
  const variantId = getVariant(world, DEMO_SHOP, "Pressure Cooker Gasket Set");
  const { name } = world.shopify.control.placeOrder({
    ...{ shop: DEMO_SHOP, payment: "cod", shipping: 200, lines: [{ variantId, quantity: 1 }] },
    customer: { firstName: "Ayesha", lastName: "Example", phone: "+923001234567" },
  });
  const order = await waitForOrder(merchant, name, ["placed"]);
  const listing = await database.prisma.listing.findFirstOrThrow({
    where: { supplierProductId: asId("prd_earbuds") },
  });
  const ids = listing.id;
  const run = await merchant.press("listings", "/listings", { intent: "bulk", action: "resync", ids });
  const own = world.shopify.control.addOwnProduct({ shop: DEMO_SHOP, title: "My Mugs", price: 1000 });
  things = {
    order: `/orders/${order.id}`,
    listing: `/listings/${listing.id}`,
    product: "/products/prd_earbuds",
    run: String(run),
    mapping: "/mapping",
    "mapping of a product": `/mapping/${own.productId.split("/").at(-1)}`,
    funds: "/wallet/funds",
    profit: "/payouts/profit",
    refusals: "/payouts/refusals",
    check: "/payouts/check",
  };
  browser = await shareBrowser();
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
});

/** Pages that no menu leads to, by their titles. */
const pages = {
  Calls: "/orders/calls",
  "Shadow mode": "/orders/shadow",
  Holds: "/settings/holds",
  Confirmation: "/settings/confirmation",
  "Sales channels": "/settings/channels",
  Notifications: "/settings/notifications",
  Flow: "/settings/flow",
  API: "/settings/api",
  "Who saw customers": "/settings/customer-access",
};

describe("the outline of a page of one thing, on its way", () => {
  it.each([1280, 360])("stands where the page will stand, %i wide", async (width) => {
    const admin = await openAdmin(await openPage(browser, { width }), world.admin.url);
    for (const [what, path] of Object.entries(things)) {
      await admin.visit("Settings");
      const { outline, arrived } = await measureOutline(admin, () => goTo(admin, path));
      expect(arrived, what).toEqual(outline);
    }
  });
});

describe("the outline of a page that no menu leads to", () => {
  it.each([1280, 360])("has its title, and stands where the page will stand, %i wide", async (width) => {
    const admin = await openAdmin(await openPage(browser, { width }), world.admin.url);
    for (const [name, path] of Object.entries(pages)) {
      await admin.visit("Settings");
      const { outline, title, arrived } = await measureOutline(admin, () => goTo(admin, path));
      expect({ path, title, ...arrived }).toEqual({ path, title: name, ...outline });
    }
  });
});

/** As a link of the app leads there. */
async function goTo({ page }: AdminPage, path: string): Promise<void> {
  const frame = await frameOf(page);
  await frame.evaluate((to) => void window.__remixRouter.navigate(to), path);
}
