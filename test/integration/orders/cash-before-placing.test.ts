import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTrackingToken } from "#app/domain/orders/customer/contact/tracking-address.ts";
import { answerHold } from "#app/domain/orders/holds/answer-hold.server.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import { findChoicePage } from "#app/domain/storefront/choices/choice-page.server.ts";
import { trackLinkedOrder } from "#app/domain/storefront/track-order.server.ts";
import type { OrderRow, Placing } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop();
});
afterAll(() => shop.close());

const cooker = (over: Partial<Placing> = {}): Placing => ({ lines: [shop.line("cooker", 1600)], ...over });

/** What the customer's page, the page of their choices and the merchant's text to them say of cash. */
async function said({ id: orderId }: OrderRow) {
  const ctx = await shop.context();
  const until = new Date(Date.now() + 60_000);
  const tracked = await trackLinkedOrder(ctx, makeTrackingToken(ctx, { orderId, until }));
  const page = await findOrderPage(ctx, orderId);
  return {
    page: tracked.kind === "found" ? tracked.tracking.parcels.map(({ cashPkr }) => cashPkr) : tracked.kind,
    choices: (await findChoicePage(ctx, orderId))?.cashPkr,
    text: /keep Rs [\d,]+ in cash/.exec(page?.contact?.texts.en ?? "")?.[0] ?? null,
  };
}

const nothing = { page: [null], choices: null, text: null };
const whole = { page: [1800], choices: 1800, text: "keep Rs 1,800 in cash" };

const reached = (gid: string, code: string) => shop.until(gid, ({ holdCode }) => holdCode === code, code);

describe("what is said of cash before an order is placed", () => {
  it.each([
    ["payment_not_captured", { payment: "authorized" }],
    ["payment_terms", { payment: "none", paymentTerms: { name: "Net 30", dueInDays: 30 } }],
    ["payment_failed", { payment: "voided" }],
    ["how_paid", { payment: "pending", gateway: "A form of its own" }],
    ["partly_paid", { payment: "partly", paidAmount: 500, gateway: "Wallet", restPending: false }],
  ] as const)("is nothing while it waits for: %s", async (code, payment) => {
    const { gid } = await shop.place(cooker(payment));
    expect(await said(await reached(gid, code))).toEqual(nothing);
  });

  it("is nothing while a bank deposit is awaited, and the sum where a person calls it cash", async () => {
    const first = await shop.buy(cooker({ payment: "pending", gateway: "Bank Deposit" }), "held");
    const answer = { kind: "how_paid", answer: "bank_transfer" } as const;
    await answerHold(await shop.context(), { orderId: first.id, answer, by: "Test" });
    expect(await said(await reached(first.orderGid, "payment_pending"))).toEqual(nothing);
    expect(
      await said(await shop.buy(cooker({ payment: "pending", gateway: "Bank Deposit" }), "waiting")),
    ).toEqual(nothing);
  });

  it("is the sum while a cash order waits for a person, or for its city", async () => {
    await shop.settings({ autoCod: false });
    const row = await shop.buy(cooker(), "to_place");
    await shop.settings({ autoCod: true });
    expect(await said(row)).toEqual(whole);
    const held = await shop.buy(cooker({ shippingAddress: { city: "Qasba Nowhere" } }), "held");
    expect(await said(held)).toEqual(whole);
    expect(await shop.timeline(held)).toEqual(expect.arrayContaining(["route_decided"]));
  });

  it("goes by how it is paid while placing is paused, and by what Shopify says by then", async () => {
    await shop.settings({ paused: true });
    const cash = await shop.buy(cooker(), "waiting");
    const card = await shop.buy(cooker({ payment: "authorized" }), "waiting");
    expect(await said(cash)).toEqual(whole);
    expect(await said(card)).toEqual(nothing);
    shop.shopify.control.payOrder({ orderId: card.orderGid, amount: 1800, gateway: "bogus" });
    const paid = await shop.until(
      card.orderGid,
      ({ route }) => route === "PREPAID",
      "the payment to be seen",
    );
    expect(await said(paid)).toEqual({ ...nothing, choices: 0 });
    await shop.settings({ paused: false });
  });

  it("is nothing any more once its gateway is no cash on delivery", async () => {
    const row = await shop.buy(cooker({ shippingAddress: { city: "Qasba Nowhere" } }), "held");
    const { codGateways } = (await shop.context()).shop;
    await shop.settings({ codGateways: ["Another"] });
    await shop.wake(row.orderGid);
    expect(await said(await reached(row.orderGid, "how_paid"))).toEqual(nothing);
    await shop.settings({ codGateways });
  });
});
