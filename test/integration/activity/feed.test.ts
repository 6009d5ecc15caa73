import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ActivityFilter, parseFactCursor } from "#app/domain/activity/activity-filter.ts";
import { exportActivity } from "#app/domain/activity/export-activity.server.ts";
import { factsQuery } from "#app/domain/activity/find-facts.server.ts";
import { listActivity } from "#app/domain/activity/list-activity.server.ts";
import { exportTrace } from "#app/domain/activity/trace/export-trace.server.ts";
import { traceOrder } from "#app/domain/activity/trace/trace-order.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { type PlacingShop, startPlacingShop } from "#test/integration/orders/placing-shop.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { writeManyRows } from "#test/support/postgres.ts";

const CUSTOMER = "Zqfeedlast";

let shop: PlacingShop;
let row: OrderRow;

const all: ActivityFilter = { about: null, who: null, from: null, to: null, order: "" };

beforeAll(async () => {
  shop = await startPlacingShop();
  const bought = await shop.buy({
    lines: [shop.line("cooker", 1600)],
    customer: { firstName: "Ayesha", lastName: CUSTOMER },
  });
  const parcels = await shop.atService(bought);
  const move = (status: "SHIPPED" | "DELIVERED") =>
    Promise.all(parcels.map(({ id }) => shop.supplier.control.moveParcel({ id, status })));
  await move("SHIPPED");
  // Seen on its way first, or only its end would stand in the timeline.
  await shop.untilState(bought.orderGid, "on_the_way");
  await move("DELIVERED");
  row = await shop.untilState(bought.orderGid, "delivered");
  await shop.rested(row.orderGid);
});
afterAll(() => shop.close());

async function list(filter: Partial<ActivityFilter> = {}, before: string | null = null, viewer = "1") {
  const cursor = before === null ? null : parseFactCursor(before);
  return listActivity(await shop.context(), { filter: { ...all, ...filter }, viewer, before: cursor });
}

async function read(parts: AsyncIterable<string>): Promise<string> {
  let whole = "";
  for await (const part of parts) whole += part;
  return whole;
}

const fact = async (code: "switched" | "imported", by?: string, thing: "shop" | "listing" = "shop") => {
  const { db } = shop.app;
  const done = by === undefined ? { actor: "karwan" as const } : { actor: "person" as const, by };
  await recordFact(db, shop.shopId, { thing, thingId: shop.shopId, code, ...done, params: { paused: true } });
};

