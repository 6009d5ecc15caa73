import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Browser, Page } from "playwright-core";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { type AdminPage, openAdmin } from "./admin-page.ts";
import { openBrowser, openPage } from "./browser.ts";
import { playShownStates, type ShownState } from "./shown-states.ts";
import { startWorld } from "./world.ts";

const sizes = [
  { width: 1280, height: 900 },
  { width: 360, height: 780 },
];

/** What is looked at before a release, together with the blocks on Shopify's own pages; `all` takes every state. */
const CHOSEN: ReadonlySet<string> = new Set([
  ...["01-home-first-open", "06-catalog", "06-import-review", "08-listings", "08-listing"],
  ...["09-settings-placing", "09-settings-notifications", "09-settings-holds-rules"],
  ...["10-orders-needs-you", "12-order-two-parcels", "12-hold-phone", "13-home-with-orders"],
  ...["14-activity", "16-wallet", "16-payouts", "17-home-trial", "18-calls", "18-shadow"],
]);

const [, , given = "screenshots", which = "chosen"] = process.argv;
const folder = path.resolve(given);
await mkdir(folder, { recursive: true });
const world = await startWorld({ logFile: path.join(folder, "app.log") });
try {
  await withBrowser(async (browser) => {
    for await (const state of playShownStates(world)) {
      if (which !== "all" && !CHOSEN.has(state.name)) continue;
      for (const size of sizes) await takeShot(browser, state, size);
    }
    for (const place of ["orders", "products"] as const)
      for (const size of sizes) await takeBlockShot(browser, place, size);
  });
} finally {
  await world.close();
}
process.exit(0);

async function withBrowser(run: (browser: Browser) => Promise<void>): Promise<void> {
  const browser = await openBrowser();
  try {
    await run(browser);
  } finally {
    await browser.close();
  }
}

type Size = (typeof sizes)[number];

/** The whole length of the app's page, not only what fits the window. */
async function takeShot(browser: Browser, state: ShownState, size: Size): Promise<void> {
  const page = await openPage(browser, size);
  const admin = await openAdmin(page, `${world.admin.url}${state.path}`);
  await admin.app.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
  await state.act?.(admin.app);
  await growToContent(admin, size.height);
  await save(page, state.name, size);
}

/** The app's block on Shopify's page of the newest order, or of the first product. */
async function takeBlockShot(browser: Browser, place: "orders" | "products", size: Size): Promise<void> {
  const page = await openPage(browser, size);
  await page.goto(`${world.admin.url}/store/${DEMO_SHOP.split(".")[0]}/${place}`);
  await page.getByRole("main").getByRole("link").first().click();
  await page.frameLocator("#block").getByRole("heading").first().waitFor();
  await page.waitForLoadState("networkidle");
  await save(page, `19-shopify-${place}`, size);
}

async function save(page: Page, name: string, { width }: Size): Promise<void> {
  const file = path.join(folder, `${name}-${width}.png`);
  await page.screenshot({ path: file });
  console.log(path.relative(process.cwd(), file));
  await page.context().close();
}

async function growToContent({ page, app }: AdminPage, height: number): Promise<void> {
  const content = await app.locator("body").evaluate((body) => body.scrollHeight);
  const bars = 100;
  await page.setViewportSize({
    width: page.viewportSize()?.width ?? 0,
    height: Math.max(height, content + bars),
  });
  await app.locator("html").evaluate(() => scrollTo(0, 0));
  // A chart is drawn once it is in sight.
  await app.locator(".k-chart-room:empty").first().waitFor({ state: "detached" });
}
