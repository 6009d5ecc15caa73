import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { evaluatedRows, evaluateOrders } from "#app/domain/orders/bulk/evaluate-orders.server.ts";
import { recordDecision } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import {
  requestHold,
  requestOrderCancel,
  requestPlacement,
} from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { editCustomer, undoCustomerEdit } from "#app/domain/orders/customer/edit-customer.server.ts";
import { createOrderRule, removeOrderRule } from "#app/domain/orders/rules/change-order-rules.server.ts";
import { startShadowMode } from "#app/domain/orders/shadow/switch-shadow-mode.server.ts";
import { cancelOrder } from "#app/domain/storefront/choices/cancel-order.server.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { type ConfirmingShop, startConfirmingShop } from "./confirming-shop.ts";

let shop: ConfirmingShop;

beforeAll(async () => {
  shop = await startConfirmingShop();
});
afterEach(async () => {
  answerShopify();
  await shop.forgetRules();
});
afterAll(() => shop.close());

/** Longer than a press takes on the slowest machine; a test ends it sooner. */
const HANGS_MS = 12_000;

/** What hangs in Shopify is answered. */
const answerShopify = () => void shop.shopify.control.faults({ clear: true });

/** The next run that requests an order in Shopify hangs there: all is decided, and nothing is written down yet. */
function hangWhileRequesting(): () => Promise<unknown> {
  const { control } = shop.shopify;
  const field = "fulfillmentOrderSubmitFulfillmentRequest";
  control.faults({ requests: [{ kind: "delay", field, delayMs: HANGS_MS }] });
  return () =>
    shop.soon("the run to hang", async () => control.armedFaults().every((fault) => !("field" in fault)));
}

/** An order whose run hangs in its request. */
async function buyHanging(): Promise<OrderRow> {
  const hung = hangWhileRequesting();
  const { gid } = await shop.place(shop.order());
  await hung();
  const row = await shop.findOrder(gid);
  if (!row) throw new Error("The order is not known yet");
  return row;
}

const sentOrders = async () => (await shop.supplier.control.audit()).orders.length;
const press = async ({ id }: OrderRow) => [await shop.context(), { orderId: id, by: "Ali" }] as const;

async function placesOnce(row: OrderRow, before: number): Promise<void> {
  expect(await sentOrders()).toBe(before);
  await requestPlacement(...(await press(row)));
  const placed = await shop.untilState(row.orderGid, "placed");
  expect(await shop.atService(placed)).toHaveLength(1);
  expect(await sentOrders()).toBe(before + 1);
}

describe("what is pressed while a run is placing an order", () => {
  it("Hold: nothing of it is sent until somebody presses Place, though it is requested in Shopify", async () => {
    const before = await sentOrders();
    const row = await buyHanging();
    expect(await requestHold(...(await press(row)))).toEqual({ ok: true });
    answerShopify();
    const held = await shop.untilHeldBy(row, "held_by_person");
    expect(held.handoffs).toEqual([]);
    expect(await shop.ours(row.orderGid)).toMatchObject([{ requestStatus: "SUBMITTED" }]);
    await placesOnce(row, before);
  });

  it("Hold, committed while the run waits to write: nothing is sent either", async () => {
    const before = await sentOrders();
    const row = await buyHanging();
    const { db } = shop.app;
    await db.$transaction(
      async (tx) => {
        await tx.$queryRaw`select 1 from work where subject = ${row.orderGid} for update`;
        const hold = { shopId: shop.shopId, orderId: row.id, kind: "hold", by: "Ali" } as const;
        await recordDecision(tx, { ...hold, at: new Date() });
        answerShopify();
        const isWaiting = async () => {
          const [found] = await db.$queryRaw<{ count: number }[]>`
            select count(*)::int as count from pg_stat_activity
            where wait_event_type = 'Lock' and datname = current_database() and query like '%is_placing_stopped%'`;
          return found?.count === 1;
        };
        await waitFor(isWaiting, { what: "the run to wait for the row of work", everyMs: 20 });
      },
      { timeout: 20_000 },
    );
    await shop.untilHeldBy(row, "held_by_person");
    await placesOnce(row, before);
  });

  it("Cancel: nothing is sent", async () => {
    const before = await sentOrders();
    const row = await buyHanging();
    expect(await requestOrderCancel(...(await press(row)))).toEqual({ ok: true });
    answerShopify();
    const cancelled = await shop.untilState(row.orderGid, "cancelled");
    expect(cancelled.handoffs).toEqual([]);
    expect(await sentOrders()).toBe(before);
  });

  it("Undo of the customer's correction: what is sent is what the order itself says", async () => {
    const before = await sentOrders();
    await shop.settings({ paused: true });
    const row = await shop.buy(shop.order(), "waiting");
    const fields = {
      ...{ name: "Somebody Else", phone: "0300 1234567", secondPhone: "", landmark: "", city: "Lahore" },
      ...{ address: "House 99, Street 9, Gulberg", cityAsWritten: false },
    };
    const edit = { orderId: row.id, by: "Ali", fields, seenEditAt: "" };
    expect(await editCustomer(await shop.context(), edit)).toEqual({ ok: true });
    await shop.rested(row.orderGid);
    const hung = hangWhileRequesting();
    await shop.settings({ paused: false });
    await hung();
    expect(await undoCustomerEdit(...(await press(row)))).toEqual({ ok: true });
    answerShopify();
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await sentOrders()).toBe(before + 1);
    expect(shop.body(placed)).toMatchObject({ customer: { name: "Ayesha Example" } });
    expect(JSON.stringify(shop.body(placed))).not.toContain("House 99");
  });

  it("that the customer confirmed, taken back: nothing is sent before they are asked again", async () => {
    const before = await sentOrders();
    const row = await shop.buyAsked();
    const hung = hangWhileRequesting();
    expect(await shop.contact(row, "confirmed")).toEqual({ ok: true });
    await hung();
    expect(await shop.undo(row, "confirmed")).toEqual({ ok: true });
    answerShopify();
    // It had this hold before: only once the run has ended does it say what became of the press.
    await shop.until(
      row.orderGid,
      ({ holdCode }) => holdCode === "awaiting_confirmation",
      "it to wait for its customer again",
    );
    expect(await sentOrders()).toBe(before);
    expect(await shop.contact(row, "confirmed")).toEqual({ ok: true });
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.atService(placed)).toHaveLength(1);
    expect(await shop.openCodes(placed)).toEqual([]);
  });

  it("a rule that holds it: it is placed once, or held, and never both", async () => {
    const before = await sentOrders();
    const row = await buyHanging();
    const draft = { kind: "value", limit: "1000" } as const;
    const made = await createOrderRule(await shop.context(), { effect: "hold", draft, by: "Ali" });
    answerShopify();
    const ended = await shop.until(
      row.orderGid,
      ({ state }) => state === "placed" || state === "held",
      "its end",
    );
    expect(await sentOrders()).toBe(before + (ended.state === "placed" ? 1 : 0));
    expect(await shop.openCodes(ended)).toEqual(ended.state === "placed" ? [] : ["held_by_rule"]);
    // The rule binds every order from then on.
    const next = await shop.buy(shop.order(), "held");
    if (made.ok) await removeOrderRule(await shop.context(), { id: made.id, by: "Ali" });
    await shop.untilState(next.orderGid, "placed");
    expect(await shop.atService(await shop.untilState(row.orderGid, "placed"))).toHaveLength(1);
  });
});

