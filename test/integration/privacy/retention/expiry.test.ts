import { randomUUID } from "node:crypto";
import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listActivity } from "#app/domain/activity/list-activity.server.ts";
import type { BulkRunKind } from "#app/domain/bulk-actions/bulk-subject.ts";
import type { BulkRunState } from "#app/domain/bulk-actions/run-state.ts";
import { createShopContext } from "#app/domain/context/shop-context.server.ts";
import { deliveryPlace } from "#app/domain/deliveries/delivery-place.ts";
import { listDeliveries } from "#app/domain/deliveries/list-deliveries.server.ts";
import { showDelivery } from "#app/domain/deliveries/show-delivery.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import { sweepRetention } from "#app/domain/privacy/retention/sweep-retention.server.ts";
import { sweepSpecs } from "#app/domain/sweeps/sweep-kinds.ts";
import type { Position } from "#app/domain/sweeps/sweep-run.ts";
import { ensureSchedules } from "#app/jobs/schedule.server.ts";
import type { ShopId, SupplierVariantId } from "#app/platform/ids.ts";
import { startTestApp, type TestApp } from "#test/support/app.ts";
import { asId } from "#test/support/as-id.ts";
import { createListedVariant } from "#test/support/create-listed-variant.ts";
import {
  buildShopifyDelivery,
  buildSupplierDelivery,
  insertConnection,
  type SupplierWebhook,
  send,
} from "#test/support/deliveries.ts";
import { writeManyRows } from "#test/support/postgres.ts";

let test: TestApp;
let shopId: ShopId;
let webhook: SupplierWebhook;
const externalOrderId = "1-42";
const record = { id: "ord_1", orderNumber: "DR-1", externalOrderId, status: "SHIPPED" };

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  const { db, crypto } = test.app;
  await db.shop.deleteMany();
  await db.delivery.deleteMany();
  shopId = (await db.shop.create({ data: { domain: "karwan-demo.myshopify.com", setUpAt: new Date() } })).id;
  webhook = await insertConnection(db, crypto, shopId);
});

const ago = (days: number) => new Date(Date.now() - days * 24 * 3_600_000);
/** Days: an hour before the bound and an hour after it. */
const [within, over] = [30 - 1 / 24, 30 + 1 / 24];
const context = () => createShopContext(test.app, shopId);

/** One step after the other until it is over; what each of them removed. */
async function expire(): Promise<readonly number[]> {
  const ctx = await context();
  const removed: number[] = [];
  let position: Position | null = null;
  do {
    const { next, tally }: Awaited<ReturnType<typeof sweepRetention>> = await sweepRetention(
      { ctx },
      position,
    );
    removed.push(tally.seen ?? 0);
    position = next;
  } while (position !== null && removed.length < 100);
  return removed;
}

/** An order that was placed, so that the service may tell of it. */
async function placeOrder(state: OrderState = "delivered"): Promise<string> {
  const { db } = test.app;
  const order = await db.order.create({ data: { shopId, orderGid: asId("gid://shopify/Order/1"), state } });
  await db.handoff.create({
    data: {
      ...{
        shopId,
        orderId: order.id,
        mode: "live",
        sequence: 1,
        externalOrderId: asId(externalOrderId),
        paymentMode: "COD",
      },
      ...{
        collectsPkr: rupees(1),
        shippingPkr: rupees(0),
        terms: {},
        customerEnc: new Uint8Array(),
        state: "placed",
      },
    },
  });
  return order.id;
}

const sendEvent = (eventId: string, overrides: object = {}) =>
  send(buildSupplierDelivery(test.web.url, webhook, { id: eventId, data: record, ...overrides }));
const age = (days: number) => test.app.db.delivery.updateMany({ data: { receivedAt: ago(days) } });
const fold = () => test.app.db.delivery.updateMany({ data: { foldedAt: new Date() } });
const events = () => test.app.db.supplierEventId.findMany({ orderBy: { key: "asc" } });
const receipts = () => test.app.db.delivery.findMany({ orderBy: { id: "asc" } });

