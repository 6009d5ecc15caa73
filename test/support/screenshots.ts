import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Browser } from "playwright-core";
import { type AdminPage, openAdmin } from "./admin-page.ts";
import { openBrowser, openPage } from "./browser.ts";
import { playShownStates, type ShownState } from "./shown-states.ts";
import { startWorld } from "./world.ts";

const sizes = [
  { name: "desk", width: 1280, height: 900 },
  { name: "phone", width: 360, height: 780 },
];

const folder = path.resolve(process.argv[2] ?? "screenshots");
await mkdir(folder, { recursive: true });
const world = await startWorld({ logFile: path.join(folder, "app.log") });
try {
  await withBrowser(async (browser) => {
    for await (const state of playShownStates(world)) {
      for (const size of sizes) await takeShot(browser, state, size);
    }
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

/** The whole length of the app's page, not only what fits the window. */
async function takeShot(browser: Browser, state: ShownState, size: (typeof sizes)[number]): Promise<void> {
  const page = await openPage(browser, size);
  const admin = await openAdmin(page, `${world.admin.url}${state.path}`);
  await admin.app.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForLoadState("networkidle");
  await state.act?.(admin.app);
  await growToContent(admin, size.height);
  const file = path.join(folder, `${state.name}-${size.name}.png`);
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
}
