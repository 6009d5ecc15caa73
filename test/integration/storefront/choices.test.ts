import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { requestReplacement } from "#app/domain/orders/amendments/change-commands.server.ts";
import { countCalls } from "#app/domain/orders/confirmation/list-calls.server.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import { cancelOrder } from "#app/domain/storefront/choices/cancel-order.server.ts";
import { findChoicePage } from "#app/domain/storefront/choices/choice-page.server.ts";
import { confirmOrder } from "#app/domain/storefront/choices/confirm-order.server.ts";
import { correctOrder } from "#app/domain/storefront/choices/correct-order.server.ts";
import type { DocumentedCode } from "#app/supplier/error-codes.ts";
import { type ConfirmingShop, startConfirmingShop } from "#test/integration/orders/confirming-shop.ts";
import { findHoldWords } from "#test/support/find-hold-words.ts";
import type { OrderRow } from "#test/support/order-harness.ts";

let shop: ConfirmingShop;

beforeAll(async () => {
  shop = await startConfirmingShop();
});
afterEach(() => shop.forgetRules());
afterAll(() => shop.close());

const choice = ({ id }: OrderRow) => ({ orderId: id, how: "page" }) as const;
const confirm = async (row: OrderRow) => confirmOrder(await shop.context(), choice(row));
const cancel = async (row: OrderRow) => cancelOrder(await shop.context(), choice(row));
const pageOf = async ({ id }: OrderRow) => findChoicePage(await shop.context(), id);

const NOTHING = { address: "", landmark: "", city: "", secondPhone: "" };
const correct = async (row: OrderRow, typed: Partial<typeof NOTHING>) =>
  correctOrder(await shop.context(), { ...choice(row), typed: { ...NOTHING, ...typed }, address: null });

/** What the customer did, as the timeline has it. */
async function actsOf({ id }: OrderRow): Promise<readonly unknown[]> {
  const where = { thingId: id, actor: "customer" } as const;
  const facts = await shop.app.db.timelineEntry.findMany({ where, orderBy: { id: "asc" } });
  return facts.map(({ code, by, params }) => ({ code, by, ...Object(params) }));
}

const cancelCalls = () => shop.supplier.control.requests({ method: "POST" });

async function buyWaiting(): Promise<OrderRow> {
  await shop.settings({ paused: true });
  return shop.buy(shop.order(), "waiting");
}

async function resume(row: OrderRow): Promise<void> {
  await shop.settings({ paused: false });
  await shop.wake(row.orderGid);
}

