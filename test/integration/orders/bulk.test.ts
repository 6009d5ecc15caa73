import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { continueBulkRun } from "#app/domain/bulk-actions/continue-bulk-run.server.ts";
import type { ItemState } from "#app/domain/bulk-actions/item-state.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { findOrdersRun, listOrdersOfRun } from "#app/domain/orders/bulk/find-orders-run.server.ts";
import { type StartOrdersRunInput, startOrdersRun } from "#app/domain/orders/bulk/start-orders-run.server.ts";
import { payParcel } from "#app/domain/orders/commands/payment/pay-parcel.server.ts";
import type { BulkAction } from "#app/domain/orders/commands/registry.ts";
import { bulkSubjects } from "#app/jobs/bulk-subjects.server.ts";
import { type BulkRunId, type ParcelId, toOrderId } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { Lease } from "#app/platform/queue/lease.server.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import { asId } from "#test/support/as-id.ts";
import { findHoldWords } from "#test/support/find-hold-words.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "earbuds", "speaker"] });
  await shop.settings({ autoCod: false, autoPrepaid: false });
});
afterAll(() => shop?.close());

const one = () => ({ lines: [shop.line("cooker", 1600)] });

async function start(
  action: BulkAction,
  orderIds: readonly string[],
  more: Partial<StartOrdersRunInput> = {},
) {
  const started = await startOrdersRun(await shop.context(), {
    action,
    orderIds: orderIds.map(toOrderId),
    by: "7",
    ...more,
  });
  if (!started.ok) throw new Error(started.reason);
  return started.runId;
}

/** The run's rows once every order was looked at. */
async function results(runId: BulkRunId) {
  const run = await waitFor(
    async () => {
      const found = await findOrdersRun(await shop.context(), { runId, after: -1, onlyRefused: false });
      const isOver =
        found?.isFinished && found.rows.every(({ state }) => state === "done" || state === "refused");
      return isOver ? found : null;
    },
    { what: "the run to end", everyMs: 50 },
  );
  return run.rows.map(({ order, state, reason }) => ({ id: order.id, is: order.state, state, reason }));
}

