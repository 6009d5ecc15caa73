import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import {
  autoPayDay,
  findAutoPay,
  switchAutoPayOff,
} from "#app/domain/wallet/funds/auto-pay-setting.server.ts";
import { getFunds } from "#app/domain/wallet/funds/get-funds.server.ts";
import { requestPayment } from "#app/domain/wallet/request-payment.server.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type AutoPayShop, COST, startAutoPayShop } from "./auto-pay-shop.ts";

let shop: AutoPayShop;

beforeAll(async () => {
  shop = await startAutoPayShop();
});
afterAll(() => shop?.close());
beforeEach(() => shop.forget());
afterEach(async () => {
  armFailpoints(undefined);
  await shop.supplier.control.clearFaults();
  await shop.forgetLimits();
});

describe("paying by itself when money arrives", () => {
  it("is off until somebody switches it on; then goes by the deadline up to the day's limit, in their name", async () => {
    const rows = await shop.waiting(3);
    await shop.setWallet(10_000);
    expect(await shop.run()).toEqual({ waiting: 0, orderIds: [] });
    expect(await shop.timesPaid(rows)).toEqual([0, 0, 0]);
    await shop.switchOn(2 * COST);
    expect(await shop.run()).toMatchObject({ waiting: 3, orderIds: [rows[2]?.id, rows[1]?.id] });
    expect(await shop.timesPaid(rows)).toEqual([0, 1, 1]);
    const intents = await shop.app.db.paymentIntent.findMany({ where: { orderId: rows[2]?.id } });
    expect(intents).toMatchObject([{ state: "paid", requestedBy: "7", byItself: true }]);
    expect(await shop.timeline(rows[2] as OrderRow)).toContain("paid_by_itself");
    expect(await findAutoPay(await shop.context())).toMatchObject({ by: "7", spentTodayPkr: 2 * COST });
    expect(await shop.run()).toMatchObject({ orderIds: [] });
    await shop.switchOn(3 * COST);
    expect(await shop.run()).toMatchObject({ orderIds: [rows[0]?.id] });
    expect(await shop.timesPaid(rows)).toEqual([1, 1, 1]);
  });

  it("stops where the wallet does not hold the next one, and goes on when money arrives", async () => {
    const rows = await shop.waiting(2);
    await shop.switchOn(100_000);
    await shop.setWallet(COST + 100);
    expect(await shop.run()).toMatchObject({ orderIds: [rows[1]?.id] });
    const funds = await getFunds(await shop.context(), "7");
    expect(funds).toMatchObject({ totalPkr: COST, mayPay: true });
    expect(await shop.run()).toMatchObject({ orderIds: [] });
    await shop.setWallet(COST);
    expect(await shop.run()).toMatchObject({ orderIds: [rows[0]?.id] });
    expect(await shop.timesPaid(rows)).toEqual([1, 1]);
  });

  it("leaves a parcel for which the service names another sum to a person, and pays the next", async () => {
    const rows = await shop.waiting(2);
    const parcelId = shop.parcels(rows[1] as OrderRow)[0]?.id ?? "";
    await shop.app.db.parcel.update({ where: { id: parcelId }, data: { prepaidPkr: rupees(1600) } });
    await shop.setWallet(10_000);
    await shop.switchOn(100_000);
    expect(await shop.run()).toMatchObject({ waiting: 2, orderIds: [rows[0]?.id] });
    expect(await shop.timesPaid(rows)).toEqual([1, 0]);
  });

  it("goes off by itself once the person may not pay any more, and off by a press at once", async () => {
    const rows = await shop.waiting(1);
    await shop.setWallet(10_000);
    await shop.switchOn(100_000);
    await switchAutoPayOff(await shop.context(), "8");
    expect(await shop.run()).toEqual({ waiting: 0, orderIds: [] });
    await shop.switchOn(100_000);
    await shop.app.db.staffMember.updateMany({ where: { userId: "7" }, data: { rights: [] } });
    expect(await shop.run()).toEqual({ waiting: 0, orderIds: [] });
    expect(await findAutoPay(await shop.context())).toBeNull();
    expect((await shop.shopFacts()).slice(-4)).toEqual([
      "auto_pay_on",
      "auto_pay_off",
      "auto_pay_on",
      "auto_pay_stopped",
    ]);
    expect(await shop.timesPaid(rows)).toEqual([0]);
  });

  it("is off again for a wallet that is connected, or goes live, later", async () => {
    const rows = await shop.waiting(1);
    await shop.setWallet(10_000);
    await shop.switchOn(100_000);
    const { shopId } = shop;
    const [later, { connectedAt = null, activatedAt = null } = {}] = [
      new Date(Date.now() + 60_000),
      (await shop.context()).connection ?? {},
    ];
    for (const begun of [{ activatedAt: later }, { connectedAt: later }]) {
      await shop.app.db.supplierConnection.updateMany({ where: { shopId }, data: begun });
      expect(await findAutoPay(await shop.context())).toBeNull();
      expect(await shop.run()).toEqual({ waiting: 0, orderIds: [] });
      const before = { activatedAt, ...(connectedAt && { connectedAt }) };
      await shop.app.db.supplierConnection.updateMany({ where: { shopId }, data: before });
    }
    expect(await shop.timesPaid(rows)).toEqual([0]);
    expect(await shop.run()).toMatchObject({ orderIds: [rows[0]?.id] });
  });

  it("leaves parcels to their own wallet that another account has placed", async () => {
    const rows = await shop.waiting(2);
    const ofOther = { orderId: rows[1]?.id };
    await shop.app.db.handoff.updateMany({ where: ofOther, data: { accountId: asId("rsl_other") } });
    await shop.setWallet(COST);
    await shop.switchOn(100_000);
    const ctx = await shop.context();
    expect(await getFunds(ctx, "7")).toMatchObject({ totalPkr: COST, parcels: [{ orderId: rows[0]?.id }] });
    expect(await shop.run()).toEqual({ waiting: 1, orderIds: [rows[0]?.id] });
    const { spentTodayPkr } = (await findAutoPay(await shop.context())) ?? {};
    expect(spentTodayPkr).toBe(COST);
    expect(await shop.app.db.paymentIntent.count({ where: ofOther })).toBe(0);
    await shop.app.db.handoff.updateMany({ where: ofOther, data: { accountId: ctx.connection?.accountId } });
  });

  it("sends nothing any more once it is off, whatever a process that died had begun", async () => {
    const rows = await shop.waiting(1);
    await shop.setWallet(10_000);
    await shop.switchOn(10 * COST);
    armFailpoints("Y1:throw");
    await expect(shop.run()).rejects.toMatchObject({ code: "failpoint" });
    armFailpoints(undefined);
    await switchAutoPayOff(await shop.context(), "8");
    await shop.app.db.$executeRaw`
      update payment_intent set requested_at = requested_at - interval '2 minutes' where order_id = ${rows[0]?.id}::uuid`;
    await shop.wake(rows[0]?.orderGid ?? "");
    await shop.soon("the payment to end", async () => {
      const payment = await shop.app.db.paymentIntent.findFirst({ where: { orderId: rows[0]?.id } });
      return payment?.outcome === "auto_pay_off";
    });
    expect(await shop.timesPaid(rows)).toEqual([0]);
  });

  it("begins no day's limit anew by a clock that is behind", async () => {
    const rows = await shop.waiting(1);
    await shop.setWallet(10_000);
    await shop.switchOn(COST);
    const { db } = shop.app;
    await db.autoPay.updateMany({ data: { day: "2999-01-01", spentPkr: rupees(COST) } });
    expect(await shop.run()).toMatchObject({ orderIds: [] });
    const parcelId = asId<ParcelId>(shop.parcels(rows[0] as OrderRow)[0]?.id ?? "");
    const behind = { parcelId, by: "7", byItself: { day: "2026-01-01" } };
    expect(await requestPayment(await shop.context(), behind)).toEqual({ kind: "not_waiting" });
    expect(await db.autoPay.findFirst()).toMatchObject({ day: "2999-01-01", spentPkr: rupees(COST) });
    expect(await shop.timesPaid(rows)).toEqual([0]);
  });

  it("pays each once and no rupee above the limit, however many run at once", async () => {
    const rows = await shop.waiting(3);
    await shop.setWallet(10_000);
    await shop.switchOn(2 * COST);
    await Promise.all([shop.run(), shop.run(), shop.run()]);
    await Promise.all([shop.run(), shop.run()]);
    const paid = await shop.timesPaid(rows);
    expect(Math.max(...paid)).toBe(1);
    expect(paid.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(2);
    expect((await findAutoPay(await shop.context()))?.spentTodayPkr).toBeLessThanOrEqual(2 * COST);
  });

  it("takes no more from the day's limit than it holds, whatever each run has planned", async () => {
    const rows = await shop.waiting(3);
    await shop.switchOn(2 * COST);
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
    const rows = await shop.waiting(2);
    await shop.setWallet(10_000);
    await shop.switchOn(2 * COST);
    await shop.supplier.control.armFault({
      ...{ kind: "cut", when: "after", method: "POST", path: "/orders/*/pay", times: 1 },
    });
    expect(await shop.run()).toMatchObject({ orderIds: [rows[1]?.id] });
    expect(await findAutoPay(await shop.context())).toMatchObject({ spentTodayPkr: COST });
    expect(await shop.run()).toMatchObject({ orderIds: [rows[0]?.id] });
    expect(await shop.run()).toMatchObject({ orderIds: [] });
    expect(await shop.timesPaid(rows)).toEqual([1, 1]);
  });

  it.each(["Y1", "Y2", "Y3", "Y4"])(
    "leaves one payment at most where its process dies at %s",
    async (point) => {
      const rows = await shop.waiting(1);
      await shop.setWallet(10_000);
      await shop.switchOn(10 * COST);
      armFailpoints(`${point}:throw`);
      await expect(shop.run()).rejects.toMatchObject({ code: "failpoint" });
      armFailpoints(undefined);
      expect(await shop.run()).toMatchObject({ orderIds: [] });
      await shop.app.db.$executeRaw`
      update payment_intent set requested_at = requested_at - interval '2 minutes', sent_at = sent_at - interval '2 minutes'
      where order_id = ${rows[0]?.id}::uuid`;
      await shop.wake(rows[0]?.orderGid ?? "");
      await shop.soon("the payment to be settled", async () => {
        const payment = await shop.app.db.paymentIntent.findFirst({ where: { orderId: rows[0]?.id } });
        return payment?.settledAt;
      });
      expect(await shop.timesPaid(rows)).toEqual([point === "Y2" ? 0 : 1]);
      const autoPay = await findAutoPay(await shop.context());
      expect(autoPay).toMatchObject({ spentTodayPkr: point === "Y2" ? 0 : COST });
    },
  );

  it("counts nothing for a parcel that somebody else is paying", async () => {
    const rows = await shop.waiting(1);
    await shop.setWallet(10_000);
    await shop.switchOn(10 * COST);
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
    const rows = await shop.waiting(1);
    await shop.setWallet(10_000);
    await shop.switchOn(COST);
    await shop.supplier.control.armFault({
      ...{ kind: "refused", code: "insufficient_balance", method: "POST", path: "/orders/*/pay", times: 1 },
    });
    await shop.run();
    expect(await findAutoPay(await shop.context())).toMatchObject({ spentTodayPkr: 0 });
    expect(await shop.run()).toMatchObject({ orderIds: [] });
    expect(await shop.timesPaid(rows)).toEqual([0]);
  });
});
