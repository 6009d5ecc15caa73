import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { activateConnection } from "#app/domain/connection/activate-connection.server.ts";
import { disconnectSupplier } from "#app/domain/connection/disconnect-supplier.server.ts";
import { connectSupplier } from "#test/support/connect-supplier.ts";
import { type StockedItemRow, type StockShop, startStockShop } from "./stock-shop.ts";

let shop: StockShop;
let cooker: StockedItemRow;
/** What customers see of it as a test begins; a unit that was placed before is not in it. */
let before: number;

beforeAll(async () => {
  shop = await startStockShop();
  const [item] = await shop.stockedItems("prd_cooker");
  if (!item) throw new Error("Nothing is listed");
  cooker = item;
  await shop.untilShown(cooker, 500);
});
beforeEach(async () => {
  await shop.rest();
  before = await shop.shown(cooker);
});
// A parcel under way holds back the key it was placed with.
afterEach(async () => {
  const underWay = {
    where: { shopId: shop.shopId, status: { not: "DELIVERED" } },
    include: { handoff: true },
  };
  for (const { id, handoff } of await shop.app.db.parcel.findMany(underWay)) {
    for (const status of ["SHIPPED", "DELIVERED"] as const)
      await shop.supplier.control.moveParcel({ externalOrderId: handoff.externalOrderId, status });
    await shop.soon("the parcel to be over", () =>
      shop.app.db.parcel.findFirst({ where: { id, status: "DELIVERED" } }),
    );
  }
});
afterAll(() => shop?.close());

const leaving = { mode: "live", by: "Ali", openParcels: "wait" } as const;

async function connect(id: string): Promise<void> {
  const secret = `secret-of-${id}`;
  await shop.supplier.control.addKey({ id, secret, mode: "live", integrationId: `int_${id}` });
  const asked = { keyId: id, secret, by: "Ali", otherReceiver: "take_over" } as const;
  expect(await connectSupplier(await shop.context(), asked)).toMatchObject({
    kind: "connected",
    active: true,
  });
}

async function timesAskedForZero(): Promise<bigint | number> {
  const where = { shopId: shop.shopId, kind: "inventory.zero" };
  return (await shop.app.db.work.findFirst({ where }))?.requestedGeneration ?? 0;
}

const goLive = async () => activateConnection(await shop.context(), { mode: "live", by: "Ali" });
const enterAgain = async (id: string) => {
  const asked = { keyId: id, secret: `secret-of-${id}`, by: "Ali", otherReceiver: "keep" } as const;
  expect(await connectSupplier(await shop.context(), asked)).toMatchObject({
    kind: "connected",
    active: true,
  });
};

// One shop's ways out and back: each leaves it connected.
describe("disconnecting the key in use", () => {
  it("leaves what customers see where that is wanted", async () => {
    const asked = await timesAskedForZero();
    expect(await disconnectSupplier(await shop.context(), { ...leaving, products: "stay" })).toEqual({
      kind: "disconnected",
    });
    expect(await timesAskedForZero()).toBe(asked);
    await connect("lk_back");
    await shop.rest();
    expect(await shop.shown(cooker)).toBe(before);
  });

  it("shows its products as sold out where that is wanted, until another key brings the stock back", async () => {
    await disconnectSupplier(await shop.context(), { ...leaving, products: "sold_out" });
    await shop.untilShown(cooker, 0);
    expect(await shop.variantOf(cooker)).toMatchObject({
      stock: before,
      pushedQuantity: 0,
      stockDueAt: null,
    });
    await connect("lk_again");
    await shop.untilShown(cooker, before);
    expect(await shop.facts(cooker.listingId)).not.toContain("stock_put_right");
  });

  it("brings the stock back each time the key that waited for its last parcel is used again", async () => {
    const { db } = shop.app;
    await connect("lk_waits");
    await shop.place({ lines: [shop.line("cooker", 1600)] });
    const parcel = await shop.soon("the parcel", () =>
      db.parcel.findFirst({ where: { shopId: shop.shopId } }),
    );
    await shop.rest();
    // Whatever stock is read from now on counts without the unit that was placed.
    await db.handoff.updateMany({ where: { shopId: shop.shopId }, data: { takenAt: new Date(0) } });
    for (const comesBack of [goLive, () => enterAgain("lk_waits"), goLive]) {
      const asked = { ...leaving, openParcels: "when_over", products: "sold_out" } as const;
      expect(await disconnectSupplier(await shop.context(), asked)).toMatchObject({
        ...{ kind: "leaving", parcels: [{ parcelId: parcel.id }] },
      });
      await shop.untilShown(cooker, 0);
      await comesBack();
      await shop.untilShown(cooker, before - 1);
    }
    expect(await shop.facts(cooker.listingId)).not.toContain("stock_put_right");
  });

  it("ends by itself where a key is connected before it was carried out", async () => {
    await (await shop.context()).wake([{ kind: "inventory.zero", subject: "shop" }]);
    await shop.soon("the work to be over", async () => {
      const where = { shopId: shop.shopId, kind: "inventory.zero" };
      const work = await shop.app.db.work.findFirst({ where });
      return work?.nextRunAt === null && work.leaseToken === null;
    });
    expect(await shop.shown(cooker)).toBe(before);
  });
});
