import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  dismissRefused,
  requestCancelRefused,
} from "#app/domain/orders/returns/refused-order-commands.server.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(async () => {
  armFailpoints("");
  await shop.close();
});
beforeEach(async () => {
  armFailpoints("");
  await shop.settings({ whenRefused: "leave" });
});

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });
const by = (row: OrderRow) => ({ orderId: row.id, by: "Test" });

async function refuse(order: Parameters<PlacingShop["buy"]>[0] = cooker(), type: "rto" | "return" = "rto") {
  const row = await shop.buy(order);
  const { externalOrderId } = row.handoffs[0] ?? {};
  if (type === "return") {
    await shop.supplier.control.moveParcel({ externalOrderId, status: "DELIVERED" });
    await shop.untilState(row.orderGid, "delivered");
  }
  await shop.supplier.control.moveParcel({ externalOrderId, status: "RETURNED", type });
  return shop.untilState(row.orderGid, "refused");
}

const isCancelled = (row: OrderRow) =>
  shop.until(row.orderGid, ({ cancelledAt }) => cancelledAt !== null, "Shopify to cancel it");

describe("an order whose parcel was refused", () => {
  it("is told, tagged and noted once, below the merchant's own words, and left open", async () => {
    const row = await refuse({ ...cooker(), note: "Ring twice" });
    await shop.wake(row.orderGid);
    await shop.rested(row.orderGid);
    const { note, tags, cancelledAt, fulfillments } = shop.inShopify(row.orderGid);
    expect(note).toMatch(/^Ring twice\nKarwan: The parcel \(TCS TCS\d+\) was refused at the door\.$/);
    expect({ tags, cancelledAt }).toEqual({ tags: ["Refused"], cancelledAt: null });
    expect(fulfillments[0]?.events.map(({ status }) => status)).toContain("FAILURE");
    expect(await shop.openCodes(row)).toEqual([]);
  });

  it.each(["nothing", "P12", "P13", "P14"])(
    "is cancelled in Shopify at a press, not restocked, when the work breaks off at %s",
    async (point) => {
      const row = await refuse();
      if (point !== "nothing") armFailpoints(`${point}:throw`);
      await requestCancelRefused(await shop.context(), by(row));
      await shop.soon("the cancellation", async () => {
        await shop.wake(row.orderGid);
        return (await shop.findOrder(row.orderGid))?.cancelledAt;
      });
      armFailpoints("");
      const after = await isCancelled(row);
      expect(shop.inShopify(row.orderGid).fulfillments).toMatchObject([{ status: "CANCELLED" }]);
      await shop.soon("the intent to be settled", async () =>
        (await shop.findOrder(row.orderGid))?.effects.some(
          ({ key, state }) => key === "cancel_refused" && state === "done",
        ),
      );
      expect(after.handoffs).toHaveLength(1);
      expect(await shop.openCodes(await shop.rested(row.orderGid))).toEqual([]);
    },
  );

  it("is cancelled by itself where the shop chose so, and nothing is placed again", async () => {
    await shop.settings({ whenRefused: "cancel" });
    const row = await shop.buy(cooker());
    const { externalOrderId } = row.handoffs[0] ?? {};
    await shop.supplier.control.moveParcel({ externalOrderId, status: "RETURNED", type: "rto" });
    const after = await isCancelled(row);
    expect(after.handoffs).toHaveLength(1);
    expect(await shop.timeline(row)).toContain("refused_order_cancelled");
  });

  it("is left to the merchant where it holds goods of their own, though the shop chose to cancel", async () => {
    await shop.settings({ whenRefused: "cancel" });
    const own = shop.shopify.control.addOwnProduct({ title: "Own lamp", price: 500 });
    const lines = [shop.line("cooker", 1600), { variantId: own.variantId, quantity: 1, price: 500 }];
    const row = await refuse({ lines });
    const recorded = await shop.until(
      row.orderGid,
      ({ holdCode }) => holdCode === "parcel_refused",
      "the word",
    );
    expect(shop.inShopify(row.orderGid).cancelledAt).toBeNull();
    await dismissRefused(await shop.context(), by(recorded));
    await shop.until(row.orderGid, ({ holdCode }) => holdCode === null, "the question to end");
  });

  it("asks the merchant to refund what was paid before it came back", async () => {
    const row = await refuse(cooker(), "return");
    await shop.until(row.orderGid, ({ holdCode }) => holdCode === "parcel_returned", "the word");
    expect(shop.inShopify(row.orderGid)).toMatchObject({ cancelledAt: null, tags: ["Returned"] });
  });
});
