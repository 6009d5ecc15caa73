import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "earbuds"] });
});
afterAll(() => shop.close());

async function itemsOf(row: OrderRow) {
  return (await findOrderPage(await shop.context(), row.id))?.items;
}

async function variantOf(title: RegExp) {
  const rows = await shop.app.db.listedVariant.findMany({ include: { listing: true } });
  const found = rows.find(({ listing }) => title.test(listing.title));
  if (!found) throw new Error("No such variant");
  return found;
}

describe("what was ordered", () => {
  it("is shown with price, cost, margin and the parcel it is in", async () => {
    const lines = [shop.line("cooker", 1600, 2), shop.line("earbuds", 1500)];
    const row = await shop.buy({ lines });
    const [cooker, earbuds] = [await variantOf(/cooker/i), await variantOf(/earbuds/i)];
    const items = (await itemsOf(row)) ?? [];
    expect(items).toMatchObject([
      {
        ...{ quantity: 2, pricePkr: 1600, costPkr: cooker.wholesalePkr, place: "parcels" },
        ...{ marginPkr: 2 * (1600 - cooker.wholesalePkr), imageUrl: cooker.listing.imageUrl },
      },
      { quantity: 1, pricePkr: 1500, costPkr: earbuds.wholesalePkr, place: "parcels" },
    ]);
    // They come from two stores of the supplier.
    expect(items.flatMap(({ parcels }) => parcels).toSorted()).toEqual([1, 2]);
  });

  it("keeps the cost of the day it was placed", async () => {
    const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    const before = await itemsOf(row);
    const { id, wholesalePkr } = await variantOf(/cooker/i);
    const where = { itemId: id };
    await shop.app.db.stockedComponent.updateMany({
      where,
      data: { wholesalePkr: rupees(wholesalePkr + 77) },
    });
    expect(await itemsOf(row)).toEqual(before);
    await shop.app.db.stockedComponent.updateMany({ where, data: { wholesalePkr } });
  });

  it("shows first what holds it, and what only waits beside it", async () => {
    const { supplierVariantId: variantId } = await variantOf(/earbuds/i);
    await shop.supplier.control.setStock({ variantId, stock: 0 });
    const lines = [shop.line("cooker", 1600), shop.line("earbuds", 1500)];
    const row = await shop.buy({ lines }, "waiting");
    expect(await itemsOf(row)).toMatchObject([
      { title: expect.stringMatching(/earbuds/i), place: "held", parcels: [] },
      { title: expect.stringMatching(/cooker/i), place: "to_send", parcels: [] },
    ]);
    await shop.supplier.control.setStock({ variantId, stock: 500 });
  });

  it("names a loss, and the merchant's own goods without a cost", async () => {
    const own = { title: "Gift wrap", price: 50, quantity: 1 };
    const row = await shop.buy({ lines: [shop.line("cooker", 900), own] }, "held");
    const { wholesalePkr } = await variantOf(/cooker/i);
    expect(wholesalePkr).toBeGreaterThan(900);
    expect(await itemsOf(row)).toMatchObject([
      { pricePkr: 900, marginPkr: 900 - wholesalePkr, place: "held" },
      { title: "Gift wrap", costPkr: null, marginPkr: null, place: "own" },
    ]);
  });

  it("is not told of an order that was not read", async () => {
    const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    await shop.app.db.$executeRaw`update "order" set lines = null where id = ${row.id}::uuid`;
    expect(await itemsOf(row)).toBeNull();
  });
});

describe("a parcel of the supplier's", () => {
  const parcelOf = async (row: OrderRow) =>
    (await findOrderPage(await shop.context(), row.id))?.parcels[0] ?? null;

  it("shows the supplier's number, its steps and what was noted", async () => {
    const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    const [atService] = await shop.atService(row);
    const parcel = await parcelOf(row);
    expect(parcel?.orderNumber).toBe(atService?.orderNumber);
    expect(parcel?.history).toMatchObject([{ status: "RECEIVED", at: expect.stringMatching(/^20/) }]);
  });

  it("shows what was noted at a step", async () => {
    const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    const { id } = shop.parcels(row)[0] ?? { id: "" };
    const step = { status: "RETURNED", at: "2026-11-25T10:00:00Z", note: "The customer was not at home" };
    const place = { table: "parcel", row: id, column: "raw_enc" } as const;
    const rawEnc = shop.app.crypto.seal(JSON.stringify({ history: [step] }), place);
    await shop.app.db.parcel.update({ where: { id }, data: { rawEnc } });
    expect((await parcelOf(row))?.history).toMatchObject([
      { status: "RETURNED", note: "The customer was not at home" },
    ]);
  });

  it.each([
    [{ history: "none" }, 0],
    [{ history: [{ at: "yesterday" }, { status: "RECEIVED", at: "soon", note: 5 }] }, 1],
    [["no record"], 0],
  ])("%# shows what can be read of a history in another shape", async (raw, steps) => {
    const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    const { id } = shop.parcels(row)[0] ?? { id: "" };
    const place = { table: "parcel", row: id, column: "raw_enc" } as const;
    const rawEnc = shop.app.crypto.seal(JSON.stringify(raw), place);
    await shop.app.db.parcel.update({ where: { id }, data: { rawEnc } });
    expect((await parcelOf(row))?.history).toHaveLength(steps);
    await shop.app.db.parcel.update({ where: { id }, data: { rawEnc: null } });
    expect((await parcelOf(row))?.history).toEqual([]);
  });
});
