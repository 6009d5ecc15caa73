import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMerchant } from "#test/demo/merchant.ts";
import { connectShop, importProducts } from "#test/demo/set-up-shop.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { type AdminPage, openAdmin } from "#test/support/admin-page.ts";
import { asId } from "#test/support/as-id.ts";
import { openPage } from "#test/support/browser.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { type SharedBrowser, shareBrowser } from "#test/support/shared-browser.ts";
import { startWorld, type World } from "#test/support/world.ts";

let database: TestDatabase;
let world: World;
let browser: SharedBrowser;
let admin: AdminPage;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url, shopify: { routingDelayMs: 0 } });
  const merchant = createMerchant(world, DEMO_SHOP);
  await connectShop(merchant, DEMO_LIVE_KEY);
  await importProducts(merchant, ["prd_cooker", "prd_mugs", "prd_lantern"]);
  browser = await shareBrowser();
  admin = await openAdmin(await openPage(browser, { width: 1280 }), world.admin.url);
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
});

const field = (name: string) => admin.app.getByLabel(name, { exact: true });
const shown = (text: string | RegExp) => admin.app.getByText(text).first().waitFor();

function pricesInShopify(): string[] {
  const { products } = world.shopify.control.state({ shop: DEMO_SHOP });
  return products.flatMap(({ variants }) => variants.map(({ price }) => price)).toSorted();
}
const AS_IMPORTED = ["1000.00", "1500.00", "1600.00"];

// One merchant and one rule, in order: each step leans on the one before.
describe("a price rule in the browser", () => {
  it("shows what it does while it is typed, and each mistake at its field", async () => {
    await admin.openTopic("Prices");
    await admin.app.getByText("Cost times a number").click();
    await field("Times").fill("0.5");
    await shown("Less than 1 sells below cost. Enter 1 or more.");
    await field("Times").fill("1.5");
    await field("Prices end in").selectOption({ label: "…99, like Rs 1,699" });
    await shown("Rs 1,599");
  });

  it("leads to a preview of every price before anything changes", async () => {
    await admin.page.getByRole("button", { name: "Save" }).click();
    await admin.app.getByRole("heading", { level: 1, name: "3 prices would change" }).waitFor();
    await shown("Price: cost × 1.5, ending in 99.");
    await shown("Nothing has changed yet.");
    expect(pricesInShopify()).toEqual(AS_IMPORTED);
  });

  it("is applied, and what came of each price is shown", async () => {
    await admin.app.getByRole("button", { name: "Change 3 prices" }).click();
    await shown("3 of 3 changed.");
    await expect.poll(() => admin.app.getByText("Changed", { exact: true }).count()).toBe(3);
    expect(pricesInShopify()).toEqual(["1399.00", "1599.00", "999.00"]);
  });

  it("is taken back, with the prices", async () => {
    await admin.app.getByRole("button", { name: "Put the old prices back" }).click();
    await admin.app.getByRole("button", { name: "Put them back", exact: true }).click();
    await admin.app.getByRole("heading", { level: 1, name: "3 prices put back" }).waitFor();
    expect(pricesInShopify()).toEqual(AS_IMPORTED);
    await admin.openTopic("Prices");
    const suggested = admin.app.getByRole("radio", { name: "The supplier's suggested price" });
    expect(await suggested.isChecked()).toBe(true);
    await shown("Prices put back");
  });
});

const cookerInShopify = () =>
  world.shopify.control
    .state({ shop: DEMO_SHOP })
    .products.flatMap(({ title, variants }) => (title.includes("Gasket") ? variants : []))
    .map(({ price }) => price);

async function goHome(): Promise<void> {
  await admin.page.goto(world.admin.url);
  await admin.app.getByRole("heading", { level: 1, name: "Home" }).waitFor();
}

// After the rule was taken back: the cooker is sold for the suggested Rs 1,600.
describe("a cost that rises above the price", () => {
  it("only opens an issue where the merchant prefers that to following the rule", async () => {
    await admin.openTopic("When the supplier changes something");
    const follow = admin.app.getByRole("radio", { name: "Follow my price rule" });
    expect(await follow.isChecked()).toBe(true);
    await admin.app.getByText("Tell me", { exact: true }).first().click();
    const save = admin.page.getByRole("button", { name: "Save" });
    await save.click();
    await save.waitFor({ state: "hidden" });
  });

  it("is told on Home with a button that names the new price", async () => {
    const { supplierVariantId: variantId } = await database.prisma.listingVariant.findFirstOrThrow({
      where: { listing: { supplierProductId: asId("prd_cooker") } },
    });
    await world.supplier.control.setPrice({ variantId, wholesalePrice: 1500, suggestedPrice: 2200 });
    const told = admin.app.getByText("loses money when delivered");
    await expect
      .poll(async () => {
        await goHome();
        return told.count();
      })
      .toBe(1);
    await admin.app.getByRole("button", { name: "Set to Rs 2,200" }).click();
    await expect.poll(cookerInShopify).toEqual(["2200.00"]);
  });

  it("can be put back on the listing's page, where it is red until it is mended", async () => {
    await admin.visit("Listings");
    await admin.app.getByRole("link", { name: /Gasket/ }).click();
    await admin.app.getByRole("button", { name: "Put Rs 1,600 back" }).click();
    await expect.poll(cookerInShopify).toEqual(["1600.00"]);
    await shown("Loses money");
    await admin.app.getByRole("button", { name: "Set to Rs 2,200" }).first().waitFor();
    await shown(/was put back from Rs 2,200 to Rs 1,600/);
  });
});
