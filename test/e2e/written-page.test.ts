import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openAdmin } from "#test/support/admin-page.ts";
import { startDevelopProcess } from "#test/support/app-process.ts";
import { openPage } from "#test/support/browser.ts";
import { copySources } from "#test/support/copy-sources.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { type SharedBrowser, shareBrowser } from "#test/support/shared-browser.ts";
import { startWorld, type World } from "#test/support/world.ts";

let folder: string;
let database: TestDatabase;
let world: World;
let browser: SharedBrowser;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "karwan-written-page-"));
  await copySources(folder);
  database = await createTestDatabase();
  world = await startWorld({
    databaseUrl: database.url,
    env: { NODE_ENV: "development" },
    startApp: (options) => startDevelopProcess({ ...options, folder }),
  });
  browser = await shareBrowser();
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
  await rm(folder, { recursive: true, force: true });
});

describe("a page while it is written", () => {
  it("changes in the admin's frame without being loaded anew", async () => {
    const page = await openPage(browser, { width: 1280 });
    const { app } = await openAdmin(page, world.admin.url);
    const title = app.getByRole("heading", { level: 1, name: "Home" });
    // Written before the page's code has taken the document over, it would be drawn anew as one that differs.
    await expect.poll(() => title.evaluate(isTakenOver)).toBe(true);
    // What was typed into the document would be gone with it.
    await app.locator("html").evaluate((html) => html.setAttribute("data-kept", "yes"));
    const route = path.join(folder, "app/routes/admin/home/route.tsx");
    const text = await readFile(route, "utf8");
    await writeFile(route, text.replace('title="Home"', 'title="Written anew"'));
    await app.getByRole("heading", { level: 1, name: "Written anew" }).waitFor();
    expect(await app.locator("html").getAttribute("data-kept")).toBe("yes");
  });
});

/** React marks what it takes over. */
function isTakenOver(element: Element): boolean {
  return Object.keys(element).some((key) => key.startsWith("__reactFiber$"));
}
