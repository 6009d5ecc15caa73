import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type AdminPage, openAdmin } from "#test/support/admin-page.ts";
import { listAxeFindings } from "#test/support/axe-findings.ts";
import { openBrowser, openPage } from "#test/support/browser.ts";
import { frameOf } from "#test/support/outline.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { startWorld, type World } from "#test/support/world.ts";

let database: TestDatabase;
let world: World;
let browser: Browser;
let admin: AdminPage;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url });
  browser = await openBrowser();
  admin = await openAdmin(await openPage(browser, { width: 360 }), world.admin.url);
  await admin.openTopic("Flow");
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
});

it("shows every part of Flow as off, and switches one on by the keyboard, with who and when", async () => {
  const { app, page } = admin;
  const boxes = app.getByRole("checkbox");
  expect(await boxes.count()).toBe(13);
  for (const box of await boxes.all()) expect(await box.isChecked()).toBe(false);
  await app.getByRole("checkbox", { name: "Supplier order held" }).press("Space");
  await app.getByRole("checkbox", { name: "Hold supplier order" }).press("Space");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Saved").waitFor();
  await app
    .getByText(/On since .*, by you\./)
    .first()
    .waitFor();
  expect(await app.getByText(/On since .*, by you\./).count()).toBe(2);
});

it.each([360, 1280])("keeps the rules of axe and scrolls nowhere sideways, %i wide", async (width) => {
  await admin.page.setViewportSize({ width, height: 900 });
  const frame = await frameOf(admin.page);
  expect(await listAxeFindings(frame)).toEqual([]);
  expect(await frame.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  await admin.page.setViewportSize({ width: 360, height: 900 });
});

it("takes back what was not saved", async () => {
  const { app, page } = admin;
  const box = app.getByRole("checkbox", { name: "Cancel supplier order" });
  await box.press("Space");
  await page.getByRole("button", { name: "Discard", exact: true }).click();
  expect(await box.isChecked()).toBe(false);
});

it("refuses staff whom the owner did not let decide what is placed, and says so in the page", async () => {
  const { app, page } = admin;
  await page.locator("#user").selectOption({ label: "Staff" });
  await app
    .getByText(/by the owner\./)
    .first()
    .waitFor();
  await app.getByRole("checkbox", { name: "Cancel supplier order" }).press("Space");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await app.getByText("Only the owner of the store can do this.").waitFor();
});
