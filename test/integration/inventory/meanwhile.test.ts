import { randomUUID } from "node:crypto";
import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { listStockedItemsByIds } from "#app/domain/inventory/load-stocked-items.server.ts";
import { saveStockedItems } from "#app/domain/inventory/save-stocked-items.server.ts";
import { writeStockedItems } from "#app/domain/inventory/write-stocked-items.server.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import {
  recordShopifyQuantityUnknown,
  requestStockReconcile,
  requestStockReconcileSql,
} from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import type { LocationGid, VariantGid } from "#app/platform/ids.ts";
import { Lease } from "#app/platform/queue/lease.server.ts";
import { claimWork } from "#app/platform/queue/work.server.ts";
import {
  type ListingHarness,
  startListingHarness,
} from "#test/integration/catalog/listings/listing-harness.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { asId } from "#test/support/as-id.ts";

let harness: ListingHarness;

beforeAll(async () => {
  harness = await startListingHarness();
});
beforeEach(() => harness.forget());
afterAll(() => harness.close());

/** A run that has read its stocked item, and writes when released. */
async function begin({ isStale = false } = {}) {
  const listingId = await harness.list("prd_cooker");
  const { mode, variants } = await harness.getListing(listingId);
  const [variant] = variants;
  if (!variant) throw new Error("Nothing was imported");
  const { shopId } = harness;
  await harness.db.stockedComponent.updateMany({ where: { itemId: variant.id }, data: { stock: 300 } });
  await harness.db.stockedItem.updateMany({ where: { id: variant.id }, data: { stockUnsure: isStale } });
  await harness.db.$transaction((tx) => requestStockReconcile(tx, shopId, [variant.id]));
  const { id } = await harness.db.work.findFirstOrThrow({ where: { kind: "inventory.push", subject: mode } });
  await harness.db.work.update({ where: { id }, data: { nextRunAt: new Date(0) } });
  const claimed = await claimWork(harness.db, id, 15_000);
  if (claimed === null) throw new Error("The stock cannot be claimed");
  // As of a run that has been at it for so long that it asks whether the lease still stands.
  const claim = { ...claimed, lease: new Lease(harness.db, claimed.lease) };
  const ctx = await harness.context();
  const settings = await loadListingSettings(ctx);
  const run = { ctx, claim, mode, locationGid: ctx.shop.locationGid ?? asId<LocationGid>(""), settings };
  const stockedItems = await listStockedItemsByIds(harness.db, { shopId, mode }, settings, [variant.id]);
  return {
    ...{ listingId, variant, shopId, mode },
    takeOver: () => harness.db.work.update({ where: { id }, data: { leaseToken: randomUUID() } }),
    write: () => writeStockedItems(run, stockedItems),
    save: () =>
      saveStockedItems(
        run,
        stockedItems.map((item) => ({ item, quantity: 300, from: 0, isUnsettled: false })),
      ),
    row: () => harness.db.listedVariant.findFirstOrThrow({ where: { id: variant.id } }),
  };
}

it("is not forgotten that a quantity may have been set by hand, when that is heard while it is written", async () => {
  const { variant, shopId, write, row } = await begin();
  await harness.db.$transaction(async (tx) => {
    await recordShopifyQuantityUnknown(tx, shopId, [variant.id]);
    await requestStockReconcile(tx, shopId, [variant.id]);
  });
  await write();
  expect(await row()).toMatchObject({ stockUnsure: true, stockDueAt: expect.any(Date) });
});

it("is not forgotten either when Shopify had just been read for that very reason", async () => {
  const { variant, shopId, save, row } = await begin({ isStale: true });
  await harness.db.$transaction(async (tx) => {
    await recordShopifyQuantityUnknown(tx, shopId, [variant.id]);
    await requestStockReconcile(tx, shopId, [variant.id]);
  });
  await save();
  expect(await row()).toMatchObject({ stockUnsure: true, stockDueAt: expect.any(Date), pushedQuantity: 300 });
});

it("is no edit by hand when an order is heard of while the quantity it moved is written", async () => {
  const { variant, shopId, listingId, write, row } = await begin();
  const variantGid = variant.variantGid ?? asId<VariantGid>("");
  harness.shopify.setChannels({ id: (await harness.getListing(listingId)).productGid ?? "" });
  harness.shopify.placeOrder({
    ...{ shop: DEMO_SHOP, payment: "cod" },
    lines: [{ variantId: variantGid, price: 1600, quantity: 1 }],
  });
  const order = await harness.db.order.create({ data: { shopId, orderGid: asId("gid://shopify/Order/1") } });
  await harness.db.openUnit.create({
    data: { shopId, orderId: order.id, variantGid, knownCommittedUnits: 1, unallocatedUnits: 1 },
  });
  const moved = { variantGids: [variantGid], moved: [variantGid] };
  const { item, stock } = requestStockReconcileSql(shopId, moved);
  await harness.db
    .$executeRaw`with held as (select 1), item as (${item}), stock as (${stock}) select from held`;
  await write();
  const recorded = await harness.db.timelineEntry.findMany({ where: { thingId: listingId } });
  expect(recorded.map(({ code }) => code)).not.toContain("stock_put_right");
  expect((await row()).pushedQuantity).toBeGreaterThan(0);
});

it("writes no quantity for a run whose work another one has taken over", async () => {
  const { variant, takeOver, write, row } = await begin();
  const before = await row();
  harness.shopify.requests({ clear: true });
  await takeOver();
  await expect(write()).rejects.toMatchObject({ code: "lease_lost" });
  expect(harness.shopify.requests().filter(({ operation }) => operation === "InventorySet")).toEqual([]);
  expect(await row()).toEqual(before);
  expect(variant.pushedQuantity).not.toBe(300);
});

it("writes no quantity of a key that went out of use after the run had begun", async () => {
  const { mode, write, row } = await begin();
  const before = await row();
  harness.shopify.requests({ clear: true });
  await harness.db.supplierConnection.updateMany({ where: { mode }, data: { active: false } });
  const outcome = await write().catch((error: unknown) => error);
  await harness.db.supplierConnection.updateMany({ where: { mode }, data: { active: true } });
  expect(outcome).toMatchObject({ code: "mode_not_in_use" });
  expect(harness.shopify.requests().filter(({ operation }) => operation === "InventorySet")).toEqual([]);
  expect(await row()).toEqual(before);
});

it("keeps no quantity for a run whose work was taken over while Shopify wrote it", async () => {
  const { takeOver, save, row } = await begin();
  const before = await row();
  await takeOver();
  await expect(save()).rejects.toMatchObject({ code: "lease_lost" });
  expect(await row()).toEqual(before);
});

it("marks nothing in a statement whose lease is lost", async () => {
  const { variant, shopId, row } = await begin();
  const before = await row();
  const variantGids = [variant.variantGid ?? asId<VariantGid>("")];
  const { item, stock } = requestStockReconcileSql(shopId, { variantGids, moved: variantGids });
  const mark = (held: Prisma.Sql) => harness.db.$executeRaw`
    with held as (${held}), item as (${item}), stock as (${stock}) select from held`;
  await mark(Prisma.sql`select 1 where false`);
  expect(await row()).toEqual(before);
  await mark(Prisma.sql`select 1`);
  expect(await row()).not.toEqual(before);
});
