import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { switchAutoPayOff } from "#app/domain/wallet/funds/auto-pay-setting.server.ts";
import { getFunds } from "#app/domain/wallet/funds/get-funds.server.ts";
import { openAutoPayStop, syncAutoPayIssue } from "#app/domain/wallet/funds/sync-auto-pay-issue.server.ts";
import { requestPayment } from "#app/domain/wallet/request-payment.server.ts";
import { sendPayment } from "#app/domain/wallet/send-payment.server.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import type { DocumentedCode } from "#app/supplier/error-codes.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { waitFor } from "#test/support/wait-for.ts";
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

describe("what Home says of paying by itself", () => {
  it("is that today's limit leaves too little for the next, until the limit is raised or nothing waits", async () => {
    await shop.waiting(2);
    await shop.setWallet(10_000);
    await shop.switchOn(COST + 100);
    expect(await shop.openIssue()).toBeNull();
    await shop.run();
    expect(await shop.openIssue()).toBe(
      "Of today's limit for paying by itself, Rs 1,300, too little is left for the next parcel, Rs 1,200. Karwan goes on tomorrow. Where that is too late, pay it yourself or raise the limit.",
    );
    expect((await getFunds(await shop.context(), "7")).autoPayStop).toBe(await shop.openIssue());
    await shop.switchOn(COST - 100);
    expect(await shop.openIssue()).toBeNull();
    await shop.run();
    expect(await shop.openIssue()).toContain("it costs Rs 1,200, more than the limit of Rs 1,100 a day");
    await shop.switchOn(2 * COST);
    await shop.run();
    expect(await shop.openIssue()).toBeNull();
  });

  it("is nothing where the wallet is empty: each order says that", async () => {
    await shop.waiting(1);
    await shop.switchOn(10 * COST);
    await shop.run();
    expect(await shop.openIssue()).toBeNull();
  });

  /** One order waits, the wallet holds enough, and the service refuses to take the payment. */
  async function waitingRefused(code: DocumentedCode): Promise<OrderRow[]> {
    const rows = await shop.waiting(1);
    await shop.setWallet(10_000);
    await shop.switchOn(10 * COST);
    await refusePay(code);
    return rows;
  }

  const refuse = (code: DocumentedCode, method: string, path: string) =>
    shop.supplier.control.armFault({ kind: "refused", code, method, path, times: 5 });
  const refusePay = (code: DocumentedCode) => refuse(code, "POST", "/orders/*/pay");

  it("is why a payment was refused, until it went through: after an hour", async () => {
    const rows = await waitingRefused("prepaid_disabled");
    await shop.run();
    const words = await shop.openIssue();
    expect(words).toContain("A payment that Karwan made by itself did not go through.");
    expect(words).toContain("Karwan tries it again after an hour.");
    await shop.supplier.control.clearFaults();
    await shop.run();
    expect(await shop.openIssue()).toBe(words);
    await shop.app.db.$executeRaw`
      update payment_intent set requested_at = requested_at - interval '1 hour' where order_id = ${rows[0]?.id}::uuid`;
    await shop.run();
    expect(await shop.timesPaid(rows)).toEqual([1]);
    expect(await shop.openIssue()).toBeNull();
  });

  it("is that the service could not be asked right now, until the next look pays", async () => {
    const rows = await waitingRefused("rate_limited");
    await shop.run();
    const words =
      "A payment that Karwan made by itself did not go through. The supplier cannot be asked right now, so nothing was paid. Pay again in a minute. Karwan tries it again in a few minutes.";
    expect(await shop.openIssue()).toBe(words);
    await shop.supplier.control.clearFaults();
    await refuse("rate_limited", "GET", "/wallet");
    await shop.run();
    expect(await shop.openIssue()).toBe(words);
    await shop.supplier.control.clearFaults();
    await shop.forgetLimits();
    await shop.run();
    expect(await shop.timesPaid(rows)).toEqual([1]);
    expect(await shop.openIssue()).toBeNull();
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
      await shop.run();
      soon.push((await shop.openIssue())?.endsWith("Karwan tries it again in a few minutes.") ?? false);
    }
    expect(soon).toEqual([true, true, false]);
    await shop.supplier.control.clearFaults();
    await shop.forgetLimits();
    await shop.run();
    expect(await shop.timesPaid(rows)).toEqual([0]);
    expect(await shop.openIssue()).toMatch(/Karwan tries it again after an hour\.$/);
  });

  it("is a used-up day, and that Karwan tries it again once that is over", async () => {
    await waitingRefused("daily_quota_exceeded");
    await shop.run();
    expect(await shop.openIssue()).toMatch(/at 5 it takes requests again\. Karwan tries it again then\.$/);
  });

  it("is no limit any more where the wallet cannot be read", async () => {
    await shop.waiting(2);
    await shop.setWallet(10_000);
    await shop.switchOn(COST);
    await shop.run();
    expect(await shop.openIssue()).toContain("too little is left");
    await refuse("rate_limited", "GET", "/wallet");
    await shop.run();
    expect(await shop.openIssue()).toBeNull();
  });

  it("is nothing any more soon after a person has paid what was refused", async () => {
    const [row] = await waitingRefused("rate_limited");
    await shop.run();
    expect(await shop.openIssue()).not.toBeNull();
    await shop.supplier.control.clearFaults();
    await shop.forgetLimits();
    const parcelId = (row && shop.parcels(row)[0]?.id) ?? "";
    const requested = await requestPayment(await shop.context(), { parcelId: asId(parcelId), by: "7" });
    if (requested.kind !== "requested") throw new Error(requested.kind);
    expect(await sendPayment(await shop.context(), requested.paymentId)).toMatchObject({ kind: "paid" });
    await shop.soon("Home to say no more of it", async () => (await shop.openIssue()) === null);
  });

  it("is that the connection is stopped, while something waits", async () => {
    const { shopId } = shop;
    await shop.waiting(1);
    await shop.setWallet(10_000);
    await shop.switchOn(10 * COST);
    const pausedAt = new Date();
    await shop.app.db.supplierConnection.updateMany({ where: { shopId }, data: { pausedAt } });
    await shop.run();
    expect(await shop.openIssue()).toContain("Mend the connection before the deadlines pass.");
    await shop.app.db.supplierConnection.updateMany({ where: { shopId }, data: { pausedAt: null } });
    await shop.run();
    expect(await shop.openIssue()).toBeNull();
  });

  it("is that the person may not pay any more, until somebody answers", async () => {
    await shop.waiting(1);
    await shop.switchOn(10 * COST);
    await shop.app.db.staffMember.updateMany({ where: { userId: "7" }, data: { rights: [] } });
    await shop.run();
    await shop.run();
    expect(await shop.openIssue()).toContain("whoever had switched it on may not pay from the wallet now");
    await switchAutoPayOff(await shop.context(), "8");
    expect(await shop.openIssue()).toBeNull();
    await shop.app.db.staffMember.updateMany({ where: { userId: "7" }, data: { rights: ["pay"] } });
    await shop.switchOn(10 * COST);
    expect(await shop.openIssue()).toBeNull();
  });

  it("is nothing after the switch was pressed while a run was about to say why it stops", async () => {
    const { db } = shop.app;
    await shop.switchOn(10 * COST);
    const ctx = await shop.context();
    await syncAutoPayIssue(ctx, { reason: "paused" });
    expect(await shop.openIssue()).not.toBeNull();
    let pressed: Promise<void> | undefined;
    await db.$transaction(
      async (tx) => {
        await tx.$queryRaw`select 1 from auto_pay where shop_id = ${shop.shopId}::uuid for update`;
        pressed = switchAutoPayOff(ctx, "8");
        const isWaiting = async () => {
          const [found] = await db.$queryRaw<{ count: number }[]>`
            select count(*)::int as count from pg_stat_activity
            where wait_event_type = 'Lock' and datname = current_database() and query like '%auto_pay%'`;
          return found?.count === 1;
        };
        await waitFor(isWaiting, { what: "the press to wait for the switch", everyMs: 20 });
        await openAutoPayStop(tx, ctx, { reason: "paused" });
      },
      { timeout: 20_000 },
    );
    await pressed;
    expect(await shop.openIssue()).toBeNull();
  });

  it("is that it was switched on for another wallet, until somebody answers", async () => {
    const { shopId } = shop;
    await shop.switchOn(10 * COST);
    const { connectedAt } = (await shop.context()).connection ?? {};
    const later = new Date(Date.now() + 60_000);
    await shop.app.db.supplierConnection.updateMany({ where: { shopId }, data: { connectedAt: later } });
    await shop.run();
    expect(await shop.openIssue()).toContain(
      "it was switched on before the present connection to the supplier",
    );
    await switchAutoPayOff(await shop.context(), "8");
    await shop.run();
    expect(await shop.openIssue()).toBeNull();
    await shop.app.db.supplierConnection.updateMany({ where: { shopId }, data: { connectedAt } });
  });
});
