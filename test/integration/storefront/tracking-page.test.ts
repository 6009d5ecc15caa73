import { randomUUID } from "node:crypto";
import type { Shop } from "@prisma/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createShopContext } from "#app/domain/context/shop-context.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { makeTrackingToken, trackingAddress } from "#app/domain/orders/customer/contact/tracking-address.ts";
import { createPageCounter } from "#app/domain/storefront/count-pages.server.ts";
import type { HandoffItemId } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { PHONE, type StorefrontHarness, startStorefront } from "./storefront-harness.ts";

let storefront: StorefrontHarness;
let shop: Shop;

beforeAll(async () => {
  storefront = await startStorefront();
});
afterAll(() => storefront?.close());
beforeEach(async () => {
  shop = await storefront.createShop();
});

const right = { number: "1042", phone: "0300-1234567" };

async function pageOf(fields = right, params = ""): Promise<string> {
  const answer = await storefront.type({ shop, params }, fields);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(/^application\/liquid/);
  return answer.text();
}

/** What is read of a page. */
const textOf = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ");

describe("the page of an order", () => {
  it("asks for number and phone first, without a script", async () => {
    const answer = await storefront.open({ shop });
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain('<form method="post">');
    expect(html).not.toMatch(/<script|<iframe|<object|javascript:|\son\w+=/i);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("shows the five steps, the exact cash, the sender on the parcel, courier and number", async () => {
    const order = await storefront.createOrder(shop, { state: "on_the_way" });
    const shippedAt = new Date("2026-11-25T09:00:00Z");
    await storefront.createParcels(order, [{ courier: "TCS", trackingNumber: "779000111", shippedAt }], {
      senderName: "Rang Kurtas",
    });
    const text = textOf(await pageOf());
    for (const part of [
      ...["#1042", "Rang Kurtas", "Rs 2,499", "Pay exactly this sum", "tell Rang Kurtas"],
      ...["Received (done) 24 Nov", "Confirmed (done)", "Being packed (done)", "On the way (done) 25 Nov"],
      ...["Delivered", "TCS", "779000111", "Blue kurta × 2"],
    ])
      expect(text).toContain(part);
    expect(text).not.toContain("Delivered (done)");
  });

  it("shows each parcel for itself, and cash only for those still to come", async () => {
    const order = await storefront.createOrder(shop, { state: "on_the_way" });
    await storefront.createParcels(order, [
      { status: "DELIVERED", codPkr: rupees(900), deliveredAt: new Date("2026-11-26T09:00:00Z") },
      { status: "PROCESSING", codPkr: rupees(1599) },
      { status: "RETURNED", codPkr: rupees(500), shippedAt: new Date("2026-11-25T09:00:00Z") },
      { status: "CANCELLED", codPkr: rupees(400) },
      { status: "CONFIRMED", codPkr: rupees(0) },
    ]);
    const [, ...parcels] = textOf(await pageOf()).split(/Parcel \d of 5/);
    expect(parcels).toHaveLength(5);
    expect(parcels[0]).toMatch(/Delivered \(done\) 26 Nov/);
    expect(parcels[1]).toContain("Rs 1,599");
    expect(parcels[2]).toContain("Returned to the sender");
    expect(parcels[3]).toContain("Cancelled");
    expect(parcels[4]).toContain("Nothing is to be paid at the door.");
    for (const at of [0, 2, 3]) expect(parcels[at]).not.toContain("Rs ");
  });

  it("names what a parcel holds as the customer bought it, never as the supplier calls a part", async () => {
    const order = await storefront.createOrder(shop, { state: "on_the_way" });
    await storefront.createParcels(order, [{}], { title: "Eid box: PRD-77 Cooker 5L" });
    const { db } = storefront.app;
    const line = { lineGid: "line", variantGid: null, sku: null, quantity: 1, ours: 1, pricePkr: 2499 };
    const lines = [{ ...line, title: "Eid box", variantTitle: "Large" }];
    await db.order.updateMany({ where: { shopId: shop.id }, data: { lines } });
    const part = await db.handoffItem.findFirstOrThrow({ where: { shopId: shop.id } });
    const other = await db.handoffItem.create({
      data: {
        ...{
          ...part,
          id: asId<HandoffItemId>(randomUUID()),
          position: 1,
          supplierVariantId: asId("prd_cup"),
        },
        ...{ title: "Eid box: PRD-78 Cup", quantityPerUnit: 6, quantity: 12 },
      },
    });
    const contents = [
      { handoffItemId: part.id, quantity: 2 },
      { handoffItemId: other.id, quantity: 12 },
    ];
    await db.parcel.updateMany({ where: { shopId: shop.id }, data: { contents } });
    expect(textOf(await pageOf())).toContain("Eid box, Large × 2");
    // Neither is it where the line was taken out of the order since.
    await db.order.updateMany({ where: { shopId: shop.id }, data: { lines: [] } });
    const html = await pageOf();
    expect(html).not.toContain("PRD-7");
    expect(textOf(html)).toContain("An item × 2");
  });

  it("says before an order is placed that it was received, and what will be paid", async () => {
    await storefront.createOrder(shop, { state: "held" });
    const text = textOf(await pageOf());
    expect(text).toMatch(/Received \(done\) 24 Nov Confirmed Being packed/);
    expect(text).toContain("Rs 2,499");
    expect(text).toContain("Rang &#38; Co");
  });

  it("shows what replaced a handoff, not what was replaced", async () => {
    const order = await storefront.createOrder(shop, { state: "placed" });
    await storefront.createParcels(order, [{ status: "CANCELLED" }], { revision: 1 });
    await storefront.createParcels(order, [{ status: "RECEIVED", codPkr: rupees(1700) }], { revision: 2 });
    const text = textOf(await pageOf());
    expect(text).toContain("Rs 1,700");
    expect(text).not.toContain("Cancelled");
  });

  it("tells nothing of wholesale prices, of the service, or that a wallet is to be paid from", async () => {
    const order = await storefront.createOrder(shop, { state: "awaiting_funds", route: "PREPAID" });
    const [parcel] = await storefront.createParcels(order, [{ status: "AWAITING_FUNDS", codPkr: rupees(0) }]);
    const html = await pageOf();
    for (const word of [
      "77777",
      "77,777",
      parcel?.supplierOrderId ?? "",
      order.id,
      "funds",
      "wallet",
      "upplier",
      "Karwan",
    ])
      expect(html).not.toContain(word);
    expect(textOf(html)).toMatch(/Received \(done\)/);
  });

  it("is written in three languages, Urdu from right to left", async () => {
    await storefront.createParcels(await storefront.createOrder(shop), [{ courier: "TCS" }]);
    const urdu = await pageOf(right, "lang=ur");
    expect(urdu).toContain('lang="ur" dir="rtl"');
    expect(urdu).toContain("راستے میں ہے");
    expect(urdu).toContain('<bdi dir="ltr">Rs 2,499</bdi>');
    expect(await pageOf(right, "lang=roman_urdu")).toContain("Raste mein hai");
    expect(await pageOf(right, "lang=xx")).toContain("On the way");
    // The other languages open the same order without its number and phone.
    const [, address = ""] = /href="(\?lang=en&amp;order=[^"]+)"/.exec(urdu) ?? [];
    const again = await storefront.open({ shop, params: address.slice(1).replace("&amp;", "&") });
    expect(textOf(await again.text())).toContain("Rs 2,499");
  });

  it("begins in the shop's language and says the merchant's words; the customer's choice wins", async () => {
    await storefront.app.db.shop.update({
      where: { id: shop.id },
      data: {
        customerLanguage: "ur",
        customerWordsUr: "آرڈر {order} کے لیے {sender} کو فون کریں",
        customerWordsEn: "Call <b>us</b> {% raw %}",
      },
    });
    await storefront.createOrder(shop);
    expect(await (await storefront.open({ shop })).text()).toContain('lang="ur" dir="rtl"');
    expect(await pageOf()).toContain("آرڈر #1042 کے لیے Rang &#38; Co کو فون کریں");
    const english = await pageOf(right, "lang=en");
    expect(english).toContain('lang="en" dir="ltr"');
    expect(english).toContain("Call &#60;b&#62;us&#60;/b&#62; &#123;% raw %&#125;");
  });

  it("is counted by the day of the shop, and whoever finds nothing is not", async () => {
    await storefront.createOrder(shop);
    const { now } = storefront.time;
    // Half past one at night in Karachi.
    storefront.time.now = new Date("2026-11-24T20:30:00Z");
    await Promise.all([pageOf(), pageOf()]);
    await pageOf({ ...right, number: "9999" });
    storefront.time.now = now;
    const days = () => storefront.app.db.storefrontDay.findMany({ where: { shopId: shop.id } });
    await expect.poll(days).toEqual([{ shopId: shop.id, day: new Date("2026-11-25T00:00:00Z"), pages: 2 }]);
  });

  it("is counted at the process's end too, once more where it could not be written, and for no shop that left", async () => {
    const { db, clock, pool } = storefront.app;
    const left = await storefront.createShop();
    await db.shop.update({ where: { id: left.id }, data: { state: "uninstalled" } });
    const failures: unknown[] = [];
    const onError = (error: unknown) => void failures.push(error);
    const counter = createPageCounter({ db, clock, onError });
    for (const each of [shop, shop, left]) counter.count(each);
    await pool.query("alter table storefront_day rename to storefront_day_away");
    await counter.stop();
    expect(failures).toHaveLength(1);
    await pool.query("alter table storefront_day_away rename to storefront_day");
    counter.count(shop);
    await counter.stop();
    const pages = await db.storefrontDay.findMany({ where: { shopId: { in: [shop.id, left.id] } } });
    expect(pages).toMatchObject([{ shopId: shop.id, pages: 3 }]);
  });

  it("is found however number and phone are written", async () => {
    await storefront.createOrder(shop);
    for (const [number, phone] of [
      ["#1042", PHONE],
      [" 1042 ", "3001234567"],
      ["۱۰۴۲", "۰۳۰۰۱۲۳۴۵۶۷"],
    ] as const)
      expect(await pageOf({ number, phone })).toContain("#1042");
  });

  it("is found by a name of words and of small letters, the newest of two alike first", async () => {
    await storefront.createOrder(shop, { name: "Order 77-Pk" });
    for (const number of ["Order 77-Pk", "order77-PK", " ORDER #77-pk"])
      expect(await pageOf({ ...right, number })).toContain("Order 77-Pk");
    expect(await pageOf({ ...right, number: "77" })).not.toContain("Order 77");
    await storefront.createOrder(shop, { name: "ORDER77-PK" });
    await storefront.app.db.order.updateMany({
      where: { shopId: shop.id, name: "ORDER77-PK" },
      data: { listedAt: storefront.time.now },
    });
    expect(await pageOf({ ...right, number: "order 77-pk" })).toContain("ORDER77-PK");
  });

  it("stays under 30 KB with twenty parcels of long titles", async () => {
    const order = await storefront.createOrder(shop, { state: "placed" });
    const parcels = Array.from({ length: 25 }, () => ({ courier: "TCS", trackingNumber: "779000111" }));
    await storefront.createParcels(order, parcels, { title: "لمبا نام ".repeat(40) });
    const words = "ش".repeat(300);
    await storefront.app.db.shop.update({
      where: { id: shop.id },
      data: { customerWordsEn: words, customerWordsRomanUrdu: words, customerWordsUr: words },
    });
    for (const language of ["en", "roman_urdu", "ur"])
      expect(Buffer.byteLength(await pageOf(right, `lang=${language}`))).toBeLessThan(30_000);
  });
});

