import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { loadOrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import { beginRun } from "#app/domain/orders/reconcile/order-run.ts";
import { reconcileOrder } from "#app/domain/orders/reconcile/reconcile-order.server.ts";
import { saveOrderState } from "#app/domain/orders/reconcile/save-order-state.server.ts";
import { eraseOrder } from "#app/domain/privacy/erase-order.server.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());
afterEach(() => shop.supplier.control.clearFaults());

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });
/** The service does what is asked, and answers once its faults are cleared. */
const lateAnswer = { kind: "delay", ms: 8000, when: "after", method: "POST", path: "/orders" } as const;

async function runsOfOrders(): Promise<number> {
  const { values } = await shop.app.metrics.workRuns.get();
  return values
    .filter(({ labels }) => labels.kind === "order.reconcile")
    .reduce((sum, { value }) => sum + value, 0);
}

const deliveriesOf = (externalOrderId = "") =>
  shop.app.db.delivery.findMany({ where: { source: "supplier", subject: externalOrderId } });

describe("what the service reports while an order is placed", () => {
  it("comes in with the same run where it says what the answer said", async () => {
    await shop.supplier.control.armFault(lateAnswer);
    const before = await runsOfOrders();
    const { gid } = await shop.place(cooker());
    await shop.soon("the service's report to come in", async () => {
      const [handoff] = (await shop.findOrder(gid))?.handoffs ?? [];
      return handoff && (await deliveriesOf(handoff.externalOrderId)).length > 0;
    });
    await shop.supplier.control.clearFaults();
    await shop.untilState(gid, "placed");
    const row = await shop.rested(gid);
    expect(await deliveriesOf(row.handoffs[0]?.externalOrderId)).toMatchObject([
      { topic: "order.received", foldedAt: expect.any(Date), ignored: null },
    ]);
    expect(await runsOfOrders()).toBe(before + 1);
    expect(await shop.timeline(row)).toEqual(
      expect.arrayContaining(["handoff_placed", "parcel_received", "request_accepted"]),
    );
  });

  it("reaches Shopify where it says more", async () => {
    await shop.supplier.control.armFault(lateAnswer);
    const { gid } = await shop.place(cooker());
    const externalOrderId = await shop.soon("the service to have it", async () => {
      const { handoffs = [] } = (await shop.findOrder(gid)) ?? {};
      const [handoff] = handoffs;
      const { orders } = await shop.supplier.control.audit();
      return orders.some((order) => order.externalOrderId === handoff?.externalOrderId)
        ? handoff?.externalOrderId
        : null;
    });
    await shop.supplier.control.moveParcel({ externalOrderId, status: "SHIPPED" });
    await shop.supplier.control.clearFaults();
    const row = await shop.untilState(gid, "on_the_way");
    expect(shop.inShopify(gid)).toMatchObject({ fulfillmentStatus: "FULFILLED" });
    expect(shop.inShopify(gid).fulfillments).toHaveLength(1);
    expect((await shop.timeline(row)).filter((code) => code === "parcel_shipped")).toHaveLength(1);
  });
});

it("a run that began while the key was refused goes on, and pauses nothing, once a probe found it taken", async () => {
  const placed = await shop.buy(cooker());
  const paused = { pausedAt: new Date(), health: "reseller_suspended" };
  await shop.app.db.supplierConnection.updateMany({ data: paused });
  const began = await shop.context();
  await shop.app.db.supplierConnection.updateMany({ data: { pausedAt: null, health: "ok" } });
  const handoffId = placed.handoffs[0]?.id;
  await shop.app.db.parcel.updateMany({ where: { handoffId }, data: { readAt: null } });
  const claim = await shop.lend();
  const result = await reconcileOrder(began, claim, { orderGid: placed.orderGid });
  expect(result).toEqual({ kind: "requeue", afterMs: 0 });
  expect(await shop.app.db.supplierConnection.findMany()).toMatchObject([{ pausedAt: null, health: "ok" }]);
  await shop.wake(placed.orderGid);
  const after = await shop.rested(placed.orderGid);
  expect(await shop.openCodes(after)).toEqual([]);
});

it("a customer who is erased between a run's read and its end is not written again", async () => {
  const placed = await shop.buy(cooker());
  const ctx = await shop.context();
  const record = await loadOrderRecord(ctx.db, shop.shopId, placed.orderGid);
  await ctx.db.$transaction((tx) => eraseOrder(ctx, tx, record));
  const claim = await shop.lend();
  const run = beginRun(ctx, claim, record);
  const finding = {
    ...{ placement: { kind: "nothing_open" } as const, isCancelled: false },
    facts: { city: "Lahore", customerEnc: record.customerEnc },
  };
  await expect(saveOrderState(run, finding)).rejects.toMatchObject({ code: "erased_meanwhile" });
  expect(await shop.findOrder(placed.orderGid)).toMatchObject({ city: null, customerEnc: null });
});
