import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createMerchant } from "#test/demo/merchant.ts";
import { connectShop, importProducts } from "#test/demo/set-up-shop.ts";
import { getVariant } from "#test/demo/shop-products.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import { type AdminPage, openAdmin } from "#test/support/admin-page.ts";
import { openPage } from "#test/support/browser.ts";
import { frameOf } from "#test/support/outline.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { type SharedBrowser, shareBrowser } from "#test/support/shared-browser.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld, type World } from "#test/support/world.ts";

/** A page of the list holds 25, also once some were placed. */
const ORDERS = 40;

let database: TestDatabase;
let world: World;
let browser: SharedBrowser;
let admin: AdminPage;

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url, shopify: { routingDelayMs: 0 } });
  const merchant = createMerchant(world, DEMO_SHOP);
  await connectShop(merchant, DEMO_LIVE_KEY);
  await importProducts(merchant, ["prd_cooker"]);
  placeOrders();
  await waitFor(
    async () => (await database.prisma.order.count({ where: { state: "to_place" } })) === ORDERS,
    {
      what: `${ORDERS} orders to be ready`,
      timeoutMs: 60_000,
    },
  );
  browser = await shareBrowser();
  admin = await openAdmin(await openPage(browser, { width: 1280 }), world.admin.url);
});

beforeEach(openOrders);

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
});

const names: Readonly<Record<number, string>> = { 5: "Zulekha", 6: "عائشہ" };

/** Nothing is automatic, so that all of them wait to be placed; two customers are called otherwise. */
function placeOrders(): void {
  const variantId = getVariant(world, DEMO_SHOP, "Pressure Cooker Gasket Set");
  for (let made = 1; made <= ORDERS; made += 1) {
    world.shopify.control.placeOrder({
      ...{ shop: DEMO_SHOP, payment: "cod", shipping: 200, lines: [{ variantId, quantity: 1 }] },
      customer: {
        firstName: names[made] ?? "Ayesha",
        lastName: "Example",
        phone: `+92300123${String(4500 + made)}`,
      },
    });
  }
}

const rows = () => admin.app.locator("tbody tr");
const search = () => admin.app.getByRole("textbox", { name: "Order, name, phone, city or product" });

async function searchFor(words: string): Promise<void> {
  await search().fill(words);
  await showsRows(1);
}

/** No answer for the list comes until it is released. */
async function holdAnswers() {
  const answer = Promise.withResolvers<void>();
  const isOrders = (url: URL) => url.pathname === "/orders" && url.searchParams.has("_data");
  let isSearchAsked = false;
  await admin.page.context().route(isOrders, async (route) => {
    isSearchAsked ||= route.request().method() === "POST";
    await answer.promise;
    await route.continue().catch(() => undefined);
  });
  return {
    isSearchAsked: () => isSearchAsked,
    async release() {
      answer.resolve();
      await admin.page.context().unroute(isOrders);
    },
  };
}

const rowOf = (name: string) => rows().filter({ has: admin.app.getByRole("link", { name, exact: true }) });

/** Places the two newest that wait. Returns their names, and that of the next one, which waits still. */
async function placeTwo(): Promise<readonly [placed: string, placed: string, waiting: string]> {
  await admin.app.getByRole("tab", { name: /^To place/ }).click();
  await expect.poll(() => admin.page.url()).toContain("to_place");
  await showsRows(25);
  const [first = "", second = "", third = ""] = await rows().locator("a").allTextContents();
  for (const name of [first, second]) await rowOf(name).getByRole("checkbox").check();
  await admin.app.getByRole("button", { name: "Place with the supplier" }).first().click();
  await admin.app.getByRole("dialog").getByRole("button", { name: "Place 2 orders" }).click();
  await admin.app.getByRole("heading", { level: 1, name: "Placing 2 orders" }).waitFor();
  await expect.poll(() => admin.app.getByText("Placed", { exact: true }).count()).toBe(2);
  await admin.app.getByText("2 of 2 done.").waitFor();
  return [first, second, third];
}

async function openOrders(): Promise<void> {
  await admin.page.goto(`${world.admin.url}/store/${DEMO_SHOP.split(".")[0]}/apps/karwan/orders`);
  await showsRows(25);
}

const showsRows = (count: number) => expect.poll(() => rows().count()).toBe(count);

