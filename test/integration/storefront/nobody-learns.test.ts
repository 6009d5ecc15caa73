import type { Shop } from "@prisma/client";
import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createShopContext } from "#app/domain/context/shop-context.server.ts";
import { makeTrackingToken } from "#app/domain/orders/customer/contact/tracking-address.ts";
import { eraseOrder } from "#app/domain/privacy/erase-order.server.ts";
import { sweepRetention } from "#app/domain/privacy/retention/sweep-retention.server.ts";
import { trackedOrderQuery } from "#app/domain/storefront/read-tracked-order.server.ts";
import { ofPhone, readCalled } from "#app/domain/storefront/track-order.server.ts";
import { writeManyRows } from "#test/support/postgres.ts";
import { type StorefrontHarness, startStorefront } from "./storefront-harness.ts";

let storefront: StorefrontHarness;
let shop: Shop;
let other: Shop;

beforeAll(async () => {
  storefront = await startStorefront();
});
afterAll(() => storefront?.close());
beforeEach(async () => {
  shop = await storefront.createShop();
  other = await storefront.createShop();
});

const right = { number: "1042", phone: "03001234567" };

async function answerOf(fields: Readonly<Record<string, string>>) {
  const answer = await storefront.type({ shop }, fields);
  const headers = [...answer.headers].filter(
    ([name]) => !["date", "connection", "keep-alive"].includes(name),
  );
  return { status: answer.status, headers, body: await answer.text() };
}

