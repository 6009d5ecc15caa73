import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { checkConnection } from "#app/domain/connection/check-connection.server.ts";
import { pauseConnection } from "#app/domain/connection/pause-connection.server.ts";
import { openHealthMessage } from "#app/domain/context/connection-place.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { retryPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { answerHold } from "#app/domain/orders/holds/answer-hold.server.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import {
  exportCustomer,
  listPrivacyRequests,
  recordAnswered,
} from "#app/domain/privacy/answer-data-request.server.ts";
import type { ComplianceTopic } from "#app/domain/privacy/compliance-topics.ts";
import { eraseOrder } from "#app/domain/privacy/erase-order.server.ts";
import { expireCustomers } from "#app/domain/privacy/retention/expire-customers.server.ts";
import { expireReceipts } from "#app/domain/privacy/retention/expire-receipts.server.ts";
import { installShop } from "#app/domain/shops/install-shop.server.ts";
import { type PlacingShop, startPlacingShop } from "#test/integration/orders/placing-shop.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import { buildShopifyDelivery, send } from "#test/support/deliveries.ts";
import { readInTheClear, readSealedOf } from "./everything-kept.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
beforeEach(async () => {
  const { db } = shop.app;
  await db.privacyRequest.deleteMany();
  await db.attention.deleteMany({ where: { thing: { not: "order" } } });
  await db.supplierConnection.updateMany({ data: { pausedAt: null, health: "ok" } });
  await shop.settings({ paused: false });
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

const requests = (topic: ComplianceTopic) =>
  shop.app.db.privacyRequest.findMany({
    where: { shopId: shop.shopId, topic },
    orderBy: { receivedAt: "asc" },
  });
const kept = (topic: ComplianceTopic) =>
  shop.soon(`${topic} to be kept`, async () => (await requests(topic)).length === 1);
const done = (topic: ComplianceTopic) =>
  shop.soon(`${topic} to be done`, async () => {
    const rows = await requests(topic);
    return rows.filter(({ doneAt }) => doneAt !== null).length === 1 && rows;
  });

/** How much of the person is left in any row that names the order, its handoffs, their attempts or parcels. */
async function left(orderId: string): Promise<Readonly<Record<string, number>>> {
  const { db } = shop.app;
  const order = await db.order.findUniqueOrThrow({
    where: { id: orderId },
    include: { handoffs: { include: { attempts: true, parcels: true } } },
  });
  const ids = order.handoffs.flatMap(({ id, externalOrderId, attempts, parcels }) => [
    ...[id, externalOrderId, ...attempts.map((attempt) => attempt.id)],
    ...parcels.flatMap((parcel) => [parcel.id, parcel.supplierOrderId]),
  ]);
  return readSealedOf(db, [order.id, order.orderGid, ...ids]);
}

describe("a customer's data", () => {
  it("is erased as Shopify asks, of the order named and no other, with a proof", async () => {
    const [asked, other] = [await buy(), await buy()];
    await deliver(asked);
    expect(Object.keys(await left(asked.id))).toEqual(
      expect.arrayContaining([
        "handoff.customer_enc",
        "delivery.body_enc",
        "handoff_attempt.body_enc",
        "order.customer_enc",
        "order.phone_hash",
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
    expect(row).toMatchObject({
      state: "delivered",
      city: null,
      handoffs: [{ collectsPkr: 1800, city: null }],
    });
    const shares = await shop.app.db.profitShare.findMany({ where: { orderId: asked.id } });
    expect(shares).toMatchObject([{ city: null, outcome: "to_come" }]);
    const subjects = [asked.orderGid, ...(row?.handoffs ?? []).map((each) => each.externalOrderId)];
    const bodies = await shop.app.db.delivery.findMany({ where: { subject: { in: subjects } } });
    expect(new Set(bodies.map(({ source }) => source))).toEqual(new Set(["shopify", "supplier"]));
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

  it("is not kept again by what the service tells of the order afterwards", async () => {
    const row = await buy();
    await deliver(row);
    await ask("customers/redact", [row.orderGid]);
    await done("customers/redact");
    const [parcel] = await shop.atService(row);
    const reason = `${person.firstName} of ${phoneOf(bought)} gave it back`;
    await shop.supplier.control.moveParcel({ id: parcel?.id ?? "", status: "RETURNED", reason });
    await shop.untilState(row.orderGid, "refused");
    await shop.rested(row.orderGid);
    const { "delivery.body_enc": bodies = 0, ...rest } = await left(row.id);
    expect({ bodies, rest }).toEqual({ bodies: 0, rest: {} });
  });

  it("goes with the words a customer typed as city and what the service said about them", async () => {
    const city = "Zqcity of Zqerase, ring 0321 7654 399";
    const customer = { ...person, phone: phoneOf(99) };
    const shippingAddress = { address1: "House 7", city, phone: customer.phone };
    const lines = [shop.line("cooker", 1600)];
    const held = await shop.buy({ lines, customer, shippingAddress }, "held");
    const words = `Zqwords: ${city} is nowhere`;
    const details = [{ path: "customer.city", message: words }];
    const refused = { kind: "refused", code: "validation_error", message: words, details } as const;
    await shop.supplier.control.armFault({ ...refused, method: "POST", path: "/orders" });
    const answer = { kind: "city_as_written" } as const;
    expect(await answerHold(await shop.context(), { orderId: held.id, answer, by: "1" })).toEqual({
      ok: true,
    });
    await shop.until(held.orderGid, ({ holdCode }) => holdCode === "validation_error", "the refusal");
    expect(await sentences(held.id)).toEqual([expect.stringContaining("Zqwords: Zqcity")]);
    await retryPlacement(await shop.context(), { orderId: held.id, by: "1" });
    const row = await shop.untilState(held.orderGid, "placed");
    const open = async () =>
      (await readInTheClear(shop.app.db)).filter((value) => /zq(erase|name|city|words)/i.test(value));
    expect(await open()).toEqual([]);
    const kept = Object.keys(await left(row.id));
    expect(kept).toEqual(expect.arrayContaining(["attention.words_enc", "timeline_entry.words_enc"]));
    await deliver(row);
    await ask("customers/redact", [row.orderGid]);
    await done("customers/redact");
    expect(await left(row.id)).toEqual({});
    expect(await shop.app.db.order.findUnique({ where: { id: row.id } })).toMatchObject({ cityKey: null });
    expect(await open()).toEqual([]);
  });

  it("is neither shown nor erased where a request names an order of another shop", async () => {
    const { db, crypto } = shop.app;
    const other = await db.shop.create({
      data: { domain: "other-one.myshopify.com", gid: "gid://shopify/Shop/9" },
    });
    const id = randomUUID();
    const place = { table: "order", row: id, column: "customer_enc" };
    const customerEnc = crypto.seal(JSON.stringify({ name: "Zqforeign" }), place);
    const orderGid = "gid://shopify/Order/990099";
    await db.order.create({
      data: { id: asId(id), shopId: other.id, orderGid: asId(orderGid), name: "#9", customerEnc },
    });
    await ask("customers/data_request", [orderGid]);
    await ask("customers/redact", [orderGid]);
    await kept("customers/data_request");
    await done("customers/redact");
    const ctx = await shop.context();
    const [view] = await listPrivacyRequests(ctx);
    const [request] = await requests("customers/data_request");
    expect(request?.orderGids).toEqual([orderGid]);
    expect(await exportCustomer(ctx, { requestId: request?.id ?? "", by: "1" })).toBe("[]");
    const ofOther = { ...ctx, shop: other };
    expect(await exportCustomer(ofOther, { requestId: view?.id ?? "", by: "1" })).toBeNull();
    expect(await recordAnswered(ofOther, { requestId: request?.id ?? "", by: "1" })).toBe(false);
    expect(await db.order.findUnique({ where: { id } })).toMatchObject({ customerEnc, erasedAt: null });
    expect((await requests("customers/redact")).at(-1)?.erased).toEqual({});
    await db.shop.delete({ where: { id: other.id } });
  });

  it("stays with an order under way until its parcel has ended", async () => {
    const row = await buy();
    await ask("customers/redact", [row.orderGid]);
    await kept("customers/redact");
    await shop.soon("the work to wait", async () => {
      const where = {
        shopId_kind_subject: { shopId: shop.shopId, kind: "privacy.process", subject: "customers/redact" },
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
    await (await shop.context()).wake([{ kind: "privacy.process", subject: { topic: "customers/redact" } }]);
    await done("customers/redact");
    expect(await left(row.id)).toEqual({});
  });

  it("takes the service's words beside the connection along, which may quote it", async () => {
    const row = await buy();
    const ctx = await shop.context();
    const { db } = shop.app;
    const refusal = { code: "reseller_suspended", message: "Zqerase Zqname asked about it" };
    const { control } = shop.supplier;
    await control.setAccount({ status: "suspended", statusReason: "Zqerase Zqname again" });
    await checkConnection(ctx, { mode: "live" });
    await control.setAccount({ status: "active" });
    await pauseConnection(ctx, "live", refusal);
    const [paused] = await db.supplierConnection.findMany({ where: { pausedAt: { not: null } } });
    expect(paused && openHealthMessage(ctx.crypto, paused)).toBe(refusal.message);
    expect((await readInTheClear(db)).filter((value) => value.includes("Zqname"))).toEqual([]);
    await db.$transaction((tx) => eraseOrder(ctx, tx, row));
    expect(await db.supplierConnection.findMany()).toMatchObject([{ healthMessageEnc: null }]);
    const issue = { thing: "connection" as const, resolvedAt: null };
    expect(await db.attention.findMany({ where: issue })).toMatchObject([{ wordsEnc: null }]);
    await checkConnection(ctx, { mode: "live" });
    expect(await db.attention.count({ where: issue })).toBe(0);
  });

  it("is erased by the phone where the request names no orders, and of nobody else", async () => {
    const own = await buy();
    const phone = phoneOf(bought);
    const other = await buy();
    for (const row of [own, other]) await deliver(row);
    const before = await left(other.id);
    await ask("customers/redact", [], phone.replace("+92", "0"));
    await done("customers/redact");
    expect(await left(own.id)).toEqual({});
    expect(await left(other.id)).toEqual(before);
  });

  it("is shown to the owner when a customer asks for it", async () => {
    const row = await buy();
    await ask("customers/data_request", [row.orderGid]);
    await shop.soon("the request", async () => (await requests("customers/data_request")).length === 1);
    await shop.app.db.parcel.updateMany({
      where: { handoff: { orderId: row.id } },
      data: { riderAskedPkr: rupees(2831), riderAskedAt: new Date() },
    });
    const ctx = await shop.context();
    const [view] = await listPrivacyRequests(ctx);
    expect(view).toMatchObject({ topic: "customers/data_request", orders: 1, doneAt: null });
    const asked = { requestId: view?.id ?? "", by: "1" };
    const shown = await exportCustomer(ctx, asked);
    expect(shown).toContain("Zqerase Zqname");
    // What they said themselves.
    expect(shown).toContain("2831");
    expect(shown).not.toMatch(/wholesale|1000/);
    const issue = { shopId: shop.shopId, code: "data_request", resolvedAt: null } as const;
    expect(await shop.app.db.attention.count({ where: issue })).toBe(1);
    expect(await recordAnswered(ctx, asked)).toBe(true);
    expect(await shop.app.db.attention.count({ where: issue })).toBe(0);
  });

  it("ends by itself: deliveries after 14 days, customers 30 days after the last parcel", async () => {
    const [old, fresh] = [await buy(), await buy()];
    for (const row of [old, fresh]) await deliver(row);
    const { db } = shop.app;
    const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
    const age = ({ id: orderId }: typeof old, days: number) =>
      db.parcel.updateMany({ where: { handoff: { orderId } }, data: { deliveredAt: ago(days) } });
    await age(old, 30 + 1 / 24);
    await age(fresh, 30 - 1 / 24);
    const aged = await db.delivery.findFirstOrThrow({ where: { subject: fresh.orderGid } });
    await db.delivery.update({ where: { id: aged.id }, data: { receivedAt: ago(14 + 1 / 24) } });
    const before = await left(fresh.id);
    const ctx = await shop.context();
    expect(await expireCustomers(ctx)).toEqual({ rows: 1, next: null });
    expect(await expireReceipts(ctx, null)).toEqual({ rows: 1, next: null });
    expect(await left(old.id)).toEqual({});
    const bodies = (before["delivery.body_enc"] ?? 0) - 1;
    expect(await left(fresh.id)).toEqual({ ...before, "delivery.body_enc": bodies });
    expect(await expireCustomers(ctx)).toEqual({ rows: 0, next: null });
    expect(await expireReceipts(ctx, null)).toEqual({ rows: 0, next: null });
  });
});

async function sentences(orderId: string): Promise<string[]> {
  const page = await findOrderPage(await shop.context(), asId(orderId));
  return page?.holds.map(({ sentence }) => sentence) ?? [];
}

describe("a customer of an order that never ended", () => {
  const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
  const expire = async () => expireCustomers(await shop.context());

  it("is erased 90 days after the order was made, though it is held, and not an hour before", async () => {
    await shop.settings({ paused: true });
    bought += 1;
    const row = await shop.buy(
      { lines: [shop.line("cooker", 1600)], customer: { ...person, phone: phoneOf(bought) } },
      "waiting",
    );
    const { db } = shop.app;
    const age = (listedAt: Date) =>
      db.order.update({ where: { id: row.id }, data: { listedAt, state: "held", holdCode: "city_unknown" } });
    await age(new Date(ago(90).getTime() + 3_600_000));
    expect(await expire()).toMatchObject({ rows: 0 });
    expect(await left(row.id)).toHaveProperty(["order.customer_enc"]);
    await age(new Date(ago(90).getTime() - 3_600_000));
    expect(await expire()).toMatchObject({ rows: 1 });
    expect(await left(row.id)).toEqual({});
  });

  it("is erased although a parcel is still said to be under way, 90 days after it was placed", async () => {
    const row = await buy();
    await shop.app.db.order.update({ where: { id: row.id }, data: { listedAt: ago(400) } });
    expect(await expire()).toMatchObject({ rows: 0 });
    await shop.app.db.handoff.updateMany({ where: { orderId: row.id }, data: { createdAt: ago(91) } });
    expect(await expire()).toMatchObject({ rows: 1 });
    expect(await left(row.id)).toEqual({});
  });
});

const countOf = (table: { count(): Promise<number> }) => table.count();

describe("a shop's data", () => {
  it("stays when the shop is there: a late word after its return erases nothing", async () => {
    await buy();
    await ask("shop/redact");
    const [request] = await done("shop/redact");
    expect(request?.erased).toEqual({});
    expect(await shop.app.db.order.count({ where: { shopId: shop.shopId } })).toBeGreaterThan(0);
  });

  it("is erased whole after it left, but for the proof, and the shop may come back", async () => {
    const staying = shop;
    const leaving = await startPlacingShop();
    onTestFinished(() => {
      shop = staying;
      return leaving.close();
    });
    shop = leaving;
    await deliver(await buy());
    await ask("customers/data_request");
    await shop.soon("the request", async () => (await requests("customers/data_request")).length === 1);
    shop.shopify.control.uninstall({ shop: DEMO_SHOP });
    await shop.soon("the shop to be gone", async () => (await shop.context()).shop.state === "uninstalled");
    await ask("shop/redact");
    const [request] = await done("shop/redact");
    expect(request?.erased).toMatchObject({ order: expect.any(Number), supplier_connection: 1 });
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
    expect((await shop.context()).shop).toMatchObject({ state: "installed", installNumber: 2 });
  });
});
