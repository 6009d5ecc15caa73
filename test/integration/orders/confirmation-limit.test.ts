import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import {
  requestOrderCancel,
  requestPlacement,
  retryPlacement,
} from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { type ConfirmingShop, startConfirmingShop } from "./confirming-shop.ts";

let shop: ConfirmingShop;

beforeAll(async () => {
  shop = await startConfirmingShop();
});
afterEach(async () => {
  armFailpoints(undefined);
  await shop.forgetRules();
});
afterAll(() => shop.close());

describe("a customer who does not confirm in time", () => {
  it("has the order left to a person, who asks again, and it is placed once confirmed", async () => {
    const row = await shop.buyAsked();
    await shop.passLimitAndLook(row);
    await shop.untilHeldBy(row, "not_confirmed");
    expect(await shop.app.db.orderDecision.count({ where: { orderId: row.id, kind: "cancel" } })).toBe(0);
    expect(await shop.askAgain(row)).toEqual({ ok: true });
    await shop.untilHeldBy(row, "awaiting_confirmation");
    expect((await shop.confirmationOf(row)).dueAt.getTime()).toBeGreaterThan(Date.now());
    await shop.contact(row, "confirmed");
    await shop.untilState(row.orderGid, "placed");
  });

  it("may still confirm once the limit was noted", async () => {
    const row = await shop.buyAsked();
    await shop.passLimitAndLook(row);
    await shop.untilHeldBy(row, "not_confirmed");
    expect(await shop.contact(row, "confirmed")).toEqual({ ok: true });
    await shop.untilState(row.orderGid, "placed");
  });

  it("has the order cancelled by the app where the shop wants that, and only there", async () => {
    await shop.settings({ whenNotConfirmed: "cancel" });
    const row = await shop.buyAsked();
    await shop.passLimitAndLook(row);
    const cancelled = await shop.untilState(row.orderGid, "cancelled");
    expect(cancelled.handoffs).toEqual([]);
    expect(await shop.openCodes(cancelled)).toEqual([]);
    expect(shop.inShopify(row.orderGid).cancelledAt).toBeNull();
    expect(await shop.decisionOf(row, "cancel")).toMatchObject({ by: "karwan", handledAt: null });
    expect(await shop.timeline(row)).toContain("cancelled_unconfirmed");
    expect(await shop.contact(row, "confirmed")).toMatchObject({ ok: false, why: "not_waiting" });
    await requestPlacement(await shop.context(), { orderId: row.id, by: "Ali" });
    await shop.untilState(row.orderGid, "placed");
  });

  it("never has an order cancelled of which something was sent before", async () => {
    await shop.settings({ whenNotConfirmed: "cancel" });
    await shop.supplier.control.armFault({
      ...{ kind: "refused", code: "validation_error", method: "POST", path: "/orders" },
      ...{ message: "The address is too short", times: 1 },
    });
    const row = await shop.buy(shop.order(), "held");
    expect(row.handoffs).toMatchObject([{ state: "refused" }]);
    await shop.askFor();
    const ctx = await shop.context();
    await retryPlacement(ctx, { orderId: row.id, by: "Ali" });
    await shop.untilHeldBy(row, "awaiting_confirmation");
    await shop.passLimitAndLook(row);
    const held = await shop.untilHeldBy(row, "not_confirmed");
    const page = await findOrderPage(ctx, held.id);
    expect(page?.holds[0]?.sentence).toContain("It is not cancelled");
    expect(await shop.decisionOf(row, "cancel")).toBeNull();
  });

  it("has a new limit when the first one passed while placing was paused", async () => {
    await shop.settings({ whenNotConfirmed: "cancel" });
    const row = await shop.buyAsked();
    await shop.settings({ paused: true });
    await shop.untilState(row.orderGid, "waiting");
    await shop.passLimit(row);
    await shop.settings({ paused: false });
    await shop.untilHeldBy(row, "awaiting_confirmation");
    expect((await shop.confirmationOf(row)).dueAt.getTime()).toBeGreaterThan(Date.now());
  });

  it("has no new limit because the service was away as it passed", async () => {
    await shop.settings({ whenNotConfirmed: "cancel" });
    const row = await shop.buyAsked();
    await shop.passLimit(row);
    await shop.supplier.control.armFault({
      ...{ kind: "error", when: "before", method: "POST", path: "/shipping/quote", times: 1000 },
    });
    const begunAt = Date.now();
    await shop.wake(row.orderGid);
    await shop.soon("the run to end in vain", async () => {
      const where = { kind: "order.reconcile", subject: row.orderGid, leaseToken: null } as const;
      const ended = { updatedAt: { gt: new Date(begunAt) }, nextRunAt: { gt: new Date(Date.now() + 2000) } };
      return (await shop.app.db.work.count({ where: { ...where, ...ended } })) === 1;
    });
    expect(await shop.findOrder(row.orderGid)).toMatchObject({ holdCode: "awaiting_confirmation" });
    await shop.supplier.control.clearFaults();
    await shop.wake(row.orderGid);
    expect(await shop.untilState(row.orderGid, "cancelled")).toMatchObject({ handoffs: [] });
  });

  it.each(["H2", "H9"])("has it cancelled once, though the process dies at %s", async (point) => {
    await shop.settings({ whenNotConfirmed: "cancel" });
    const row = await shop.buyAsked();
    await shop.passLimit(row);
    armFailpoints(`${point}:throw`);
    await shop.wake(row.orderGid);
    const cancelled = await shop.untilState(row.orderGid, "cancelled");
    expect(cancelled.handoffs).toEqual([]);
    const facts = (await shop.timeline(row)).filter((code) => code === "cancelled_unconfirmed");
    expect(facts).toHaveLength(1);
  });
});

