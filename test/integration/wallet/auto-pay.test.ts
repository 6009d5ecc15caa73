import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { listAttention } from "#app/domain/home/issues-on-home.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import {
  autoPayDay,
  findAutoPay,
  switchAutoPayOff,
  switchAutoPayOn,
} from "#app/domain/wallet/funds/auto-pay-setting.server.ts";
import { getFunds } from "#app/domain/wallet/funds/get-funds.server.ts";
import { runAutoPay } from "#app/domain/wallet/funds/run-auto-pay.server.ts";
import { requestPayment } from "#app/domain/wallet/request-payment.server.ts";
import { sendPayment } from "#app/domain/wallet/send-payment.server.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import type { DocumentedCode } from "#app/supplier/error-codes.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "../orders/placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
  await shop.supplier.control.setUndefined({ preset: "plain", topUpPaysWaiting: false });
});
afterAll(() => shop?.close());
beforeEach(async () => {
  await shop.app.db.autoPay.deleteMany();
  await shop.app.db.staffMember.updateMany({ where: { userId: "7" }, data: { rights: ["pay"] } });
});
afterEach(async () => {
  armFailpoints(undefined);
  await shop.supplier.control.clearFaults();
  await shop.forgetLimits();
});

const COST = 1200;

async function setWallet(amount: number): Promise<void> {
  const { wallets } = await shop.supplier.control.audit();
  const available = wallets.find(({ mode }) => mode === "live")?.available ?? 0;
  if (available > 0) await shop.supplier.control.withdraw({ amount: available });
  if (amount > 0) await shop.supplier.control.topUp({ amount });
}

/** Prepaid orders the wallet could not cover, each with a nearer deadline than the one before; nothing else waits. */
async function waiting(count: number): Promise<OrderRow[]> {
  await shop.app.db.parcel.updateMany({ where: { status: "AWAITING_FUNDS" }, data: { status: "CANCELLED" } });
  await setWallet(0);
  const rows: OrderRow[] = [];
  for (let made = 0; made < count; made += 1) {
    const row = await shop.buy({ lines: [shop.line("cooker", 1600)], payment: "paid" }, "awaiting_funds");
    const fundsDeadline = new Date(Date.now() + (50 - made) * 3_600_000);
    const parcelId = shop.parcels(row)[0]?.id ?? "";
    await shop.app.db.parcel.update({ where: { id: parcelId }, data: { fundsDeadline } });
    rows.push(row);
  }
  return rows;
}

const run = async () => runAutoPay(await shop.context());
const switchOn = async (daily: number) =>
  switchAutoPayOn(await shop.context(), { by: "7", dailyPkr: rupees(daily) });

/** How often the wallet paid for each order's parcel. */
async function timesPaid(rows: readonly OrderRow[]): Promise<number[]> {
  const { wallets } = await shop.supplier.control.audit();
  const ledger = wallets.flatMap((wallet) => wallet.ledger).filter(({ amount }) => amount < 0);
  return rows.map((row) => {
    const ids = shop.parcels(row).map(({ supplierOrderId }) => supplierOrderId);
    return ledger.filter(({ orderId }) => ids.includes(asId(orderId ?? ""))).length;
  });
}

/** The row on Home that says why nothing more is paid by itself. */
async function openIssue(): Promise<string | null> {
  const { issues } = await listAttention(await shop.context(), "7");
  return issues.find(({ code }) => code === "auto_pay_stopped")?.sentence ?? null;
}

async function shopFacts(): Promise<string[]> {
  const where = { shopId: shop.shopId, thing: "shop" as const, code: { startsWith: "auto_pay" } };
  const rows = await shop.app.db.timelineEntry.findMany({ where, orderBy: { id: "asc" } });
  return rows.map(({ code }) => code);
}

