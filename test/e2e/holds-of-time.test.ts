import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OrderGid } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { type BoughtOrder, type HoldHarness, openHoldHarness } from "./hold-harness.ts";

let harness: HoldHarness;

const DAY_MS = 24 * 60 * 60_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);

beforeAll(async () => {
  harness = await openHoldHarness();
  // The shop has been placing for a quarter of a year.
  const since = daysAgo(90);
  await harness.db.shop.updateMany({
    data: { installedAt: since, autoCodSince: since, autoPrepaidSince: since },
  });
  await harness.db.supplierConnection.updateMany({ data: { connectedAt: since, activatedAt: since } });
});
afterAll(() => harness?.close());
beforeEach(async () => {
  await harness.mend();
  await harness.setTimes({});
});

const shopify = () => harness.world.shopify.control;
const supplier = () => harness.world.supplier.control;
const post = { method: "POST", path: "/orders" } as const;

const rowOf = (order: BoughtOrder) =>
  harness.db.order.findFirstOrThrow({ where: { orderGid: asId(order.id) } });

async function untilSent(order: BoughtOrder): Promise<void> {
  const where = { handoff: { order: { orderGid: asId<OrderGid>(order.id) } }, sends: { gt: 0 } };
  const isSent = async () => (await harness.db.handoffAttempt.count({ where })) > 0;
  await waitFor(isSent, { what: "the first sending" });
}

/** Placing is paused, and so the order waits with its work at rest. */
async function buyPaused(): Promise<BoughtOrder> {
  await harness.pausePlacing();
  const order = harness.buy();
  await harness.open(order, "waiting");
  return order;
}

/** Resumes placing, and waits until every waiting order was looked at: that also revives work that was given up. */
async function resumeAndLookAtAll(): Promise<void> {
  await harness.resumePlacing();
  const isDue = { nextRunAt: { lte: new Date(Date.now() + 5000) } };
  const isUnderWay = { OR: [{ leaseToken: { not: null } }, isDue] };
  const where = { kind: "orders.reconcileWaiting", ...isUnderWay };
  const isOver = async () => (await harness.db.work.count({ where })) === 0;
  await waitFor(isOver, { what: "every waiting order to be looked at" });
}

describe("an order that has become old", () => {
  it("order_waited_long: is placed when the merchant says it is still wanted", async () => {
    const order = harness.buy({ createdAt: daysAgo(11).toISOString() });
    await harness.open(order);
    await harness.sees("The order is 11 days old and was never sent.");
    await harness.press("Place with the supplier");
    await harness.isPlaced(order);
  });

  it("order_nearly_too_old: is warned of until it is finished", async () => {
    const order = harness.buy({ createdAt: daysAgo(51).toISOString() });
    await harness.open(order);
    await harness.sees("Shopify shows this order to the app until");
    await harness.press("Place with the supplier");
    await harness.isPlaced(order);
    await harness.sees("Shopify shows this order to the app until");
    await harness.moveParcels(order, "SHIPPED", "DELIVERED");
    await harness.isGone("Shopify shows this order to the app until");
  });
});

describe("an order that goes by itself, but not yet", () => {
  it("grace_period: says until when, and goes by itself when the time is over", async () => {
    await harness.setTimes({ graceMinutes: 15 });
    const order = harness.buy({ createdAt: new Date(Date.now() - 15 * 60_000 + 15_000).toISOString() });
    await harness.open(order, "waiting");
    await harness.sees("The customer can still change their mind until");
    await harness.isPlaced(order);
  });

  it("out_of_hours: says when they begin, and is placed now when a person says so", async () => {
    const later = ((new Date().getUTCDay() + 1) % 7) + 1;
    await harness.setTimes({ workingDays: [later], workingFromMinute: 540, workingToMinute: 1080 });
    const order = harness.buy();
    await harness.open(order, "waiting");
    await harness.sees("The order goes by itself in your working hours, which begin");
    await harness.press("Place with the supplier");
    await harness.isPlaced(order);
  });
});

