import { afterEach, describe, expect, it } from "vitest";
import { type SweepingShop, startSweepingShop } from "./sweeping-shop.ts";

let shop: SweepingShop;

afterEach(() => shop.close());

type Move = Parameters<SweepingShop["supplier"]["control"]["moveParcel"]>[0];

describe("a shop that hears nothing from either side", () => {
  it.each(["plain", "sparse", "contrary"] as const)(
    "brings a cash order from checkout to paid through sweeps alone (%s)",
    async (preset) => {
      shop = await startSweepingShop({ supplier: { preset } });
      shop.loseShopifyEvents();
      await shop.loseServiceEvents();
      const { gid } = await shop.place({ lines: [shop.line("cooker", 1600)] });
      await shop.sweep("shopify_orders");
      const placed = await shop.untilState(gid, "placed");
      const move = (status: Move["status"]) =>
        shop.supplier.control.moveParcel({
          externalOrderId: placed.handoffs[0]?.externalOrderId,
          status,
        });
      await move("SHIPPED");
      await shop.sweep("parcels");
      await shop.untilState(gid, "on_the_way");
      await move("DELIVERED");
      await shop.sweep("parcels");
      await shop.untilState(gid, "delivered");
      const inShopify = shop.inShopify(gid);
      expect(inShopify.financialStatus).toBe("PAID");
      expect(inShopify.fulfillments).toHaveLength(1);
      expect(await shop.atService(placed)).toMatchObject([{ status: "DELIVERED" }]);
      expect(await shop.app.db.delivery.count({ where: { topic: { not: "order.listed" } } })).toBe(0);
      expect((await shop.supplier.control.audit()).problems).toEqual([]);
    },
  );

  it("hears of a cancellation asked for in Shopify, and answers it", async () => {
    shop = await startSweepingShop();
    shop.loseShopifyEvents();
    await shop.loseServiceEvents();
    const { gid } = await shop.place({ lines: [shop.line("cooker", 1600)] });
    await shop.sweep("shopify_orders");
    const placed = await shop.untilState(gid, "placed");
    const [fulfillmentOrder] = await shop.ours(gid);
    shop.shopify.control.requestCancellation({ id: fulfillmentOrder?.id ?? "" });
    await shop.sweep("requests");
    await shop.soon("the answer", async () =>
      (await shop.ours(gid)).some(({ requestStatus }) => requestStatus === "CANCELLATION_ACCEPTED"),
    );
    expect(await shop.atService(placed)).toMatchObject([{ status: "CANCELLED" }]);
  });
});
