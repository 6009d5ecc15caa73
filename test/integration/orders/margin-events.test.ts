import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
  await shop.settings({ markPaidOnDelivery: false });
});
afterAll(() => shop?.close());
beforeEach(async () => {
  await shop.supplier.control.setTerms({ saleFeePercent: 0 });
  await shop.supplier.control.setAccount({ feeBasis: "margin" });
});

type Fate = "DELIVERED" | "RETURNED";

async function move(row: OrderRow, status: Fate): Promise<OrderRow> {
  await shop.supplier.control.moveParcel({ externalOrderId: row.handoffs[0]?.externalOrderId, status });
  const has = (found: OrderRow) => shop.parcels(found).every((parcel) => parcel.status === status);
  return shop.until(row.orderGid, has, `its parcel to be ${status}`);
}

const buy = (order: Partial<Parameters<PlacingShop["buy"]>[0]> = {}) =>
  shop.buy({ lines: [shop.line("cooker", 1600)], ...order });

async function release(row: OrderRow): Promise<OrderRow> {
  await move(row, "DELIVERED");
  await shop.supplier.control.clock.advance({ days: 20 });
  const isReleased = (found: OrderRow) =>
    shop.parcels(found).every(({ marginStatus }) => marginStatus === "RELEASED");
  return shop.until(row.orderGid, isReleased, "its margin to be released");
}

const issueOf = async (row: OrderRow) =>
  shop.app.db.attention.findFirst({ where: { thingId: row.id, code: "margin_reversed", resolvedAt: null } });

describe("the margin of a delivered parcel", () => {
  it("is told with its sum when it is released, and when it is taken back after that", async () => {
    const row = await release(await buy());
    expect(shop.parcels(row)).toMatchObject([{ marginReleasedPkr: 540 }]);
    expect(await shop.timeline(row)).toContain("margin_released");
    await shop.supplier.control.moveParcel({
      ...{
        externalOrderId: row.handoffs[0]?.externalOrderId,
        status: "RETURNED",
        type: "return",
        force: true,
      },
    });
    const issue = await shop.soon("the alert", () => issueOf(row));
    expect(issue?.params).toMatchObject({ amount: 540, parcels: 1 });
    const page = await findOrderPage(await shop.context(), row.id);
    expect(page?.holds.map(({ sentence }) => sentence)).toContain(
      "The supplier took back the margin of a parcel it had paid out: Rs 540. See the return in its dashboard if you did not expect it.",
    );
  });

  it("is no alert when it is taken back before it was paid out", async () => {
    const row = await buy();
    await move(row, "DELIVERED");
    const returned = await move(row, "RETURNED");
    expect(shop.parcels(returned)).toMatchObject([{ marginStatus: "REVERSED", marginReleasedAt: null }]);
    await shop.rested(row.orderGid);
    expect(await issueOf(row)).toBeNull();
  });

  it("keeps the basis and percent of its order, whatever the account's are later", async () => {
    const first = await buy();
    await shop.supplier.control.setTerms({ saleFeePercent: 5 });
    await shop.supplier.control.setAccount({ feeBasis: "sale" });
    const second = await buy();
    const feeOf = (row: OrderRow) => row.handoffs[0]?.terms;
    expect(feeOf(first)).toMatchObject({ quote: { platformFeePercent: 10, platformFeeBasis: "margin" } });
    expect(feeOf(second)).toMatchObject({ quote: { platformFeePercent: 5, platformFeeBasis: "sale" } });
    expect(shop.parcels(await release(first))).toMatchObject([
      { platformFeePkr: 60, marginReleasedPkr: 540 },
    ]);
    expect(shop.parcels(await release(second))).toMatchObject([
      { platformFeePkr: 80, marginReleasedPkr: 520 },
    ]);
    expect(feeOf((await shop.findOrder(first.orderGid)) ?? second)).toEqual(feeOf(first));
  });

  it("may be sent back for seven days, asked for at the supplier's", async () => {
    const row = await buy();
    const pageOf = async () => (await findOrderPage(await shop.context(), row.id))?.parcels[0];
    expect((await pageOf())?.returnableUntil).toBeNull();
    const [parcel] = shop.parcels(await move(row, "DELIVERED"));
    const week = 7 * 24 * 60 * 60_000;
    expect((await pageOf())?.returnableUntil).toEqual(new Date((parcel?.deliveredAt?.getTime() ?? 0) + week));
  });
});
