import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMerchant } from "#test/demo/merchant.ts";
import { connectShop } from "#test/demo/set-up-shop.ts";
import { addParcels } from "#test/integration/payouts/payouts-ground.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { type AdminPage, openAdmin } from "#test/support/admin-page.ts";
import { openBrowser, openPage } from "#test/support/browser.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { createShopGround } from "#test/support/shop-ground.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld, type World } from "#test/support/world.ts";

let database: TestDatabase;
let world: World;
let browser: Browser;

const reserve = { rtoReservePkr: 350, marginStatus: null, deliveredAt: null } as const;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url });
  await world.supplier.control.addLedgerEntries({ count: 40, days: 20 });
  await connectShop(createMerchant(world, DEMO_SHOP), DEMO_LIVE_KEY);
  const shop = await database.prisma.shop.findUniqueOrThrow({ where: { domain: DEMO_SHOP } });
  const ground = createShopGround({ db: database.prisma, serviceBaseUrl: "http://localhost:1" });
  const release = new Date(Date.now() + 9 * 24 * 60 * 60_000);
  await addParcels(ground, shop.id, [
    { status: "SHIPPED", ...reserve },
    { status: "CONFIRMED", ...reserve },
    { marginReleaseAt: release },
    { marginReleaseAt: null },
  ]);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
});

async function openWallet(width: number): Promise<AdminPage> {
  const admin = await openAdmin(await openPage(browser, { width }), world.admin.url);
  await admin.visit("Wallet");
  await admin.app.getByRole("heading", { level: 1, name: "Wallet" }).waitFor();
  return admin;
}

describe("the page of the wallet", () => {
  it("copies the ledger on a press, draws the balance, and turns its pages", async () => {
    const { page, app } = await openWallet(1280);
    await app.getByRole("button", { name: "Look for new entries" }).click();
    const isCopied = async () => (await database.prisma.ledgerCopy.findFirst())?.copiedAt;
    await waitFor(isCopied, { what: "the ledger to be copied" });
    await page.reload();
    await app.getByText(/^Copied as of/).waitFor();
    await app.locator(".recharts-line path").first().waitFor();
    await app.getByRole("button", { name: "Next" }).click();
    await waitFor(async () => (await app.locator(".k-rows > li").count()) < 25, { what: "the second page" });
    await app.getByRole("button", { name: "Previous" }).click();
    await waitFor(async () => (await app.locator(".k-rows > li").count()) === 25, { what: "the first page" });
    await page.context().close();
  });

  it.each([1280, 360])("opens each figure to what is behind it, %i wide", async (width) => {
    const { page, app } = await openWallet(width);
    await app.getByRole("link", { name: /^Pending/ }).click();
    await app.getByRole("heading", { name: "Pending: margins of delivered COD parcels" }).waitFor();
    expect(await app.locator(".k-rows > li").count()).toBe(2);
    await app.getByText("no release date yet").waitFor();
    await app.getByText("The supplier counts Rs 1,080 less than these orders add up to.").waitFor();
    await app.getByRole("link", { name: /^Held/ }).click();
    await app.getByRole("heading", { name: "Held: reserves of COD parcels on their way" }).waitFor();
    await app.getByText("Your orders: Rs 700.").waitFor();
    expect(await app.locator("html").evaluate((html) => html.scrollWidth)).toBeLessThanOrEqual(width);
    await page.context().close();
  });
});
