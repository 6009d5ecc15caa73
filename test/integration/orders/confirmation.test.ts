import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { askAgain } from "#app/domain/orders/confirmation/ask-again.server.ts";
import { undoContact } from "#app/domain/orders/confirmation/undo-contact.server.ts";
import { recordContact } from "#app/domain/orders/customer/contact/record-contact.server.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import type { OrderRuleDraft } from "#app/domain/orders/rules/order-rule-draft.ts";
import type { Placing } from "#test/support/order-harness.ts";
import { type ConfirmingShop, startConfirmingShop } from "./confirming-shop.ts";

let shop: ConfirmingShop;

beforeAll(async () => {
  shop = await startConfirmingShop();
});
afterEach(() => shop.forgetRules());
afterAll(() => shop.close());

type Case = {
  readonly kind: OrderRuleDraft["kind"];
  readonly limit?: string;
  readonly asked: () => Promise<Partial<Placing>> | Partial<Placing>;
  readonly goes: () => Promise<Partial<Placing>> | Partial<Placing>;
};

/** Of a phone that had a parcel refused before. */
async function refusedCustomer(): Promise<Partial<Placing>> {
  const { customer } = shop.order();
  const first = await shop.buy(shop.order({ customer }));
  for (const { id } of await shop.atService(first)) {
    for (const status of ["CONFIRMED", "PROCESSING", "SHIPPED", "RETURNED"] as const)
      await shop.supplier.control.moveParcel({ id, status });
  }
  await shop.untilState(first.orderGid, "refused");
  return { customer, lines: [shop.line("cooker", 1600, 2)] };
}

async function knownCustomer(): Promise<Partial<Placing>> {
  const { customer } = shop.order();
  await shop.buy(shop.order({ customer }));
  return { customer, lines: [shop.line("cooker", 1600, 2)] };
}

const cases: readonly Case[] = [
  {
    kind: "value",
    limit: "2000",
    asked: () => ({ lines: [shop.line("cooker", 1801)] }),
    goes: () => ({ lines: [shop.line("cooker", 1800)] }),
  },
  {
    kind: "city",
    limit: "Karachi",
    asked: () => ({ shippingAddress: { city: "Karachi" } }),
    goes: () => ({ shippingAddress: { city: "Lahore" } }),
  },
  { kind: "new_customer", asked: () => ({}), goes: knownCustomer },
  { kind: "refused_customer", asked: refusedCustomer, goes: knownCustomer },
];

describe("a confirmation that a rule asks for", () => {
  it.each(cases)("by $kind: is waited for, and releases the order at once", async (each) => {
    const [asked, goes] = [await each.asked(), await each.goes()];
    await shop.askFor(each.kind, each.limit ?? "");
    expect((await shop.buy(shop.order(goes))).holdCode).toBeNull();
    const row = await shop.buy(shop.order(asked), "held");
    expect(row).toMatchObject({ holdCode: "awaiting_confirmation", hasOpenIssue: true, handoffs: [] });
    expect(await shop.ours(row.orderGid)).toMatchObject([{ requestStatus: "UNSUBMITTED" }]);
    expect(await shop.contact(row, "confirmed")).toEqual({ ok: true });
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.openCodes(placed)).toEqual([]);
    expect(await shop.atService(placed)).toHaveLength(1);
    expect(await shop.decisionOf(row, "confirmed")).toMatchObject({ by: "Ali", at: expect.any(Date) });
  });

  it("says until when, what follows and which rule asks", async () => {
    await shop.settings({ confirmationLimitHours: 3, whenNotConfirmed: "cancel" });
    const row = await shop.buyAsked();
    const { askedAt, dueAt } = await shop.confirmationOf(row);
    expect(dueAt.getTime() - askedAt.getTime()).toBe(3 * 60 * 60_000);
    const page = await findOrderPage(await shop.context(), row.id);
    expect(page?.holds[0]?.sentence).toMatch(
      /^Your rules want orders over Rs 1,000 to be confirmed\. Ask the customer before .+: it is placed once they confirm, and cancelled if they have not by then\.$/,
    );
    expect(page?.contact?.script?.en).toContain("Rs 1,800");
    await shop.wake(row.orderGid);
    await shop.rested(row.orderGid);
    const work = await shop.app.db.work.findFirst({ where: { subject: row.orderGid } });
    expect(Math.abs((work?.nextRunAt?.getTime() ?? 0) - dueAt.getTime())).toBeLessThan(60_000);
  });

  it("is not asked for what is paid, nor for what a person places or asks for in Shopify", async () => {
    await shop.askFor();
    expect((await shop.buy(shop.order({ payment: "paid" }))).route).toBe("PREPAID");
    const pressed = await shop.buy(shop.order(), "held");
    await requestPlacement(await shop.context(), { orderId: pressed.id, by: "Ali" });
    await shop.untilState(pressed.orderGid, "placed");
    const requested = await shop.buy(shop.order(), "held");
    const [ours] = await shop.ours(requested.orderGid);
    shop.shopify.control.requestFulfillment({ id: ours?.id ?? "" });
    await shop.untilState(requested.orderGid, "placed");
  });

  it("is nobody's to ask for where the supplier asks, and what waited goes on when that is chosen", async () => {
    const row = await shop.buyAsked();
    await shop.settings({ confirmationAsker: "supplier" });
    await shop.untilState(row.orderGid, "placed");
    expect((await shop.buy(shop.order())).holdCode).toBeNull();
  });

  it("is not waited for any more when its rule is gone", async () => {
    const row = await shop.buyAsked();
    await shop.app.db.orderRule.deleteMany();
    await shop.wake(row.orderGid);
    await shop.untilState(row.orderGid, "placed");
  });
});

