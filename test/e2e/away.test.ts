import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMerchant } from "#test/demo/merchant.ts";
import { connectShop } from "#test/demo/set-up-shop.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { type AdminPage, openAdmin } from "#test/support/admin-page.ts";
import { openPage } from "#test/support/browser.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { type SharedBrowser, shareBrowser } from "#test/support/shared-browser.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld, type World } from "#test/support/world.ts";

const home = `/store/${DEMO_SHOP.split(".")[0]}/apps/karwan`;
const patiently = { timeout: 40_000, interval: 100 };

let database: TestDatabase;
let world: World;
let browser: SharedBrowser;
let admin: AdminPage;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url });
  await connectShop(createMerchant(world, DEMO_SHOP), DEMO_LIVE_KEY);
  browser = await shareBrowser();
  admin = await openAdmin(await openPage(browser, { width: 1280 }), world.admin.url);
  await admin.app.getByRole("heading", { level: 1 }).first().waitFor();
  await waitFor(async () => admin.page.context().serviceWorkers().length === 1, { what: "the worker" });
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
});

const senderName = () => admin.app.getByLabel("Name on the parcel");
const sees = (text: string) => admin.app.getByText(text).first().waitFor(patiently);
const isGone = (text: string) =>
  admin.app
    .getByText(text)
    .first()
    .waitFor({ state: "detached", ...patiently });
const saved = async () => (await database.prisma.shop.findFirstOrThrow()).senderName;
const save = () => admin.page.getByRole("button", { name: "Save" }).click();
/** Until the admin's address names the page: its outline has the same title, and a reload then opens the page before. */
async function openSettings(): Promise<void> {
  await admin.openTopic("Customers' pages");
  await admin.page.waitForURL("**/settings/customers");
}

describe("a device without a network", () => {
  it("keeps the page and what was typed, and sends a press once it is back", async () => {
    await openSettings();
    await senderName().fill("Offline Bazaar");
    await admin.page.context().setOffline(true);
    await sees("You are offline. What you see stays here");
    await save();
    await sees("checks whether your last press arrived");
    expect(await senderName().inputValue()).toBe("Offline Bazaar");
    expect(await saved()).not.toBe("Offline Bazaar");
    await admin.page.context().setOffline(false);
    await expect.poll(saved).toBe("Offline Bazaar");
    await isGone("You are offline");
    await admin.page.getByRole("button", { name: "Save" }).waitFor({ state: "hidden" });
  });

  it("opens a page it never showed as soon as it is back", async () => {
    await admin.page.context().setOffline(true);
    const menu = admin.page.getByRole("navigation", { name: "Store" });
    await menu.getByRole("link", { name: "Activity", exact: true }).click();
    await sees("You are offline");
    await admin.page.context().setOffline(false);
    await admin.app.getByRole("heading", { level: 1, name: "Activity" }).waitFor(patiently);
  });
});

describe("a server that is away", () => {
  it("leaves the page as it is, and does what was pressed once it is back", async () => {
    await openSettings();
    await senderName().fill("Patient Bazaar");
    await world.app.kill();
    await save();
    await sees("Karwan is checking what became of your press");
    expect(await senderName().inputValue()).toBe("Patient Bazaar");
    await world.restartApp();
    await expect.poll(saved).toBe("Patient Bazaar");
    expect(await senderName().inputValue()).toBe("Patient Bazaar");
  });

  it("answers a reload with a page of ours, which goes on by itself", async () => {
    await openSettings();
    await world.app.kill();
    await admin.page.reload();
    await admin.app.getByRole("heading", { level: 1, name: "Karwan cannot be reached" }).waitFor();
    await world.restartApp();
    await admin.app.getByRole("heading", { level: 1, name: "Customers' pages" }).waitFor(patiently);
  });
});

describe("a page whose code has not come yet", () => {
  it("follows its links and those of the admin's menu", async () => {
    const page = await openPage(browser, { width: 1280 });
    const { promise: mayCome, resolve: letCome } = Promise.withResolvers<void>();
    await page.route(/\/assets\/.*\.js$/, (route) => mayCome.then(() => route.continue()));
    // Its load ends with that of its code.
    await page.goto(`${world.admin.url}${home}/settings`, { waitUntil: "commit" });
    const app = page.frameLocator("#app");
    await app.getByRole("link", { name: "Customers' pages", exact: true }).click();
    await app.getByRole("heading", { level: 1, name: "Customers' pages" }).waitFor();
    const menu = page.getByRole("navigation", { name: "Store" });
    await menu.getByRole("link", { name: "Payouts", exact: true }).click();
    await app.getByRole("heading", { level: 1, name: "Payouts" }).waitFor();
    letCome();
    await app.getByRole("button", { name: "Refresh" }).click();
    await page.context().close();
  });
});

describe("a document that is loaded anew inside the admin", () => {
  it("is the page that was there, after the address lost what Shopify opened the app with", async () => {
    await admin.visit("Orders");
    await openSettings();
    const [frame] = admin.page.frames().filter((each) => each.url().startsWith(world.app.url));
    expect(frame?.url()).not.toContain("shop=");
    await frame?.evaluate(() => location.reload());
    await expect.poll(() => frame?.url()).toContain("shop=");
    await admin.app.getByRole("heading", { level: 1, name: "Customers' pages" }).waitFor();
  });

  it("says where to open the app, where App Bridge does not know the shop either", async () => {
    const page = await openPage(browser, { width: 1280 });
    const { app } = await openAdmin(page, world.admin.url);
    await app.getByRole("heading", { level: 1 }).first().waitFor();
    const [frame] = page.frames().filter((each) => each.url().startsWith(world.app.url));
    await frame?.evaluate(() => {
      sessionStorage.clear();
      location.replace("/auth/return?to=/orders");
    });
    await app.getByText("Open Karwan from your Shopify admin.").waitFor();
    await page.context().close();
  });
});