describe("one press on many orders", () => {
  it("places those that can be placed, and says of each other why not", async () => {
    const ready = await shop.buy(one(), "to_place");
    const asked = await heldByCity("Qasba Nowhere");
    const runId = await start("place", [ready.id, asked.id]);
    expect(await results(runId)).toEqual([
      { id: ready.id, is: "placed", state: "done", reason: null },
      { id: asked.id, is: "held", state: "refused", reason: expect.stringContaining("Qasba Nowhere") },
    ]);
    expect(await shop.timeline(ready)).toContain("place_pressed");
    expect(await shop.timeline(asked)).not.toContain("place_pressed");
  });

  it("says of each order what keeps it back while nothing is placed at all", async () => {
    const ready = await shop.buy(one(), "to_place");
    await shop.settings({ paused: true });
    const [row] = await results(await start("place", [ready.id]));
    expect(row).toMatchObject({ id: ready.id, reason: expect.stringContaining("Placing is paused") });
    await shop.settings({ paused: false });
    await shop.untilState(ready.orderGid, "placed");
  });

  it("chooses a city for every order with the same spelling, chosen or not", async () => {
    const orders = [await heldByCity("Old Mandi Road"), await heldByCity("old mandi road ")];
    const cities = [{ spelling: "Old Mandi Road", city: "Lahore" }];
    const runId = await start("choose_city", [], { cities });
    const rows = await results(runId);
    expect(rows.map(({ id }) => id).sort()).toEqual(orders.map(({ id }) => id).sort());
    expect(rows.map(({ is }) => is)).toEqual(["to_place", "to_place"]);
  });

  it("cancels what was never sent, and takes it back", async () => {
    const order = await shop.buy(one(), "to_place");
    const cancelled = await start("cancel", [order.id]);
    expect(await results(cancelled)).toMatchObject([{ is: "cancelled", state: "done" }]);
    const pressed = await listOrdersOfRun(await shop.context(), cancelled);
    const resumed = await start("resume", pressed);
    expect(await results(resumed)).toMatchObject([{ is: "to_place", state: "done" }]);
  });

  it("pays what waits for funds once, although the worker died after the payment", async () => {
    const order = await waitingForFunds();
    const [parcel] = shop.parcels(order);
    const ctx = await shop.context();
    // As the dead worker left it: begun, paid at the service, and nothing more written.
    await shop.supplier.control.topUp({ amount: 100_000 });
    await ctx.supplier?.payOrder(asId(parcel?.supplierOrderId ?? ""));
    const runId = await leaveRun("pay", [order.id], "begun");
    await ctx.wake([{ kind: "bulkRun.continue", subject: { bulkRunId: runId } }]);
    expect(await results(runId)).toMatchObject([{ state: "done", reason: null }]);
    expect(await walletMoves(parcel?.supplierOrderId ?? "")).toBe(1);
  });

  it("pays a selection, and says what the wallet cannot cover", async () => {
    const order = await waitingForFunds();
    const poor = await start("pay", [order.id]);
    expect(await results(poor)).toMatchObject([
      { state: "refused", reason: expect.stringContaining("wallet does not hold enough") },
    ]);
    await shop.supplier.control.topUp({ amount: 100_000 });
    const rich = await start("pay", [order.id]);
    expect(await results(rich)).toMatchObject([{ state: "done" }]);
    await shop.untilState(order.orderGid, "placed");
  });

  it("stops where the wallet is used up: what is less pressing is not tried", async () => {
    const orders = [await waitingForFunds(), await waitingForFunds()];
    const [urgent, later] = orders.toReversed();
    for (const [at, order] of [urgent, later].entries()) {
      const fundsDeadline = new Date(Date.now() + (at + 1) * 3_600_000);
      await shop.app.db.parcel.updateMany({
        where: { handoff: { orderId: order?.id } },
        data: { fundsDeadline },
      });
    }
    const rows = await results(await start("pay", [later?.id ?? "", urgent?.id ?? ""]));
    expect(rows).toMatchObject([
      { id: urgent?.id, state: "refused", reason: expect.stringContaining("wallet does not hold enough") },
      { id: later?.id, state: "refused", reason: expect.stringContaining("nearer deadline") },
    ]);
    const posts = await shop.supplier.control.requests({ method: "POST" });
    const asked = posts.filter(
      ({ path }) => path === `/orders/${later && shop.parcels(later)[0]?.supplierOrderId}/pay`,
    );
    expect(asked).toHaveLength(0);
    await shop.supplier.control.topUp({ amount: 100_000 });
    expect(await results(await start("pay", [later?.id ?? "", urgent?.id ?? ""]))).toMatchObject([
      { state: "done" },
      { state: "done" },
    ]);
  });

  it("stops within an order too, before a parcel that is less pressing", async () => {
    const lines = [shop.line("earbuds", 1000), shop.line("speaker", 2000)];
    const order = await waitingForFunds({ lines });
    const parcels = shop.parcels(order);
    expect(parcels).toHaveLength(2);
    await shop.supplier.control.topUp({ amount: 100_000 });
    await shop.supplier.control.armFault({
      ...{ kind: "refused", code: "insufficient_balance", method: "POST", path: "/orders/*/pay", times: 1 },
    });
    expect(await results(await start("pay", [order.id]))).toMatchObject([
      { state: "refused", reason: expect.stringContaining("wallet does not hold enough") },
    ]);
    const moves = parcels.map(({ supplierOrderId }) => walletMoves(supplierOrderId));
    expect(await Promise.all(moves)).toEqual([0, 0]);
    expect(await results(await start("pay", [order.id]))).toMatchObject([{ state: "done" }]);
  });

  it("says that a payment is under way while nobody knows of a lost answer", async () => {
    const order = await waitingForFunds();
    await shop.supplier.control.topUp({ amount: 100_000 });
    armFailpoints("Y2:throw");
    const runId = await start("pay", [order.id]);
    const run = await waitFor(
      async () => {
        const found = await findOrdersRun(await shop.context(), { runId, after: -1, onlyRefused: false });
        return found?.isFinished ? found : null;
      },
      { what: "the run to end" },
    );
    armFailpoints(undefined);
    expect(run.rows).toMatchObject([
      { state: "working", reason: expect.stringMatching(/being paid right now/) },
    ]);
  });

  it("goes on where a worker that lost its lease stopped, each order pressed once", async () => {
    const orders = [await shop.buy(one(), "to_place"), await shop.buy(one(), "to_place")];
    const ids = orders.map(({ id }) => id);
    const ctx = await shop.context();
    const runId = await leaveRun("cancel", ids, "waiting");
    const lost = {
      id: runId,
      shopId: ctx.shop.id,
      kind: "bulkRun.continue",
      subject: runId,
      lane: "bulk",
      requestedGeneration: 1n,
      attempts: 0,
      unfinishedRuns: 1,
      requestedReports: 0n,
      needsRead: true,
      hasFailed: false,
      claimedAt: new Date(),
      lease: new Lease(shop.app.db, { workId: runId, token: runId, ms: 1000 }),
    } as const satisfies ClaimedWork;
    const source = { db: ctx.db, contextFor: () => shop.context() };
    const goingOn = continueBulkRun(source, lost, { bulkRunId: runId }, bulkSubjects);
    await expect(goingOn).rejects.toMatchObject({ code: "lease_lost" });
    for (const order of orders) expect(await shop.timeline(order)).not.toContain("cancel_pressed");
    await ctx.wake([{ kind: "bulkRun.continue", subject: { bulkRunId: runId } }]);
    expect(await results(runId)).toMatchObject([{ state: "done" }, { state: "done" }]);
    for (const order of orders) {
      const presses = (await shop.timeline(order)).filter((code) => code === "cancel_pressed");
      expect(presses).toHaveLength(1);
    }
  });

  it("lets other work have its turn now and then, and goes on", async () => {
    const ctx = await shop.context();
    const orders = Array.from({ length: 30 }, (_, index) =>
      ctx.db.order.create({
        data: { shopId: ctx.shop.id, orderGid: asId(`gid://old/${index}`), state: "cancelled" },
      }),
    );
    const ids = (await Promise.all(orders)).map(({ id }) => id);
    const runId = await leaveRun("cancel", ids, "waiting");
    const yields = async () => {
      const { values } = await shop.app.metrics.workRuns.get();
      return (
        values.find(({ labels }) => labels.kind === "bulkRun.continue" && labels.outcome === "requeue")
          ?.value ?? 0
      );
    };
    const before = await yields();
    await ctx.wake([{ kind: "bulkRun.continue", subject: { bulkRunId: runId } }]);
    expect(await results(runId)).toHaveLength(30);
    expect((await yields()) - before).toBe(1);
  });
});

