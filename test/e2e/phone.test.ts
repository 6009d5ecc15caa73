import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAdmin } from "#test/support/admin-page.ts";
import { openBrowser, openPage } from "#test/support/browser.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { startWorld, type World } from "#test/support/world.ts";

const width = 360;

let database: TestDatabase;
let world: World;
let browser: Browser;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url });
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
});

describe("the app on a narrow phone", () => {
  it("plays the world from the drawer that covers the page", async () => {
    const page = await openPage(browser, { width, height: 780 });
    const admin = await openAdmin(page, world.admin.url);
    await admin.play("Supplier: stock, price, wallet, time", "Top up", { amount: "750" });
    const { wallets } = await world.supplier.control.audit();
    expect(wallets[0]?.ledger.at(-1)).toMatchObject({ kind: "top_up", amount: 750 });
    await admin.visit("Settings");
  });
});
