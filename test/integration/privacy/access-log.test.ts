import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expireAccess } from "#app/domain/privacy/retention/expire-rows.server.ts";
import { checkStaffRight } from "#app/domain/shops/staff.server.ts";
import { type Crypto, createCrypto } from "#app/platform/crypto/crypto.ts";
import { parseEncryptionKeys } from "#app/platform/crypto/encryption-keys.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import {
  createOrder,
  framed,
  installedShop,
  OTHER_SHOP,
  type Pages,
  STAFF,
  startPages,
} from "../routes/pages-harness.ts";

const ENCRYPTION_KEYS = `access:${Buffer.alloc(32, 5).toString("base64")}`;
const NAME = "Zqaccess Zqname";
const CUSTOMER = JSON.stringify({
  ...{ name: NAME, phone: "+923001234567", address: "House 1", city: "Lahore" },
  ...{ province: "", postalCode: "" },
});
const LIST = "/orders?tab=all";

let pages: Pages;
let shopId: ShopId;
let crypto: Crypto;
let orderIds: readonly string[];

beforeAll(async () => {
  pages = await startPages({ ENCRYPTION_KEYS });
  shopId = await installedShop(pages);
  crypto = createCrypto(parseEncryptionKeys(ENCRYPTION_KEYS) ?? []);
  orderIds = [await knownOrder(), await knownOrder(), await knownOrder()];
}, 60_000);

afterAll(() => pages?.close());

beforeEach(() => pages.database.prisma.customerAccess.deleteMany());

async function knownOrder(ofShop = shopId): Promise<string> {
  const { id } = await createOrder(pages, ofShop, { state: "held" });
  const customerEnc = crypto.seal(CUSTOMER, { table: "order", row: id, column: "customer_enc" });
  await pages.database.prisma.order.update({ where: { id }, data: { customerEnc } });
  return id;
}

const rows = () => pages.database.prisma.customerAccess.findMany({ orderBy: { id: "asc" } });
const [readList, readOrder] = [
  (userId = 1) => pages.read("orders/route", LIST, { userId }),
  (id: string, userId = 1) => pages.read("orders/order/route", `/orders/${id}`, { userId }),
];
const readLog = (query = "", userId = 1) =>
  pages.read("settings/customer-access/route", `/settings/customer-access${query}`, { userId });

/** As long ago as if `minutes` had passed since. */
const age = (minutes: number) =>
  pages.database.pool.query(
    "update customer_access set first_seen_at = first_seen_at - $1 * interval '1 minute', last_seen_at = last_seen_at - $1 * interval '1 minute'",
    [minutes],
  );

describe("whoever is shown a customer", () => {
  it("is written down with the order, the page and the time, before the page is there", async () => {
    const before = new Date();
    const [id = ""] = orderIds;
    expect(await (await readOrder(id)).text()).toContain(NAME);
    const [row, ...others] = await rows();
    expect(others).toEqual([]);
    expect(row).toMatchObject({ shopId, person: "1", door: "orders/order", orderIds: [id], times: 1 });
    expect(row?.firstSeenAt.getTime()).toBeGreaterThanOrEqual(before.getTime() - 1000);
    expect(
      JSON.stringify(row, (_, value) => (typeof value === "bigint" ? String(value) : value)),
    ).not.toContain("Zq");
  });

  it("is written down once for all orders of a list", async () => {
    expect(await (await readList()).text()).toContain(NAME);
    expect(await rows()).toMatchObject([{ door: "orders", orderIds: orderIds.toSorted(), times: 1 }]);
  });

  it("is counted on the same row while the list is read again, and on a new one some minutes later", async () => {
    for (let looks = 0; looks < 5; looks += 1) await readList();
    expect(await rows()).toMatchObject([{ times: 5 }]);
    await age(6);
    await readList();
    expect(await rows()).toMatchObject([{ times: 5 }, { times: 1 }]);
  });

  it("makes one more row for an order that was not in the list before, of that order alone", async () => {
    await readList();
    const fresh = await knownOrder();
    await readList();
    expect(await rows()).toMatchObject([{ orderIds: orderIds.toSorted(), times: 2 }, { orderIds: [fresh] }]);
    await pages.database.prisma.order.delete({ where: { id: fresh } });
  });

  it("is told apart by person, and by page", async () => {
    await readList();
    await readList(STAFF);
    await readOrder(orderIds[0] ?? "", STAFF);
    const seen = (await rows()).map(
      ({ person, door, orderIds: { length } }) => `${person} ${door} ${length}`,
    );
    expect(seen).toEqual(["1 orders 3", `${STAFF} orders 3`, `${STAFF} orders/order 1`]);
  });

  it("loses no look when many come at once", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, at) => readList(at % 2 === 0 ? 1 : STAFF)));
    const seen = await rows();
    for (const person of ["1", String(STAFF)]) {
      const own = seen.filter((row) => row.person === person);
      expect(own.every((row) => row.orderIds.length === 3)).toBe(true);
      expect(own.reduce((sum, { times }) => sum + times, 0)).toBeGreaterThanOrEqual(10);
    }
  });

  it("is in the document as the admin opens it, too", async () => {
    const response = await pages.open(`/orders/${orderIds[0]}`, framed(pages));
    expect(await response.text()).toContain(NAME);
    expect(await rows()).toMatchObject([{ person: "1", door: "orders/order" }]);
  });

  it("is written down where a press shows the customer", async () => {
    const { orderGid } = await pages.database.prisma.order.findFirstOrThrow({
      where: { id: asId(orderIds[2] ?? "") },
    });
    const request = await pages.database.prisma.privacyRequest.create({
      data: {
        ...{ shopId, topic: "customers/data_request", deliveryKey: "asked", orderGids: [orderGid] },
        ...{ receivedAt: new Date(), dueAt: new Date() },
      },
    });
    const fields = { intent: "privacy_export", requestId: request.id };
    expect(await (await pages.press("settings/route", "/settings", fields)).text()).toContain(NAME);
    expect(await rows()).toMatchObject([{ person: "1", door: "settings", orderIds: [orderIds[2]] }]);
  });

  it("is not written down where no customer is", async () => {
    for (const [route, path] of [
      ["settings/route", "/settings"],
      ["settings/topic/route", "/settings/connection"],
      ["listings/route", "/listings"],
      ["settings/customer-access/route", "/settings/customer-access"],
    ] as const)
      expect((await pages.read(route, path)).status).toBe(200);
    expect(await rows()).toEqual([]);
  });
});

