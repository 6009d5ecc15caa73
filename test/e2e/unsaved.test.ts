import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMerchant } from "#test/demo/merchant.ts";
import { connectShop, importProducts } from "#test/demo/set-up-shop.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { type AdminPage, openAdmin } from "#test/support/admin-page.ts";
import { openBrowser, openPage } from "#test/support/browser.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { startWorld, type World } from "#test/support/world.ts";

let database: TestDatabase;
let world: World;
let browser: Browser;
let admin: AdminPage;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url });
  const merchant = createMerchant(world, DEMO_SHOP);
  await connectShop(merchant, DEMO_LIVE_KEY);
  await importProducts(merchant, ["prd_cooker"]);
  browser = await openBrowser();
  admin = await openAdmin(await openPage(browser, { width: 1280 }), world.admin.url);
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
});

const shop = () => database.prisma.shop.findFirstOrThrow();
const heading = (name: string) => admin.app.getByRole("heading", { level: 1, name });
const title = (name: string) => heading(name).waitFor();
const goTo = (path: string) =>
  admin.page.goto(`${world.admin.url}/store/${DEMO_SHOP.split(".")[0]}/apps/karwan${path}`);

async function answer(button: string): Promise<void> {
  const dialog = admin.app.getByRole("dialog", { name: "Leave without saving?" });
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}

describe("a form that is not saved", () => {
  it("is asked about when its page of the settings is left, and saves only what the page edits", async () => {
    await admin.openTopic("What your customer sees");
    const name = admin.app.getByLabel("Name on the parcel");
    await name.fill("Chai House");
    await database.prisma.shop.updateMany({ data: { whenRefused: "cancel" } });
    let asked = 0;
    admin.page.once("dialog", (dialog) => {
      asked += 1;
      void dialog.dismiss();
    });
    await admin.app.getByRole("link", { name: "Settings" }).first().click();
    await expect.poll(() => asked, { timeout: 10_000 }).toBe(1);
    expect(await name.inputValue()).toBe("Chai House");
    await admin.page.getByRole("button", { name: "Save" }).click();
    await expect.poll(async () => (await shop()).senderName, { timeout: 10_000 }).toBe("Chai House");
    expect((await shop()).whenRefused).toBe("cancel");
  });

  it("of a listing is asked about in the page, and stays when the merchant stays", async () => {
    const listing = await database.prisma.listing.findFirstOrThrow();
    await goTo(`/listings/${listing.id}`);
    await title("Pressure Cooker Gasket Set");
    const kept = admin.app.getByLabel("Units kept back");
    await kept.fill("7");
    await admin.app.getByRole("link", { name: "Listings" }).first().click();
    await answer("Stay");
    expect(await kept.inputValue()).toBe("7");
    await admin.app.getByRole("link", { name: "Listings" }).first().click();
    await answer("Leave without saving");
    await title("Listings");
  });

  it("of an import is asked about in the page", async () => {
    await goTo("/import/review?products=prd_mugs");
    await admin.app.getByLabel("Title", { exact: true }).first().fill("Mugs of mine");
    await admin.app.getByRole("link", { name: "Catalog" }).first().click();
    await answer("Leave without saving");
    await title("Catalog");
  });
});
