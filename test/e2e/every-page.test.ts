import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Browser, Frame, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAdmin } from "#test/support/admin-page.ts";
import { listAxeFindings } from "#test/support/axe-findings.ts";
import { openBrowser, openPage } from "#test/support/browser.ts";
import { listLostStyles } from "#test/support/lost-styles.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { playShownStates } from "#test/support/shown-states.ts";
import { startWorld, type World } from "#test/support/world.ts";

const phoneWidth = 360;
const minutes = 60_000;

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

describe("every page, in every state, on a phone and at a desk", () => {
  it("keeps the rules of axe, has all its styles, and scrolls sideways on no phone", {
    timeout: 15 * minutes,
  }, async () => {
    const polaris = path.resolve("node_modules/@shopify/polaris/build/esm/styles.css");
    const wholeSheet = await readFile(polaris, "utf8");
    const pages = [
      await openPage(browser, { width: phoneWidth, height: 780 }),
      await openPage(browser, { width: 1280 }),
    ];
    const mistakes: string[] = [];
    for (const page of pages) page.on("pageerror", (error) => mistakes.push(error.message));
    let states = 0;
    for await (const { name, path, act } of playShownStates(world)) {
      states += 1;
      for (const page of pages) {
        const { app } = await openAdmin(page, `${world.admin.url}${path}`);
        await app.getByRole("heading", { level: 1 }).first().waitFor();
        await act?.(app);
        const at = `${name} at ${page.viewportSize()?.width}`;
        const document = app.locator("html");
        const lost = await document.evaluate(listLostStyles, wholeSheet);
        mistakes.push(...lost.map((selector) => `${at} lacks ${selector}`));
        const findings = await listAxeFindings(await frameOf(page));
        mistakes.push(...findings.map((finding) => `${at} breaks ${finding}`));
        if (await isTooWide(page)) mistakes.push(`${at} scrolls sideways`);
      }
    }
    expect(mistakes).toEqual([]);
    expect(states).toBeGreaterThan(60);
  });
});

describe("the focus", () => {
  it("goes to the title of a new page, and stays where something was pressed", async () => {
    const admin = await openAdmin(await openPage(browser, { width: 1280 }), world.admin.url);
    await admin.app.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    const frame = await frameOf(admin.page);
    const focused = () => frame.evaluate(() => document.activeElement?.textContent);
    await admin.visit("Orders");
    await expect.poll(focused).toBe("Orders");
    const refresh = admin.app.getByRole("button", { name: "Refresh" });
    // By a key: Polaris itself takes the focus off what a mouse pressed.
    await refresh.press("Enter");
    await expect.poll(() => refresh.getAttribute("aria-busy")).not.toBe("true");
    await expect.poll(focused).toBe("Refresh");
  });
});

async function frameOf(page: Page): Promise<Frame> {
  const frame = await (await page.locator("#app").elementHandle())?.contentFrame();
  if (!frame) throw new Error("The admin shows no frame of the app");
  return frame;
}

/** Wider than the phone: the page itself or the frame in it. */
async function isTooWide(page: Page): Promise<boolean> {
  if ((page.viewportSize()?.width ?? 0) !== phoneWidth) return false;
  const frame = await page
    .frameLocator("#app")
    .locator("html")
    .evaluate((html) => html.scrollWidth);
  const whole = await page.evaluate(() => document.documentElement.scrollWidth);
  return Math.max(frame, whole) > phoneWidth;
}