describe("the activity", () => {
  it("says by which event a parcel came on, with the receipt it leads to", async () => {
    const { lines } = await list({ order: row.name });
    const delivered = lines.find(({ code }) => code === "parcel_delivered");
    expect(delivered?.cause).toMatchObject({ kind: "event", topic: "order.delivered" });
    const id = delivered?.cause?.kind === "event" ? delivered.cause.deliveryId : "0";
    expect(await shop.app.db.delivery.findUnique({ where: { id: BigInt(id) } })).toMatchObject({
      ...{ shopId: shop.shopId, topic: "order.delivered", subject: row.handoffs[0]?.externalOrderId },
    });
    const seen = lines.find(({ code }) => code === "order_seen");
    expect(seen?.cause).toMatchObject({ kind: "after_event" });
  });

  it("takes nothing for the cause that came only afterwards", async () => {
    const { db } = shop.app;
    const causeOf = async () =>
      (await list({ order: row.name })).lines.find(({ code }) => code === "order_seen")?.cause;
    const cause = await causeOf();
    const { id } = await db.delivery.create({
      data: {
        ...{ shopId: shop.shopId, source: "shopify", key: "later", topic: "orders/updated" },
        ...{ subject: row.orderGid, bodyEnc: new Uint8Array([1]), foldedAt: new Date() },
      },
    });
    expect(await causeOf()).toEqual(cause);
    await db.delivery.delete({ where: { id } });
  });

  it("says by which switch an order was sent, and who had switched it on", async () => {
    const { lines } = await list({ order: row.name });
    expect(lines.find(({ code }) => code === "handoff_sent")?.cause).toEqual({
      ...{ kind: "rule", by: "Test", rule: "Placing orders", path: "/settings/placing" },
    });
    expect(lines.find(({ code }) => code === "marked_paid")?.cause).toMatchObject({ kind: "rule" });
  });

  it("says that an event's receipt is gone once it is", async () => {
    const db = shop.app.db;
    const kept = await db.timelineEntry.findFirstOrThrow({ where: { code: "parcel_shipped" } });
    await db.timelineEntry.update({ where: { id: kept.id }, data: { deliveryId: 999_999n } });
    const { lines } = await list({ order: row.name });
    expect(lines.find(({ code }) => code === "parcel_shipped")?.cause).toEqual({
      ...{ kind: "event", deliveryId: "999999", topic: null },
    });
    await db.timelineEntry.update({ where: { id: kept.id }, data: { deliveryId: kept.deliveryId } });
  });

  it("is filtered by what it is about", async () => {
    await fact("imported", undefined, "listing");
    await fact("switched", "1");
    const codes = async (about: ActivityFilter["about"]) =>
      (await list({ about })).lines.map(({ code }) => code);
    expect(await codes("money")).toEqual(expect.arrayContaining(["marked_paid"]));
    expect(await codes("money")).not.toContain("parcel_delivered");
    expect(await codes("orders")).toContain("parcel_delivered");
    expect(await codes("listings")).toContain("imported");
    expect(await codes("settings")).toContain("switched");
    expect(await codes("connection")).toContain("connection_made");
  });

  it("is filtered by who did it", async () => {
    await fact("switched", "7");
    const of = async (who: ActivityFilter["who"], viewer = "1") => (await list({ who }, null, viewer)).lines;
    expect((await of("person")).every(({ actor }) => actor === "person")).toBe(true);
    expect(new Set((await of("you", "7")).map(({ by }) => by))).toEqual(new Set(["7"]));
    expect(new Set((await of("karwan")).map(({ actor }) => actor))).toEqual(new Set(["karwan"]));
    const events = new Set((await of("event")).map(({ actor }) => actor));
    expect([...events].every((actor) => ["shopify", "supplier", "courier"].includes(actor))).toBe(true);
    expect(events.has("courier")).toBe(true);
  });

  it("is filtered by days of the shop, and by the number of an order", async () => {
    const tomorrow = new Date(Date.now() + 36 * 3_600_000).toISOString().slice(0, 10);
    expect((await list({ from: tomorrow })).lines).toEqual([]);
    expect((await list({ to: "2020-01-01" })).lines).toEqual([]);
    expect((await list({ to: tomorrow })).lines.length).toBeGreaterThan(0);
    const moments = ["2026-03-01T19:00:00.000Z", "2026-03-02T18:59:59.999Z", "2026-03-02T19:00:00.000Z"];
    await shop.app.db.timelineEntry.createMany({
      data: moments.map((at) => ({
        ...{ shopId: shop.shopId, thing: "shop" as const, thingId: shop.shopId, topic: "settings" as const },
        ...{ actor: "karwan" as const, code: "switched" as const, at: new Date(at) },
      })),
    });
    const ofDay = (await list({ from: "2026-03-02", to: "2026-03-02" })).lines;
    expect(ofDay.map(({ at }) => at.toISOString())).toEqual([moments[1], moments[0]]);
    const { lines } = await list({ order: row.name });
    expect(lines.every(({ order }) => order?.id === row.id)).toBe(true);
    expect((await list({ order: "#999999" })).lines).toEqual([]);
    expect((await list({ order: "0300 1234567" })).lines).toEqual([]);
  });

  it("goes on where a page ended, telling facts of one moment apart", async () => {
    const at = new Date();
    const { db } = shop.app;
    await db.timelineEntry.createMany({
      data: Array.from({ length: 70 }, () => ({
        ...{ shopId: shop.shopId, thing: "shop" as const, thingId: shop.shopId, topic: "settings" as const },
        ...{ actor: "karwan" as const, code: "switched" as const, at },
      })),
    });
    const first = await list({ about: "settings" });
    const second = await list({ about: "settings" }, first.next);
    const ids = [...first.lines, ...second.lines].map(({ id }) => id);
    expect(first.lines).toHaveLength(50);
    expect(new Set(ids).size).toBe(ids.length);
    expect(second.lines.length).toBeGreaterThanOrEqual(20);
  });

  it("leaves as a file of what the filters show, with nobody's name in it, and says that it did", async () => {
    const ctx = await shop.context();
    const csv = await read(
      exportActivity(ctx, { filter: { ...all, about: "orders" }, by: "7", format: "csv" }),
    );
    const lines = csv.split("\r\n");
    expect(lines[0]).toBe('\uFEFF"when","about","order","who","by","what","why","code","receipt"');
    expect(
      lines.some((line) => line.includes("parcel_delivered") && line.includes("event order.delivered")),
    ).toBe(true);
    expect(csv).not.toContain(CUSTOMER);
    const json: unknown = JSON.parse(
      await read(exportActivity(ctx, { filter: all, by: "7", format: "json" })),
    );
    expect(json).toContainEqual(
      expect.objectContaining({ code: "activity_exported", by: "7", who: "person" }),
    );
    const none = await read(
      exportActivity(ctx, { filter: { ...all, order: "#999999" }, by: "7", format: "json" }),
    );
    expect(JSON.parse(none)).toEqual([]);
  });

  it("has no cell that a spreadsheet would take for a formula", async () => {
    await shop.app.db.timelineEntry.create({
      data: {
        ...{ shopId: shop.shopId, thing: "shop", thingId: shop.shopId, topic: "settings", actor: "person" },
        ...{ by: '=HYPERLINK("x")', code: "switched", params: {} },
      },
    });
    const ctx = await shop.context();
    const csv = await read(
      exportActivity(ctx, { filter: { ...all, about: "settings" }, by: "7", format: "csv" }),
    );
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`);
  });
});

describe("the trace of an order", () => {
  const trace = async () => {
    const found = await traceOrder(await shop.context(), row.id);
    if (!found) throw new Error("The order has no trace");
    return found;
  };

  it("leads from the webhook to the payment, by time, each line with its source", async () => {
    const { lines, isCut } = await trace();
    const times = lines.map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(isCut).toBe(false);
    const sources = new Set(lines.map(({ source }) => source));
    for (const source of ["receipt", "work", "read", "fact", "attempt", "parcel", "write"] as const)
      expect(sources.has(source), source).toBe(true);
    const [attempt] = row.handoffs[0]?.attempts ?? [];
    expect(lines.find(({ source }) => source === "attempt")?.ids).toEqual(
      expect.arrayContaining([
        { name: "externalOrderId", value: row.handoffs[0]?.externalOrderId },
        { name: "idempotencyKey", value: attempt?.idempotencyKey },
      ]),
    );
  });

  it("has the payments from the wallet and the lines of the ledger", async () => {
    const { db } = shop.app;
    const [parcel] = shop.parcels(row);
    await db.paymentIntent.create({
      data: {
        ...{
          shopId: shop.shopId,
          orderId: row.id,
          parcelId: parcel?.id ?? asId(""),
          state: "paid",
          evidence: "answer",
        },
        ...{ amountPkr: rupees(1200), requestedBy: "7", requestedAt: new Date() },
        ...{ sentAt: new Date(), settledAt: new Date() },
      },
    });
    await db.ledgerEntry.create({
      data: {
        ...{ accountKey: asId("key"), mode: "live", entryId: asId("led_trace"), amountPkr: rupees(540) },
        ...{ type: "MARGIN", status: "POSTED", bookedAt: new Date(), seenAt: new Date() },
        ...{ ownerShopId: shop.shopId, ownerOrderId: row.id },
      },
    });
    const texts = (await trace()).lines.map(({ text }) => text);
    expect(texts).toContain("Payment of Rs 1,200 wanted");
    expect(texts).toContain("Ledger: Rs 540 MARGIN, POSTED");
  });

  it("names no customer, on the page and in its file, and leaves a fact of the file", async () => {
    const ctx = await shop.context();
    for (const format of ["csv", "json"] as const) {
      const file = await exportTrace(ctx, { orderId: row.id, by: "7", format });
      const text = file === null ? "" : await read(file.parts);
      expect(text).toContain(row.handoffs[0]?.externalOrderId);
      for (const personal of [CUSTOMER, "Ayesha"]) expect(text).not.toContain(personal);
    }
    expect(JSON.stringify(await trace())).not.toContain(CUSTOMER);
    const where = { thingId: row.id, code: "trace_exported" as const };
    expect(await shop.app.db.timelineEntry.count({ where })).toBe(2);
  });

  it("shows no delivery of another shop, even one about the same order", async () => {
    const { db } = shop.app;
    const other = await db.shop.create({ data: { domain: "trace.myshopify.com" } });
    const { lines } = await trace();
    await db.delivery.create({
      data: {
        ...{
          shopId: other.id,
          source: "shopify",
          key: "trace",
          topic: "orders/updated",
          subject: row.orderGid,
        },
        ...{ bodyEnc: new Uint8Array([1]), receivedAt: new Date() },
      },
    });
    expect((await trace()).lines).toEqual(lines);
  });

  it("is not another shop's to see", async () => {
    const other = await shop.app.db.shop.create({ data: { domain: "other.myshopify.com" } });
    const ctx = { ...(await shop.context()), shop: other };
    expect(await traceOrder(ctx, row.id)).toBeNull();
    expect(await exportTrace(ctx, { orderId: row.id, by: "7", format: "csv" })).toBeNull();
  });
});

describe("the activity of a shop with a long history", () => {
  beforeAll(async () => {
    const rows = Prisma.sql`
      insert into timeline_entry (shop_id, thing, thing_id, topic, actor, by, code, at)
      select ${shop.shopId}::uuid, 'shop', 'x', case when n % 997 = 0 then 'connection' else 'orders' end,
        case when n % 50 = 0 then 'person' when n % 3 = 0 then 'supplier' else 'karwan' end, case when n % 50 = 0 then '9' end, 'switched',
        timestamptz '2026-01-01' - n * interval '1 minute' from generate_series(1, 20000) n`;
    await writeManyRows(shop.app, [rows, Prisma.sql`vacuum analyze timeline_entry`]);
  });

  const middle = { at: new Date("2025-12-25T00:00:00Z"), id: 5000n };

  it.each<readonly [string, Partial<ActivityFilter>]>([
    ["everything", {}],
    ["a rare topic", { about: "connection" }],
    ["what people did", { who: "person" }],
    ["what one did", { who: "you" }],
    ["events", { who: "event" }],
    ["a period", { from: "2025-12-20", to: "2025-12-24" }],
  ])("is read by an index for %s", async (_what, filter) => {
    for (const after of [null, middle]) {
      const slice = { filter: { ...all, ...filter }, viewer: "9", after, limit: 51 };
      const query = factsQuery(await shop.context(), slice, null);
      const { rows } = await shop.app.pool.query<{ "QUERY PLAN": string }>(
        `explain ${query.text}`,
        query.values,
      );
      const plan = rows.map((line) => line["QUERY PLAN"]).join("\n");
      // Of one person little is found, and sorted.
      expect(plan).not.toMatch(filter.who === "you" ? /Seq Scan/ : /Seq Scan|Sort/);
    }
  });
});
