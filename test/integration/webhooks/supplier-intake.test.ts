import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import type { ShopId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { startTestApp, type TestApp } from "#test/support/app.ts";
import { asId } from "#test/support/as-id.ts";
import {
  buildSupplierDelivery,
  insertConnection,
  type SupplierWebhook,
  send,
} from "#test/support/deliveries.ts";

let test: TestApp;
let shopId: ShopId;
let webhook: SupplierWebhook & { readonly id: string };
const orderGid = "gid://shopify/Order/42";
const externalOrderId = "1-42";
const order = { id: "ord_1", orderNumber: "DR-1", externalOrderId, status: "SHIPPED" };

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  const { db, crypto } = test.app;
  await db.delivery.deleteMany();
  await db.shop.deleteMany();
  shopId = (await db.shop.create({ data: { domain: "karwan-demo.myshopify.com" } })).id;
  webhook = await insertConnection(db, crypto, shopId);
  await insertHandoff(shopId, "live", externalOrderId);
});

async function insertHandoff(shop: ShopId, mode: Mode, external: string): Promise<void> {
  const order = await test.app.db.order.upsert({
    where: { shopId_orderGid: { shopId: shop, orderGid } },
    create: { shopId: shop, orderGid: asId(orderGid) },
    update: {},
  });
  await test.app.db.handoff.create({
    data: {
      shopId: shop,
      orderId: order.id,
      mode,
      sequence: 1,
      externalOrderId: asId(external),
      paymentMode: "COD",
      collectsPkr: rupees(100),
      shippingPkr: rupees(0),
      terms: {},
      customerEnc: new Uint8Array(),
    },
  });
}

const deliver = (event: Readonly<Record<string, unknown>>, through: SupplierWebhook = webhook) =>
  send(buildSupplierDelivery(test.web.url, through, event));

async function rows() {
  const [deliveries, work] = await Promise.all([
    test.app.db.delivery.findMany(),
    test.app.db.work.findMany(),
  ]);
  return { deliveries, work };
}