describe("a customer who confirms", () => {
  it("has the order sent that waits for that, and nobody calls them any more", async () => {
    const row = await shop.buyAsked();
    expect(await pageOf(row)).toMatchObject({
      ...{ step: "before_placing", confirm: "open", isAwaited: true, cashPkr: 1800, canCancel: true },
      items: [{ quantity: 1 }],
    });
    expect(await countCalls(await shop.context())).toMatchObject({ waiting: 1 });
    expect(await confirm(row)).toEqual({ kind: "done", next: "confirmed" });
    expect(await countCalls(await shop.context())).toMatchObject({ waiting: 0 });
    await shop.untilState(row.orderGid, "placed");
    expect(await confirm(row)).toEqual({ kind: "done", next: "confirmed" });
    const act = { code: "customer_contacted", by: "customer", how: "page", result: "confirmed" };
    expect(await actsOf(row)).toEqual([act]);
    const page = await findOrderPage(await shop.context(), row.id);
    expect(page?.timeline.map(({ sentence }) => sentence)).toContain(
      "The customer confirmed on the order's page",
    );
  });

  it("and presses twice at once confirms once; somebody of the staff learns who was first", async () => {
    const row = await shop.buyAsked();
    // Once something is sent, a call that is noted is one more, and nobody is refused.
    await shop.settings({ paused: true });
    await shop.untilState(row.orderGid, "waiting");
    const results = await Promise.all([confirm(row), confirm(row), confirm(row)]);
    for (const result of results) expect(result).toEqual({ kind: "done", next: "confirmed" });
    expect(await actsOf(row)).toHaveLength(1);
    expect(await shop.contact(row, "confirmed")).toMatchObject({
      ok: false,
      reason: "Already confirmed by the customer.",
    });
    await resume(row);
    await shop.untilState(row.orderGid, "placed");
  });

  it("before anybody has asked is not asked, and the order goes as they saw it", async () => {
    const row = await buyWaiting();
    expect(await pageOf(row)).toMatchObject({ confirm: "open", isAwaited: false });
    expect(await confirm(row)).toEqual({ kind: "done", next: "confirmed" });
    expect(await pageOf(row)).toMatchObject({ confirm: "given" });
    await shop.askFor();
    await resume(row);
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.timeline(placed)).not.toContain("held");
    expect(await shop.confirmationOf(row)).toMatchObject({ state: "confirmed" });
  });

  it("before anybody has asked is asked where the order was changed since", async () => {
    const row = await buyWaiting();
    await confirm(row);
    shop.shopify.control.editAddress({ orderId: row.orderGid, address: { address1: "House 9, Gulberg" } });
    await shop.askFor();
    await resume(row);
    await shop.untilHeldBy(row, "awaiting_confirmation");
    expect(await pageOf(row)).toMatchObject({ confirm: "open", isAwaited: true });
    await cancel(row);
    await shop.untilState(row.orderGid, "cancelled");
  });

  it("answers here what the service could not ask, once it is placed", async () => {
    const row = await shop.buy(shop.order());
    expect(await pageOf(row)).toMatchObject({ step: "before_packing", confirm: "closed" });
    const { externalOrderId = "" } = row.handoffs[0] ?? {};
    await shop.supplier.control.setConfirmation({ externalOrderId, confirmation: "FAILED" });
    await shop.app.db.parcel.updateMany({ data: { readAt: null } });
    await shop.wake(row.orderGid);
    await shop.untilHeldBy(row, "confirmation_failed");
    expect(await pageOf(row)).toMatchObject({ confirm: "open", isAwaited: false });
    expect(await confirm(row)).toEqual({ kind: "done", next: "confirmed" });
    expect(await confirm(row)).toEqual({ kind: "done", next: "confirmed" });
    await shop.until(row.orderGid, ({ holdCode }) => holdCode === null, "the hold to end");
    expect(await actsOf(row)).toHaveLength(1);
  });

  it("is not asked where the service asks itself, nor where the order is paid", async () => {
    await shop.settings({ confirmationAsker: "supplier" });
    const row = await buyWaiting();
    expect(await pageOf(row)).toMatchObject({ confirm: "closed", canCorrect: true, canCancel: true });
    expect(await confirm(row)).toEqual({ kind: "not_asked" });
    await shop.settings({ confirmationAsker: "shop" });
    const paid = await shop.buy(shop.order({ payment: "paid" }), "waiting");
    expect(await pageOf(paid)).toMatchObject({ confirm: "closed", canCorrect: false, cashPkr: 0 });
    expect(await confirm(paid)).toEqual({ kind: "not_asked" });
    expect(await correct(paid, { city: "Karachi" })).toEqual({ kind: "ask_shop" });
    expect([...(await actsOf(row)), ...(await actsOf(paid))]).toEqual([]);
    await cancel(row);
    await cancel(paid);
  });
});

