import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { simulateParcel } from "#app/domain/orders/commands/parcels/simulate-parcel.server.ts";
import { listOrders } from "#app/domain/orders/list/list-orders.server.ts";
import { noFilter } from "#app/domain/orders/list/orders-filter.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import { DEMO_TEST_KEY } from "#test/standins/supplier/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ key: DEMO_TEST_KEY });
});
afterAll(() => shop.close());

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });

async function listed({ id }: { readonly id: string }) {
  const query = { view: "all", filter: noFilter, search: "", sort: "newest", after: null } as const;
  return (await listOrders(await shop.context(), query)).rows.find((each) => each.id === id);
}

describe("a connection in test mode", () => {
  it("never places a real order by itself", async () => {
    const row = await shop.buy(cooker(), "held");
    expect(row).toMatchObject({ holdCode: "test_connection", handoffs: [] });
    expect(await listed(row)).toMatchObject({ isTest: false, brings: null });
  });

  it("places at a press under an id of its own, tells no customer and marks nothing as paid", async () => {
    const held = await shop.buy(cooker(), "held");
    await requestPlacement(await shop.context(), { orderId: held.id, by: "Test" });
    const row = await shop.untilState(held.orderGid, "placed");
    expect(row.handoffs).toMatchObject([
      { mode: "test", externalOrderId: expect.stringMatching(/^t-\d+-\d+$/) },
    ]);
    expect(await shop.atService(row)).toMatchObject([{ mode: "test" }]);
    expect(await listed(row)).toMatchObject({ isTest: true });
    const parcelId = asId<ParcelId>(shop.parcels(row)[0]?.id ?? "");
    for (const status of ["SHIPPED", "DELIVERED"] as const) {
      const press = { parcelId, status, by: "Test" };
      expect(await simulateParcel(await shop.context(), press)).toEqual({ ok: true });
    }
    await shop.untilState(held.orderGid, "delivered");
    const { fulfillments, financialStatus } = shop.inShopify(held.orderGid);
    expect(fulfillments).toHaveLength(1);
    expect(financialStatus).toBe("PENDING");
    expect(shop.shopify.control.state().mails.filter(({ orderId }) => orderId === held.orderGid)).toEqual([]);
  });

  it("tags no order whose simulated parcel comes back", async () => {
    const held = await shop.buy(cooker(), "held");
    await requestPlacement(await shop.context(), { orderId: held.id, by: "Test" });
    const row = await shop.untilState(held.orderGid, "placed");
    const parcelId = asId<ParcelId>(shop.parcels(row)[0]?.id ?? "");
    for (const status of ["SHIPPED", "RETURNED"] as const)
      expect(await simulateParcel(await shop.context(), { parcelId, status, by: "Test" })).toEqual({
        ok: true,
      });
    await shop.untilState(held.orderGid, "refused");
    await shop.rested(held.orderGid);
    expect(shop.inShopify(held.orderGid).tags).toEqual([]);
  });

  it("places a test order of Shopify's by itself", async () => {
    expect(await shop.buy({ ...cooker(), test: true })).toMatchObject({ handoffs: [{ mode: "test" }] });
  });
});