describe("Cancel, pressed while Shopify's answer about the order hangs", () => {
  it("is taken back by no Place of many, of Flow, or of a page that shows the order as it was", async () => {
    await shop.settings({ autoCod: false });
    const before = await sentOrders();
    const row = await shop.buy(shop.order(), "to_place");
    shop.shopify.control.faults({
      requests: [{ kind: "delay", field: "order", delayMs: HANGS_MS, times: 3 }],
    });
    const ctx = await shop.context();
    const cancelled = await cancelOrder(ctx, { orderId: row.id, how: "page" });
    expect(cancelled).toEqual({ kind: "done", next: "not_sent" });
    const now = await ctx.db.order.findUniqueOrThrow({ where: { id: row.id }, select: evaluatedRows });
    expect(now.state).toBe("to_place");
    const verdicts = await evaluateOrders(ctx, { action: "place", by: "Ali" }, [now]);
    expect(verdicts.get(row.id)).toEqual({ kind: "refused", reason: "It was cancelled." });
    expect(await requestPlacement(...(await press(row)))).toMatchObject({
      ok: false,
      reason: expect.stringContaining("cancelled meanwhile"),
    });
    answerShopify();
    await shop.untilState(row.orderGid, "cancelled");
    expect(await sentOrders()).toBe(before);
    await placesOnce(row, before);
    await shop.settings({ autoCod: true });
  });
});

describe("Hold", () => {
  it("pressed after Place, while the order still waits, is what counts", async () => {
    const before = await sentOrders();
    await shop.settings({ paused: true });
    const row = await shop.buy(shop.order(), "waiting");
    await requestPlacement(...(await press(row)));
    expect(await requestHold(...(await press(row)))).toEqual({ ok: true });
    await shop.settings({ paused: false });
    await shop.untilHeldBy(row, "held_by_person");
    await placesOnce(row, before);
  });

  it("takes a Place back for good: what is then requested in Shopify is looked at as one that nobody pressed", async () => {
    const order = shop.order();
    await shop.buy(order);
    const before = await sentOrders();
    await shop.settings({ paused: true });
    const row = await shop.buy(order, "waiting");
    await requestPlacement(...(await press(row)));
    await requestHold(...(await press(row)));
    const [ours] = await shop.ours(row.orderGid);
    shop.shopify.control.requestFulfillment({ id: ours?.id ?? "" });
    await shop.settings({ paused: false });
    await shop.untilHeldBy(row, "looks_twice");
    await placesOnce(row, before);
  });

  it("in shadow mode keeps the order until somebody places it, and is no shadow decision", async () => {
    const before = await sentOrders();
    await startShadowMode(await shop.context(), { by: "Ali" });
    const row = await shop.buy(shop.order(), "to_place");
    expect(await requestHold(...(await press(row)))).toEqual({ ok: true });
    await shop.untilHeldBy(row, "held_by_person");
    const decision = await shop.app.db.shadowDecision.findFirst({ where: { orderId: row.id } });
    expect(decision).toMatchObject({ verdict: "place", code: null });
    expect(await requestHold(...(await press(row)))).toMatchObject({ ok: false, why: "not_waiting" });
    await placesOnce(row, before);
  });
});
