import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createMerchant, waitForOrder } from "#test/demo/merchant.ts";
import { setUpShop } from "#test/demo/set-up-shop.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { listAxeFindings, listAxeFindingsOfPart } from "#test/support/axe-findings.ts";
import { openPage } from "#test/support/browser.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { type SharedBrowser, shareBrowser } from "#test/support/shared-browser.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { startWorld, type World } from "#test/support/world.ts";

let database: TestDatabase;
let world: World;
let browser: SharedBrowser;
let shopper: Page;
let storeUrl = "";

beforeAll(async () => {
  database = await createTestDatabase();
  world = await startWorld({ databaseUrl: database.url });
  const merchant = createMerchant(world, DEMO_SHOP);
  await setUpShop(merchant, { key: "lk_demo:live-demo-secret", productIds: ["prd_cooker"] });
  storeUrl = `http://karwan-demo.localhost:${new URL(world.shopify.url).port}`;
  browser = await shareBrowser();
  // An old phone: narrow, and its scripts do not run.
  const context = await browser.newContext({
    viewport: { width: 320, height: 640 },
    javaScriptEnabled: false,
  });
  context.setDefaultTimeout(40_000);
  shopper = await context.newPage();
}, 120_000);

afterAll(async () => {
  await browser?.close();
  await world?.close();
  await database?.drop();
});

const phone = "0321 4445566";

async function track(number: string, typed: string): Promise<void> {
  await shopper.goto(`${storeUrl}/apps/karwan/track`);
  await shopper.getByLabel("Order number").fill(number);
  await shopper.getByLabel("Phone number").fill(typed);
  await shopper.getByRole("button", { name: "Track my order" }).click();
}

const overflow = (page: Page) =>
  page.locator(".karwan").evaluate((part) => part.scrollWidth - part.clientWidth);

async function buy(customerPhone: string): Promise<string> {
  await shopper.goto(storeUrl);
  await shopper.getByRole("link", { name: "Pressure Cooker Gasket Set" }).click();
  await shopper.getByLabel("Phone").fill(customerPhone);
  await shopper.getByRole("button", { name: "Buy, cash on delivery" }).click();
  await shopper.getByRole("heading", { name: "Thank you" }).waitFor();
  return /\/thank-you\/(\d+)/.exec(shopper.url())?.[1] ?? "";
}

let bought: Promise<string> | undefined;

/** The number of an order that was bought with `phone` and placed. */
async function placedNumber(): Promise<string> {
  bought ??= buy(phone).then(async (number) => {
    await parcelOf(number);
    return number;
  });
  return bought;
}

async function trackInUrdu(number: string, customerPhone: string): Promise<void> {
  await track(number, customerPhone);
  await shopper.getByRole("link", { name: "اردو" }).click();
}

describe("a customer on the shop's own domain, without scripts on 320 px", () => {
  it("buys by cash on delivery and is led to the tracking page", async () => {
    const number = await buy("0321 4445560");
    await shopper.getByText(`Your order #${number} is confirmed`).waitFor();
    await waitForOrder(createMerchant(world, DEMO_SHOP), `#${number}`, ["placed"]);
    await shopper.getByRole("link", { name: "Track your order" }).click();
    await shopper.getByRole("heading", { name: "Track your order" }).waitFor();
  });

  it("finds nothing with another phone", async () => {
    await track(await placedNumber(), "0321 4445567");
    await shopper.getByRole("alert").getByText("We found no order", { exact: false }).waitFor();
    expect(await shopper.getByLabel("Phone number").inputValue()).toBe("");
  });

  it("sees the steps, the exact cash and the sender in the shop's theme", async () => {
    const number = await placedNumber();
    await track(`#${number}`, phone);
    await shopper.getByRole("heading", { name: `Order #${number}` }).waitFor();
    await shopper.getByText("Cash to have ready for the courier").waitFor();
    expect(await shopper.locator("[aria-current=step]").textContent()).toContain("Received");
    await shopper.getByRole("link", { name: "All products" }).waitFor();
    expect(await overflow(shopper)).toBe(0);
  });

  it("follows it to the door in Urdu, from right to left, without typing again", async () => {
    const customerPhone = "0321 4445561";
    const number = await buy(customerPhone);
    const { id } = await parcelOf(number);
    await trackInUrdu(number, customerPhone);
    const page = shopper.locator(".karwan");
    expect(await page.getAttribute("dir")).toBe("rtl");
    await world.supplier.control.moveParcel({ id, status: "SHIPPED" });
    await showsUntil("راستے میں ہے");
    await shopper.getByText("ٹریکنگ نمبر").waitFor();
    await world.supplier.control.moveParcel({ id, status: "DELIVERED" });
    await showsUntil("پہنچ گیا");
    expect(await shopper.getByText("Rs ", { exact: false }).count()).toBe(0);
    expect(await overflow(shopper)).toBe(0);
  });

  it("tells the shop that the rider asked for another sum", async () => {
    const customerPhone = "0321 4445562";
    const number = await buy(customerPhone);
    const { id } = await parcelOf(number);
    for (const status of ["SHIPPED", "DELIVERED"] as const) {
      await world.supplier.control.moveParcel({ id, status });
    }
    await trackInUrdu(number, customerPhone);
    await showsUntil("پہنچ گیا");
    await shopper.locator("summary").click();
    await shopper.getByLabel("رائیڈر نے کتنی رقم مانگی").fill("3000");
    await shopper.getByRole("button", { name: "دکان کو بتائیں" }).click();
    await shopper.getByRole("alert").getByText("دکان کو بتا دیا گیا ہے", { exact: false }).waitFor();
    expect(await overflow(shopper)).toBe(0);
  });

  async function showsUntil(step: string): Promise<void> {
    await waitFor(
      async () => {
        await shopper.reload();
        return (await shopper.locator("[aria-current=step]").textContent())?.includes(step) ?? false;
      },
      { what: `the page to say ${step}` },
    );
  }
});

