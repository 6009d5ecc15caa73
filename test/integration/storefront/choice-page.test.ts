import type { Order, Shop } from "@prisma/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createShopContext } from "#app/domain/context/shop-context.server.ts";
import {
  choiceAddress,
  makeChoiceToken,
  makeTrackingToken,
} from "#app/domain/orders/customer/contact/tracking-address.ts";
import { eraseOrder } from "#app/domain/privacy/erase-order.server.ts";
import { PHONE, type StorefrontHarness, startStorefront } from "./storefront-harness.ts";

let storefront: StorefrontHarness;
let shop: Shop;
let order: Order;
let token: string;

beforeAll(async () => {
  storefront = await startStorefront();
});
afterAll(() => storefront?.close());
beforeEach(async () => {
  shop = await storefront.createShop();
  order = await createOrder(shop);
  token = tokenOf(order);
});

/** An order that was read, and waits. */
async function createOrder(of: Shop, title = "Blue kurta"): Promise<Order> {
  const made = await storefront.createOrder(of, { state: "held" });
  const line = { lineGid: "line", variantGid: null, title, variantTitle: "XL", sku: null };
  const lines = JSON.stringify([{ ...line, quantity: 2, ours: 2, pricePkr: 1100 }]);
  const customer = { name: "Ayesha", phone: PHONE, address: "House 12, Street 4", city: "Lahore" };
  const place = { table: "order", row: made.id, column: "customer_enc" };
  const customerEnc = storefront.app.crypto.seal(JSON.stringify(customer), place);
  return storefront.app.db.order.update({
    where: { shopId_id: { shopId: of.id, id: made.id } },
    data: { lines: JSON.parse(lines), readAt: storefront.time.now, customerEnc },
  });
}

function tokenOf({ id: orderId, shopId }: Order, minutes = 60): string {
  const until = new Date(storefront.time.now.getTime() + minutes * 60_000);
  return makeChoiceToken(signerOf(shopId), { orderId, until });
}

const signerOf = (shopId: Order["shopId"]) => ({ crypto: storefront.app.crypto, shop: { id: shopId } });

const open = async (params = `order=${token}`, of: Shop = shop) => {
  const answer = await storefront.open({ shop: of, path: "order", params });
  return { status: answer.status, html: await answer.text() };
};
const send = async (fields: Readonly<Record<string, string>>, params = "", of: Shop = shop) => {
  const answer = await storefront.type({ shop: of, path: "order", params }, fields);
  return { status: answer.status, html: await answer.text() };
};

/** How many rows a choice writes, of any kind. */
async function written(): Promise<number> {
  const { db } = storefront.app;
  const where = { shopId: shop.id };
  const facts = await db.timelineEntry.count({ where });
  const decisions = await db.orderDecision.count({ where });
  const confirmations = await db.orderConfirmation.count({ where });
  return facts + decisions + confirmations + (await db.work.count({ where }));
}

describe("the page of a customer's choices", () => {
  it("asks once, shows items and the exact cash, and changes nothing by being opened", async () => {
    for (const params of ["", "&do=change", "&do=cancel"]) {
      const { status, html } = await open(`order=${token}${params}`);
      expect(status).toBe(200);
      for (const part of ["#1042", "Rs 2,499", "Blue kurta, XL", "× 2", "Rang &#38; Co"])
        expect(html).toContain(part);
      expect(html).not.toMatch(/<script|\son\w+=|javascript:/i);
      expect(Buffer.byteLength(html)).toBeLessThan(30_000);
    }
    expect((await open()).html).toContain("Yes, I want this order");
    expect(await written()).toBe(0);
  });

  it("is written in three languages, Urdu from right to left", async () => {
    expect((await open(`order=${token}&lang=ur`)).html).toMatch(
      /lang="ur" dir="rtl".*ہاں، مجھے یہ آرڈر چاہیے/s,
    );
    expect((await open(`order=${token}&lang=roman_urdu`)).html).toContain("Haan, mujhe yeh order chahiye");
  });

  it("says after a press what will happen, and the same after a second one", async () => {
    const fields = { intent: "confirm", order: token };
    const first = await send(fields);
    expect(first.html).toContain("Thank you. Your order is confirmed.");
    // It is held, by a rule of the shop: the customer's word alone does not send it.
    expect(first.html).not.toContain("will be sent");
    const after = await written();
    expect((await send(fields)).html).toBe(first.html);
    expect(await written()).toBe(after);
    expect((await open()).html).toContain("You have confirmed this order.");
  });

  it("cancels, and offers nothing then", async () => {
    const { html } = await send({ intent: "cancel", order: token });
    expect(html).toContain("Your order is cancelled.");
    expect(html).not.toContain("<form");
    expect((await open()).html).toContain("You have cancelled this order.");
  });

  it("says what is wrong beside its field, and loses nothing that was typed", async () => {
    const hostile = `House 5 "><script>{{ shop }}`;
    const typed = { address: hostile, city: "Karachy", landmark: "", secondPhone: "123" };
    const { html } = await send({ intent: "correct", order: token, ...typed });
    expect(html).toContain("Nothing was saved yet.");
    expect(html).toContain("We do not know this city.");
    expect(html).toContain("Karachi");
    expect(html).toContain("This is not a Pakistani number.");
    expect(html).toContain('value="House 5 &#34;&#62;&#60;script&#62;&#123;&#123; shop &#125;&#125;"');
    expect(html).toContain('value="Karachy"');
    expect(html).not.toMatch(/<script|\{\{/);
    expect(await written()).toBe(0);
    const long = await send({ intent: "correct", order: token, address: "ب".repeat(600) });
    expect(long.html).toContain("This is too long.");
    expect(long.html).toContain("ب".repeat(600));
  });

  it("corrects up to five times a day, however many corrections come at once, and answers others meanwhile", async () => {
    const fields = { intent: "correct", order: token };
    // More than a process has connections.
    const corrections = Array.from({ length: 24 }, (_, at) =>
      send({ ...fields, landmark: `near house ${at + 1}` }),
    );
    expect((await open()).status).toBe(200);
    await Promise.all(corrections);
    const where = { shopId: shop.id, code: "customer_edited" } as const;
    expect(await storefront.app.db.timelineEntry.count({ where })).toBe(5);
    expect((await send({ ...fields, landmark: "near house 25" })).html).toContain("changed it often today");
  });

  it("counts corrections as tries of their network", async () => {
    const from = { shop, path: "order", address: "203.0.113.77" } as const;
    const fields = { intent: "correct", order: token };
    for (let at = 0; at < 60; at += 1) await storefront.type(from, fields);
    const over = await storefront.type(from, { ...fields, landmark: "near the park" });
    expect(await over.text()).toContain("Too many tries.");
    expect(await written()).toBe(0);
    expect((await send({ ...fields, landmark: "near the park" })).html).toContain("Saved.");
  });

  it("says what it is too late for", async () => {
    await storefront.createParcels(order, [{ status: "PROCESSING" }]);
    expect((await open()).html).toContain("your parcel is packed");
    const { html } = await send({ intent: "cancel", order: token });
    expect(html).toContain("It is too late for this: your parcel is packed.");
    expect(await written()).toBe(0);
  });

  it("says plainly that it is cancelled whole, where of two parcels one is packed", async () => {
    await storefront.createParcels(order, [{ status: "CONFIRMED" }, { status: "PROCESSING" }]);
    const { html } = await send({ intent: "cancel", order: token });
    expect(html).toContain(
      "one of your parcels is packed, and here an order is changed or cancelled only whole",
    );
    expect((await open(`order=${token}&lang=ur`)).html).toContain("ایک پارسل پیک ہو چکا ہے");
    expect(await written()).toBe(0);
  });

  it("is opened from the tracking page, which asks too", async () => {
    const until = new Date(storefront.time.now.getTime() + 60_000);
    const tracking = makeTrackingToken(signerOf(shop.id), { orderId: order.id, until });
    const page = await storefront.open({ shop, params: `order=${tracking}` });
    const html = await page.text();
    expect(html).toContain("Do you want this order?");
    const [, hidden = ""] = /name="order" value="([^"]+)"/.exec(html) ?? [];
    expect((await send({ intent: "confirm", order: hidden })).html).toContain("Your order is confirmed");
  });
});