describe("words of others on the page", () => {
  const hostile = `{{ shop.email }}{% raw %}"><script>alert('x')</script>{%- endraw -%}\`{{{`;

  it("are nothing but text in HTML and in Liquid, whoever wrote them", async () => {
    const order = await storefront.createOrder(shop, {
      state: "on_the_way",
      name: `#${hostile.slice(0, 20)}`,
    });
    const names = { courier: hostile, trackingNumber: hostile };
    await storefront.createParcels(order, [names], { senderName: hostile, title: hostile });
    const until = new Date(storefront.time.now.getTime() + 60_000);
    const token = makeTrackingToken({ crypto: storefront.app.crypto, shop }, { orderId: order.id, until });
    const html = await (await storefront.open({ shop, params: `order=${token}` })).text();
    expect(html).toContain("&#123;&#123; shop.email &#125;&#125;");
    expect(html).not.toMatch(/\{\{|\{%|<script/);
  });

  it("that a request holds are not written back at all", async () => {
    const answers = await Promise.all([
      storefront.type({ shop, params: "lang=%7B%7Bx%7D%7D" }, { number: hostile, phone: hostile }),
      storefront.open({ shop, params: new URLSearchParams({ order: hostile, lang: hostile }).toString() }),
    ]);
    for (const answer of answers) {
      const html = await answer.text();
      expect(html).not.toMatch(/\{\{|\{%|<script|shop\.email/);
    }
  });
});

describe("a link to an order", () => {
  const context = () => createShopContext(storefront.app, shop.id);

  it("opens it without typing, and names neither phone nor person", async () => {
    const order = await storefront.createOrder(shop);
    const address = new URL(trackingAddress(await context(), order.id));
    expect(address.origin).toBe(`https://${shop.domain}`);
    expect(address.pathname).toBe("/apps/karwan/track");
    const html = await (await storefront.open({ shop, params: address.search.slice(1) })).text();
    expect(html).toContain("#1042");
  });

  it("is the same all day, and ends after sixty", async () => {
    const order = await storefront.createOrder(shop);
    const address = new URL(trackingAddress(await context(), order.id));
    expect(trackingAddress(await context(), order.id)).toBe(address.href);
    const { now } = storefront.time;
    storefront.time.now = new Date(now.getTime() + 60 * 24 * 60 * 60_000);
    const html = await (await storefront.open({ shop, params: address.search.slice(1) })).text();
    storefront.time.now = now;
    expect(html).not.toContain("#1042");
  });

  it("gives no link that lasts longer than itself, and none to choices after fourteen days", async () => {
    const order = await storefront.createOrder(shop);
    const { now } = storefront.time;
    const until = new Date(now.getTime() + 5 * 60_000);
    const first = makeTrackingToken({ crypto: storefront.app.crypto, shop }, { orderId: order.id, until });
    const openAt = async (token: string, at: Date) => {
      storefront.time.now = at;
      const html = await (await storefront.open({ shop, params: `order=${token}` })).text();
      storefront.time.now = now;
      return html;
    };
    const next = (html: string) => /href="\?lang=ur&amp;order=([^"]+)"/.exec(html)?.[1] ?? "";
    const second = next(await openAt(first, now));
    const third = next(await openAt(second, new Date(now.getTime() + 4 * 60_000)));
    expect(await openAt(third, new Date(now.getTime() + 4 * 60_000))).toContain("#1042");
    expect(await openAt(third, until)).not.toContain("#1042");
    const longest = { orderId: order.id, until: new Date(now.getTime() + 60 * 24 * 60 * 60_000) };
    const long = makeTrackingToken({ crypto: storefront.app.crypto, shop }, longest);
    const listedAt = (days: number) =>
      storefront.app.db.order.updateMany({
        where: { shopId: shop.id },
        data: { listedAt: new Date(now.getTime() - days * 24 * 60 * 60_000) },
      });
    await listedAt(13);
    expect(await openAt(long, now)).toMatch(/href="order\?/);
    await listedAt(14);
    expect(await openAt(long, now)).not.toMatch(/href="order\?/);
    // Whoever knows number and phone is asked for no link.
    expect(await pageOf()).toMatch(/href="order\?/);
  });

  it("opens nothing on another shop's storefront", async () => {
    const order = await storefront.createOrder(shop);
    const { search } = new URL(trackingAddress(await context(), order.id));
    const other = await storefront.createShop();
    const [foreign, forged] = await Promise.all(
      [search.slice(1), `order=${"0".repeat(32)}.zzzzz.${"0".repeat(64)}`].map((params) =>
        storefront.open({ shop: other, params }),
      ),
    );
    expect(await foreign?.text()).toBe(await forged?.text());
  });
});