describe("an order Shopify keeps back", () => {
  it("scheduled: goes out by itself on its day", async () => {
    const order = harness.buy({ fulfillAt: new Date(Date.now() + 15_000).toISOString() });
    await harness.open(order, "waiting");
    await harness.sees("Shopify releases this order on a later date.");
    await harness.isPlaced(order);
  });

  it("on_hold_in_shopify: goes out once it is released there", async () => {
    const order = await buyPaused();
    const [fulfillmentOrder] = shopify().fulfillmentOrdersOf({ orderId: order.id });
    shopify().hold({ id: fulfillmentOrder?.id ?? "" });
    await harness.sees("The order is on hold in Shopify. Release it there, and it goes on by itself.");
    await harness.resumePlacing();
    shopify().releaseHold({ id: fulfillmentOrder?.id ?? "" });
    await harness.isPlaced(order);
  });
});

describe("an order the supplier gives no answer to", () => {
  it("placing_delayed: goes out once the supplier answers again", async () => {
    await supplier().armFault({ kind: "error", when: "before", times: 1000, ...post });
    const order = harness.buy();
    await harness.open(order, "placing");
    await harness.sees("It is asked again by itself; nothing is placed twice.");
    await harness.mend();
    await harness.press("Try again now");
    await harness.isPlaced(order);
  });

  it("account_not_connected: goes on once its account is connected again", async () => {
    await supplier().armFault({ kind: "cut", when: "before", times: 1000, ...post });
    const order = harness.buy();
    await harness.open(order, "placing");
    await untilSent(order);
    const { accountId } = await harness.db.supplierConnection.findFirstOrThrow();
    await harness.db.supplierConnection.updateMany({ data: { accountId: asId("somebody-else") } });
    await harness.reconcileAgain(order);
    await harness.sees("begun under a supplier account that is not connected now");
    await harness.db.supplierConnection.updateMany({ data: { accountId } });
    await harness.mend();
    await harness.press("Try again now");
    await harness.isPlaced(order);
  });

  it("answer_too_late: is placed again on the merchant's word", async () => {
    await supplier().armFault({ kind: "cut", when: "before", times: 1000, ...post });
    const order = harness.buy();
    await harness.open(order, "placing");
    await untilSent(order);
    const where = { handoff: { order: { orderGid: asId<OrderGid>(order.id) } } };
    await harness.db.handoffAttempt.updateMany({ where, data: { createdAt: daysAgo(6.5) } });
    await harness.reconcileAgain(order);
    await harness.sees("For six days the supplier's answer did not arrive, and it shows no such order.");
    await harness.mend();
    await harness.press("Place again");
    await harness.isPlaced(order);
  });
});

describe("an order whose work was given up", () => {
  it("work_deadly: is placed once by a retry", async () => {
    const order = await buyPaused();
    await harness.db.work.updateMany({
      where: { kind: "order.reconcile", subject: order.id },
      data: { unfinishedRuns: 5 },
    });
    await harness.press("Resume placing");
    await harness.sees("our system stopped five times while it was looked at. Nothing was placed twice.");
    await harness.press("Try again now");
    await harness.isPlaced(order);
  });

  it("work_stopped: is placed once by a retry", async () => {
    const order = await buyPaused();
    const { id: orderId, shopId } = await rowOf(order);
    // The correction of its customer cannot be opened: no pass gets past it.
    const torn = { shopId, orderId, kind: "customer", by: "Ali", detailEnc: Buffer.from("torn") } as const;
    await harness.db.orderDecision.create({ data: torn });
    await resumeAndLookAtAll();
    await waitFor(
      async () => {
        await harness.reconcileAgain(order);
        return (await rowOf(order)).holdCode === "work_stopped";
      },
      { what: "the order to be given up" },
    );
    await harness.db.orderDecision.deleteMany({ where: { orderId } });
    await harness.open(order);
    await harness.sees("five times in the same way");
    await harness.press("Try again now");
    await harness.isPlaced(order);
    expect(await harness.atService(order)).toHaveLength(1);
  });
});
