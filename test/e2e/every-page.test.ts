import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { FrameLocator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAdmin } from "#test/support/admin-page.ts";
import { keepAxe, listAxeFindings } from "#test/support/axe-findings.ts";
import { openPage } from "#test/support/browser.ts";
import { listShiftFaults, watchLayoutShift } from "#test/support/layout-shift.ts";
import { type LeftOut, listLeftOutStyles, listLostStyles, toLeftOut } from "#test/support/lost-styles.ts";
import { frameOf, measureOutline } from "#test/support/outline.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { type SharedBrowser, shareBrowser } from "#test/support/shared-browser.ts";
import { playShownStates, type ShownState } from "#test/support/shown-states.ts";
import { startWorld, type World } from "#test/support/world.ts";

const phone = { width: 360, height: 780 };
const desk = { width: 1280, height: 900 };
const minutes = 60_000;

let database: TestDatabase;
let world: World;
let browser: SharedBrowser;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url });
  browser = await shareBrowser();
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
});

describe("every page, in every state, on a phone and at a desk", () => {
  it("keeps the rules of axe, has all its styles, holds still as it opens, and scrolls sideways on no phone", {
    timeout: 15 * minutes,
  }, async () => {
    const polaris = path.resolve("node_modules/@shopify/polaris/build/esm/styles.css");
    const wholeSheet = await readFile(polaris, "utf8");
    const page = await openPage(browser, phone);
    await watchLayoutShift(page);
    await keepAxe(page);
    const leftOut = await listLeftOut(page, wholeSheet);
    const mistakes: string[] = [];
    let open = "";
    page.on("pageerror", (error) => mistakes.push(`${open} ${error.message}`));
    let states = 0;
    for await (const state of playShownStates(world)) {
      states += 1;
      open = state.name;
      mistakes.push(...(await look(page, state, leftOut)));
    }
    expect(mistakes).toEqual([]);
    expect(states).toBeGreaterThan(60);
  });
});

describe("the look at a long list", () => {
  it("finds what breaks in a row built otherwise, and in two of those built alike", async () => {
    const page = await openPage(browser, desk);
    const row = (name: string, what: string) =>
      `<li><button aria-label="${name}"></button><a href="/${name}">${what}</a></li>`;
    const rows = (names: string, what: string) => [...names].map((name) => row(name, what)).join("");
    await page.setContent(`<ul>${rows("ABC", "Shown")}${rows("DEF", "")}${row("", "Shown")}</ul>`);
    const found = await listAxeFindings(page.mainFrame());
    expect(found.filter((finding) => finding.startsWith("link-name"))).toHaveLength(2);
    expect(found.filter((finding) => finding.startsWith("button-name"))).toHaveLength(1);
  });
});

describe("the look at a page that still moves", () => {
  it("waits for what fades in, and not for what never stands still", async () => {
    const page = await openPage(browser, desk);
    const fading = "@keyframes fade { from { opacity: 0.1 } } @keyframes turn { to { rotate: 360deg } }";
    const motion = ".fading { animation: fade 1s linear } .turning { animation: turn 1s infinite }";
    await page.setContent(
      `<style>${fading} ${motion}</style><p class="fading">Fading</p><p class="turning">Turning</p>`,
    );
    const found = await listAxeFindings(page.mainFrame());
    expect(found.filter((finding) => finding.startsWith("color-contrast"))).toEqual([]);
  });
});

describe("the look at a page of two widths", () => {
  it("finds what breaks at one of them alone, and spacing that cannot be changed at both", async () => {
    const page = await openPage(browser, phone);
    await keepAxe(page);
    await page.goto(world.admin.url);
    const faint = "@media (max-width: 700px) { .faint { color: #ccc } .wide { display: none } }";
    const tight = `<p style="letter-spacing: 0.01em ! IMPORTANT">Tight</p>`;
    await page.setContent(
      `<style>${faint}</style><p class="faint">Faint</p>${tight}<button class="wide"></button>`,
    );
    const looked = ["avoid-inline-spacing", "button-name", "color-contrast"];
    const findRules = async () =>
      (await listAxeFindings(page.mainFrame()))
        .map((finding) => finding.split(":")[0])
        .filter((rule = "") => looked.includes(rule));
    expect(await findRules()).toEqual(["avoid-inline-spacing", "color-contrast"]);
    await page.setViewportSize(desk);
    expect(await findRules()).toEqual(["avoid-inline-spacing", "button-name"]);
  });
});

