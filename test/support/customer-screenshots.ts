import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright-core";
import { z } from "zod";
import { createMerchant, waitForOrder } from "#test/demo/merchant.ts";
import { setUpShop } from "#test/demo/set-up-shop.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { openBrowser, openPage } from "./browser.ts";
import { waitFor } from "./wait-for.ts";
import { startWorld } from "./world.ts";

const sizes = [
  { width: 1280, height: 900 },
  { width: 360, height: 780 },
];

const phone = "0321 4445566";

const folder = path.resolve(process.argv[2] ?? "screenshots");
await mkdir(folder, { recursive: true });
const world = await startWorld({ logFile: path.join(folder, "app.log") });
const storeUrl = `http://${DEMO_SHOP.split(".")[0]}.localhost:${new URL(world.shopify.url).port}`;
const track = `${storeUrl}/apps/karwan/track`;
const merchant = createMerchant(world, DEMO_SHOP);
const browser = await openBrowser();
try {
  await takeAll();
} finally {
  await browser.close();
  await world.close();
}
process.exit(0);

/** Twelve pages and states of a customer, in the three languages. */
async function takeAll(): Promise<void> {
  await setUpShop(merchant, { key: "lk_demo:live-demo-secret", productIds: ["prd_cooker"] });
  await shoot("1-form-en", (page) => page.goto(`${track}?lang=en`));
  await shoot("1-form-ur", (page) => page.goto(`${track}?lang=ur`));
  await shoot("1-unknown-roman-urdu", (page) => find(page, "9999", "roman_urdu"));
  await shoot("2-product", async (page) => {
    await page.goto(storeUrl);
    await page.getByRole("link", { name: "Pressure Cooker Gasket Set" }).click();
  });
  await buy();
  await waitForOrder(merchant, "#1001", ["placed"]);
  await shoot("3-received-en", (page) => find(page, "1001", "en"));
  await moveParcel("SHIPPED", "on_the_way");
  await shoot("3-on-the-way-roman-urdu", (page) => find(page, "1001", "roman_urdu"));
  await shoot("4-account", openAccount);
  await moveParcel("DELIVERED", "delivered");
  await shoot("3-delivered-ur", (page) => find(page, "1001", "ur"));
  const rule = { intent: "add", effect: "confirm", kind: "value", limit: "100" };
  await merchant.press("holds", "/settings/holds", rule);
  const link = await buyAsked("#1002");
  await shoot("5-asked-ur", (page) => page.goto(`${link}&lang=ur`));
  await shoot("5-change-en", (page) => page.goto(`${link}&lang=en&do=change`));
  await shoot("5-cancel-roman-urdu", (page) => page.goto(`${link}&lang=roman_urdu&do=cancel`));
  const [first, ...others] = sizes;
  if (first) await shoot("5-confirmed-ur", (page) => confirm(page, link), [first]);
  await shoot("5-confirmed-ur", (page) => page.goto(`${link}&lang=ur`), others);
}

async function shoot(
  name: string,
  open: (page: Page) => Promise<unknown>,
  widths: readonly { width: number; height: number }[] = sizes,
): Promise<void> {
  for (const size of widths) {
    const page = await openPage(browser, size);
    await open(page);
    await page.waitForLoadState("networkidle");
    const file = path.join(folder, `${name}-${size.width}.png`);
    await page.screenshot({ path: file, fullPage: true });
    console.log(path.relative(process.cwd(), file));
    await page.context().close();
  }
}

async function find(page: Page, number: string, language: string): Promise<void> {
  await page.goto(`${track}?lang=${language}`);
  await page.locator("input[name=number]").fill(number);
  await page.locator("input[name=phone]").fill(phone);
  await page.locator(".karwan button").click();
  await page.locator(".karwan [role=alert], .karwan [aria-current=step]").first().waitFor();
}

async function buy(): Promise<void> {
  const page = await openPage(browser, { width: 360 });
  await page.goto(storeUrl);
  await page.getByRole("link", { name: "Pressure Cooker Gasket Set" }).click();
  await page.getByLabel("Phone").fill(phone);
  await page.getByRole("button", { name: "Buy, cash on delivery" }).click();
  await page.getByRole("heading", { name: "Thank you" }).waitFor();
  await page.context().close();
}

/** The link of the text that asks the customer of an order that waits. */
async function buyAsked(name: string): Promise<string> {
  await buy();
  const { id } = await waitForOrder(merchant, name, ["held"]);
  const shape = z.object({ contact: z.object({ texts: z.object({ en: z.string() }) }) });
  const { contact } = await merchant.read("order", `/orders/${id}`, shape);
  return /https?:\S+\/order\?\S+/.exec(contact.texts.en)?.[0] ?? "";
}

async function moveParcel(status: "SHIPPED" | "DELIVERED", state: string): Promise<void> {
  const [parcel] = (await world.supplier.control.audit()).orders;
  await world.supplier.control.moveParcel({ id: parcel?.id ?? "", status });
  await waitForOrder(merchant, "#1001", [state]);
}

/** The block on the order's page in its customer's account. */
async function openAccount(page: Page): Promise<void> {
  await page.goto(`${world.admin.url}/store/${DEMO_SHOP.split(".")[0]}/orders`);
  await page.getByRole("main").getByRole("link", { name: "#1001" }).click();
  await page.getByRole("link", { name: "View order status page" }).click();
  await page.frameLocator("#block").getByText("Cash to have ready").waitFor();
}

async function confirm(page: Page, link: string): Promise<void> {
  await page.goto(`${link}&lang=ur`);
  await page.locator(".karwan form button").first().click();
  await waitFor(async () => (await page.locator(".karwan [role=alert], .karwan [role=status]").count()) > 0, {
    what: "the page to say that it is confirmed",
  });
}