describe("a receipt", () => {
  it("is deleted after 14 days and not an hour before, whichever side sent it", async () => {
    await placeOrder();
    await sendEvent("evt_1");
    await send(buildShopifyDelivery(test.web.url, "orders/updated", { id: 1 }));
    await fold();
    await age(14 - 1 / 24);
    await expire();
    expect(await receipts()).toHaveLength(2);
    await age(14 + 1 / 24);
    await expire();
    expect(await receipts()).toEqual([]);
  });

  it("leaves the service's event known: delivered again on day 20 and day 400 it does nothing", async () => {
    await placeOrder();
    expect((await sendEvent("evt_1")).status).toBe(200);
    await fold();
    await age(15);
    await expire();
    expect(await events()).toMatchObject([{ key: "live/evt_1", isOfOrder: true }]);
    await test.app.db.work.deleteMany();
    for (const days of [20, 400]) {
      await test.app.db.supplierEventId.updateMany({ data: { receivedAt: ago(days) } });
      await expire();
      expect((await sendEvent("evt_1")).status).toBe(200);
    }
    expect(await receipts()).toEqual([]);
    expect(await test.app.db.work.findMany()).toEqual([]);
    expect((await sendEvent("evt_2")).status).toBe(200);
    expect(await receipts()).toMatchObject([{ key: "live/evt_2" }]);
  });

  it("leaves the id of an event about no order of ours for 30 days", async () => {
    await sendEvent("evt_1");
    await sendEvent("evt_2", { event: "carrier.delayed" });
    await age(20);
    await expire();
    await test.app.db.supplierEventId.updateMany({ data: { receivedAt: ago(within) } });
    await expire();
    expect(await events()).toHaveLength(2);
    for (const id of ["evt_1", "evt_2"])
      await sendEvent(id, id === "evt_2" ? { event: "carrier.delayed" } : {});
    expect(await receipts()).toEqual([]);
    await test.app.db.supplierEventId.updateMany({ data: { receivedAt: ago(over) } });
    await expire();
    expect(await events()).toEqual([]);
  });

  it("of Shopify leaves no id: nothing relies on it by then", async () => {
    await send(buildShopifyDelivery(test.web.url, "orders/updated", { id: 1 }));
    await age(15);
    await expire();
    expect(await events()).toEqual([]);
  });

  it("that nobody read in loses what it said, stays listed for 30 days more, and Activity tells of it", async () => {
    await placeOrder("placed");
    await sendEvent("evt_1");
    await age(15);
    await expire();
    const ctx = await context();
    const { deliveries } = await listDeliveries(ctx, { source: null, before: null });
    expect(deliveries).toMatchObject([{ outcome: "ignored", why: "expired" }]);
    expect(await showDelivery(ctx, BigInt(deliveries[0]?.id ?? 0))).toEqual({ kind: "erased" });
    const recorded = async () =>
      (
        await listActivity(ctx, {
          ...{ before: null, viewer: "1" },
          filter: { about: null, who: null, from: null, to: null, order: "" },
        })
      ).lines.map(({ sentence }) => sentence);
    expect(await recorded()).toEqual([
      "1 piece of the supplier's news could not be read within 14 days; the regular checks asked the supplier instead",
    ]);
    await age(14 + within);
    await expire();
    expect(await receipts()).toHaveLength(1);
    await age(14 + over);
    await expire();
    expect(await receipts()).toEqual([]);
    expect(await events()).toMatchObject([{ key: "live/evt_1" }]);
    expect(await recorded()).toHaveLength(1);
  });

  it("that a sweep took from the service's list and nobody read in is forgotten, so that the sweep finds it again", async () => {
    await placeOrder("placed");
    const listed = { shopId, source: "supplier" as const, topic: "order.listed", subject: externalOrderId };
    const bodyEnc = Buffer.from("sealed");
    await test.app.db.delivery.createMany({
      data: [
        { ...listed, bodyEnc, key: "live/listed_1", foldedAt: ago(15) },
        { ...listed, bodyEnc, key: "live/listed_2" },
      ],
    });
    await age(15);
    await expire();
    expect(await receipts()).toEqual([]);
    expect(await events()).toMatchObject([{ key: "live/listed_1" }]);
    expect(await test.app.db.timelineEntry.count()).toBe(0);
  });

  it("of a compliance request that was not read in keeps its body, however old it is", async () => {
    const payload = { shop_domain: "karwan-demo.myshopify.com", orders_to_redact: [1] };
    await send(buildShopifyDelivery(test.web.url, "customers/redact", payload));
    await age(60);
    await expire();
    const [kept] = await receipts();
    if (!kept) throw new Error("The request is gone");
    expect(JSON.parse(test.app.crypto.openText(kept.bodyEnc, deliveryPlace(kept)))).toEqual(payload);
    await fold();
    await expire();
    expect(await receipts()).toEqual([]);
  });

  it("of a shop nobody knows goes with any shop's turn, and another shop's does not", async () => {
    const { db } = test.app;
    const other = await db.shop.create({ data: { domain: "other.myshopify.com" } });
    for (const domain of ["gone.myshopify.com", "other.myshopify.com"]) {
      const headers = { "x-shopify-shop-domain": domain };
      await send(buildShopifyDelivery(test.web.url, "orders/updated", { id: 1 }, { headers }));
    }
    await age(15);
    await expire();
    expect(await receipts()).toMatchObject([{ shopId: other.id }]);
  });
});

