import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { answerParcelPayment, payParcel } from "#app/domain/orders/commands/payment/pay-parcel.server.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import { orderRecordInclude } from "#app/domain/orders/reconcile/order-record.server.ts";
import { requestPayment } from "#app/domain/wallet/request-payment.server.ts";
import { sendPayment } from "#app/domain/wallet/send-payment.server.ts";
import type { ExternalOrderId, ParcelId, ShopId } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { asId } from "#test/support/as-id.ts";
import { buildShopifyDelivery, send } from "#test/support/deliveries.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "../orders/placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop?.close());
afterEach(async () => {
  armFailpoints(undefined);
  await shop.supplier.control.clearFaults();
  await shop.forgetLimits();
});

const cutBefore = { kind: "cut", when: "before", method: "POST", path: "/orders/*/pay" } as const;

const prepaid = () => ({ lines: [shop.line("cooker", 1600)], payment: "paid" }) as const;

async function emptyWallet(): Promise<void> {
  const { wallets } = await shop.supplier.control.audit();
  await shop.supplier.control.withdraw({
    amount: wallets.find(({ mode }) => mode === "live")?.available ?? 0,
  });
}

/** A prepaid order the wallet could not cover; it is full again. */
async function oneWaiting(): Promise<OrderRow> {
  await emptyWallet();
  const row = await shop.buy(prepaid(), "awaiting_funds");
  await shop.supplier.control.topUp({ amount: 1_000_000 });
  return row;
}

/** The same many times over at the service and in our rows, without a customer's order in Shopify behind each. */
async function manyWaiting(count: number): Promise<OrderRow[]> {
  const first = await oneWaiting();
  await emptyWallet();
  const rows = await Promise.all(Array.from({ length: count }, (_, at) => copyAtService(first, at)));
  await shop.supplier.control.topUp({ amount: 1_000_000 });
  return rows;
}

async function copyAtService(first: OrderRow, at: number): Promise<OrderRow> {
  const [handoff] = first.handoffs;
  const [parcel] = shop.parcels(first);
  if (!handoff || !parcel) throw new Error("Nothing to copy");
  const externalOrderId = `copy-${at}`;
  const bodyBytes = JSON.stringify({ ...shop.body(first), externalOrderId });
  const placed = await (await shop.context()).supplier?.createOrder({
    idempotencyKey: externalOrderId,
    bodyBytes,
  });
  const { db } = shop.app;
  const orderGid = `gid://shopify/Order/${700_000 + at}`;
  const order = await db.order.create({
    data: { shopId: shop.shopId, orderGid: asId(orderGid), state: "awaiting_funds" },
  });
  const { id: _h, attempts: _a, items: _i, parcels: _p, ...ofHandoff } = handoff;
  const { id: _, contents: _c, ...ofParcel } = parcel;
  const own = {
    orderId: order.id,
    externalOrderId: asId<ExternalOrderId>(externalOrderId),
    terms: {},
    found: undefined,
  };
  const made = await db.handoff.create({ data: { ...ofHandoff, ...own } });
  await db.parcel.create({
    data: { ...ofParcel, handoffId: made.id, supplierOrderId: asId(placed?.parcels[0]?.id ?? "") },
  });
  return db.order.findUniqueOrThrow({ where: { id: order.id }, include: orderRecordInclude });
}

const pay = async (row: OrderRow) =>
  payParcel(await shop.context(), {
    ...{ parcelId: asId(shop.parcels(row)[0]?.id ?? ""), by: "7" },
    seenReportedPkr: shop.parcels(row)[0]?.prepaidPkr,
  });

/** How often the wallet paid for an order's parcel. */
async function timesPaid(row: OrderRow): Promise<number> {
  const ids = shop.parcels(row).map(({ supplierOrderId }) => supplierOrderId);
  const { wallets } = await shop.supplier.control.audit();
  const ledger = wallets.flatMap((wallet) => wallet.ledger);
  return ledger.filter(({ orderId, amount }) => ids.includes(asId(orderId ?? "")) && amount < 0).length;
}

/** The newest payment of an order. */
async function paymentOf(row: OrderRow) {
  const payments = await shop.app.db.paymentIntent.findMany({
    where: { shopId: shop.shopId, orderId: row.id },
    orderBy: { requestedAt: "desc" },
  });
  return payments[0] ?? null;
}

