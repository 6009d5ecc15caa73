import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

/** What the document leaves open is a switch of the stand-in: no guess of ours may become a need. */
describe.each(["sparse", "contrary"] as const)("under the %s way of the service", (preset) => {
  let shop: PlacingShop;

  beforeAll(async () => {
    shop = await startPlacingShop({ products: ["cooker", "earbuds", "speaker"], supplier: { preset } });
  });
  afterAll(() => shop.close());

  const twoStores = () => ({
    lines: [shop.line("earbuds", 1000), shop.line("speaker", 2000)],
    shipping: 300,
  });

  async function move(row: OrderRow, status: "SHIPPED" | "DELIVERED" | "RETURNED" | "CANCELLED") {
    const [handoff] = row.handoffs;
    await shop.supplier.control.moveParcel({ externalOrderId: handoff?.externalOrderId, status });
  }

  it("two parcels become two fulfillments of their own lines, and the order is paid", async () => {
    const row = await shop.buy(twoStores());
    expect(shop.parcels(row).every(({ contents }) => contents !== null)).toBe(true);
    await move(row, "DELIVERED");
    await shop.untilState(row.orderGid, "delivered");
    const order = shop.inShopify(row.orderGid);
    expect(order.fulfillments.map(({ lines }) => lines.length)).toEqual([1, 1]);
    expect(order).toMatchObject({ financialStatus: "PAID", fulfillmentStatus: "FULFILLED" });
  });

  it("a refusal is a refusal, and a return a return", async () => {
    const refused = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    await move(refused, "SHIPPED");
    await shop.untilState(refused.orderGid, "on_the_way");
    await move(refused, "RETURNED");
    const after = await shop.untilState(refused.orderGid, "refused");
    expect(shop.parcels(after)).toMatchObject([{ returnType: "rto" }]);
    const returned = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    await move(returned, "DELIVERED");
    await shop.untilState(returned.orderGid, "delivered");
    await move(returned, "RETURNED");
    const back = await shop.untilState(returned.orderGid, "refused");
    expect(shop.parcels(back)).toMatchObject([{ returnType: "return" }]);
  });

  it("a lost answer still ends in one order", async () => {
    await shop.supplier.control.armFault({ kind: "cut", when: "after", method: "POST", path: "/orders" });
    const row = await shop.buy({ ...twoStores(), payment: "paid" });
    expect(await shop.atService(row)).toHaveLength(2);
    expect(shop.parcels(row)).toHaveLength(2);
  });
});
