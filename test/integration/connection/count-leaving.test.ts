import { afterAll, beforeAll, expect, it } from "vitest";
import { countLeaving } from "#app/domain/connection/count-leaving.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { type PlacingShop, startPlacingShop } from "#test/integration/orders/placing-shop.ts";
import { asId } from "#test/support/as-id.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());

const counted = async () => countLeaving(await shop.context());

it("counts what leaving concerns, and no other shop's", async () => {
  const before = await counted();
  expect(before).toMatchObject({ openParcels: 0, unpaidParcels: 0, unsentOrders: 0 });
  expect(before.products).toBeGreaterThan(0);
  const placed = await shop.buy({ lines: [shop.line("cooker", 1600)] });
  expect(await counted()).toEqual({ ...before, openParcels: 1 });
  await shop.supplier.control.armFault({ kind: "webhook_lost", times: 100, log: "absent" });
  const { supplierVariantId: variantId } = await shop.app.db.listingVariant.findFirstOrThrow();
  await shop.supplier.control.setStock({ variantId, stock: 0 });
  await shop.buy({ lines: [shop.line("cooker", 1600)] }, "waiting");
  expect(await counted()).toEqual({ ...before, openParcels: 1, unsentOrders: 1 });
  await shop.supplier.control.clearFaults();
  for (const { id } of await shop.atService(placed)) {
    await shop.supplier.control.moveParcel({ id, status: "SHIPPED" });
    await shop.supplier.control.moveParcel({ id, status: "DELIVERED" });
  }
  await shop.soon("the parcel to be over", async () => (await counted()).openParcels === 0);
  const { db, shop: own } = await shop.context();
  const other = { ...own, id: asId<ShopId>("00000000-0000-4000-8000-000000000000") };
  const nothing = { products: 0, openParcels: 0, unpaidParcels: 0, unsentOrders: 0 };
  expect(await countLeaving({ db, shop: other })).toEqual(nothing);
});