describe("a customer who cancels", () => {
  it("before it is placed has nothing sent, whatever they press then", async () => {
    const row = await shop.buyAsked();
    expect(await cancel(row)).toEqual({ kind: "done", next: "not_sent" });
    expect(await cancel(row)).toMatchObject({ kind: "done" });
    const cancelled = await shop.untilState(row.orderGid, "cancelled");
    expect(cancelled.handoffs).toEqual([]);
    expect(await shop.decisionOf(row, "cancel")).toMatchObject({ by: "customer" });
    expect(await actsOf(row)).toMatchObject([
      { code: "customer_contacted", how: "page", result: "cancel" },
      { code: "cancel_pressed" },
    ]);
    expect(await confirm(row)).toEqual({ kind: "cancelled", by: "customer" });
    expect(await correct(row, { city: "Karachi" })).toEqual({ kind: "cancelled", by: "customer" });
    expect(await countCalls(await shop.context())).toMatchObject({ waiting: 0 });
  });

  it("before it is packed has it cancelled at the service", async () => {
    const row = await shop.buy(shop.order());
    expect(await cancel(row)).toEqual({ kind: "done", next: "being_stopped" });
    const cancelled = await shop.untilState(row.orderGid, "cancelled");
    expect(await shop.atService(cancelled)).toMatchObject([{ status: "CANCELLED" }]);
  });

  it("once it is packed is told so, and nothing reaches the service", async () => {
    const row = await shop.buy(shop.order());
    const [parcel] = await shop.atService(row);
    for (const status of ["CONFIRMED", "PROCESSING", "SHIPPED"] as const)
      await shop.supplier.control.moveParcel({ id: parcel?.id ?? "", status });
    await shop.untilState(row.orderGid, "on_the_way");
    const before = (await cancelCalls()).length;
    expect(await cancel(row)).toEqual({ kind: "too_late", step: "on_the_way" });
    expect(await correct(row, { city: "Karachi" })).toEqual({ kind: "too_late", step: "on_the_way" });
    expect(await confirm(row)).toEqual({ kind: "too_late", step: "on_the_way" });
    expect(await pageOf(row)).toMatchObject({ confirm: "closed", canCorrect: false, canCancel: false });
    expect(await actsOf(row)).toEqual([]);
    expect(await cancelCalls()).toHaveLength(before);
  });

  it("while it is packed without our knowing has it held for a person", async () => {
    const row = await shop.buy(shop.order());
    const [parcel] = await shop.atService(row);
    for (const status of ["CONFIRMED", "PROCESSING"] as const)
      await shop.supplier.control.moveParcel({ id: parcel?.id ?? "", status });
    expect(await cancel(row)).toEqual({ kind: "done", next: "being_stopped" });
    await shop.untilHeldBy(row, "too_late_to_cancel");
    expect(await pageOf(row)).toMatchObject({ step: "packed", canCancel: false, cancelledBy: null });
  });
});

