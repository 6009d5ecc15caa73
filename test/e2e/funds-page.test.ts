import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createMerchant } from "#test/demo/merchant.ts";
import { connectShop } from "#test/demo/set-up-shop.ts";
import { addParcels } from "#test/integration/payouts/payouts-ground.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { openAdmin } from "#test/support/admin-page.ts";
import { openBrowser, openPage } from "#test/support/browser.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { createShopGround } from "#test/support/shop-ground.ts";
import { startWorld, type World } from "#test/support/world.ts";

let database: TestDatabase;
let world: World;
let browser: Browser;

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url });
  await connectShop(createMerchant(world, DEMO_SHOP), DEMO_LIVE_KEY);
  const shop = await database.prisma.shop.findUniqueOrThrow({ where: { domain: DEMO_SHOP } });
  const ground = createShopGround({ db: database.prisma, serviceBaseUrl: "http://localhost:1" });
  const waits = {
    paymentMode: "PREPAID",
    status: "AWAITING_FUNDS",
    marginStatus: "NONE",
    deliveredAt: null,
  } as const;
  await addParcels(ground, shop.id, [
    { ...waits, fundsDeadline: inHours(50) },
    { ...waits, fundsDeadline: inHours(2.5) },
    { ...waits, wholesalePkr: null },
  ]);
  browser = await openBrowser();
});

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
});

describe("the page of what waits for funds", () => {
  it("counts down to each deadline, and asks before it pays by itself, in the name of who lets it", async () => {
    const page = await openPage(browser, { width: 360 });
    const address = `${world.admin.url}/store/${DEMO_SHOP.split(".")[0]}/apps/karwan/wallet/funds`;
    const { app } = await openAdmin(page, address);
    await app.getByRole("heading", { level: 1, name: "Waiting for funds" }).waitFor();
    const rows = app.locator(".k-rows > li");
    expect(await rows.nth(0).textContent()).toMatch(/2 h (29|30) min left/);
    expect(await rows.nth(1).textContent()).toContain("2 d 1 h left");
    expect(await rows.nth(2).textContent()).toContain("not known");
    expect(await app.locator(".k-figure").first().textContent()).toContain(
      "Rs 2,400and 1 whose cost is not known",
    );
    await app.getByRole("button", { name: "Pay all" }).click();
    await app.getByText("To pay: Rs 2,400.").waitFor();
    await app.getByRole("button", { name: "Not now" }).click();
    await app.getByLabel("At most a day").fill("5000");
    await app.getByRole("button", { name: "Switch on" }).first().click();
    const question = app.getByRole("region", { name: "Let Karwan pay from the wallet?" });
    await question.getByText("up to Rs 5,000 a day", { exact: false }).waitFor();
    await question.getByRole("button", { name: "Switch on" }).click();
    await app
      .getByText("switched on by you: up to Rs 5,000 a day. Rs 0 spent today.", { exact: false })
      .waitFor();
    const width = await app.locator("html").evaluate((html) => html.scrollWidth);
    expect(width).toBeLessThanOrEqual(360);
    await app.getByRole("button", { name: "Switch off" }).click();
    await app.getByText("Off. Once on", { exact: false }).waitFor();
    const facts = await database.prisma.timelineEntry.findMany({
      where: { code: { startsWith: "auto_pay" } },
    });
    expect(facts.map(({ code, actor, by }) => [code, actor, by])).toEqual([
      ["auto_pay_on", "person", "1"],
      ["auto_pay_off", "person", "1"],
    ]);
    await page.context().close();
  });

  it("leads from Home to the switch where it does not pay any more, and is told that it stays off", async () => {
    const { id: shopId } = await database.prisma.shop.findUniqueOrThrow({ where: { domain: DEMO_SHOP } });
    const need = { shopId, thing: "shop", thingId: shopId, code: "auto_pay_stopped" };
    await database.prisma.attention.create({ data: { ...need, params: { reason: "not_allowed" } } });
    const page = await openPage(browser, { width: 360 });
    const { app } = await openAdmin(page, world.admin.url);
    const row = app
      .locator(".k-need-row")
      .filter({ hasText: "Karwan does not pay by itself any more: whoever had switched it on" });
    await row.getByRole("link", { name: "See it" }).click();
    await app.getByRole("heading", { level: 1, name: "Waiting for funds" }).waitFor();
    await app.getByText("may not pay from the wallet now", { exact: false }).waitFor();
    await app.getByRole("button", { name: "Leave it off" }).click();
    await app.getByText("Off. Once on", { exact: false }).waitFor();
    expect(await database.prisma.attention.count({ where: { ...need, resolvedAt: null } })).toBe(0);
    await page.context().close();
  });
});