describe("when it cannot be written down", () => {
  const sql = (text: string) => pages.database.pool.query(text);

  it("nobody sees the customer, and the page says to try again", async () => {
    await sql("alter table customer_access rename to customer_access_away");
    try {
      for (const answer of [await readList(), await readOrder(orderIds[0] ?? "")]) {
        expect(answer.status).toBe(500);
        expect(await answer.text()).not.toContain("Zq");
      }
      const page = await (await pages.open(`/orders/${orderIds[0]}`, framed(pages))).text();
      expect(page).not.toContain("Zq");
      expect(page).toContain("This page could not be loaded");
    } finally {
      await sql("alter table customer_access_away rename to customer_access");
    }
    expect((await readList()).status).toBe(200);
  });
});

describe("the list of who saw customers", () => {
  it("is the owner's, newest first, names orders by number and no customer", async () => {
    await readOrder(orderIds[0] ?? "", STAFF);
    await readList();
    const body = await (await readLog()).text();
    expect(body).not.toContain("Zq");
    expect(JSON.parse(body)).toMatchObject({
      kind: "shown",
      lines: [
        { person: "1", door: "orders", more: 0 },
        { person: String(STAFF), name: null, door: "orders/order", orders: [{ id: orderIds[0] }] },
      ],
      next: null,
    });
    expect(await (await readLog("", STAFF)).json()).toEqual({ kind: "owners_alone" });
    const document = await pages.open("/settings/customer-access", framed(pages, { userId: STAFF }));
    expect(await document.text()).toContain("This list is for the owner of the store");
    const owners = await pages.open("/settings/customer-access", framed(pages));
    expect(await owners.text()).toContain("in the list of orders");
  });

  it("names people who pressed something of the owner's, and shows one order alone when asked", async () => {
    const shop = await pages.database.prisma.shop.findUniqueOrThrow({ where: { id: shopId } });
    const person = { userId: String(STAFF), accountOwner: false, collaborator: false, name: "Sana Malik" };
    const clock = { now: () => new Date() };
    await checkStaffRight({ shop, db: pages.database.prisma, crypto, clock }, person, "pay");
    await readList(STAFF);
    await readOrder(orderIds[1] ?? "", STAFF);
    const log = await (await readLog(`?order=${orderIds[0]}`)).json();
    expect(log).toMatchObject({
      order: orderIds[0],
      lines: [{ name: "Sana Malik", door: "orders", orders: [{ id: orderIds[0] }], more: 2 }],
    });
  });

  it("goes on by pages, and says so where an order is gone", async () => {
    const at = new Date();
    const seen = { shopId, person: "7", door: "orders/order", firstSeenAt: at, lastSeenAt: at };
    const gone = "00000000-0000-4000-8000-000000000000";
    await pages.database.prisma.customerAccess.createMany({
      data: Array.from({ length: 51 }, () => ({ ...seen, orderIds: [asId(gone)] })),
    });
    const first: { next: string; lines: { orders: unknown }[] } = await (await readLog()).json();
    expect(first.lines).toHaveLength(50);
    expect(first.lines[0]?.orders).toEqual([{ id: gone, name: null }]);
    const second = await (await readLog(`?before=${first.next}`)).json();
    expect(second).toMatchObject({ lines: [{ person: "7" }], next: null });
  });

  it("holds nothing of another shop", async () => {
    const otherId = await installedShop(pages, { shop: OTHER_SHOP });
    const theirs = await knownOrder(otherId);
    await pages.read("orders/order/route", `/orders/${theirs}`, { shop: OTHER_SHOP });
    expect(await rows()).toMatchObject([{ shopId: otherId, orderIds: [theirs] }]);
    expect(await (await readLog()).json()).toMatchObject({ lines: [] });
    expect(await (await readLog(`?order=${theirs}`)).json()).toMatchObject({ lines: [] });
  });
});

describe("what was seen", () => {
  it("is kept for a year, also of an order that is gone, and not an hour longer", async () => {
    const { prisma: db } = pages.database;
    const order = await knownOrder();
    await readOrder(order);
    await db.order.delete({ where: { id: order } });
    const shop = await db.shop.findUniqueOrThrow({ where: { domain: DEMO_SHOP } });
    const expire = () => expireAccess({ shop, db, clock: { now: () => new Date() } });
    await age(365 * 24 * 60 - 60);
    expect(await expire()).toEqual({ rows: 0, next: null });
    expect(await rows()).toHaveLength(1);
    await age(120);
    expect(await expire()).toEqual({ rows: 1, next: null });
    expect(await rows()).toEqual([]);
  });
});