describe("the intake of the service's events", () => {
  it("stores a parcel's event and marks the order it was handed off for", async () => {
    expect((await deliver({ id: "evt_1", data: order })).status).toBe(200);
    const { deliveries, work } = await rows();
    expect(deliveries).toMatchObject([
      {
        shopId,
        source: "supplier",
        key: "live/evt_1",
        topic: "order.shipped",
        subject: externalOrderId,
        ignored: null,
      },
    ]);
    expect(work).toMatchObject([
      { shopId, kind: "order.reconcile", subject: orderGid, requestedGeneration: 1n },
    ]);
  });

  it("stores the same event once, however often it comes", async () => {
    const delivery = buildSupplierDelivery(test.web.url, webhook, { data: order });
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(delivery)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    const { deliveries, work } = await rows();
    expect(deliveries).toHaveLength(1);
    expect(work).toMatchObject([{ requestedGeneration: 1n }]);
  });

  it.each([
    ["an order we never handed off", { data: { ...order, externalOrderId: "9-9" } }, "unknown_order"],
    ["an order of another channel", { data: { ...order, externalOrderId: null } }, "unknown_order"],
    ["an event not known yet", { event: "order.teleported", data: {} }, "unknown_event"],
    ["an event of the other mode", { mode: "test", data: order }, "other_mode"],
  ])("answers 200 to %s and keeps it as ignored", async (_what, event, ignored) => {
    expect((await deliver(event)).status).toBe(200);
    const { deliveries, work } = await rows();
    expect(deliveries).toMatchObject([{ ignored }]);
    expect(work).toEqual([]);
  });

  it("keeps an event of a product, to be folded in with all others of the mode", async () => {
    const event = { event: "product.stock_changed", data: { productId: "p1" } };
    expect((await deliver(event)).status).toBe(200);
    const { deliveries, work } = await rows();
    expect(deliveries).toMatchObject([{ ignored: null, subject: "product/p1" }]);
    expect(work).toMatchObject([{ kind: "product.applyEvents", subject: "live", lane: "stock" }]);
  });

  it("has an event that comes while the last run rests wait for the end of the rest", async () => {
    const event = { event: "product.stock_changed", data: { productId: "p1" } };
    await deliver(event);
    await test.app.db.$executeRaw`
      update work set next_run_at = null, rests_until = clock_timestamp() + interval '1 hour'`;
    await deliver(event);
    const { work } = await rows();
    expect(work).toMatchObject([{ requestedGeneration: 2n, nextRunAt: work[0]?.restsUntil ?? new Date(0) }]);
  });

  it("takes both modes at one address when both are of one integration", async () => {
    await insertConnection(test.app.db, test.app.crypto, shopId, { mode: "test" });
    await insertHandoff(shopId, "test", "t-1-42");
    await deliver({ mode: "test", data: { ...order, externalOrderId: "t-1-42" } });
    expect((await rows()).work).toMatchObject([{ subject: orderGid }]);
  });

  it("learns a mode that was connected while the address was remembered without it", async () => {
    await deliver({ data: order });
    await insertConnection(test.app.db, test.app.crypto, shopId, { mode: "test" });
    await insertHandoff(shopId, "test", "t-1-42");
    await deliver({ mode: "test", data: { ...order, externalOrderId: "t-1-42" } });
    const delivery = (await rows()).deliveries.find(({ key }) => key.startsWith("test/"));
    expect(delivery).toMatchObject({ ignored: null });
  });

  it("never marks another shop's order, though the external id is the same", async () => {
    const { db, crypto } = test.app;
    const other = await db.shop.create({ data: { domain: "other.myshopify.com" } });
    const theirs = await insertConnection(db, crypto, other.id);
    expect((await deliver({ data: order }, theirs)).status).toBe(200);
    const { deliveries, work } = await rows();
    expect(deliveries).toMatchObject([{ shopId: other.id, ignored: "unknown_order" }]);
    expect(work).toEqual([]);
  });

  it("refuses another connection's signature, an unknown address and a changed id alike", async () => {
    const { db, crypto } = test.app;
    const other = await db.shop.create({ data: { domain: "other.myshopify.com" } });
    const theirs = await insertConnection(db, crypto, other.id);
    const changed = buildSupplierDelivery(test.web.url, webhook, { data: order });
    const answers = [
      await deliver({ data: order }, { token: webhook.token, secret: theirs.secret }),
      await deliver({ data: order }, { token: "nobody-has-this-token", secret: webhook.secret }),
      await send({ ...changed, headers: { ...changed.headers, "x-service-event-id": "evt_other" } }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual([401, 401, 401]);
    expect(new Set(await Promise.all(answers.map((answer) => answer.text())))).toEqual(
      new Set(["not authentic"]),
    );
    expect(await rows()).toEqual({ deliveries: [], work: [] });
  });

  it("asks the database as often for a known address as for an unknown one, and for a misshapen signature never", async () => {
    const { pool } = test.app;
    let queries = 0;
    const count = () => {
      queries += 1;
    };
    pool.on("acquire", count);
    const invalidDelivery = (token: string) => deliver({ data: order }, { token, secret: "forged" });
    const queriesOf = async (act: () => Promise<unknown>) => {
      queries = 0;
      await act();
      return queries;
    };
    await deliver({ data: order });
    const known = [
      await queriesOf(() => invalidDelivery(webhook.token)),
      await queriesOf(() => invalidDelivery(webhook.token)),
    ];
    const unknown = [
      await queriesOf(() => invalidDelivery("nobody-has-this-token")),
      await queriesOf(() => invalidDelivery("nobody-has-that-token")),
    ];
    const delivery = buildSupplierDelivery(test.web.url, webhook, { data: order });
    const headers = { ...delivery.headers, "x-service-signature": "sha256=forged" };
    const misshapen = await queriesOf(() => send({ ...delivery, headers }));
    pool.off("acquire", count);
    expect({ known, unknown, misshapen }).toEqual({ known: [1, 1], unknown: [1, 1], misshapen: 0 });
  });

  it("accepts the previous secret for 48 hours after a rotation, and no longer", async () => {
    const { db, crypto } = test.app;
    const column = "webhook_secret_previous_enc";
    const previous = crypto.seal("the-old-secret", { table: "supplier_connection", row: webhook.id, column });
    const rotate = (hoursAgo: number) =>
      db.supplierConnection.update({
        where: { id: webhook.id },
        data: {
          webhookSecretPreviousEnc: previous,
          webhookSecretRotatedAt: new Date(Date.now() - hoursAgo * 3_600_000),
        },
      });
    const old = { token: webhook.token, secret: "the-old-secret" };
    await rotate(47);
    expect((await deliver({ data: order }, old)).status).toBe(200);
    await rotate(49);
    const late = await startTestApp({ overrides: { database: test.database } });
    const delivery = buildSupplierDelivery(late.web.url, old, { data: order });
    expect((await send(delivery)).status).toBe(401);
    await late.close();
  });

  it("learns a secret that was rotated while the old one was remembered", async () => {
    const { db, crypto } = test.app;
    expect((await deliver({ data: order })).status).toBe(200);
    const webhookSecretEnc = crypto.seal("the-new-secret", {
      table: "supplier_connection",
      row: webhook.id,
      column: "webhook_secret_enc",
    });
    await db.supplierConnection.update({ where: { id: webhook.id }, data: { webhookSecretEnc } });
    const rotated = { token: webhook.token, secret: "the-new-secret" };
    await expect.poll(async () => (await deliver({ data: order }, rotated)).status).toBe(200);
  });

  it.each([
    ["not json", "not json"],
    ["a member missing", JSON.stringify({ id: "evt_1", event: "order.shipped", mode: "live", data: {} })],
    [
      "an id with a control character",
      JSON.stringify({ id: "e\u0000", event: "x", mode: "live", createdAt: "x", data: {} }),
    ],
  ])("refuses %s under a good signature with 400", async (_what, text) => {
    const delivery = buildSupplierDelivery(test.web.url, webhook, {});
    const body = Buffer.from(text);
    const signature = `sha256=${createHmac("sha256", webhook.secret).update(body).digest("hex")}`;
    const headers = { ...delivery.headers, "x-service-signature": signature };
    expect((await send({ ...delivery, body, headers })).status).toBe(400);
    expect(await rows()).toEqual({ deliveries: [], work: [] });
  });
});
