import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());

describe("an order that is handed off twice", () => {
  it("is marked as paid for each handoff's delivered parcel", async () => {
    const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    await shop.supplier.control.moveParcel({
      ...{ externalOrderId: row.handoffs[0]?.externalOrderId, status: "DELIVERED" },
    });
    await shop.untilState(row.orderGid, "delivered");
    expect(shop.inShopify(row.orderGid)).toMatchObject({ outstanding: "0.00" });
    shop.shopify.control.editOrder({ orderId: row.orderGid, add: [shop.line("cooker", 1700)] });
    await shop.until(row.orderGid, ({ state }) => state !== "delivered", "the added unit to be seen");
    await requestPlacement(await shop.context(), { orderId: row.id, by: "Test" });
    const again = await shop.until(
      row.orderGid,
      ({ handoffs }) => handoffs.length === 2,
      "the second handoff",
    );
    expect(await shop.atService(again)).toMatchObject([{ codAmount: 1800 }, { codAmount: 1700 }]);
    await shop.supplier.control.moveParcel({
      ...{ externalOrderId: again.handoffs[1]?.externalOrderId, status: "DELIVERED" },
    });
    const after = await shop.untilState(row.orderGid, "delivered");
    expect(shop.inShopify(row.orderGid)).toMatchObject({ financialStatus: "PAID", outstanding: "0.00" });
    expect((await shop.timeline(after)).filter((code) => code === "marked_paid")).toHaveLength(2);
    expect(await shop.openCodes(after)).toEqual([]);
  });
});
