import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type SweepingShop, startSweepingShop } from "./sweeping-shop.ts";

let shop: SweepingShop;

beforeAll(async () => {
  shop = await startSweepingShop();
  shop.setShopifyBack(5);
});
afterEach(() => shop.hearAgain());
afterAll(() => shop.close());

const oneCooker = () => ({ lines: [shop.line("cooker", 1600)] });

describe("the sweep of Shopify's orders", () => {
  it("finds an order whose every webhook was lost, has it placed, and says so once", async () => {
    await shop.sweep("shopify_orders");
    const told = (await shop.activity()).length;
    shop.loseShopifyNews();
    const { gid } = await shop.place(oneCooker());
    expect(await shop.findOrder(gid)).toBeNull();
    expect(await shop.sweep("shopify_orders")).toMatchObject({ mended: 1 });
    await shop.untilState(gid, "placed");
    expect((await shop.activity()).slice(told)).toEqual([{ sweep: "shopify_orders", mode: "", mended: 1 }]);
  });

  it("leaves an order alone that was read since it changed", async () => {
    const row = await shop.buy(oneCooker());
    await shop.soon("its own echo to be read", async () => {
      const found = await shop.findOrder(row.orderGid);
      const now = shop.inShopify(row.orderGid).updatedAt;
      return found?.shopifyUpdatedAt && new Date(now).getTime() <= found.shopifyUpdatedAt.getTime() + 999;
    });
    const before = await shop.app.db.work.findMany({ where: { kind: "order" } });
    const { seen } = await shop.sweep("shopify_orders");
    const after = await shop.app.db.work.findMany({ where: { kind: "order" } });
    expect(seen).toBeGreaterThan(0);
    expect(after.map(({ wanted }) => wanted)).toEqual(before.map(({ wanted }) => wanted));
  });
});
