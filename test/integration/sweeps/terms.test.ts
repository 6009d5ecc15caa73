import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { checkConnection } from "#app/domain/connection/check-connection.server.ts";
import { loadTerms } from "#app/domain/policy/terms/load-terms.server.ts";
import { type SweepingShop, startSweepingShop } from "./sweeping-shop.ts";

let shop: SweepingShop;

beforeAll(async () => {
  shop = await startSweepingShop();
});
beforeEach(async () => {
  await shop.app.db.terms.deleteMany();
});
afterAll(() => shop.close());

const kept = async () => {
  const rows = await shop.app.db.terms.findMany({ orderBy: { figure: "asc" } });
  return rows.map(({ figure, value, source }) => ({ figure, value, source }));
};

describe("the terms of an account", () => {
  it("are told by the orders of a sweep where no quote told them, and by the day of a release", async () => {
    await shop.supplier.control.setTerms({ marginFeePercent: 11, payoutHoldDays: 14 });
    const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    const [parcel] = shop.parcels(row);
    await shop.supplier.control.moveParcel({ id: parcel?.supplierOrderId ?? "", status: "DELIVERED" });
    await shop.untilState(row.orderGid, "delivered");
    await shop.app.db.terms.deleteMany();
    await shop.sweep("parcels_delivered");
    expect(await kept()).toEqual([
      { figure: "fee", value: { percent: 11, basis: "margin" }, source: "order" },
      { figure: "payout_days", value: 14, source: "order" },
    ]);
    expect((await loadTerms(await shop.context())).payoutDays).toBe(14);
    await shop.sweep("parcels_delivered");
    expect(await kept()).toHaveLength(2);
  });

  it("are told by the walk of the catalog: what a product of unknown weight is estimated at", async () => {
    await shop.supplier.control.setTerms({ defaultShippingCost: 260 });
    await shop.sweep("catalog");
    expect(await kept()).toEqual([{ figure: "default_shipping", value: 260, source: "catalog" }]);
  });

  it("are told by the wallet: the deposit", async () => {
    await shop.supplier.control.setTerms({ depositAmount: 3500 });
    await checkConnection(await shop.context(), { mode: "live" });
    expect(await kept()).toEqual([{ figure: "deposit", value: 3500, source: "wallet" }]);
  });
});