/** How often the service was asked to pay an order's parcel. */
async function countRequests(row: OrderRow): Promise<number> {
  const [parcel] = shop.parcels(row);
  const posts = await shop.supplier.control.requests({ method: "POST" });
  return posts.filter(({ path }) => path === `/orders/${parcel?.supplierOrderId}/pay`).length;
}

/** As if the payment had been wanted, and sent, two minutes earlier; its order is looked at. */
async function twoMinutesLater(row: OrderRow): Promise<void> {
  await shop.app.db.$executeRaw`
    update payment_intent set requested_at = requested_at - interval '2 minutes', sent_at = sent_at - interval '2 minutes'
    where order_id = ${row.id}::uuid and state <> 'refused'`;
  await shop.wake(row.orderGid);
}

function untilPayment(row: OrderRow, state: string) {
  return shop.soon(`the payment to be ${state}`, async () => {
    const payment = await paymentOf(row);
    return payment?.state === state ? payment : null;
  });
}

/** Waits until a look at the order that was asked for has ended. */
async function reconciled(row: OrderRow): Promise<void> {
  await shop.wake(row.orderGid);
  await shop.soon("the order to be looked at", async () => {
    const work = await shop.app.db.work.findFirst({
      where: { kind: "order.reconcile", subject: row.orderGid },
    });
    const isOver = work?.leaseToken === null && (work.nextRunAt?.getTime() ?? Infinity) > Date.now() + 1000;
    return isOver;
  });
}

const factsOf = async (row: OrderRow) =>
  (await shop.timeline(row)).filter((code) => code === "pay_pressed" || code.startsWith("payment_"));

describe("many payments at once, with ten connections", () => {
  it("all come to their end, and deliveries are answered meanwhile", async () => {
    const rows = await manyWaiting(30);
    await shop.supplier.control.armFault({
      ...{ kind: "delay", ms: 1500, method: "POST", path: "/orders/*/pay", times: 30 },
    });
    let settled = 0;
    const presses = rows.map((row) => pay(row).finally(() => (settled += 1)));
    const outcome = Promise.allSettled(presses);
    const answered: { status: number; settled: number }[] = [];
    while (settled === 0) {
      const delivery = buildShopifyDelivery(shop.app.env.SHOPIFY_APP_URL, "orders/updated", {
        admin_graphql_api_id: rows[0]?.orderGid,
        updated_at: new Date().toISOString(),
      });
      const { status } = await send(delivery);
      answered.push({ status, settled });
    }
    const results = await outcome;
    const thrown = results.filter(({ status }) => status === "rejected");
    expect({ thrown: thrown.length }).toEqual({ thrown: 0 });
    expect(results.map((each) => (each.status === "fulfilled" ? each.value.ok : false))).not.toContain(false);
    const before = answered.filter((each) => each.settled === 0);
    expect(before.length).toBeGreaterThan(3);
    expect(new Set(before.map(({ status }) => status))).toEqual(new Set([200]));
    for (const row of rows) expect(await timesPaid(row)).toBe(1);
  });
});

describe("a payment of another sum than was shown", () => {
  it("is not made: the cost is unknown, or changed since the page was read", async () => {
    const row = await oneWaiting();
    const [parcel] = shop.parcels(row);
    const where = { shopId_id: { shopId: shop.shopId, id: parcel?.id ?? "" } };
    const { wholesalePkr, shippingCostPkr, prepaidPkr } = parcel ?? { prepaidPkr: rupees(0) };
    await shop.app.db.parcel.update({
      where,
      data: { wholesalePkr: null, shippingCostPkr: null, prepaidPkr: rupees(0) },
    });
    const page = await findOrderPage(await shop.context(), row.id);
    expect(page?.parcels).toMatchObject([{ walletCost: null }]);
    expect(page?.actions.pay).toEqual([]);
    const asked = { parcelId: asId<ParcelId>(parcel?.id ?? ""), by: "7", seenReportedPkr: prepaidPkr };
    expect(await payParcel(await shop.context(), asked)).toEqual({
      ok: false,
      reason:
        "The supplier has not said yet what this parcel costs, so nothing was paid. Pay once it is known.",
    });
    await shop.app.db.parcel.update({ where, data: { wholesalePkr, shippingCostPkr, prepaidPkr } });
    expect(await payParcel(await shop.context(), { ...asked, seenAmountPkr: rupees(1) })).toMatchObject({
      ok: false,
    });
    expect([await countRequests(row), await paymentOf(row)]).toEqual([0, null]);
    const seenAmountPkr = rupees((wholesalePkr ?? 0) + (shippingCostPkr ?? 0));
    expect(await payParcel(await shop.context(), { ...asked, seenAmountPkr })).toEqual({ ok: true });
  });
});