/** A run whose worker is gone. */
async function leaveRun(action: BulkAction, ids: readonly string[], state: ItemState): Promise<BulkRunId> {
  const { db, shop: row } = await shop.context();
  const run = await db.bulkRun.create({ data: { shopId: row.id, kind: action, by: "7" } });
  await db.bulkItem.createMany({
    data: ids.map((orderId, position) => ({
      shopId: row.id,
      runId: run.id,
      orderId: asId(orderId),
      position,
      state,
    })),
  });
  return run.id;
}

/** Only what would be placed by itself is looked at closely enough to be held. */
async function heldByCity(city: string) {
  await shop.settings({ autoCod: true });
  const order = await shop.buy({ ...one(), shippingAddress: { city } }, "held");
  await shop.settings({ autoCod: false });
  return order;
}

describe("a parcel for which the service names another sum", () => {
  it("waits with both figures in a selection, and is paid by who has seen them", async () => {
    const { control } = shop.supplier;
    await control.setUndefined({ prepaidAmount: "customer_paid" });
    const order = await waitingForFunds();
    await control.topUp({ amount: 1_000_000 });
    const parcel = { parcelId: asId<ParcelId>(shop.parcels(order)[0]?.id ?? ""), by: "7" };
    expect(
      await findHoldWords(shop.app, { thingId: order.id, code: "awaiting_funds", resolvedAt: null }),
    ).toMatchObject({ amount: 1200, reported: 1800 });
    const [result] = await results(await start("pay", [order.id]));
    expect(result).toMatchObject({ state: "refused", reason: expect.stringMatching(/1,200.*1,800/) });
    expect(await walletMoves(shop.parcels(order)[0]?.supplierOrderId ?? "")).toBe(0);
    expect(await payParcel(await shop.context(), parcel)).toMatchObject({ ok: false });
    expect(await payParcel(await shop.context(), { ...parcel, seenReportedPkr: rupees(1800) })).toEqual({
      ok: true,
    });
    await shop.untilState(order.orderGid, "placed");
    await control.setUndefined({ prepaidAmount: "wallet_cost" });
  });
});

/** A prepaid order the wallet could not cover. */
async function waitingForFunds(order: Parameters<PlacingShop["buy"]>[0] = one()) {
  const { wallets } = await shop.supplier.control.audit();
  const available = wallets.find(({ mode }) => mode === "live")?.available ?? 0;
  await shop.supplier.control.withdraw({ amount: available });
  await shop.settings({ autoPrepaid: true });
  const row = await shop.buy({ ...order, payment: "paid" }, "awaiting_funds");
  await shop.settings({ autoPrepaid: false });
  return row;
}

/** How often the wallet paid for a parcel. */
async function walletMoves(supplierOrderId: string): Promise<number> {
  const { wallets } = await shop.supplier.control.audit();
  return wallets.flatMap(({ ledger }) => ledger).filter(({ orderId }) => orderId === supplierOrderId).length;
}
