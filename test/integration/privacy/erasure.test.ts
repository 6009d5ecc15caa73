import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  exportCustomer,
  listPrivacyRequests,
  markAnswered,
} from "#app/domain/privacy/answer-data-request.server.ts";
import { listPersonalColumns } from "#app/domain/privacy/erase-order.server.ts";
import { expireData } from "#app/domain/privacy/expire-data.server.ts";
import { installShop } from "#app/domain/shops/install-shop.server.ts";
import { type PlacingShop, startPlacingShop } from "#test/integration/orders/placing-shop.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { buildShopifyDelivery, send } from "#test/support/deliveries.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop?.close());

const person = {
  firstName: "Zqerase",
  lastName: "Zqname",
  phone: "+923217654321",
  email: "zqerase@mail.example",
};
let bought = 10;
/** Each by a phone of its own: one like another of the day would be asked about. */
const phoneOf = (number: number) => `+9232176543${number}`;
const buy = () => {
  bought += 1;
  const customer = { ...person, phone: phoneOf(bought) };
  return shop.buy({ lines: [shop.line("cooker", 1600)], customer });
};

async function deliver(row: Awaited<ReturnType<typeof buy>>): Promise<void> {
  for (const { id } of await shop.atService(row)) {
    for (const status of ["SHIPPED", "DELIVERED"] as const)
      await shop.supplier.control.moveParcel({ id, status });
  }
  await shop.untilState(row.orderGid, "delivered");
}

const idOf = (gid: string) => Number(gid.split("/").at(-1));

async function ask(topic: string, orders: readonly string[] = [], phone = person.phone) {
  const { gid, domain } = (await shop.context()).shop;
  const orderIds = orders.map(idOf);
  const payload = {
    ...{ shop_id: idOf(gid ?? ""), shop_domain: domain, orders_requested: orderIds },
    ...(topic === "customers/redact" && { orders_to_redact: orderIds, orders_requested: undefined }),
    ...(topic !== "shop/redact" && { customer: { id: 7, email: person.email, phone } }),
  };
  const { SHOPIFY_APP_URL } = shop.app.env;
  const delivery = buildShopifyDelivery(SHOPIFY_APP_URL, topic, payload);
  expect((await send(delivery)).status).toBe(200);
  return delivery;
}

const requests = (topic: string) =>
  shop.app.db.privacyRequest.findMany({
    where: { shopId: shop.shopId, topic },
    orderBy: { receivedAt: "asc" },
  });
const done = (topic: string, count = 1) =>
  shop.soon(`${topic} to be done`, async () => {
    const rows = await requests(topic);
    return rows.filter(({ doneAt }) => doneAt !== null).length === count && rows;
  });

/** How much of the person is left under an order: rows of any sealed or hashed column that hold something. */
async function left(orderId: string): Promise<Record<string, number>> {
  const { db } = shop.app;
  const found: Record<string, number> = {};
  for (const { table, column, owner } of await listPersonalColumns(db)) {
    const isOwn =
      owner === "handoff_id"
        ? `handoff_id in (select id from handoff where order_id = '${orderId}')`
        : `${owner} = '${orderId}'`;
    const count = `select count(*) as rows from "${table}" where ${isOwn} and length("${column}"::text) > 2`;
    const [row] = await db.$queryRaw<{ rows: bigint }[]>(Prisma.raw(count));
    if (row && row.rows > 0n) found[`${table}.${column}`] = Number(row.rows);
  }
  return found;
}