describe("a payment whose reads are slow", () => {
  it("is written down as paid, whatever the reads take", async () => {
    const row = await oneWaiting();
    await shop.supplier.control.armFault({
      ...{ kind: "delay", ms: 11_000, method: "GET", path: "/orders/*", times: 2 },
    });
    expect(await pay(row)).toMatchObject({ ok: true });
    expect(await timesPaid(row)).toBe(1);
    expect(await shop.timeline(row)).toContain("pay_pressed");
  }, 60_000);
});

describe.each(["plain", "sparse", "contrary"] as const)("a payment whose answer is lost, %s", (preset) => {
  beforeAll(() => shop.supplier.control.setUndefined({ preset, topUpPaysWaiting: false }));
  afterAll(() => shop.supplier.control.setUndefined({ preset: "plain" }));

  const lose = (when: "before" | "after") =>
    shop.supplier.control.armFault({ kind: "cut", when, method: "POST", path: "/orders/*/pay", times: 1 });

  it("is not called anything until the parcel shows that the wallet paid", async () => {
    const row = await oneWaiting();
    await lose("after");
    expect(await pay(row)).toMatchObject({
      ok: false,
      why: "checking",
      reason: expect.stringMatching(/checking/),
    });
    expect(await untilPayment(row, "paid")).toMatchObject({
      evidence: "parcel",
      requestedBy: "7",
      amountPkr: 1200,
    });
    expect(await factsOf(row)).toEqual(["pay_pressed", "payment_unknown", "payment_made"]);
    expect([await countRequests(row), await timesPaid(row)]).toEqual([1, 1]);
    expect(await pay(row)).toMatchObject({ ok: false, why: "not_waiting" });
    expect(await countRequests(row)).toBe(1);
  });

  it("is found in the ledger where the parcel does not tell", async () => {
    const row = await oneWaiting();
    await lose("after");
    await shop.supplier.control.armFault({
      kind: "error",
      when: "before",
      method: "GET",
      path: "/orders/*",
      times: 50,
    });
    await pay(row);
    const externalOrderId = row.handoffs[0]?.externalOrderId;
    await shop.supplier.control.armFault({ kind: "webhook_lost", times: 20 });
    await shop.supplier.control.moveParcel({ externalOrderId, status: "CANCELLED" });
    await shop.supplier.control.clearFaults();
    await twoMinutesLater(row);
    expect(await untilPayment(row, "paid")).toMatchObject({ evidence: "ledger" });
    expect(await timesPaid(row)).toBe(1);
  });

  it("stays unknown where the ledger names orders in words nobody knows, and is not paid again", async () => {
    const row = await oneWaiting();
    const { control } = shop.supplier;
    await control.setUndefined({ ledgerOrder: "number_only" });
    await lose("after");
    await control.armFault({ kind: "error", when: "before", method: "GET", path: "/orders/*", times: 50 });
    await pay(row);
    await control.armFault({ kind: "webhook_lost", times: 20 });
    const { externalOrderId } = row.handoffs[0] ?? {};
    await control.moveParcel({ externalOrderId, status: "CANCELLED" });
    await control.clearFaults();
    await twoMinutesLater(row);
    await reconciled(row);
    expect(await paymentOf(row)).toMatchObject({ state: "outcome_unknown" });
    await control.setUndefined({ ledgerOrder: "full" });
    await twoMinutesLater(row);
    expect(await untilPayment(row, "paid")).toMatchObject({ evidence: "ledger" });
    expect([await countRequests(row), await timesPaid(row)]).toEqual([1, 1]);
  });

  it("is refused once neither parcel nor ledger shows it, never repeated before, and paid on the next press", async () => {
    const row = await oneWaiting();
    await lose("before");
    expect(await pay(row)).toMatchObject({ ok: false, why: "checking" });
    await reconciled(row);
    expect(await paymentOf(row)).toMatchObject({ state: "outcome_unknown", settledAt: null });
    expect(await pay(row)).toMatchObject({ ok: false, why: "checking" });
    expect(await countRequests(row)).toBe(1);
    await twoMinutesLater(row);
    expect(await untilPayment(row, "refused")).toMatchObject({ outcome: "not_taken" });
    expect(await pay(row)).toMatchObject({ ok: true });
    await shop.untilState(row.orderGid, "placed");
    expect([await countRequests(row), await timesPaid(row)]).toEqual([2, 1]);
    expect(await factsOf(row)).toEqual([
      ...["pay_pressed", "payment_unknown", "payment_refused"],
      ...["pay_pressed", "payment_made"],
    ]);
  });
});