describe("somebody who tries", () => {
  it("gets the same bytes for an unknown number, a wrong phone, another shop's order and an erased one", async () => {
    await storefront.createOrder(shop);
    await storefront.createOrder(other, { name: "#2001" });
    await storefront.createOrder(shop, { name: "#1043", state: "not_ours" });
    const erased = await storefront.createOrder(shop, { name: "#1044" });
    const ctx = await createShopContext(storefront.app, shop.id);
    await storefront.app.db.$transaction((tx) => eraseOrder(ctx, tx, erased));
    const unknown = await answerOf({ number: "9999", phone: "03219999999" });
    expect(unknown.status).toBe(200);
    const misses: readonly Readonly<Record<string, string>>[] = [
      { number: "9999", phone: right.phone },
      { number: "1042", phone: "03219999999" },
      { number: "1042", phone: "not a phone" },
      { number: "2001", phone: right.phone },
      { number: "1043", phone: right.phone },
      { number: "1044", phone: right.phone },
      { number: "", phone: "" },
      { number: "1042" },
      {},
    ];
    for (const fields of misses) expect(await answerOf(fields), JSON.stringify(fields)).toEqual(unknown);
    expect((await answerOf(right)).body).toContain("#1042");
  });

  it("gets the same for a link that is forged, over, signed for another shop, or about an erased order", async () => {
    const order = await storefront.createOrder(shop);
    const until = new Date(storefront.time.now.getTime() + 60_000);
    const signer = { crypto: storefront.app.crypto, shop };
    const token = makeTrackingToken(signer, { orderId: order.id, until });
    const over = makeTrackingToken(signer, { orderId: order.id, until: storefront.time.now });
    const open = async (text: string) => {
      const answer = await storefront.open({ shop, params: `order=${encodeURIComponent(text)}` });
      return { status: answer.status, body: await answer.text() };
    };
    const unknown = await open("nothing");
    expect(await open(over)).toEqual(unknown);
    expect(await open(`${token}0`)).toEqual(unknown);
    const theirs = await storefront.createOrder(other);
    for (const of of [theirs, order])
      expect(await open(makeTrackingToken({ ...signer, shop: other }, { orderId: of.id, until }))).toEqual(
        unknown,
      );
    expect((await open(token)).body).toContain("#1042");
    const ctx = await createShopContext(storefront.app, shop.id);
    await storefront.app.db.$transaction((tx) => eraseOrder(ctx, tx, order));
    expect(await open(token)).toEqual(unknown);
  });

  it("asks for no work, whatever they type", async () => {
    const order = await storefront.createOrder(shop, { state: "on_the_way" });
    await storefront.createParcels(order, [{}]);
    const work = () => storefront.app.db.work.count({ where: { shopId: shop.id } });
    await answerOf({ ...right, phone: "03219999999" });
    await answerOf({ ...right, number: "1043" });
    expect(await work()).toBe(0);
    for (let look = 0; look < 3; look += 1) await answerOf(right);
    await expect.poll(work).toBe(1);
  });

  it("has ten tries for a number in a quarter of an hour, whether or not there is such an order", async () => {
    await storefront.createOrder(shop);
    const over = [];
    for (const number of ["1042", "4242"]) {
      const tries = [];
      for (let at = 0; at < 11; at += 1)
        tries.push(await answerOf({ number, phone: `0321${1_000_000 + at}` }));
      expect(tries.map(({ status }) => status)).toEqual([...Array(10).fill(200), 429]);
      over.push(await answerOf({ number, phone: right.phone }));
    }
    // Not even the right phone is told from a wrong one then.
    expect(over[0]).toEqual(over[1]);
    expect(over[0]?.status).toBe(429);
    const { now } = storefront.time;
    storefront.time.now = new Date(now.getTime() + 15 * 60_000 + 1);
    expect((await answerOf(right)).body).toContain("#1042");
    storefront.time.now = now;
  });

  it("has sixty tries from one network, whatever numbers they are for", async () => {
    const from = async (address: string, number: number) =>
      (
        await storefront.type(
          { shop, address },
          { number: String(number), phone: `0321${3_000_000 + number}` },
        )
      ).status;
    const statuses = [];
    for (let at = 0; at < 61; at += 1) statuses.push(await from(`2001:db8:1:2::${at}`, at));
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.at(-1)).toBe(429);
    expect(await from("2001:db8:1:3::1", 100)).toBe(200);
    // What a sender writes before it makes no other network of one.
    for (let at = 0; at < 60; at += 1) await from(`192.0.2.${at}, 203.0.113.7, 198.51.100.1`, at + 200);
    expect(await from("192.0.2.99, 203.0.113.7, 198.51.100.1", 300)).toBe(429);
    expect(await from("203.0.113.8, 198.51.100.1", 301)).toBe(200);
  });

  it("running on from one network uses up neither a shop nor its numbers, and leaves no rows", async () => {
    const rows = async () => {
      const kept = await storefront.app.db.storefrontTry.findMany({ where: { shopId: shop.id } });
      return { count: kept.length, shop: kept.find(({ key }) => key === "shop")?.tries };
    };
    const from = async (at: number) =>
      (
        await storefront.type(
          { shop, address: "203.0.113.9" },
          { number: String(at), phone: `0321${1_000_000 + at}` },
        )
      ).status;
    for (let at = 0; at < 60; at += 1) await from(at);
    const before = await rows();
    expect(before).toEqual({ count: 122, shop: 60 });
    for (let at = 0; at < 30; at += 1) expect(await from(at === 0 ? 100 : 200)).toBe(429);
    expect(await rows()).toEqual(before);
    // Nobody else is kept from the numbers it tried on.
    await storefront.createOrder(shop, { name: "#200" });
    expect((await answerOf({ number: "200", phone: right.phone })).body).toContain("#200");
  });

  it("has ten tries for a phone, known here or not, whatever numbers they are for", async () => {
    await storefront.createOrder(shop);
    for (const phone of [right.phone, "03219999999", "no phone"]) {
      const tries = [];
      for (let at = 0; at < 10; at += 1) tries.push(await answerOf({ number: String(5000 + at), phone }));
      expect(tries.map(({ status }) => status)).toEqual(Array(10).fill(200));
      expect(await answerOf({ number: "1042", phone })).toMatchObject({ status: 429 });
    }
    expect((await answerOf({ number: "1042", phone: "not a phone" })).status).toBe(200);
  });

  it("has no more in all of a shop than the limit, and another shop has its own", async () => {
    const { db } = storefront.app;
    await answerOf({ number: "1", phone: right.phone });
    await db.storefrontTry.updateMany({ where: { shopId: shop.id, key: "shop" }, data: { tries: 3000 } });
    expect((await answerOf({ number: "2", phone: right.phone })).status).toBe(429);
    expect(await db.storefrontTry.count({ where: { shopId: shop.id, key: { startsWith: "order/" } } })).toBe(
      1,
    );
    expect((await storefront.type({ shop: other }, { number: "2", phone: right.phone })).status).toBe(200);
    const kept = await db.storefrontTry.findUniqueOrThrow({
      where: { shopId_key: { shopId: shop.id, key: "shop" } },
    });
    expect(kept.tries).toBe(3000);
  });

  it("is not let through by asking often at once", async () => {
    const asks = Array.from({ length: 40 }, (_, at) =>
      answerOf({ number: "77", phone: `0321${2_000_000 + at}` }),
    );
    const statuses = (await Promise.all(asks)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  });

  it("is kept for a day at most, by hashes alone", async () => {
    // Letters that no hash and no id has.
    await answerOf({ number: "kz51", phone: right.phone });
    const where = { shopId: shop.id };
    const kept = await storefront.app.db.storefrontTry.findMany({ where });
    expect(kept.map(({ key }) => key.split("/")[0]).sort()).toEqual(["address", "order", "phone", "shop"]);
    expect(JSON.stringify(kept)).not.toMatch(/kz51|3001234567|10\.0\./i);
    const { now } = storefront.time;
    storefront.time.now = new Date(now.getTime() + 25 * 60 * 60_000);
    const ctx = await createShopContext(storefront.app, shop.id);
    await sweepRetention({ ctx }, { part: "storefront_tries" });
    storefront.time.now = now;
    expect(await storefront.app.db.storefrontTry.count({ where })).toBe(0);
  });

  it("leaves neither number nor phone nor link in the log", async () => {
    await storefront.createOrder(shop);
    await answerOf(right);
    const params = `order=${"a".repeat(32)}.zz.${"b".repeat(64)}`;
    await storefront.open({ shop, params });
    const said = JSON.stringify(storefront.logged);
    expect(said).toContain("/storefront/track");
    expect(said).not.toMatch(/3001234567|#1042|number=|aaaaaaaa|signature/);
  });
});

describe("an order that is typed", () => {
  it("is found by phone and number together, so that a phone with many orders takes no longer", async () => {
    const { pool } = storefront.app;
    await writeManyRows(storefront.app, [
      Prisma.sql`
        insert into "order" (shop_id, order_gid, name, phone_hash, updated_at)
        select ${shop.id}::uuid, 'gid://many/' || n, '#' || n, 'phone ' || n % 20, now() from generate_series(1, 3000) n`,
      Prisma.sql`analyze "order"`,
    ]);
    for (const order of [{ number: "Order # 1042" }, { id: "gid://many/1042" }]) {
      const { text, values } = trackedOrderQuery(shop, ofPhone("phone 7", readCalled(order).where));
      const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain ${text}`, values);
      const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
      expect(plan).not.toMatch(/Seq Scan on "order"/);
      if ("number" in order)
        expect(plan).toMatch(/Index Cond: .*phone_hash = .*regexp_replace.* = 'ORDER1042'/);
    }
  });
});

describe("a request that is not Shopify's", () => {
  it.each([
    ["unsigned", (address: string) => address.replace(/\?.*/, "")],
    ["changed", (address: string) => address.replace("lang=en", "lang=ur")],
    ["with a parameter twice", (address: string) => `${address}&lang=en`],
  ])("is refused without a word: %s", async (_what, change) => {
    const answer = await fetch(change(storefront.addressOf({ shop, params: "lang=en" })));
    expect([answer.status, await answer.text()]).toEqual([400, ""]);
  });

  it("is refused when it is older than ninety seconds", async () => {
    const timestamp = Math.floor(storefront.time.now.getTime() / 1000) - 91;
    expect((await storefront.open({ shop, timestamp })).status).toBe(400);
  });

  it("finds no other page, and is read up to four thousand bytes", async () => {
    const address = storefront.addressOf({ shop });
    expect((await fetch(address.replace("/track", "/orders"))).status).toBe(404);
    expect((await fetch(address, { method: "PUT", body: "x" })).status).toBe(404);
    const large = await storefront.type({ shop }, { number: "1".repeat(5000), phone: "" });
    expect([large.status, await large.text()]).toEqual([400, ""]);
  });

  it("has no page where the shop has no app", async () => {
    await storefront.app.db.shop.update({ where: { id: shop.id }, data: { state: "uninstalled" } });
    const [gone, stranger] = await Promise.all([
      storefront.open({ shop }),
      storefront.open({ shop: { domain: "nobody.myshopify.com" } }),
    ]);
    expect([gone.status, await gone.text()]).toEqual([404, ""]);
    expect([stranger.status, await stranger.text()]).toEqual([404, ""]);
  });
});