describe("a link that opens nothing", () => {
  it("gets one page, whether it is forged, over, another's, or its customer was erased, and does nothing", async () => {
    const other = await storefront.createShop();
    const foreign = tokenOf(await createOrder(other));
    const over = tokenOf(order, 0);
    const until = new Date(storefront.time.now.getTime() + 60_000);
    const tracking = makeTrackingToken(signerOf(shop.id), { orderId: order.id, until });
    const erased = await createOrder(shop);
    const ctx = await createShopContext(storefront.app, shop.id);
    await storefront.app.db.$transaction((tx) => eraseOrder(ctx, tx, erased));
    const before = await written();
    const unknown = await open("order=nothing");
    const tokens = [foreign, over, tracking, tokenOf(erased), `${token}0`, token.replace(/.$/, "x"), ""];
    for (const each of tokens) {
      expect(await open(`order=${each}`)).toEqual(unknown);
      for (const intent of ["confirm", "cancel", "correct", "nothing"])
        expect(await send({ intent, order: each, city: "Karachi" })).toEqual(unknown);
    }
    expect(await open("")).toEqual(unknown);
    expect(await written()).toBe(before);
    expect((await open()).html).toContain("#1042");
  });

  it("opens the way to tracking for no longer than itself", async () => {
    const page = await open(`order=${tokenOf(order, 5)}`);
    const [, tracking = ""] = /href="track\?[^"]*order=([^"&]+)"/.exec(page.html) ?? [];
    const inMinutes = async (minutes: number) => {
      const { now } = storefront.time;
      storefront.time.now = new Date(now.getTime() + minutes * 60_000);
      const opened = await storefront.open({ shop, params: `order=${tracking}` });
      storefront.time.now = now;
      return opened.text();
    };
    expect(await inMinutes(4)).toContain("#1042");
    expect(await inMinutes(6)).not.toContain("#1042");
  });

  it("is no link to tracking, and names neither phone nor person", async () => {
    const ctx = await createShopContext(storefront.app, shop.id);
    const address = new URL(choiceAddress(ctx, order.id));
    expect(address.pathname).toBe("/apps/karwan/order");
    expect(address.search).toMatch(/^\?order=[0-9a-f]{32}\.[0-9a-z]+\.[0-9a-f]{64}$/);
    expect((await open(address.search.slice(1))).html).toContain("#1042");
    const page = await storefront.open({ shop, params: address.search.slice(1) });
    expect(await page.text()).not.toContain("#1042");
  });

  it("is refused without Shopify's signature, and with a form that is too large", async () => {
    const { web, app } = storefront;
    const bare = await fetch(`${web.url}/storefront/order?order=${token}`);
    expect(bare.status).toBe(400);
    const large = await send({ intent: "correct", order: token, address: "x".repeat(17_000) });
    expect(large).toEqual({ status: 400, html: "" });
    expect(await app.db.orderDecision.count({ where: { shopId: shop.id } })).toBe(0);
  });
});