/** Orders over Rs 100 wait for their customer's word, to the end of the test. */
async function confirmOver100(): Promise<void> {
  if ((await database.prisma.orderRule.count()) > 0) return;
  const { id: shopId } = await database.prisma.shop.findFirstOrThrow({ where: { domain: DEMO_SHOP } });
  const rule = { effect: "confirm", kind: "value", params: { overPkr: 100 }, createdBy: "1" } as const;
  await database.prisma.orderRule.create({ data: { shopId, ...rule } });
}

afterEach(() => database.prisma.orderRule.deleteMany());

/** Buys as another customer, whose order waits for their word; the link is the one of the merchant's text. */
async function buyAsked(customerPhone: string): Promise<{ readonly number: string; readonly link: string }> {
  await confirmOver100();
  const number = await buy(customerPhone);
  const merchant = createMerchant(world, DEMO_SHOP);
  await waitForOrder(merchant, `#${number}`, ["held"]);
  const { id } = await database.prisma.order.findFirstOrThrow({ where: { name: `#${number}` } });
  const shape = z.object({ contact: z.object({ texts: z.object({ en: z.string() }) }) });
  const { contact } = await merchant.read("order", `/orders/${id}`, shape);
  return { number, link: /https?:\S+\/order\?\S+/.exec(contact.texts.en)?.[0] ?? "" };
}

const stateOf = async (number: string) =>
  (await database.prisma.order.findFirstOrThrow({ where: { name: `#${number}` } })).state;

async function parcelOf(number: string) {
  await waitForOrder(createMerchant(world, DEMO_SHOP), `#${number}`, ["placed"]);
  const where = { order: { name: `#${number}` } };
  const handoff = await database.prisma.handoff.findFirstOrThrow({ where });
  const { orders } = await world.supplier.control.audit();
  const parcel = orders.find(({ externalOrderId }) => externalOrderId === handoff.externalOrderId);
  if (!parcel) throw new Error(`The service has no parcel of #${number}`);
  return parcel;
}