const control = () => shop.supplier.control;

/**
 * The service leaves the next quote unanswered, for as long as it takes to do something meanwhile. What was just set has
 * every waiting order looked at, those of other tests as well: the quote that is left open is asked for after that.
 */
async function leaveQuoteOpen(): Promise<void> {
  const kind = { in: ["orders.reconcileWaiting", "order.reconcile"] };
  await shop.soon("every order to be looked at", async () => {
    const isDue = { nextRunAt: { lte: new Date(Date.now() + 5000) } };
    const isBusy = { OR: [{ leaseToken: { not: null } }, isDue] };
    return (await shop.app.db.work.count({ where: { kind, ...isBusy } })) === 0;
  });
  await control().armFault({ kind: "delay", ms: 9000, method: "POST", path: "/shipping/quote", times: 1 });
}

const untilQuoteIsAsked = () =>
  shop.soon("the run to hang", async () => (await control().listFaults()).length === 0);
const answerQuote = () => control().clearFaults();

/** The order's run goes on, and somebody's press is committed once it waits for the row of work that every press takes first. */
async function confirmWhileItWaits({ id, orderGid }: OrderRow): Promise<void> {
  const { db } = shop.app;
  const isWaiting = async () => {
    const [found] = await db.$queryRaw<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and query like '%update work set lease_until%'`;
    return found !== undefined && found.count > 0;
  };
  await db.$transaction(
    async (tx) => {
      await tx.$queryRaw`select 1 from work where subject = ${orderGid} for update`;
      await tx.orderConfirmation.updateMany({ where: { orderId: id }, data: { state: "confirmed" } });
      await answerQuote();
      await waitFor(isWaiting, {
        what: "the run to wait for its row of work",
        everyMs: 20,
        timeoutMs: 15_000,
      });
    },
    { timeout: 20_000 },
  );
}

describe("two at once", () => {
  it("of two people who press, one is told that it is done", async () => {
    const row = await shop.buyAsked();
    // Once something is sent, a call that is noted is one more, and nobody is refused.
    await shop.settings({ paused: true });
    await shop.untilState(row.orderGid, "waiting");
    const answers = await Promise.all([
      shop.contact(row, "confirmed", "Ali"),
      shop.contact(row, "confirmed", "Sara"),
    ]);
    const refused = answers.filter(({ ok }) => !ok);
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
    for (const answer of refused)
      expect(answer).toMatchObject({ reason: "Already confirmed by another staff member." });
    await shop.settings({ paused: false });
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.atService(placed)).toHaveLength(1);
    const facts = (await shop.timeline(row)).filter((code) => code === "customer_contacted");
    expect(facts).toHaveLength(answers.length - refused.length);
  });

  it("confirmed at the limit, before it is noted: the order is placed", async () => {
    await shop.settings({ whenNotConfirmed: "cancel" });
    const row = await shop.buyAsked();
    await shop.passLimit(row);
    expect(await shop.contact(row, "confirmed")).toEqual({ ok: true });
    await shop.untilState(row.orderGid, "placed");
  });

  it("confirmed at the very moment of the limit: it is placed where the press was taken, else cancelled", async () => {
    await shop.settings({ whenNotConfirmed: "cancel" });
    await shop.askFor();
    for (let round = 0; round < 6; round += 1) {
      const row = await shop.buy(shop.order(), "held");
      await shop.passLimit(row);
      const [answer] = await Promise.all([shop.contact(row, "confirmed"), shop.wake(row.orderGid)]);
      const ended = await shop.untilState(row.orderGid, answer.ok ? "placed" : "cancelled");
      expect(await shop.atService(ended)).toHaveLength(answer.ok ? 1 : 0);
      expect((await shop.decisionOf(row, "cancel")) === null).toBe(answer.ok);
    }
  });

  it.each(["cancel", "hold"] as const)(
    "confirmed while the run that ends it (%s) waits to write: it is placed",
    async (whenNotConfirmed) => {
      await shop.settings({ whenNotConfirmed });
      const row = await shop.buyAsked();
      await leaveQuoteOpen();
      await shop.passLimit(row);
      await shop.wake(row.orderGid);
      await untilQuoteIsAsked();
      await confirmWhileItWaits(row);
      const placed = await shop.untilState(row.orderGid, "placed");
      expect(await shop.atService(placed)).toHaveLength(1);
      expect(await shop.decisionOf(row, "cancel")).toBeNull();
      expect(await shop.timeline(row)).not.toContain("cancelled_unconfirmed");
    },
  );

  it("a rule that is made while the service answers has the order asked about", async () => {
    await leaveQuoteOpen();
    const { gid } = await shop.place(shop.order());
    await untilQuoteIsAsked();
    await shop.askFor();
    await answerQuote();
    const held = await shop.until(gid, (row) => row.holdCode === "awaiting_confirmation", "it to be asked");
    expect(held.handoffs).toEqual([]);
  });

  it("a rule that is removed while the service answers cancels nothing at the limit", async () => {
    await shop.settings({ whenNotConfirmed: "cancel" });
    const row = await shop.buyAsked();
    await leaveQuoteOpen();
    await shop.passLimit(row);
    await shop.wake(row.orderGid);
    await untilQuoteIsAsked();
    await shop.app.db.orderRule.deleteMany();
    await answerQuote();
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.atService(placed)).toHaveLength(1);
    expect(await shop.timeline(row)).not.toContain("cancelled_unconfirmed");
  });

  it("a call that is noted after the order was cancelled changes nothing", async () => {
    const row = await shop.buyAsked();
    await requestOrderCancel(await shop.context(), { orderId: row.id, by: "Sara" });
    expect(await shop.contact(row, "confirmed")).toMatchObject({
      ok: false,
      reason: expect.stringContaining("Already cancelled"),
    });
    await shop.untilState(row.orderGid, "cancelled");
  });
});