describe("a payment that several take up at once", () => {
  it("is sent by one of them", async () => {
    const row = await oneWaiting();
    const ctx = await shop.context();
    const [parcel] = shop.parcels(row);
    const asked = {
      parcelId: asId<ParcelId>(parcel?.id ?? ""),
      by: "7",
      seenReportedPkr: parcel?.prepaidPkr,
    };
    const requested = await requestPayment(ctx, asked);
    if (requested.kind !== "requested") throw new Error(`It is ${requested.kind}`);
    const outcomes = await Promise.all([1, 2, 3].map(() => sendPayment(ctx, requested.paymentId)));
    expect(outcomes.filter((outcome) => outcome !== null)).toEqual([{ kind: "paid", evidence: "answer" }]);
    expect([await countRequests(row), await timesPaid(row)]).toEqual([1, 1]);
  });
});

describe("a process that dies while it pays", () => {
  it("leaves a request that a worker sends", async () => {
    const row = await oneWaiting();
    armFailpoints("Y1:throw");
    await expect(pay(row)).rejects.toMatchObject({ code: "failpoint" });
    expect(await paymentOf(row)).toMatchObject({ state: "wanted", requestedBy: "7" });
    expect(await pay(row)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/being paid right now/),
    });
    await twoMinutesLater(row);
    await untilPayment(row, "paid");
    expect([await countRequests(row), await timesPaid(row)]).toEqual([1, 1]);
  });

  it.each([
    { point: "Y2", when: "before its bytes have left", became: "refused", asked: 0, paid: 0 },
    { point: "Y3", when: "before it has read the answer", became: "paid", asked: 1, paid: 1 },
    { point: "Y4", when: "before it has kept the answer", became: "paid", asked: 1, paid: 1 },
  ])(
    "at $point, $when, leaves a payment that is settled by reading",
    async ({ point, became, asked, paid }) => {
      const row = await oneWaiting();
      armFailpoints(`${point}:throw`);
      await expect(pay(row)).rejects.toMatchObject({ code: "failpoint" });
      expect(await paymentOf(row)).toMatchObject({ state: "sending" });
      await reconciled(row);
      expect(await paymentOf(row)).toMatchObject({ state: "sending" });
      expect(await pay(row)).toMatchObject({
        ok: false,
        reason: expect.stringMatching(/being paid right now/),
      });
      await twoMinutesLater(row);
      await untilPayment(row, became);
      expect([await countRequests(row), await timesPaid(row)]).toEqual([asked, paid]);
      if (became === "refused") expect(await pay(row)).toMatchObject({ ok: true });
      expect(await timesPaid(row)).toBe(1);
    },
  );

  it("has its request dropped, not sent, when nobody took it up for long", async () => {
    const row = await oneWaiting();
    armFailpoints("Y1:throw");
    await expect(pay(row)).rejects.toMatchObject({ code: "failpoint" });
    await shop.app.db.$executeRaw`
      update payment_intent set requested_at = requested_at - interval '1 hour' where order_id = ${row.id}::uuid`;
    await shop.wake(row.orderGid);
    expect(await untilPayment(row, "refused")).toMatchObject({ outcome: "not_sent", evidence: "never_sent" });
    expect(await countRequests(row)).toBe(0);
  });
});