describe("the app on a narrow phone", () => {
  it("plays the world from the drawer that covers the page", async () => {
    const page = await openPage(browser, phone);
    const admin = await openAdmin(page, world.admin.url);
    await admin.play("Supplier: stock, price, wallet, time", "Top up", { amount: "750" });
    const { wallets } = await world.supplier.control.audit();
    expect(wallets[0]?.ledger.at(-1)).toMatchObject({ kind: "top_up", amount: 750 });
    await admin.visit("Settings");
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

describe("the outline of a page on its way", () => {
  const pages = ["Catalog", "Listings", "Orders", "Wallet", "Payouts", "Activity", "Settings"];
  it.each([desk.width, phone.width])("stands where the page will stand, %i wide", async (width) => {
    const admin = await openAdmin(await openPage(browser, { width }), world.admin.url);
    const { app, visit } = admin;
    await app.getByRole("heading", { level: 1, name: "Home" }).waitFor();
    const follow = async (name: string, go: () => Promise<unknown>) => {
      const { outline, arrived } = await measureOutline(admin, go);
      await app.getByRole("heading", { level: 1, name }).waitFor();
      expect(arrived, name).toEqual(outline);
    };
    for (const name of pages) await follow(name, () => visit(name));
    await follow("Stock", () => app.getByRole("link", { name: "Stock", exact: true }).click());
  });
});

async function listLeftOut(page: Page, wholeSheet: string): Promise<readonly LeftOut[]> {
  const { app } = await openAdmin(page, world.admin.url);
  await app.getByRole("heading", { level: 1 }).first().waitFor();
  const leftOut = await app.locator("html").evaluate(listLeftOutStyles, wholeSheet);
  // Of the page's scroll bar, which has one color of ours.
  return leftOut.filter((selector) => !selector.startsWith("html:hover")).map(toLeftOut);
}

/** What is wrong with a state: it is opened on the phone, and the same page is then as wide as a desk. */
async function look(page: Page, state: ShownState, leftOut: readonly LeftOut[]): Promise<string[]> {
  await page.setViewportSize(phone);
  const app = await openState(page, state);
  // What a press moves is another matter.
  const shiftBefore = state.act && (await listShifts(page));
  await state.act?.(app);
  const onPhone = await listFaults(page, leftOut);
  const shift = shiftBefore ?? (await listShifts(page));
  const tooWide = (await isTooWide(page)) ? ["scrolls sideways"] : [];
  await page.setViewportSize(desk);
  await (await frameOf(page)).evaluate(waitUntilWider, phone.width);
  const atDesk = await listFaults(page, leftOut);
  // News of an order that come meanwhile move its page; what moves as the page opens does so again.
  const moves = shift.length > 0 ? await listShiftsAgain(page, state) : [];
  return [
    ...[...moves, ...onPhone, ...tooWide].map((fault) => `${state.name} on a phone ${fault}`),
    ...atDesk.map((fault) => `${state.name} at a desk ${fault}`),
  ];
}

/** Runs in the browser, whole. Waits for one event, where Playwright would ask the page each time it is drawn. */
async function waitUntilWider(width: number): Promise<void> {
  while (innerWidth <= width)
    await new Promise((resolve) => addEventListener("resize", resolve, { once: true }));
}

/** What moved until all of the page had come. */
async function listShifts(page: Page): Promise<readonly string[]> {
  await page.waitForLoadState("networkidle");
  return listShiftFaults(await frameOf(page));
}

async function listShiftsAgain(page: Page, state: ShownState): Promise<readonly string[]> {
  await page.setViewportSize(phone);
  await openState(page, state);
  await pause(2000);
  return listShifts(page);
}

async function openState(page: Page, { path }: ShownState): Promise<FrameLocator> {
  const { app } = await openAdmin(page, `${world.admin.url}${path}`);
  await app.getByRole("heading", { level: 1 }).first().waitFor();
  return app;
}

/** What the page breaks at the width it has. */
async function listFaults(page: Page, leftOut: readonly LeftOut[]): Promise<string[]> {
  const frame = await frameOf(page);
  const lost = await listLostStyles(frame, leftOut);
  const findings = await listAxeFindings(frame);
  return [...lost.map((selector) => `lacks ${selector}`), ...findings.map((finding) => `breaks ${finding}`)];
}

/** Wider than the phone: the page itself or the frame in it. */
async function isTooWide(page: Page): Promise<boolean> {
  const readWidth = () => document.documentElement.scrollWidth;
  const frame = await (await frameOf(page)).evaluate(readWidth);
  const whole = await page.evaluate(readWidth);
  return Math.max(frame, whole) > phone.width;
}
