import path from "node:path";
import type { Shop } from "@prisma/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ShopifyStandin, startShopifyStandin } from "#test/standins/shopify/server.ts";
import { readAppConfiguration } from "#test/support/app-configuration.ts";
import { PHONE, type StorefrontHarness, startStorefront } from "./storefront-harness.ts";

let storefront: StorefrontHarness;
let shopify: ShopifyStandin;
let shop: Shop;
let variantId = "";
let cookie = "";

beforeAll(async () => {
  storefront = await startStorefront();
  shop = await storefront.createShop();
  const { appProxy } = await readAppConfiguration();
  const { env } = storefront.app;
  shopify = await startShopifyStandin({
    ...{
      apiKey: env.SHOPIFY_API_KEY,
      apiSecret: env.SHOPIFY_API_SECRET[0] ?? "",
      appUrl: storefront.web.url,
    },
    ...{ appProxy, shops: [shop.domain], themeExtension: path.resolve("extensions/storefront-blocks") },
  });
  const own = { shop: shop.domain, title: "Blue kurta", price: "1600" };
  variantId = shopify.control.addOwnProduct(own).variantId;
});
afterAll(async () => {
  await shopify?.close();
  await storefront?.close();
});

async function browse(address: string, form?: Readonly<Record<string, string>>): Promise<Response> {
  return fetch(new URL(address, shopify.url), {
    headers: { "x-forwarded-host": shop.domain, cookie },
    ...(form && { method: "POST", body: new URLSearchParams(form) }),
    redirect: "manual",
  });
}

const pageAt = async (address: string) => (await browse(address)).text();

/** The block on a page, in the element Shopify puts around it. */
const blockOn = (html: string) => /<div id="shopify-block-[\s\S]*?<\/div>\s*<\/div>/.exec(html)?.[0] ?? "";

async function productPath(): Promise<string> {
  return /href="(\/products\/[^"]+)"/.exec(await pageAt("/"))?.[1] ?? "";
}

async function fillCart(): Promise<void> {
  const added = await browse("/cart/add", { variantId, quantity: "2" });
  expect([added.status, added.headers.get("location")]).toEqual([303, "/cart"]);
  cookie = added.headers.get("set-cookie")?.split(";")[0] ?? "";
}

describe("the app's blocks in a theme", () => {
  it("lead from the form to the page of an order, in each of the three languages", async () => {
    await storefront.createOrder(shop);
    const block = blockOn(await pageAt("/"));
    const action = /<form action="([^"]+)" method="post">/.exec(block)?.[1] ?? "";
    expect(action).toBe("/apps/karwan/track?lang=en");
    const names = [...block.matchAll(/<input [^>]*name="(\w+)"/g)].map(([, name]) => name);
    expect(names).toEqual(["number", "phone"]);
    const typed = { number: "1042", phone: PHONE };
    for (const language of ["en", "roman_urdu", "ur"]) {
      const answer = await browse(action.replace("lang=en", `lang=${language}`), typed);
      expect(answer.status).toBe(200);
      expect(await answer.text()).toContain("#1042");
    }
  });

  it("say on the form what the page says above the same fields", async () => {
    const block = blockOn(await pageAt("/"));
    const page = await pageAt("/apps/karwan/track");
    const labels = (html: string) =>
      [...html.matchAll(/<(?:label|small|button)[^>]*>([^<]+)</g)].map(([, text]) => text);
    expect(labels(block)).toEqual(labels(page.slice(page.indexOf('class="karwan"'))));
  });

  it("say on a product's page and in the cart what is paid at the door", async () => {
    expect(blockOn(await pageAt(await productPath()))).toContain("Rs.1600.00");
    expect(await pageAt("/cart")).toContain("It is empty.");
    await fillCart();
    expect(blockOn(await pageAt("/cart"))).toContain("Rs.3200.00");
    const cart = { variantId, quantity: "2" };
    const bought = await browse("/checkout", { ...cart, firstName: "Ayesha", phone: PHONE, city: "Lahore" });
    expect(bought.headers.get("location")).toMatch(/^\/thank-you\/\d+$/);
    cookie = bought.headers.get("set-cookie")?.split(";")[0] ?? "";
    expect(await pageAt("/cart")).toContain("It is empty.");
  });

  it("add under three thousand bytes to a page, and no request", async () => {
    await fillCart();
    for (const address of ["/", await productPath(), "/cart"]) {
      const html = await pageAt(address);
      const block = blockOn(html);
      expect(html.split(block)).toHaveLength(2);
      expect(Buffer.byteLength(block)).toBeGreaterThan(500);
      expect(Buffer.byteLength(block)).toBeLessThan(3000);
      expect(block).not.toMatch(/<script|<link|<img|<iframe|\ssrc=|url\(|@import/);
    }
  });
});