describe("an order that is changed after its customer was asked", () => {
  it("is asked about anew, though it was confirmed as it was", async () => {
    const row = await shop.buyAsked();
    await shop.settings({ paused: true });
    await shop.untilState(row.orderGid, "waiting");
    expect(await shop.contact(row, "confirmed")).toEqual({ ok: true });
    shop.shopify.control.editAddress({
      orderId: row.orderGid,
      address: { address1: "House 99, Newer Street 3, Block C" },
    });
    await shop.settings({ paused: false });
    await shop.untilHeldBy(row, "awaiting_confirmation");
    expect(await shop.decisionOf(row, "confirmed")).toMatchObject({ handledAt: expect.any(Date) });
    await shop.contact(row, "confirmed");
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(await shop.atService(placed)).toMatchObject([
      { customer: { address: expect.stringContaining("House 99") } },
    ]);
  });

  it("goes on without a second call when it was not changed", async () => {
    const row = await shop.buyAsked();
    await shop.settings({ paused: true });
    await shop.untilState(row.orderGid, "waiting");
    await shop.contact(row, "confirmed");
    await shop.settings({ paused: false });
    await shop.untilState(row.orderGid, "placed");
  });
});

describe("what was noted by mistake", () => {
  it("confirmed: the customer is asked again, as long as nothing was sent", async () => {
    const row = await shop.buyAsked();
    await shop.settings({ paused: true });
    await shop.untilState(row.orderGid, "waiting");
    await shop.contact(row, "confirmed");
    expect(await shop.undo(row, "confirmed")).toEqual({ ok: true });
    await shop.settings({ paused: false });
    await shop.untilHeldBy(row, "awaiting_confirmation");
    await shop.contact(row, "confirmed");
    await shop.untilState(row.orderGid, "placed");
    expect(await shop.undo(row, "confirmed")).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/placed/),
    });
  });

  it("no answer: the try is not counted", async () => {
    const row = await shop.buyAsked();
    await shop.contact(row, "no_answer");
    expect(await shop.confirmationOf(row)).toMatchObject({ tries: 1, triedAt: expect.any(Date) });
    expect(await shop.undo(row, "no_answer")).toEqual({ ok: true });
    expect(await shop.confirmationOf(row)).toMatchObject({ tries: 0, triedAt: null });
    expect(await shop.undo(row, "no_answer")).toMatchObject({ ok: false });
  });

  it("cancels: the customer is asked anew", async () => {
    const row = await shop.buyAsked();
    expect(await shop.contact(row, "cancel")).toEqual({ ok: true });
    await shop.untilState(row.orderGid, "cancelled");
    expect(await shop.undo(row, "cancel")).toEqual({ ok: true });
    await shop.untilHeldBy(row, "awaiting_confirmation");
  });
});

it("a call about another shop's order is not found, and changes nothing", async () => {
  const row = await shop.buyAsked();
  const other = await shop.app.db.shop.create({ data: { domain: "other-calls.myshopify.com" } });
  const ctx = await shop.context();
  const stranger = { ...ctx, shop: { ...ctx.shop, id: other.id } };
  const press = { orderId: row.id, by: "Somebody" } as const;
  const gone = { ok: false, reason: "This order is not here any more." };
  expect(await recordContact(stranger, { ...press, how: "call", result: "confirmed" })).toEqual(gone);
  expect(await undoContact(stranger, { ...press, result: "no_answer" })).toEqual(gone);
  expect(await askAgain(stranger, press)).toEqual(gone);
  expect(await shop.confirmationOf(row)).toMatchObject({ state: "awaiting", tries: 0 });
});
