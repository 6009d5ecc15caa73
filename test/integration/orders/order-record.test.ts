import { randomUUID } from "node:crypto";
import type { Prisma } from "@prisma/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findOrderRecord, orderRecordInclude } from "#app/domain/orders/reconcile/order-record.server.ts";
import { fieldsOf, modelOf } from "#app/platform/database/columns.ts";
import { createRecordReader } from "#app/platform/database/read-record.server.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow } from "#test/support/order-harness.ts";

import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;
let placed: OrderRow;

const at = new Date("2026-11-20T10:11:12.345Z");
const bytes = new Uint8Array([0, 1, 127, 128, 255]);

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "earbuds"] });
  const lines = [shop.line("cooker", 1600), shop.line("earbuds", 1500, 2)];
  placed = await shop.buy({ lines });
});
afterAll(() => shop.close());

const byPrisma = (id: OrderRow["id"]) =>
  shop.app.db.order.findUniqueOrThrow({ where: { id }, include: orderRecordInclude });
const read = (id: OrderRow["id"]) => findOrderRecord(shop.app.db, shop.shopId, { id });

function first<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error("Nothing was placed");
  return row;
}

/** Fills what a placed order leaves empty, and adds rows to each list with an order, the last one first. */
async function fill(): Promise<void> {
  const { db } = shop.app;
  const { shopId } = shop;
  const handoff = first(placed.handoffs);
  await db.order.update({
    where: { id: placed.id },
    data: { erasedAt: at, cancelledAt: at, markedPaidAt: at, shopifyUpdatedAt: at },
  });
  await db.fulfillmentOrder.updateMany({
    where: { shopId, orderId: placed.id },
    data: { rejectedAt: at, closedAt: at, cancelAnsweredAt: at },
  });
  await db.effect.updateMany({ where: { shopId, orderId: placed.id }, data: { doneAt: at } });
  const decision = { shopId, orderId: placed.id, kind: "dismiss_hold" as const, by: "1", handledAt: at };
  await db.orderDecision.create({
    data: { ...decision, params: { "\u00e4 \u06c1": ["\u{1f4e6}", 1, null] }, detailEnc: bytes },
  });
  const { attempts, items, parcels, terms, found: _, ...sent } = handoff;
  const second = asId<typeof handoff.id>(randomUUID());
  await db.handoff.create({
    data: {
      ...{ ...sent, id: second, revision: 2, externalOrderId: asId(`${handoff.externalOrderId}-2`) },
      ...{ terms: terms ?? {}, found: { a: "b" }, takenAt: at, placementConflictAt: at, foundAt: at },
    },
  });
  for (const number of [3, 2]) {
    const { id: _id, errorDetails: _details, ...attempt } = first(attempts);
    await db.handoffAttempt.create({
      data: {
        ...{
          ...attempt,
          number,
          idempotencyKey: asId(`${number}-${randomUUID()}`),
          retryAt: at,
          settledAt: at,
        },
        ...{ errorDetails: { lines: [] }, errorWordsEnc: bytes },
      },
    });
  }
  for (const position of [9, 8]) {
    const { id: _id, ...item } = first(items);
    await db.handoffItem.create({ data: { ...item, position } });
  }
  for (const part of [5, 4]) {
    const { id: _id, contents: _contents, ...parcel } = first(parcels);
    const dates = {
      marginReleaseAt: at,
      marginReleasedAt: at,
      fundsDeadline: at,
      receivedAt: at,
      readAt: at,
    };
    const moves = { shippedAt: at, deliveredAt: at, returnedAt: at, stillSince: at, reportedAt: at };
    await db.parcel.create({
      data: {
        ...{ ...parcel, ...dates, ...moves, part, supplierOrderId: asId(randomUUID()), orderNumber: null },
        ...{ riderAskedAt: at, listedAt: at, missedAt: at, rawEnc: bytes, cancellationReasonEnc: bytes },
        contents: [{ supplierVariantId: "v", quantity: 1 }],
      },
    });
  }
}

describe("an order's rows, read as one statement", () => {
  it("are those of an order that was placed, field by field", async () => {
    expect(placed.handoffs[0]?.parcels.length).toBeGreaterThan(0);
    expect(await read(placed.id)).toEqual(await byPrisma(placed.id));
  });

  it("are the same with dates, bytes, JSON and lists in every field that may have them, in their order", async () => {
    await fill();
    const record = await read(placed.id);
    expect(record).toEqual(await byPrisma(placed.id));
    expect(emptyFields(record)).toEqual([]);
    expect(record?.handoffs.map(({ revision }) => revision)).toEqual([1, 2]);
    const [handoff] = record?.handoffs ?? [];
    expect(handoff?.attempts.map(({ number }) => number)).toEqual([1, 2, 3]);
    expect(handoff?.items.map(({ position }) => position).slice(-2)).toEqual([8, 9]);
    expect(handoff?.parcels.map(({ part }) => part).slice(-2)).toEqual([4, 5]);
    expect(handoff?.attempts.at(-1)?.errorWordsEnc).toEqual(bytes);
    expect(handoff?.parcels.at(-1)?.shippedAt).toEqual(at);
  });

  it("are found by the order's gid, and by nobody else's shop", async () => {
    const { db } = shop.app;
    const named = await findOrderRecord(db, shop.shopId, { gid: placed.orderGid });
    expect(named?.id).toBe(placed.id);
    expect(await findOrderRecord(db, asId(randomUUID()), { gid: placed.orderGid })).toBeNull();
    expect(await findOrderRecord(db, asId(randomUUID()), { id: placed.id })).toBeNull();
  });

  it("are refused of a model with fields that JSON does not carry, or that it has not", () => {
    expect(() => createRecordReader("Delivery", {})).toThrow("Delivery.id is a BigInt");
    expect(() => createRecordReader("Order", { effects: { orderBy: { turn: "asc" } } })).toThrow(
      "Effect has no field turn",
    );
    expect(() => createRecordReader("Order", { parcels: true })).toThrow("Order has no list parcels");
  });
});

/** Fields of dates, bytes and JSON that no row at all has a value in, so that nothing was compared. */
function emptyFields(record: unknown): string[] {
  const rows = new Map<Prisma.ModelName, Record<string, unknown>[]>();
  collect("Order", record as Record<string, unknown>, rows);
  return [...rows].flatMap(([model, found]) => {
    return fieldsOf(model)
      .filter(({ type }) => ["DateTime", "Bytes", "Json"].includes(type))
      .filter(({ name }) => found.every((row) => row[name] === null || row[name] === undefined))
      .map(({ name }) => `${model}.${name}`);
  });
}

function collect(
  model: Prisma.ModelName,
  row: Record<string, unknown>,
  rows: Map<Prisma.ModelName, Record<string, unknown>[]>,
): void {
  rows.set(model, [...(rows.get(model) ?? []), row]);
  for (const { name, kind, type } of modelOf(model).fields) {
    const below = row[name];
    if (kind !== "object" || !Array.isArray(below)) continue;
    for (const each of below) collect(type as Prisma.ModelName, each, rows);
  }
}
