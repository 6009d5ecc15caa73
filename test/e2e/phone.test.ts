import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAdmin } from "#test/support/admin-page.ts";
import { openBrowser, openPage } from "#test/support/browser.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { playShownStates } from "#test/support/shown-states.ts";
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
  it("scrolls sideways on no page and in no state", async () => {
    const page = await openPage(browser, { width, height: 780 });
    const mistakes: string[] = [];
    page.on("pageerror", (error) => mistakes.push(error.message));
    const widths: Record<string, number> = {};
    for await (const { name, path, act } of playShownStates(world)) {
      const { app } = await openAdmin(page, `${world.admin.url}${path}`);
      await app.getByRole("heading", { level: 1 }).first().waitFor();
      await act?.(app);
      const frame = await app.locator("html").evaluate((html) => html.scrollWidth);
      const whole = await page.evaluate(() => document.documentElement.scrollWidth);
      widths[name] = Math.max(frame, whole);
    }
    expect(Object.entries(widths).filter(([, wide]) => wide > width)).toEqual([]);
    expect(Object.keys(widths).length).toBeGreaterThan(15);
    expect(mistakes).toEqual([]);
  });

  it("plays the world from the drawer that covers the page", async () => {
    const page = await openPage(browser, { width, height: 780 });
    const admin = await openAdmin(page, world.admin.url);
    await admin.play("Supplier: stock, price, wallet, time", "Top up", { amount: "750" });
    const { wallets } = await world.supplier.control.audit();
    expect(wallets[0]?.ledger.at(-1)).toMatchObject({ kind: "top_up", amount: 750 });
    await admin.visit("Settings");
  });
});