/** Order numbers as they are drawn: those whose sign stands to the right of their last digit. */
function listNumbersWrittenBackwards(): readonly string[] {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found: string[] = [];
  const leftOf = (node: Node, at: number) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect().left;
  };
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    for (const { 0: number, index } of (node.textContent ?? "").matchAll(/#\d+/g)) {
      if (leftOf(node, index) > leftOf(node, index + number.length - 1)) found.push(number);
    }
  }
  return found;
}

describe("the orders' pages", () => {
  it("count what is under a tab and turn its pages", async () => {
    const waiting = await database.prisma.order.count({ where: { state: "to_place" } });
    const tab = admin.app.getByRole("tab", { name: "To place" });
    expect(await tab.textContent()).toContain(String(waiting));
    await tab.click();
    await showsRows(25);
    await admin.app.getByRole("button", { name: "Next" }).click();
    await showsRows(waiting - 25);
    await admin.app.getByRole("button", { name: "Previous" }).click();
    await showsRows(25);
  });

  it("find a customer by name without a word of it in the address", async () => {
    await searchFor("zulekha");
    expect(await rows().first().textContent()).toContain("Zulekha Example");
    await expect.poll(() => admin.page.url()).toContain("q=");
    // Among all orders, whatever tab it was typed on.
    expect(admin.page.url()).toContain("tab=all");
    expect(admin.page.url().toLowerCase()).not.toContain("zulekha");
    expect(await search().inputValue()).toBe("zulekha");
  });

  it("say that they are read, where that takes a while, at a search and at a tab pressed", async () => {
    const body = admin.app.locator(".k-list-body");
    const isBusyUntil = async (go: () => Promise<void>) => {
      const { release } = await holdAnswers();
      await go();
      await admin.app.getByRole("status").getByText("Reading the list").waitFor({ state: "attached" });
      expect(await body.getAttribute("aria-busy")).toBe("true");
      await release();
      await expect.poll(() => admin.app.locator(".k-list-body[aria-busy=true]").count()).toBe(0);
    };
    const tab = admin.app.getByRole("tab", { name: /^To place/ });
    await isBusyUntil(() => tab.click());
    expect(await tab.getAttribute("aria-selected")).toBe("true");
    await isBusyUntil(() => search().fill("ayesha"));
    await showsRows(25);
    await isBusyUntil(() => search().fill("zulekha"));
    await showsRows(1);
  });

  it("keep each press and each search that is made while the one before is still being read", async () => {
    const isAsked = async (...parts: string[]) => {
      for (const part of parts) await expect.poll(() => admin.page.url()).toContain(part);
      await showsRows(1);
      expect(await rows().first().textContent()).toContain("Zulekha Example");
      expect(await search().inputValue()).toBe("zulekha");
    };
    const heading = admin.app.getByRole("columnheader", { name: /Ordered/ }).getByRole("button");
    const first = await holdAnswers();
    await heading.click();
    await search().fill("zulekha");
    await expect.poll(first.isSearchAsked).toBe(true);
    await first.release();
    await isAsked("sort=oldest", "q=");

    await openOrders();
    const second = await holdAnswers();
    await search().fill("zulekha");
    await expect.poll(second.isSearchAsked).toBe(true);
    await admin.app.getByRole("tab", { name: /^To place/ }).click();
    await heading.click();
    await second.release();
    await isAsked("tab=to_place", "sort=oldest", "q=");
    // The same words once more are no other search.
    await search().fill("zulekha ");
    await pause(1000);
    expect(admin.page.url()).toContain("tab=to_place");
  });

  it("lead back from an order to the list as it was", async () => {
    await searchFor("zulekha");
    await admin.app.getByRole("link", { name: "#1005" }).click();
    await admin.app.getByRole("heading", { level: 1, name: "#1005" }).waitFor();
    await admin.app.getByRole("link", { name: "Orders" }).click();
    await showsRows(1);
    expect(await search().inputValue()).toBe("zulekha");
  });

  it("open what is pressed right after a search was typed", async () => {
    await searchFor("zulekha");
    await search().fill("zulekha example");
    await rows().first().locator("a").click();
    await admin.app.getByRole("heading", { level: 1, name: "#1005" }).waitFor();
    // For longer than a list waits for the next letter.
    await pause(1000);
    expect(await admin.app.getByRole("heading", { level: 1 }).textContent()).toBe("#1005");
  });

  it("open what is pressed right after a search was typed, where the page is too busy to draw it", async () => {
    await searchFor("zulekha");
    await rows()
      .first()
      .locator("a")
      .evaluate((link) => {
        const box = document.querySelector<HTMLInputElement>(".k-filters input");
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(box, "ayesha");
        box?.dispatchEvent(new Event("input", { bubbles: true }));
        link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
        const free = performance.now() + 1000;
        while (performance.now() < free);
      });
    await admin.app.getByRole("heading", { level: 1, name: "#1005" }).waitFor();
    await pause(1000);
    expect(await admin.app.getByRole("heading", { level: 1 }).textContent()).toBe("#1005");
  });

  it("write numbers from left to right among Urdu letters, beside a name in Urdu", async () => {
    await search().fill("عائشہ");
    await expect.poll(() => rows().first().textContent()).toContain("عائشہ");
    const frame = await frameOf(admin.page);
    expect(await frame.evaluate(listNumbersWrittenBackwards)).toEqual([]);
    await rows().first().locator("a").click();
    await admin.app.getByRole("button", { name: "WhatsApp" }).click();
    await admin.app.getByText("آپ کے آرڈر").waitFor();
    expect(await frame.evaluate(listNumbersWrittenBackwards)).toEqual([]);
  });

  it("find what was ordered, and stand as their headings are pressed", async () => {
    await search().fill("gasket lahore");
    await showsRows(25);
    await search().fill("");
    await expect.poll(() => admin.page.url()).not.toContain("q=");
    const names = () => rows().locator("a").allTextContents();
    const heading = admin.app.getByRole("columnheader", { name: /Ordered/ }).getByRole("button");
    await heading.click();
    await expect.poll(() => admin.page.url()).toContain("sort=oldest");
    await expect.poll(async () => (await names())[0]).toBe("#1001");
    await heading.click();
    await expect.poll(async () => (await names())[0]).toBe(`#${1000 + ORDERS}`);
    expect(await rows().first().textContent()).toMatch(/\d{1,2} [A-Z][a-z]{2}(just now|\d+ (min|h) ago)/);
  });

  it("offer reasons in words, and none of our codes", async () => {
    await admin.app.getByRole("button", { name: "Add filter" }).click();
    await admin.app.getByRole("menuitem", { name: "Why it waits" }).click();
    const choices = admin.app.getByRole("radio");
    await choices.first().waitFor();
    expect(await choices.count()).toBeLessThanOrEqual(10);
    await admin.app.getByText("Customer, phone or address").click();
    await admin.app.getByText("No order here fits these filters.").waitFor();
    await admin.app.getByRole("link", { name: "See all orders" }).click();
    await showsRows(25);
  });

  it("say when nothing is found, and show the way to everything", async () => {
    await search().fill("nobody at all");
    await admin.app.getByText("No order found").waitFor();
    await admin.app.getByRole("link", { name: "See all orders" }).click();
    await showsRows(25);
  });

  it("place a selection, with what became of each order", async () => {
    await placeTwo();
  });

  it("name the store a parcel comes from, and never by its id", async () => {
    const [name] = await placeTwo();
    await openOrders();
    await rowOf(name).locator("a").click();
    await admin.app.getByText("From Supplier store 1").waitFor();
    const text = await (await frameOf(admin.page)).evaluate(() => document.body.innerText);
    expect(text).not.toMatch(/store_/);
  });

  it("count before a press what it fits, and say of the others why not", async () => {
    const names = await placeTwo();
    await openOrders();
    for (const name of names) await rowOf(name).getByRole("checkbox").check();
    await admin.app.getByRole("button", { name: "Place with the supplier" }).first().click();
    const dialog = admin.app.getByRole("dialog");
    await dialog.getByText("1 of 3 orders can be placed. 2 cannot:").waitFor();
    await dialog.getByText(/#\d+, #\d+: It is placed already\./).waitFor();
    await dialog.getByRole("button", { name: "Place 1 order" }).waitFor();
    await dialog.getByRole("button", { name: "Not now" }).click();
  });

  it("keep what came of a call on the order's timeline", async () => {
    await rows().first().locator("a").click();
    const call = admin.app.getByRole("link", { name: "Call", exact: true });
    expect(await call.getAttribute("href")).toMatch(/^tel:\+92300123\d{4}$/);
    await admin.app.getByRole("button", { name: "No answer" }).click();
    await admin.app.getByText("Called the customer: no answer").first().waitFor();
  });
});