describe("expiring", () => {
  it("takes so many rows a step and goes on until it is done", async () => {
    const { db } = test.app;
    await writeManyRows(test.app, [
      Prisma.sql`
        insert into delivery (shop_id, source, key, topic, body_enc, received_at, folded_at)
        select ${shopId}::uuid, 'supplier', 'live/evt_' || n, 'order.shipped', 'x', now() - interval '15 days', now()
        from generate_series(1, 2500) as n`,
      Prisma.sql`
        insert into work (shop_id, kind, subject, requested_generation, observed_generation, next_run_at, updated_at)
        select ${shopId}::uuid, 'order.reconcile', 'order ' || n, 1, 1, null, now() - interval '31 days'
        from generate_series(1, 2500) as n`,
    ]);
    const removed = await expire();
    expect(removed.filter((rows) => rows > 0)).toEqual([1000, 1000, 500, 1000, 1000, 500]);
    expect(await db.delivery.count()).toBe(0);
    expect(await db.supplierEventId.count()).toBe(2500);
    expect(await db.work.count()).toBe(0);
  });

  it("passes what has to stay and reaches what comes after it", async () => {
    const { db } = test.app;
    await writeManyRows(test.app, [
      Prisma.sql`
        insert into delivery (shop_id, source, key, topic, body_enc, received_at, folded_at)
        select ${shopId}::uuid, 'shopify', 'key ' || n, case when n <= 1200 then 'shop/redact' else 'orders/paid' end,
          'x', now() - interval '15 days', case when n > 1200 then now() end
        from generate_series(1, 1300) as n`,
    ]);
    await expire();
    expect(await db.delivery.count()).toBe(1200);
    expect(await db.delivery.count({ where: { topic: "orders/paid" } })).toBe(0);
  });

  it("happens in every shop, also in one whose set-up never ended", async () => {
    const { db } = test.app;
    const { id } = await db.shop.create({ data: { domain: "unready.myshopify.com" } });
    await ensureSchedules(db, sweepSpecs, 1);
    expect(await db.schedule.findMany({ where: { shopId: id }, select: { kind: true } })).toEqual([
      { kind: "retention" },
    ]);
  });
});

describe("work", () => {
  const row = (subject: string, more: object = {}) => ({
    ...{
      shopId,
      kind: "order.reconcile",
      subject,
      requestedGeneration: 1,
      observedGeneration: 1,
      nextRunAt: null,
      updatedAt: ago(over),
    },
    ...more,
  });

  it("goes where it is done and nothing asked for it in 30 days, and only there", async () => {
    const { db } = test.app;
    await db.work.createMany({
      data: [
        row("done"),
        row("done of late", { updatedAt: ago(within) }),
        row("waiting", { nextRunAt: ago(-1) }),
        row("running", { leaseToken: randomUUID(), leaseUntil: new Date() }),
        row("dead", { observedGeneration: 0, deadAt: ago(31) }),
      ],
    });
    await expire();
    const left = await db.work.findMany({ orderBy: { subject: "asc" } });
    expect(left.map(({ subject }) => subject)).toEqual(["dead", "done of late", "running", "waiting"]);
  });
});

describe("questions and facts", () => {
  it("goes when a question was answered 30 days ago, but not what a person put away of a listing", async () => {
    const { db } = test.app;
    const issue = { shopId, openedAt: ago(40), resolvedAt: ago(over) };
    await db.attention.createMany({
      data: [
        { ...issue, code: "how_paid", thing: "order", thingId: "1", resolvedBy: "karwan" },
        { ...issue, code: "city_unknown", thing: "order", thingId: "1", resolvedBy: "7" },
        { ...issue, code: "cost_changed", thing: "listing", thingId: "1", resolvedBy: "karwan" },
        { ...issue, code: "loses_money", thing: "listing", thingId: "1", resolvedBy: "7" },
        {
          ...issue,
          code: "data_request",
          thing: "shop",
          thingId: "1",
          resolvedBy: "7",
          resolvedAt: ago(within),
        },
        { ...issue, code: "location_inactive", thing: "shop", thingId: "1", resolvedAt: null },
      ],
    });
    await expire();
    const left = await db.attention.findMany({ orderBy: { code: "asc" } });
    expect(left.map(({ code }) => code)).toEqual(["data_request", "location_inactive", "loses_money"]);
  });

  it("keeps facts about money and of persons, and all of an order that is not over", async () => {
    const { db } = test.app;
    const overId = await placeOrder("delivered");
    const { id: openId } = await db.order.create({
      data: { shopId, orderGid: asId("gid://shopify/Order/2"), state: "on_the_way" },
    });
    const fact = {
      shopId,
      thing: "order" as const,
      thingId: overId,
      actor: "karwan" as const,
      at: ago(over),
    };
    await db.timelineEntry.createMany({
      data: [
        { ...fact, code: "parcel_confirmed" },
        { ...fact, code: "margin_released" },
        { ...fact, code: "place_pressed", actor: "person", by: "7" },
        { ...fact, code: "parcel_processing", at: ago(within) },
        { ...fact, code: "parcel_shipped", thingId: openId },
        { ...fact, code: "sweep_mended", thing: "shop", thingId: shopId },
      ],
    });
    await expire();
    const left = await db.timelineEntry.findMany({ orderBy: { id: "asc" } });
    expect(left.map(({ code }) => code)).toEqual([
      "margin_released",
      "place_pressed",
      "parcel_processing",
      "parcel_shipped",
    ]);
  });

  it("keeps what goods cost before while an order made before is not over", async () => {
    const { db } = test.app;
    const change = {
      shopId,
      mode: "live" as const,
      supplierVariantId: asId<SupplierVariantId>("v"),
      fromPkr: rupees(1),
      toPkr: rupees(2),
    };
    await db.costChange.createMany({
      data: [45 + 1 / 24, over, within].map((days) => ({ ...change, at: ago(days) })),
    });
    const { id } = await db.order.create({
      data: { shopId, orderGid: asId("gid://shopify/Order/3"), state: "held", shopifyCreatedAt: ago(45) },
    });
    await expire();
    expect(await db.costChange.count()).toBe(2);
    await db.order.update({ where: { id }, data: { state: "cancelled" } });
    await expire();
    expect(await db.costChange.count()).toBe(1);
  });
});