describe("a customer who corrects", () => {
  const typed = {
    address: "House 5, Block C, Gulshan",
    landmark: "near the park",
    secondPhone: "0321 7654321",
  };

  it("before it is placed has it sent like that, and keeps nothing that is wrong", async () => {
    const row = await buyWaiting();
    expect(await correct(row, { ...typed, city: "Atlantis" })).toMatchObject({
      kind: "wrong",
      errors: { city: { code: "city_unknown" } },
    });
    expect(await actsOf(row)).toEqual([]);
    expect(await correct(row, typed)).toEqual({ kind: "done", next: "corrected" });
    expect(await correct(row, typed)).toEqual({ kind: "done", next: "corrected" });
    expect(await actsOf(row)).toEqual([{ code: "customer_edited", by: "customer", how: "page" }]);
    await resume(row);
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.atService(placed)).toMatchObject([{ customer: { address: typed.address } }]);
    expect(shop.body(placed).notes).toMatch(/Second phone: \+923217654321.*Landmark: near the park/s);
    expect(await shop.openCodes(placed)).toEqual([]);
  });

  it("an order that waits for their word has given it", async () => {
    const row = await shop.buyAsked();
    expect(await correct(row, typed)).toEqual({ kind: "done", next: "corrected" });
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.atService(placed)).toMatchObject([{ customer: { address: typed.address } }]);
  });

  it("after it was placed has the shop asked, which places it again with one press", async () => {
    const row = await shop.buy(shop.order());
    expect(await correct(row, typed)).toEqual({ kind: "done", next: "shop_decides" });
    await shop.untilHeldBy(row, "changed_after_placing");
    const page = await findOrderPage(await shop.context(), row.id);
    expect(page?.holds[0]?.sentence).toMatch(/^The customer corrected the order after it was placed/);
    expect(page?.change).toMatchObject([
      { what: "address", now: typed.address },
      { what: "secondPhone", now: "+923217654321" },
      { what: "landmark", now: "near the park" },
    ]);
    const where = { thingId: row.id, code: "changed_after_placing", resolvedAt: null } as const;
    const shown = String((await findHoldWords(shop.app, where))?.shown);
    const pressed = await requestReplacement(await shop.context(), { orderId: row.id, by: "Ali", shown });
    expect(pressed).toEqual({ ok: true });
    const again = await shop.until(
      row.orderGid,
      ({ handoffs, state }) => handoffs.length === 2 && state === "placed",
      "the order to be placed again",
    );
    expect(await shop.atService(again)).toMatchObject([
      { status: "CANCELLED" },
      { status: "RECEIVED", customer: { address: typed.address } },
    ]);
    expect(await shop.openCodes(again)).toEqual([]);
  });

  it("has it sent once more where the service refused the customer's data, and no other refusal", async () => {
    const refuse = (code: DocumentedCode) =>
      shop.supplier.control.armFault({ kind: "refused", code, method: "POST", path: "/orders", times: 99 });
    const attemptsOf = async ({ orderGid }: OrderRow) =>
      (await shop.findOrder(orderGid))?.handoffs.flatMap(({ attempts }) => attempts).length;
    await refuse("customer_blocked");
    const other = await shop.buy(shop.order(), "held");
    expect(await correct(other, typed)).toEqual({ kind: "done", next: "corrected" });
    await shop.rested(other.orderGid);
    expect(await attemptsOf(other)).toBe(1);
    await shop.supplier.control.clearFaults();
    await refuse("validation_error");
    const row = await shop.buy(shop.order(), "held");
    await shop.supplier.control.clearFaults();
    expect(await correct(row, typed)).toEqual({ kind: "done", next: "corrected" });
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await attemptsOf(placed)).toBe(2);
    await cancel(other);
  });

  it("is asked for no other phone where the shipping phone is none and the billing phone is called", async () => {
    await shop.settings({ paused: true });
    const asked = shop.order();
    const row = await shop.buy(
      { ...asked, shippingAddress: { phone: "0300" }, billingAddress: {} },
      "waiting",
    );
    expect(await correct(row, { landmark: "near the park" })).toEqual({ kind: "done", next: "corrected" });
    await resume(row);
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.atService(placed)).toMatchObject([{ customer: { phone: asked.customer?.phone } }]);
  });

  it("too often in a day is told to ask the shop", async () => {
    const row = await buyWaiting();
    for (const number of [1, 2, 3, 4, 5]) await correct(row, { landmark: `near house ${number}` });
    expect(await correct(row, { landmark: "near house 6" })).toEqual({ kind: "limited" });
    await cancel(row);
  });
});

describe("a choice while the order is being placed", () => {
  const answerShopify = () => void shop.shopify.control.faults({ clear: true });
  afterEach(answerShopify);

  /** The next run that requests an order in Shopify hangs there: all is decided, and nothing is written down yet (D-161). */
  async function buyHanging(before: Parameters<typeof correct>[1] = {}): Promise<OrderRow> {
    const field = "fulfillmentOrderSubmitFulfillmentRequest";
    const { control } = shop.shopify;
    const row = await buyWaiting();
    if (before.address) await correct(row, before);
    control.faults({ requests: [{ kind: "delay", field, delayMs: 12_000 }] });
    await resume(row);
    await shop.soon("the run to hang", async () =>
      control.armedFaults().every((fault) => !("field" in fault)),
    );
    return row;
  }

  it("to cancel it: nothing is sent", async () => {
    const row = await buyHanging();
    expect(await cancel(row)).toMatchObject({ kind: "done" });
    answerShopify();
    const cancelled = await shop.untilState(row.orderGid, "cancelled");
    expect(cancelled.handoffs).toEqual([]);
  });

  it("to correct it: it is sent once, with the correction", async () => {
    const row = await buyHanging();
    const address = "House 5, Block C, Gulshan";
    expect(await correct(row, { address })).toMatchObject({ kind: "done" });
    answerShopify();
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.atService(placed)).toMatchObject([{ customer: { address } }]);
  });

  it("to correct once more what was corrected before: it is sent once, with the last correction", async () => {
    const row = await buyHanging({ address: "House 4, Block B, Gulshan" });
    const address = "House 5, Block C, Gulshan";
    expect(await correct(row, { address })).toMatchObject({ kind: "done" });
    answerShopify();
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.atService(placed)).toMatchObject([{ customer: { address } }]);
    expect(await shop.openCodes(placed)).toEqual([]);
  });
});