describe("a customer's data", () => {
  it("is erased as Shopify asks, of the order named and no other, with a proof", async () => {
    const [asked, other] = [await buy(), await buy()];
    await deliver(asked);
    expect(Object.keys(await left(asked.id))).toEqual(
      expect.arrayContaining([
        "handoff.customer_enc",
        "handoff_attempt.body_enc",
        "order.customer_enc",
        "parcel.raw_enc",
      ]),
    );
    const before = await left(other.id);
    const delivery = await ask("customers/redact", [asked.orderGid]);
    const [request] = await done("customers/redact");
    expect(await left(asked.id)).toEqual({});
    expect(await left(other.id)).toEqual(before);
    expect(request?.erased).toMatchObject({ order: 1, handoff: 1, handoff_attempt: 1, parcel: 1 });
    const row = await shop.findOrder(asked.orderGid);
    expect(row).toMatchObject({ state: "delivered", city: null, handoffs: [{ collectsPkr: 1800 }] });
    const bodies = await shop.app.db.delivery.findMany({
      where: { shopId: shop.shopId, subject: asked.orderGid },
    });
    expect(bodies.length).toBeGreaterThan(0);
    expect(bodies.filter(({ bodyEnc }) => bodyEnc.length > 0)).toEqual([]);
    const terms = await shop.app.db.orderSearchTerm.count({ where: { orderId: asked.id } });
    expect(terms).toBeLessThan(await shop.app.db.orderSearchTerm.count({ where: { orderId: other.id } }));
    // The same delivery again, and a look at the order, bring nothing back.
    expect((await send(delivery)).status).toBe(200);
    await shop.wake(asked.orderGid);
    await shop.rested(asked.orderGid);
    expect(await left(asked.id)).toEqual({});
    expect(await requests("customers/redact")).toHaveLength(1);
  });

  it("stays with an order under way until its parcel has ended", async () => {
    const row = await buy();
    await ask("customers/redact", [row.orderGid]);
    await shop.soon("the request to be kept", async () => (await requests("customers/redact")).length === 2);
    await shop.soon("the work to wait", async () => {
      const where = {
        shopId_kind_subject: { shopId: shop.shopId, kind: "privacy", subject: "customers/redact" },
      };
      const work = await shop.app.db.work.findUnique({ where });
      return (
        work?.leaseToken === null &&
        work.nextRunAt !== null &&
        work.nextRunAt.getTime() > Date.now() + 3_600_000
      );
    });
    expect(await left(row.id)).toHaveProperty(["handoff.customer_enc"]);
    await deliver(row);
    await (await shop.context()).wake([{ kind: "privacy", subject: "customers/redact" }]);
    await done("customers/redact", 2);
    expect(await left(row.id)).toEqual({});
  });

  it("is erased by the phone where the request names no orders, and of nobody else", async () => {
    const own = await buy();
    const phone = phoneOf(bought);
    const other = await buy();
    for (const row of [own, other]) await deliver(row);
    const before = await left(other.id);
    await ask("customers/redact", [], phone.replace("+92", "0"));
    await done("customers/redact", 3);
    expect(await left(own.id)).toEqual({});
    expect(await left(other.id)).toEqual(before);
  });

  it("is shown to the owner when a customer asks for it", async () => {
    const row = await buy();
    await ask("customers/data_request", [row.orderGid]);
    await shop.soon("the request", async () => (await requests("customers/data_request")).length === 1);
    const ctx = await shop.context();
    const [view] = await listPrivacyRequests(ctx);
    expect(view).toMatchObject({ topic: "customers/data_request", orders: 1, doneAt: null });
    const asked = { requestId: view?.id ?? "", by: "1" };
    const shown = await exportCustomer(ctx, asked);
    expect(shown).toContain("Zqerase Zqname");
    expect(shown).not.toMatch(/wholesale|1000/);
    const need = { shopId: shop.shopId, code: "data_request", resolvedAt: null };
    expect(await shop.app.db.attention.count({ where: need })).toBe(1);
    expect(await markAnswered(ctx, asked)).toBe(true);
    expect(await shop.app.db.attention.count({ where: need })).toBe(0);
  });

  it("ends by itself: bodies after 14 days, customers 30 days after the last parcel", async () => {
    const [old, fresh] = [await buy(), await buy()];
    for (const row of [old, fresh]) await deliver(row);
    const { db } = shop.app;
    const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
    await db.parcel.updateMany({ where: { handoff: { orderId: old.id } }, data: { deliveredAt: ago(31) } });
    await db.parcel.updateMany({ where: { handoff: { orderId: fresh.id } }, data: { deliveredAt: ago(29) } });
    const aged = await db.delivery.findFirstOrThrow({ where: { subject: fresh.orderGid } });
    await db.delivery.update({ where: { id: aged.id }, data: { receivedAt: ago(15) } });
    const before = await left(fresh.id);
    expect(await expireData(await shop.context())).toMatchObject({ orders: 1, bodies: 1, isAll: true });
    expect(await left(old.id)).toEqual({});
    expect(await left(fresh.id)).toEqual(before);
    expect(await expireData(await shop.context())).toMatchObject({ orders: 0, bodies: 0 });
  });
});

const countOf = (table: { count(): Promise<number> }) => table.count();

describe("a shop's data", () => {
  it("stays when the shop is there: a late word after its return erases nothing", async () => {
    await ask("shop/redact");
    const [request] = await done("shop/redact");
    expect(request?.erased).toEqual({});
    expect(await shop.app.db.order.count({ where: { shopId: shop.shopId } })).toBeGreaterThan(0);
  });

  it("is erased whole after it left, but for the proof, and the shop may come back", async () => {
    shop.shopify.control.uninstall({ shop: DEMO_SHOP });
    await shop.soon("the shop to be gone", async () => (await shop.context()).shop.state === "uninstalled");
    await ask("shop/redact");
    const rows = await done("shop/redact", 2);
    expect(rows.at(-1)?.erased).toMatchObject({ order: expect.any(Number), supplier_connection: 1 });
    const { db } = shop.app;
    const counts = [db.order, db.handoff, db.parcel, db.listing, db.supplierConnection].map(countOf);
    const others = [db.shopifySession, db.attention, db.orderSearchTerm, db.staffMember].map(countOf);
    expect(await Promise.all([...counts, ...others])).toEqual(Array(9).fill(0));
    const bodies = await db.delivery.findMany({ select: { bodyEnc: true, subject: true } });
    expect(bodies.every(({ bodyEnc }) => bodyEnc.length === 0)).toBe(true);
    expect(await db.shop.findMany()).toMatchObject([{ id: shop.shopId, name: "", senderName: null }]);
    shop.shopify.control.reinstall({ shop: DEMO_SHOP });
    const token = shop.shopify.control.sessionToken({ shop: DEMO_SHOP, userId: 1 });
    const headers = { authorization: `Bearer ${token}`, "user-agent": "Mozilla/5.0 Chrome/153.0" };
    const { SHOPIFY_APP_URL: appUrl } = shop.app.env;
    await shop.app.shopify.authenticateAdmin(new Request(`${appUrl}/`, { headers }));
    await installShop(await shop.context(), { appUrl });
    expect((await shop.context()).shop).toMatchObject({ state: "installed", generation: 2 });
  });
});
