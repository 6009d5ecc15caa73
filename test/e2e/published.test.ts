import { afterAll, beforeAll, expect, it } from "vitest";
import { getVariant } from "#test/demo/shop-products.ts";
import { DEMO_SCOPES, DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { type AdminPage, openAdmin } from "#test/support/admin-page.ts";
import { loseEvery } from "#test/support/broken-line.ts";
import { openPage } from "#test/support/browser.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { type SharedBrowser, shareBrowser } from "#test/support/shared-browser.ts";
import { step } from "#test/support/step.ts";
import { startWorld, type World } from "#test/support/world.ts";

const COOKER = "Pressure Cooker Gasket Set";

let database: TestDatabase;
let world: World;
let browser: SharedBrowser;
let admin: AdminPage;
let line: Awaited<ReturnType<typeof loseEvery>>;

beforeAll(async () => {
  database = await createTestDatabase();
  // As in the App Store: the permission to publish is asked for once it is wanted.
  world = await startWorld({ databaseUrl: database.url, shopify: { scopes: DEMO_SCOPES } });
  browser = await shareBrowser();
  const page = await openPage(browser, { width: 1280 });
  admin = await openAdmin(page, world.admin.url);
  await admin.app.getByRole("heading", { level: 1, name: "Home" }).waitFor();
  line = await loseEvery(page, 5);
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
});

/** A customer's cart in the online store, cash on delivery. */
function checkOut() {
  const lines = [{ variantId: getVariant(world, DEMO_SHOP, COOKER), quantity: 1 }];
  return world.shopify.control.placeOrder({ lines, payment: "cod", shipping: 200 });
}

// One merchant's way to a product that customers see, over a network that loses every fifth answer. What a toast says may
// be lost with its answer: each step waits for what the page shows.
it("a merchant has products seen in the shop, and each thing is done once whatever the network loses", {
  timeout: 300_000,
}, async () => {
  await step("imports, and is told that nobody sees it yet", async () => {
    await admin.openTopic("Connection");
    await admin.app.getByLabel("Key id").fill("lk_demo");
    await admin.app.getByLabel("Secret", { exact: true }).fill("live-demo-secret");
    await admin.app.getByRole("button", { name: "Connect", exact: true }).click();
    await admin.app.getByRole("button", { name: "Rotate the secret" }).waitFor();
    await admin.visit("Catalog");
    await admin.app.getByRole("link", { name: `Import ${COOKER}` }).click();
    await admin.app.getByRole("button", { name: "Import", exact: true }).click();
    await admin.app.getByText("1 of 1 was imported, not visible to customers.").waitFor({ timeout: 60_000 });
    expect(await admin.app.getByText("In your store", { exact: true }).count()).toBe(0);
    expect(checkOut).toThrow("not on the online store");
  });

  await step("may decline, and is told what that means", async () => {
    await askShopify("Decline");
    await admin.app.getByText("You did not allow it", { exact: false }).waitFor();
    expect(checkOut).toThrow("not on the online store");
  });

  await step("allows it in place, and customers see the product at once", async () => {
    await askShopify("Allow");
    await admin.app.getByText("1 of 1 is in your store.").waitFor();
    expect(checkOut).not.toThrow();
  });

  await step("sees that it is visible, and publishes it again after taking it off", async () => {
    await openListing();
    await admin.app.getByText("Visible on Online Store").waitFor();
    const [product] = world.shopify.control.state().products;
    world.shopify.control.setChannels({ id: product?.id ?? "", names: [] });
    await admin.page.reload();
    await admin.app.getByText("Not visible: it is on no sales channel.").waitFor();
    await admin.app.getByRole("button", { name: "Publish" }).click();
    await admin.app.getByText("Visible on Online Store").waitFor();
    expect(checkOut).not.toThrow();
  });

  await step("is told on Home of what is on no channel, and shows all of it in one press", async () => {
    const [product] = world.shopify.control.state().products;
    world.shopify.control.setChannels({ id: product?.id ?? "", names: [] });
    await openListing();
    await admin.app.getByRole("button", { name: "Check now" }).click();
    const card = admin.app.getByText(
      "1 imported product is on no sales channel, so customers cannot find it.",
    );
    const isShown = async () => {
      await admin.visit("Karwan", "Home");
      return (await card.count()) > 0;
    };
    await expect.poll(isShown, { timeout: 30_000, interval: 1000 }).toBe(true);
    await admin.app.getByRole("button", { name: "Publish it", exact: true }).click();
    await expect
      .poll(() => world.shopify.control.state().products.map(({ publishedOn }) => publishedOn))
      .toEqual([["Online Store"]]);
    expect(checkOut).not.toThrow();
    await admin.visit("Karwan", "Home");
    await expect.poll(() => card.count()).toBe(0);
  });

  await step("chooses channels, and what is imported next goes there", async () => {
    await admin.visit("Settings");
    await admin.app.getByRole("link", { name: "Sales channels" }).click();
    await admin.app.getByRole("heading", { level: 1, name: "Sales channels" }).waitFor();
    expect(await admin.app.getByLabel("Online Store").isChecked()).toBe(true);
    await admin.app.getByLabel("Point of Sale").check();
    const save = admin.page.getByRole("button", { name: "Save" });
    await save.click();
    await save.waitFor({ state: "hidden", timeout: 30_000 });
    await admin.visit("Catalog");
    await admin.app.getByRole("link", { name: "Import Cotton Bedsheet King" }).click();
    await admin.app.getByRole("button", { name: "Import", exact: true }).click();
    await admin.app.getByText("1 of 1 is in your store.").waitFor({ timeout: 60_000 });
    const shown = world.shopify.control
      .state()
      .products.find(({ title }) => title === "Cotton Bedsheet King");
    expect(shown?.publishedOn).toEqual(["Online Store", "Point of Sale"]);
  });

  await step("did each thing once, whatever was lost on the way", async () => {
    expect(line.lost()).toBeGreaterThan(3);
    const titles = world.shopify.control.state().products.map(({ title }) => title);
    expect(titles.toSorted()).toEqual(["Cotton Bedsheet King", COOKER]);
  });
});

/** The press on the page, and the answer in Shopify's own window. */
async function askShopify(answer: "Allow" | "Decline"): Promise<void> {
  await admin.app.getByRole("button", { name: "Let customers see them" }).click();
  const window = admin.page.getByRole("dialog", { name: "Permissions" });
  await window.getByText("write publications").waitFor();
  await window.getByRole("button", { name: answer }).click();
}

async function openListing(): Promise<void> {
  await admin.visit("Listings");
  await admin.app.getByRole("link", { name: COOKER }).click();
  await admin.app.getByRole("heading", { level: 1, name: COOKER }).waitFor();
}
