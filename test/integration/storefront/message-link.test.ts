import { createHmac } from "node:crypto";
import type { Order, Shop } from "@prisma/client";
import { Liquid } from "liquidjs";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { messageLinkInLiquid } from "#app/domain/orders/customer/contact/message-link.ts";
import { type StorefrontHarness, startStorefront } from "./storefront-harness.ts";

const DAY_MS = 24 * 60 * 60_000;

let storefront: StorefrontHarness;
let shop: Shop;
let order: Order;

beforeAll(async () => {
  storefront = await startStorefront();
});
afterAll(() => storefront?.close());
beforeEach(async () => {
  shop = await storefront.createShop();
  order = await storefront.createOrder(shop);
});

/** The link in a message about the order, as Shopify renders it with the line of the shop. */
async function linkOf({ orderGid }: Pick<Order, "orderGid">, { shop: of = shop, signs = true } = {}) {
  const engine = new Liquid();
  engine.registerFilter("date", (value: unknown, format: unknown) => {
    expect([value, format]).toEqual(["now", "%s"]);
    return String(Math.floor(storefront.time.now.getTime() / 1000));
  });
  // Shopify passes over a filter it does not know.
  engine.registerFilter("hmac_sha256", (text: string, key: string) =>
    signs ? createHmac("sha256", key).update(text).digest("hex") : text,
  );
  const line = messageLinkInLiquid({ crypto: storefront.app.crypto, shop: of });
  const id = Number(orderGid.split("/").at(-1));
  const rendered: string = await engine.parseAndRender(line, { id, shop: { url: "https://rang.example" } });
  const [, href = ""] = /^<a href="([^"]+)">Track your order<\/a>$/.exec(rendered) ?? [];
  return new URL(href);
}

const open = async (link: URL) => {
  const answer = await storefront.open({ shop, params: link.search.slice(1) });
  return { status: answer.status, html: await answer.text() };
};

describe("the link that Shopify's messages carry", () => {
  it("opens the order on the shop's own domain, for sixty days, and names neither phone nor person", async () => {
    const link = await linkOf(order);
    expect(link.origin + link.pathname).toBe("https://rang.example/apps/karwan/track");
    expect(link.search).toMatch(/^\?order=\d+\.\d{10}\.[0-9a-f]{64}$/);
    expect((await open(link)).html).toContain("#1042");
    const { now } = storefront.time;
    const unknown = await open(new URL("?order=nothing", link));
    storefront.time.now = new Date(now.getTime() + 60 * DAY_MS - 1000);
    expect((await open(link)).html).toContain("#1042");
    storefront.time.now = new Date(now.getTime() + 60 * DAY_MS);
    expect(await open(link)).toEqual(unknown);
    storefront.time.now = now;
  });

  it("lets nothing be chosen, nor does what stands on its page", async () => {
    const typed = await storefront.type({ shop }, { number: "1042", phone: "03001234567" });
    expect(await typed.text()).toMatch(/href="order\?/);
    const { html } = await open(await linkOf(order));
    expect(html).not.toMatch(/href="order\?/);
    const [, token = ""] = /href="\?lang=ur&amp;order=([^"]+)"/.exec(html) ?? [];
    const urdu = await open(new URL(`?lang=ur&order=${token}`, "https://rang.example"));
    expect(urdu.html).toContain("#1042");
    expect(urdu.html).not.toMatch(/href="order\?/);
  });

  it("tells the merchant of another sum, as every page of an order does", async () => {
    await storefront.app.db.order.updateMany({ where: { shopId: shop.id }, data: { state: "on_the_way" } });
    const [parcel] = await storefront.createParcels(order, [{ status: "SHIPPED" }]);
    const token = (await linkOf(order)).searchParams.get("order") ?? "";
    const fields = { intent: "other_sum", order: token, parcel: parcel?.id ?? "", sum: "9000" };
    await storefront.type({ shop }, fields);
    expect(
      await storefront.app.db.timelineEntry.count({
        where: { shopId: shop.id, code: "other_sum_reported" },
      }),
    ).toBe(1);
  });

  it("opens nothing where another shop's key signed it, or a letter of it is another", async () => {
    const other = await storefront.createShop();
    const theirs = await storefront.createOrder(other);
    const link = await linkOf(order);
    const unknown = await open(new URL("?order=nothing", link));
    const [id, until, sign] = (link.searchParams.get("order") ?? "").split(".");
    const tokens = [
      (await linkOf(order, { shop: other })).searchParams.get("order"),
      (await linkOf(theirs)).searchParams.get("order"),
      (await linkOf(theirs, { shop: other })).searchParams.get("order"),
      `${Number(id) + 1}.${until}.${sign}`,
      `${id}.${Number(until) + 1}.${sign}`,
      `${id}.${until}.${sign?.replace(/.$/, "")}`,
      `${id}.${until}.${"0".repeat(64)}`,
    ];
    for (const token of tokens)
      expect(await open(new URL(`?order=${token}`, link)), String(token)).toEqual(unknown);
  });

  it("leads to the form for number and phone where Liquid cannot sign", async () => {
    const { status, html } = await open(await linkOf(order, { signs: false }));
    expect(status).toBe(200);
    expect(html).toContain('name="number"');
    expect(html).not.toContain("#1042");
  });
});