describe("the page of an order that is being paid", () => {
  it("offers no second payment while the first is checked, and says how it ended", async () => {
    const row = await oneWaiting();
    const shown = async () => {
      const page = await findOrderPage(await shop.context(), row.id);
      return { pay: page?.actions.pay.length, said: page?.parcels[0]?.payment?.sentence };
    };
    expect(await shown()).toEqual({ pay: 1, said: undefined });
    await shop.supplier.control.armFault({ ...cutBefore, times: 1 });
    await pay(row);
    expect(await shown()).toEqual({ pay: 0, said: expect.stringMatching(/Rs 1,200: .* answer .* lost/) });
    await twoMinutesLater(row);
    await untilPayment(row, "refused");
    expect(await shown()).toEqual({ pay: 1, said: expect.stringMatching(/did not go through.*Pay again/) });
  });
});

describe("a payment that nobody can find out about", () => {
  const anHourLater = (row: OrderRow) => shop.app.db.$executeRaw`
    update payment_intent set requested_at = requested_at - interval '1 hour' where order_id = ${row.id}::uuid`;
  const parcelOf = (row: OrderRow) => shop.parcels(row)[0]?.id ?? "";
  const answer = async (row: OrderRow, wasPaid: boolean) =>
    answerParcelPayment(await shop.context(), { parcelId: asId(parcelOf(row)), wasPaid, by: "7" });
  const shown = async (row: OrderRow) =>
    (await findOrderPage(await shop.context(), row.id))?.parcels[0]?.payment;

  it("is answered by a person, once, half an hour after it was asked for, and by nobody of another shop", async () => {
    const row = await oneWaiting();
    await shop.supplier.control.armFault({ ...cutBefore, times: 1 });
    await pay(row);
    expect(await shown(row)).toMatchObject({ state: "outcome_unknown", asksPerson: false });
    expect(await answer(row, true)).toMatchObject({ ok: false, why: "not_waiting" });
    await anHourLater(row);
    expect(await shown(row)).toMatchObject({
      asksPerson: true,
      sentence: expect.stringMatching(/Look into/),
    });
    const { shop: own, ...more } = await shop.context();
    const foreign = { ...more, shop: { ...own, id: asId<ShopId>(randomUUID()) } };
    const pressed = { parcelId: asId<ParcelId>(parcelOf(row)), wasPaid: true, by: "7" };
    expect(await answerParcelPayment(foreign, pressed)).toMatchObject({ ok: false });
    expect(await answer(row, true)).toEqual({ ok: true });
    expect(await paymentOf(row)).toMatchObject({ state: "paid", evidence: "person" });
    expect(await answer(row, false)).toMatchObject({ ok: false, why: "not_waiting" });
    const fact = await shop.app.db.timelineEntry.findFirst({
      where: { thingId: row.id, code: "payment_made" },
    });
    expect(fact).toMatchObject({ actor: "person", by: "7" });
  });

  it("may be paid again once a person saw that it was not", async () => {
    const row = await oneWaiting();
    await shop.supplier.control.armFault({ ...cutBefore, times: 1 });
    await pay(row);
    await anHourLater(row);
    expect(await answer(row, false)).toEqual({ ok: true });
    expect(await shown(row)).toMatchObject({
      state: "refused",
      sentence: expect.stringMatching(/Pay again/),
    });
    expect(await pay(row)).toMatchObject({ ok: true });
    expect(await timesPaid(row)).toBe(1);
  });
});

describe("the table of payments", () => {
  it("holds one payment of a parcel that is not refused, in a state that is on the list", async () => {
    const row = await oneWaiting();
    await pay(row);
    const { id: _, ...first } = await untilPayment(row, "paid");
    const add = (change: object) => shop.app.db.paymentIntent.create({ data: { ...first, ...change } });
    const open = { state: "wanted", settledAt: null, evidence: null };
    await expect(add(open)).rejects.toMatchObject({ code: "P2002" });
    await expect(add({ ...open, state: "maybe" })).rejects.toThrow(/payment_intent_state_check/);
    await expect(add({ ...open, state: "refused" })).rejects.toThrow(/payment_intent_settled_check/);
  });
});