describe("orders that are not ours", () => {
  it("go 30 days after they last changed, unless something was done or decided for them", async () => {
    const { db } = test.app;
    const add = (name: string, more: object = {}) =>
      db.order.create({
        data: {
          ...{
            shopId,
            orderGid: asId(`gid://shopify/Order/${name}`),
            name,
            state: "not_ours",
            updatedAt: ago(over),
          },
          fulfillmentOrders: {
            create: { gid: asId(`gid://shopify/FulfillmentOrder/${name}`), atOurLocation: false },
          },
          ...more,
        },
      });
    const ofShop = { shop: { connect: { id: shopId } } };
    await add("foreign");
    await add("late", { updatedAt: ago(within) });
    await add("moved away", { effects: { create: { ...ofShop, key: "moved" } } });
    await add("decided", { decisions: { create: { ...ofShop, kind: "move_away", by: "7" } } });
    await add("waiting");
    await add("cancelled", { state: "cancelled" });
    await db.work.create({
      data: { shopId, kind: "order.reconcile", subject: "gid://shopify/Order/waiting" },
    });
    await expire();
    const left = await db.order.findMany({ orderBy: { name: "asc" } });
    expect(left.map(({ name }) => name)).toEqual(["cancelled", "decided", "late", "moved away", "waiting"]);
    expect(await db.fulfillmentOrder.count()).toBe(5);
  });
});

describe("runs", () => {
  it("go 30 days after they ended with all their rows, but not while they can be put back or ask", async () => {
    const { db } = test.app;
    const listing = await db.listing.create({
      data: { shopId, mode: "live", supplierProductId: asId("prd") },
    });
    const { id: listingVariantId } = await createListedVariant(db, listing, { supplierVariantId: asId("v") });
    const add = async (kind: BulkRunKind, state: BulkRunState, more: object = {}) => {
      const run = await db.bulkRun.create({
        data: { shopId, mode: "live", kind, state, by: "7", createdAt: ago(40), ...more },
      });
      const ofRun = { shopId, runId: run.id };
      await db.bulkItem.create({ data: { ...ofRun, listingId: listing.id, position: 0 } });
      await db.priceChange.create({
        data: { ...ofRun, listingVariantId, fromPkr: rupees(1), toPkr: rupees(2) },
      });
    };
    await add("reprice", "done", { finishedAt: ago(over), undoUntil: ago(24) });
    await add("reprice", "planned");
    await add("news_prices", "running");
    await add("reprice", "done", { finishedAt: ago(over), undoUntil: ago(-1) });
    await add("out_of_stock", "asking");
    await add("import", "running");
    await add("resync", "done", { finishedAt: ago(within) });
    await db.bulkRun.create({
      data: { shopId, kind: "place", state: "done", by: "7", createdAt: ago(40), finishedAt: ago(over) },
    });
    await db.bulkRun.create({ data: { shopId, kind: "pay", by: "7", createdAt: ago(40) } });
    await expire();
    const left = await db.bulkRun.findMany({ orderBy: { kind: "asc" } });
    expect(left.map(({ kind, state }) => [kind, state])).toEqual([
      ["import", "running"],
      ["out_of_stock", "asking"],
      ["pay", "running"],
      ["reprice", "done"],
      ["resync", "done"],
    ]);
    expect([await db.bulkItem.count(), await db.priceChange.count()]).toEqual([4, 4]);
  });
});