describe("paying by itself when money arrives", () => {
  it("is off until somebody switches it on; then goes by the deadline up to the day's limit, in their name", async () => {
    const rows = await waiting(3);
    await setWallet(10_000);
    expect(await run()).toEqual({ waiting: 0, orderIds: [] });
    expect(await timesPaid(rows)).toEqual([0, 0, 0]);
    await switchOn(2 * COST);
    expect(await run()).toMatchObject({ waiting: 3, orderIds: [rows[2]?.id, rows[1]?.id] });
    expect(await timesPaid(rows)).toEqual([0, 1, 1]);
    const intents = await shop.app.db.paymentIntent.findMany({ where: { orderId: rows[2]?.id } });
    expect(intents).toMatchObject([{ state: "paid", requestedBy: "7", byItself: true }]);
    expect(await shop.timeline(rows[2] as OrderRow)).toContain("paid_by_itself");
    expect(await findAutoPay(await shop.context())).toMatchObject({ by: "7", spentTodayPkr: 2 * COST });
    expect(await run()).toMatchObject({ orderIds: [] });
    await switchOn(3 * COST);
    expect(await run()).toMatchObject({ orderIds: [rows[0]?.id] });
    expect(await timesPaid(rows)).toEqual([1, 1, 1]);
  });

  it("stops where the wallet does not hold the next one, and goes on when money arrives", async () => {
    const rows = await waiting(2);
    await switchOn(100_000);
    await setWallet(COST + 100);
    expect(await run()).toMatchObject({ orderIds: [rows[1]?.id] });
    const funds = await getFunds(await shop.context(), "7");
    expect(funds).toMatchObject({ totalPkr: COST, mayPay: true });
    expect(await run()).toMatchObject({ orderIds: [] });
    await setWallet(COST);
    expect(await run()).toMatchObject({ orderIds: [rows[0]?.id] });
    expect(await timesPaid(rows)).toEqual([1, 1]);
  });

  it("leaves a parcel for which the service names another sum to a person, and pays the next", async () => {
    const rows = await waiting(2);
    const parcelId = shop.parcels(rows[1] as OrderRow)[0]?.id ?? "";
    await shop.app.db.parcel.update({ where: { id: parcelId }, data: { prepaidPkr: rupees(1600) } });
    await setWallet(10_000);
    await switchOn(100_000);
    expect(await run()).toMatchObject({ waiting: 2, orderIds: [rows[0]?.id] });
    expect(await timesPaid(rows)).toEqual([1, 0]);
  });

  it("goes off by itself once the person may not pay any more, and off by a press at once", async () => {
    const rows = await waiting(1);
    await setWallet(10_000);
    await switchOn(100_000);
    await switchAutoPayOff(await shop.context(), "8");
    expect(await run()).toEqual({ waiting: 0, orderIds: [] });
    await switchOn(100_000);
    await shop.app.db.staffMember.updateMany({ where: { userId: "7" }, data: { rights: [] } });
    expect(await run()).toEqual({ waiting: 0, orderIds: [] });
    expect(await findAutoPay(await shop.context())).toBeNull();
    expect((await shopFacts()).slice(-4)).toEqual([
      "auto_pay_on",
      "auto_pay_off",
      "auto_pay_on",
      "auto_pay_stopped",
    ]);
    expect(await timesPaid(rows)).toEqual([0]);
  });

  it("is off again for a wallet that is connected, or goes live, later", async () => {
    const rows = await waiting(1);
    await setWallet(10_000);
    await switchOn(100_000);
    const { shopId } = shop;
    const [later, { connectedAt = null, activatedAt = null } = {}] = [
      new Date(Date.now() + 60_000),
      (await shop.context()).connection ?? {},
    ];
    for (const begun of [{ activatedAt: later }, { connectedAt: later }]) {
      await shop.app.db.supplierConnection.updateMany({ where: { shopId }, data: begun });
      expect(await findAutoPay(await shop.context())).toBeNull();
      expect(await run()).toEqual({ waiting: 0, orderIds: [] });
      const before = { activatedAt, ...(connectedAt && { connectedAt }) };
      await shop.app.db.supplierConnection.updateMany({ where: { shopId }, data: before });
    }
    expect(await timesPaid(rows)).toEqual([0]);
    expect(await run()).toMatchObject({ orderIds: [rows[0]?.id] });
  });

  it("leaves parcels to their own wallet that another account has placed", async () => {
    const rows = await waiting(2);
    const ofOther = { orderId: rows[1]?.id };
    await shop.app.db.handoff.updateMany({ where: ofOther, data: { accountId: asId("rsl_other") } });
    await setWallet(COST);
    await switchOn(100_000);
    const ctx = await shop.context();
    expect(await getFunds(ctx, "7")).toMatchObject({ totalPkr: COST, parcels: [{ orderId: rows[0]?.id }] });
    expect(await run()).toEqual({ waiting: 1, orderIds: [rows[0]?.id] });
    const { spentTodayPkr } = (await findAutoPay(await shop.context())) ?? {};
    expect(spentTodayPkr).toBe(COST);
    expect(await shop.app.db.paymentIntent.count({ where: ofOther })).toBe(0);
    await shop.app.db.handoff.updateMany({ where: ofOther, data: { accountId: ctx.connection?.accountId } });
  });

  it("sends nothing any more once it is off, whatever a process that died had begun", async () => {
    const rows = await waiting(1);
    await setWallet(10_000);
    await switchOn(10 * COST);
    armFailpoints("Y1:throw");
    await expect(run()).rejects.toMatchObject({ code: "failpoint" });
    armFailpoints(undefined);
    await switchAutoPayOff(await shop.context(), "8");
    await shop.app.db.$executeRaw`
      update payment_intent set requested_at = requested_at - interval '2 minutes' where order_id = ${rows[0]?.id}::uuid`;
    await shop.wake(rows[0]?.orderGid ?? "");
    await shop.soon("the payment to end", async () => {
      const payment = await shop.app.db.paymentIntent.findFirst({ where: { orderId: rows[0]?.id } });
      return payment?.outcome === "auto_pay_off";
    });
    expect(await timesPaid(rows)).toEqual([0]);
  });

  it("begins no day's limit anew by a clock that is behind", async () => {
    const rows = await waiting(1);
    await setWallet(10_000);
    await switchOn(COST);
    const { db } = shop.app;
    await db.autoPay.updateMany({ data: { day: "2999-01-01", spentPkr: rupees(COST) } });
    expect(await run()).toMatchObject({ orderIds: [] });
    const parcelId = asId<ParcelId>(shop.parcels(rows[0] as OrderRow)[0]?.id ?? "");
    const behind = { parcelId, by: "7", byItself: { day: "2026-01-01" } };
    expect(await requestPayment(await shop.context(), behind)).toEqual({ kind: "not_waiting" });
    expect(await db.autoPay.findFirst()).toMatchObject({ day: "2999-01-01", spentPkr: rupees(COST) });
    expect(await timesPaid(rows)).toEqual([0]);
  });

  it("pays each once and no rupee above the limit, however many run at once", async () => {
    const rows = await waiting(3);
    await setWallet(10_000);
    await switchOn(2 * COST);
    await Promise.all([run(), run(), run()]);
    await Promise.all([run(), run()]);
    const paid = await timesPaid(rows);
    expect(Math.max(...paid)).toBe(1);
    expect(paid.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(2);
    expect((await findAutoPay(await shop.context()))?.spentTodayPkr).toBeLessThanOrEqual(2 * COST);
  });

  it("takes no more from the day's limit than it holds, whatever each run has planned", async () => {
    const rows = await waiting(3);
    await switchOn(2 * COST);
    const ctx = await shop.context();
    const day = autoPayDay(ctx);
    const asked = rows.map((row) =>
      requestPayment(ctx, { parcelId: asId(shop.parcels(row)[0]?.id ?? ""), by: "7", byItself: { day } }),
    );
    const kinds = (await Promise.all(asked)).map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(["not_waiting", "requested", "requested"]);
    expect(await findAutoPay(ctx)).toMatchObject({ spentTodayPkr: 2 * COST });
    await shop.app.db.paymentIntent.deleteMany({ where: { state: "wanted" } });
  });

  it("stops at an answer that was lost, counts it, and does not pay it again", async () => {
    const rows = await waiting(2);
    await setWallet(10_000);
    await switchOn(2 * COST);
    await shop.supplier.control.armFault({
      ...{ kind: "cut", when: "after", method: "POST", path: "/orders/*/pay", times: 1 },
    });
    expect(await run()).toMatchObject({ orderIds: [rows[1]?.id] });
    expect(await findAutoPay(await shop.context())).toMatchObject({ spentTodayPkr: COST });
    expect(await run()).toMatchObject({ orderIds: [rows[0]?.id] });
    expect(await run()).toMatchObject({ orderIds: [] });
    expect(await timesPaid(rows)).toEqual([1, 1]);
  });

  it.each(["Y1", "Y2", "Y3", "Y4"])(
    "leaves one payment at most where its process dies at %s",
    async (point) => {
      const rows = await waiting(1);
      await setWallet(10_000);
      await switchOn(10 * COST);
      armFailpoints(`${point}:throw`);
      await expect(run()).rejects.toMatchObject({ code: "failpoint" });
      armFailpoints(undefined);
      expect(await run()).toMatchObject({ orderIds: [] });
      await shop.app.db.$executeRaw`
      update payment_intent set requested_at = requested_at - interval '2 minutes', sent_at = sent_at - interval '2 minutes'
      where order_id = ${rows[0]?.id}::uuid`;
      await shop.wake(rows[0]?.orderGid ?? "");
      await shop.soon("the payment to be settled", async () => {
        const payment = await shop.app.db.paymentIntent.findFirst({ where: { orderId: rows[0]?.id } });
        return payment?.settledAt;
      });
      expect(await timesPaid(rows)).toEqual([point === "Y2" ? 0 : 1]);
      const autoPay = await findAutoPay(await shop.context());
      expect(autoPay).toMatchObject({ spentTodayPkr: point === "Y2" ? 0 : COST });
    },
  );

  it("counts nothing for a parcel that somebody else is paying", async () => {
    const rows = await waiting(1);
    await setWallet(10_000);
    await switchOn(10 * COST);
    const parcelId = shop.parcels(rows[0] as OrderRow)[0]?.id ?? "";
    const ctx = await shop.context();
    const seenReportedPkr = shop.parcels(rows[0] as OrderRow)[0]?.prepaidPkr ?? undefined;
    expect(await requestPayment(ctx, { parcelId: asId(parcelId), by: "8", seenReportedPkr })).toMatchObject({
      kind: "requested",
    });
    const byItself = { day: autoPayDay(ctx) };
    expect(await requestPayment(ctx, { parcelId: asId(parcelId), by: "7", byItself })).toEqual({
      kind: "exists",
      state: "wanted",
    });
    expect(await findAutoPay(ctx)).toMatchObject({ spentTodayPkr: 0 });
  });

  it("gives back to the limit what was surely not paid", async () => {
    const rows = await waiting(1);
    await setWallet(10_000);
    await switchOn(COST);
    await shop.supplier.control.armFault({
      ...{ kind: "refused", code: "insufficient_balance", method: "POST", path: "/orders/*/pay", times: 1 },
    });
    await run();
    expect(await findAutoPay(await shop.context())).toMatchObject({ spentTodayPkr: 0 });
    expect(await run()).toMatchObject({ orderIds: [] });
    expect(await timesPaid(rows)).toEqual([0]);
  });
});

describe("what Home says of paying by itself", () => {
  it("is that today's limit leaves too little for the next, until the limit is raised or nothing waits", async () => {
    await waiting(2);
    await setWallet(10_000);
    await switchOn(COST + 100);
    expect(await openIssue()).toBeNull();
    await run();
    expect(await openIssue()).toBe(
      "Of today's limit for paying by itself, Rs 1,300, too little is left for the next parcel, Rs 1,200. Karwan goes on tomorrow. Where that is too late, pay it yourself or raise the limit.",
    );
    expect((await getFunds(await shop.context(), "7")).autoPayStop).toBe(await openIssue());
    await switchOn(COST - 100);
    expect(await openIssue()).toBeNull();
    await run();
    expect(await openIssue()).toContain("it costs Rs 1,200, more than the limit of Rs 1,100 a day");
    await switchOn(2 * COST);
    await run();
    expect(await openIssue()).toBeNull();
  });

  it("is nothing where the wallet is empty: each order says that", async () => {
    await waiting(1);
    await switchOn(10 * COST);
    await run();
    expect(await openIssue()).toBeNull();
  });

  /** One order waits, the wallet holds enough, and the service refuses to take the payment. */
  async function waitingRefused(code: DocumentedCode): Promise<OrderRow[]> {
    const rows = await waiting(1);
    await setWallet(10_000);
    await switchOn(10 * COST);
    await refusePay(code);
    return rows;
  }

  const refuse = (code: DocumentedCode, method: string, path: string) =>
    shop.supplier.control.armFault({ kind: "refused", code, method, path, times: 5 });
  const refusePay = (code: DocumentedCode) => refuse(code, "POST", "/orders/*/pay");

  it("is why a payment was refused, until it went through: after an hour", async () => {
    const rows = await waitingRefused("prepaid_disabled");
    await run();
    const words = await openIssue();
    expect(words).toContain("A payment that Karwan made by itself did not go through.");
    expect(words).toContain("Karwan tries it again after an hour.");
    await shop.supplier.control.clearFaults();
    await run();
    expect(await openIssue()).toBe(words);
    await shop.app.db.$executeRaw`
      update payment_intent set requested_at = requested_at - interval '1 hour' where order_id = ${rows[0]?.id}::uuid`;
    await run();
    expect(await timesPaid(rows)).toEqual([1]);
    expect(await openIssue()).toBeNull();
  });

  it("is that the service could not be asked right now, until the next look pays", async () => {
    const rows = await waitingRefused("rate_limited");
    await run();
    const words =
      "A payment that Karwan made by itself did not go through. The supplier cannot be asked right now, so nothing was paid. Pay again in a minute. Karwan tries it again in a few minutes.";
    expect(await openIssue()).toBe(words);
    await shop.supplier.control.clearFaults();
    await refuse("rate_limited", "GET", "/wallet");
    await run();
    expect(await openIssue()).toBe(words);
    await shop.supplier.control.clearFaults();
    await shop.forgetLimits();
    await run();
    expect(await timesPaid(rows)).toEqual([1]);
    expect(await openIssue()).toBeNull();
  });

  it("is that it rests for an hour once three looks in a row could not ask", async () => {
    const rows = await waitingRefused("rate_limited");
    const parcelId = (rows[0] && shop.parcels(rows[0])[0]?.id) ?? "";
    const pressed = await requestPayment(await shop.context(), { parcelId: asId(parcelId), by: "7" });
    if (pressed.kind !== "requested") throw new Error(pressed.kind);
    expect(await sendPayment(await shop.context(), pressed.paymentId)).toMatchObject({ kind: "refused" });
    const soon: boolean[] = [];
    for (let look = 0; look < 3; look += 1) {
      await shop.forgetLimits();
      await run();
      soon.push((await openIssue())?.endsWith("Karwan tries it again in a few minutes.") ?? false);
    }
    expect(soon).toEqual([true, true, false]);
    await shop.supplier.control.clearFaults();
    await shop.forgetLimits();
    await run();
    expect(await timesPaid(rows)).toEqual([0]);
    expect(await openIssue()).toMatch(/Karwan tries it again after an hour\.$/);
  });

  it("is a used-up day, and that Karwan tries it again once that is over", async () => {
    await waitingRefused("daily_quota_exceeded");
    await run();
    expect(await openIssue()).toMatch(/at 5 it takes requests again\. Karwan tries it again then\.$/);
  });

  it("is no limit any more where the wallet cannot be read", async () => {
    await waiting(2);
    await setWallet(10_000);
    await switchOn(COST);
    await run();
    expect(await openIssue()).toContain("too little is left");
    await refuse("rate_limited", "GET", "/wallet");
    await run();
    expect(await openIssue()).toBeNull();
  });

  it("is nothing any more soon after a person has paid what was refused", async () => {
    const [row] = await waitingRefused("rate_limited");
    await run();
    expect(await openIssue()).not.toBeNull();
    await shop.supplier.control.clearFaults();
    await shop.forgetLimits();
    const parcelId = (row && shop.parcels(row)[0]?.id) ?? "";
    const requested = await requestPayment(await shop.context(), { parcelId: asId(parcelId), by: "7" });
    if (requested.kind !== "requested") throw new Error(requested.kind);
    expect(await sendPayment(await shop.context(), requested.paymentId)).toMatchObject({ kind: "paid" });
    await shop.soon("Home to say no more of it", async () => (await openIssue()) === null);
  });

  it("is that the connection is stopped, while something waits", async () => {
    const { shopId } = shop;
    await waiting(1);
    await setWallet(10_000);
    await switchOn(10 * COST);
    const pausedAt = new Date();
    await shop.app.db.supplierConnection.updateMany({ where: { shopId }, data: { pausedAt } });
    await run();
    expect(await openIssue()).toContain("Mend the connection before the deadlines pass.");
    await shop.app.db.supplierConnection.updateMany({ where: { shopId }, data: { pausedAt: null } });
    await run();
    expect(await openIssue()).toBeNull();
  });

  it("is that the person may not pay any more, until somebody answers", async () => {
    await waiting(1);
    await switchOn(10 * COST);
    await shop.app.db.staffMember.updateMany({ where: { userId: "7" }, data: { rights: [] } });
    await run();
    await run();
    expect(await openIssue()).toContain("whoever had switched it on may not pay from the wallet now");
    await switchAutoPayOff(await shop.context(), "8");
    expect(await openIssue()).toBeNull();
    await shop.app.db.staffMember.updateMany({ where: { userId: "7" }, data: { rights: ["pay"] } });
    await switchOn(10 * COST);
    expect(await openIssue()).toBeNull();
  });

  it("is that it was switched on for another wallet, until somebody answers", async () => {
    const { shopId } = shop;
    await switchOn(10 * COST);
    const { connectedAt } = (await shop.context()).connection ?? {};
    const later = new Date(Date.now() + 60_000);
    await shop.app.db.supplierConnection.updateMany({ where: { shopId }, data: { connectedAt: later } });
    await run();
    expect(await openIssue()).toContain("it was switched on before the present connection to the supplier");
    await switchAutoPayOff(await shop.context(), "8");
    await run();
    expect(await openIssue()).toBeNull();
    await shop.app.db.supplierConnection.updateMany({ where: { shopId }, data: { connectedAt } });
  });
});