describe("a customer whose word an order waits for, without scripts on 320 px", () => {
  it("confirms it by the link they were sent, with one press", async () => {
    const { number, link } = await buyAsked("0321 4445570");
    await shopper.goto(link);
    await shopper.getByText("It is sent only once you have said yes.").waitFor();
    expect(await overflow(shopper)).toBe(0);
    expect(await stateOf(number)).toBe("held");
    await shopper.getByRole("button", { name: "Yes, I want this order" }).click();
    await shopper.getByText("Thank you. Your order is confirmed.").waitFor();
    await parcelOf(number);
  });

  it("corrects another one on the way from the tracking page, and loses nothing that is wrong", async () => {
    const customerPhone = "0321 4445571";
    const { number } = await buyAsked(customerPhone);
    await track(number, customerPhone);
    await shopper.getByRole("link", { name: "Something to change?" }).click();
    await shopper.getByRole("link", { name: "Change address or phone" }).click();
    await shopper.getByLabel("Whole address").fill("House 5, Block C, Gulshan");
    await shopper.getByLabel("City").fill("Karachy");
    await shopper.getByRole("button", { name: "Save, and send it like this" }).click();
    await shopper.getByText("We do not know this city.", { exact: false }).waitFor();
    expect(await shopper.getByLabel("Whole address").inputValue()).toBe("House 5, Block C, Gulshan");
    expect(await overflow(shopper)).toBe(0);
    await shopper.getByLabel("City").fill("Karachi");
    await shopper.getByRole("button", { name: "Save, and send it like this" }).click();
    await shopper.getByText("Saved. Your parcel will go like this.").waitFor();
    const { customer } = await parcelOf(number);
    expect(customer).toMatchObject({ address: "House 5, Block C, Gulshan", city: "Karachi" });
  });

  it("cancels a third before it is sent, and a fourth is too late to cancel once it has left", async () => {
    const third = await buyAsked("0321 4445572");
    await shopper.goto(third.link);
    await shopper.getByRole("link", { name: "No, cancel it" }).click();
    await shopper.getByRole("button", { name: "Yes, cancel it" }).click();
    await shopper.getByText("Your order is cancelled. Nothing will be sent.").waitFor();
    await waitFor(async () => (await stateOf(third.number)) === "cancelled", { what: "it to be cancelled" });

    const fourth = await buyAsked("0321 4445573");
    await shopper.goto(fourth.link);
    await shopper.getByRole("button", { name: "Yes, I want this order" }).click();
    const { id } = await parcelOf(fourth.number);
    await shopper.goto(fourth.link);
    await shopper.getByRole("link", { name: "No, cancel it" }).click();
    await world.supplier.control.moveParcel({ id, status: "SHIPPED" });
    await waitFor(async () => (await stateOf(fourth.number)) === "on_the_way", { what: "it to leave" });
    await shopper.getByRole("button", { name: "Yes, cancel it" }).click();
    await shopper
      .getByText("It is too late for this: your parcel is on its way.", { exact: false })
      .waitFor();
  });
});

describe("the customer's pages", () => {
  it.each([
    ["en", "0321 4445574"],
    ["roman_urdu", "0321 4445575"],
    ["ur", "0321 4445576"],
  ])("break no rule of axe: %s", async (language, waitingPhone) => {
    const number = await placedNumber();
    const page = await openPage(browser, { width: 360 });
    await page.goto(`${storeUrl}/apps/karwan/track?lang=${language}`);
    expect(await listAxeFindings(page.mainFrame())).toEqual([]);
    await page.locator("input[name=number]").fill(number);
    await page.locator("input[name=phone]").fill(phone);
    await page.locator(".karwan button").click();
    await page.getByText(`#${number}`).waitFor();
    expect(await listAxeFindings(page.mainFrame())).toEqual([]);
    const { link } = await buyAsked(waitingPhone);
    for (const form of ["", "&do=change", "&do=cancel"]) {
      await page.goto(`${link}&lang=${language}${form}`);
      expect(await listAxeFindings(page.mainFrame())).toEqual([]);
    }
    for (const unknown of ["track", "order"]) {
      await page.goto(`${storeUrl}/apps/karwan/${unknown}?order=x&lang=${language}`);
      await page.getByRole("alert").waitFor();
      expect(await listAxeFindings(page.mainFrame())).toEqual([]);
    }
    await page.context().close();
  });

  it("have the app's blocks in the theme, which break no rule and fit an old phone", async () => {
    const number = await placedNumber();
    const page = await openPage(browser, { width: 320 });
    await page.goto(storeUrl);
    await showBlock(page, "Track your order");
    await page.getByRole("link", { name: "Pressure Cooker Gasket Set" }).click();
    await showBlock(page, "Cash on delivery");
    await page.getByRole("button", { name: "Add to cart" }).click();
    await showBlock(page, "Cash on delivery");
    await page.goto(storeUrl);
    await page.getByLabel("Order number").fill(number);
    await page.getByLabel("Phone number").fill(phone);
    await page.getByRole("button", { name: "Track my order" }).click();
    await page.getByRole("heading", { name: `Order #${number}` }).waitFor();
    await page.context().close();
  });

  async function showBlock(page: Page, heading: string): Promise<void> {
    const block = page.locator(".karwan-block");
    await block.getByRole("heading", { name: heading }).waitFor();
    expect(await block.evaluate((part) => part.scrollWidth - part.clientWidth)).toBe(0);
    const findings = await listAxeFindingsOfPart(page.mainFrame());
    expect(findings.filter((finding) => finding.includes("karwan"))).toEqual([]);
  }

  it("are opened from the stand-in of the admin", async () => {
    const page = await openPage(browser, { width: 1280 });
    await page.goto(world.admin.url);
    expect(await page.getByRole("link", { name: "Online store" }).getAttribute("href")).toBe(storeUrl);
    await page.context().close();
  });
});
