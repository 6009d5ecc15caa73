import { describe, expect, it } from "vitest";
import { DEFAULT_COD_GATEWAYS } from "#app/domain/context/cod-gateways.ts";
import { howPaidKey } from "#app/domain/orders/placement/routing/gateway-key.ts";
import { planRoute, type RouteInput } from "#app/domain/orders/placement/routing/plan-route.ts";

type Transaction = RouteInput["transactions"][number];

function buildTransaction(overrides: Partial<Transaction> = {}): Transaction {
  const gateway = overrides.gateway === undefined ? "Cash on Delivery (COD)" : overrides.gateway;
  return {
    kind: "SALE",
    status: "PENDING",
    formattedGateway: gateway,
    amount: "1800.00",
    ...overrides,
    gateway,
  };
}

/** An unpaid order of 1,800 with one pending cash-on-delivery transaction. */
function buildRoute(overrides: Partial<RouteInput> = {}): RouteInput {
  return {
    financialStatus: "PENDING",
    hasPaymentTerms: false,
    transactions: [buildTransaction()],
    totalOutstanding: "1800.00",
    netPayment: "0.00",
    salesApp: "web",
    codGateways: DEFAULT_COD_GATEWAYS,
    rememberedAnswers: new Map(),
    isConfirmedPaid: false,
    ...overrides,
  };
}

const paid = { financialStatus: "PAID", totalOutstanding: "0.00", netPayment: "1800.00" };
const byCard = [buildTransaction({ status: "SUCCESS", gateway: "shopify_payments" })];
const byBank = [buildTransaction({ gateway: "Bank Deposit" })];

describe("the route of an order", () => {
  it.each([
    "Cash on Delivery (COD)",
    "cash on delivery",
    "cash_on_delivery",
    "CASH-ON-DELIVERY (cod)",
    "COD",
  ])("is COD for a pending transaction of %s", (gateway) => {
    expect(planRoute(buildRoute({ transactions: [buildTransaction({ gateway })] }))).toEqual({
      kind: "routed",
      route: "COD",
    });
  });

  it("is COD by the name shown, when the gateway's own name is another", () => {
    const transactions = [buildTransaction({ gateway: "manual", formattedGateway: "Cash on Delivery" })];
    expect(planRoute(buildRoute({ transactions }))).toMatchObject({ route: "COD" });
  });

  it("is PREPAID when a payment succeeded and nothing is outstanding", () => {
    expect(planRoute(buildRoute({ ...paid, transactions: byCard }))).toEqual({
      kind: "routed",
      route: "PREPAID",
    });
  });

  it("obeys the shop's own list and nothing else", () => {
    expect(planRoute(buildRoute({ codGateways: [] }))).toMatchObject({ kind: "held", code: "how_paid" });
    const own = buildRoute({
      codGateways: ["Door Payment"],
      transactions: [buildTransaction({ gateway: "door payment" })],
    });
    expect(planRoute(own)).toMatchObject({ route: "COD" });
  });

  it("asks about an order marked as paid whose only payment is cash on delivery", () => {
    const marked = buildRoute({ ...paid, transactions: [buildTransaction({ status: "SUCCESS" })] });
    expect(planRoute(marked)).toMatchObject({ kind: "held", code: "how_paid", params: { isPaid: true } });
    expect(planRoute({ ...marked, isConfirmedPaid: true })).toMatchObject({ route: "PREPAID" });
    const rememberedAnswers = new Map([[howPaidKey(marked.salesApp, "cash on delivery"), "cod" as const]]);
    expect(planRoute({ ...marked, rememberedAnswers })).toMatchObject({ kind: "held", code: "how_paid" });
  });

  it.each([
    ["no transaction", []],
    ["a pending bank deposit", byBank],
    ["a pending gateway we do not know", [buildTransaction({ gateway: "Form Gateway" })]],
  ])("asks how an order with %s is paid", (_case, transactions) => {
    expect(planRoute(buildRoute({ transactions }))).toMatchObject({ kind: "held", code: "how_paid" });
  });

  it("remembers the answer for the sales app and gateway, and only there", () => {
    const rememberedAnswers = new Map([[howPaidKey("form-app", null), "cod" as const]]);
    const unpaid = buildRoute({ transactions: [], salesApp: "Form App", rememberedAnswers });
    expect(planRoute(unpaid)).toMatchObject({ route: "COD" });
    expect(planRoute({ ...unpaid, salesApp: "web" })).toMatchObject({ code: "how_paid" });
    expect(planRoute({ ...unpaid, transactions: byBank })).toMatchObject({ code: "how_paid" });
  });

  it.each(["bank_transfer", "wait"] as const)("waits for the payment after the answer %s", (answer) => {
    const expected = { kind: "wait", code: "payment_pending" };
    const asked = buildRoute({ transactions: byBank });
    const key = howPaidKey(asked.salesApp, byBank[0]?.gateway ?? null);
    expect(planRoute({ ...asked, rememberedAnswers: new Map([[key, answer]]) })).toEqual(expected);
  });

  it("is COD on the rest when an advance was paid and the rest is pending cash on delivery", () => {
    const rest = [...byCard, buildTransaction({ amount: "1300.00" })];
    const advanced = buildRoute({
      financialStatus: "PARTIALLY_PAID",
      transactions: rest,
      totalOutstanding: "1300.00",
      netPayment: "500.00",
    });
    expect(planRoute(advanced)).toMatchObject({ route: "COD" });
  });

  it.each([
    ["nothing pending", byCard],
    [
      "a pending bank deposit for less than the rest",
      [...byCard, buildTransaction({ gateway: "Form", amount: "1.00" })],
    ],
    ["pending cash for less than the rest", [...byCard, buildTransaction({ amount: "800.00" })]],
  ])("is held as partly paid with %s", (_case, transactions) => {
    const partly = { financialStatus: "PARTIALLY_PAID", totalOutstanding: "1300.00", netPayment: "500.00" };
    expect(planRoute(buildRoute({ ...partly, transactions }))).toEqual({
      kind: "held",
      code: "partly_paid",
      params: { outstandingPaisa: 130_000, paidPaisa: 50_000 },
    });
  });

  it("collects the rest of a part payment once its pending gateway was called cash on delivery", () => {
    const pending = buildTransaction({ gateway: "Advance Form", amount: "1300.00" });
    const asked = buildRoute({
      ...{ financialStatus: "PARTIALLY_PAID", totalOutstanding: "1300.00", netPayment: "500.00" },
      transactions: [...byCard, pending],
    });
    const answerKey = howPaidKey(asked.salesApp, "Advance Form");
    expect(planRoute(asked)).toMatchObject({ code: "partly_paid", params: { answerKey } });
    const rememberedAnswers = new Map([[answerKey, "cod" as const]]);
    expect(planRoute({ ...asked, rememberedAnswers })).toMatchObject({ route: "COD" });
    const waiting = new Map([[answerKey, "wait" as const]]);
    expect(planRoute({ ...asked, rememberedAnswers: waiting })).toMatchObject({ code: "partly_paid" });
  });

  it.each([
    ["AUTHORIZED", "payment_not_captured"],
    ["VOIDED", "payment_failed"],
    ["EXPIRED", "payment_failed"],
    ["REFUNDED", "payment_refunded"],
  ])("is never COD when the payment is %s", (financialStatus, code) => {
    expect(planRoute(buildRoute({ financialStatus, isConfirmedPaid: true }))).toMatchObject({
      kind: "held",
      code,
    });
  });

  it("is never COD on payment terms", () => {
    expect(planRoute(buildRoute({ hasPaymentTerms: true }))).toMatchObject({
      kind: "held",
      code: "payment_terms",
    });
  });

  it("takes no failed and no refunding transaction for a pending payment", () => {
    const transactions = [buildTransaction({ status: "FAILURE" }), buildTransaction({ kind: "REFUND" })];
    expect(planRoute(buildRoute({ transactions }))).toMatchObject({ code: "how_paid" });
  });
});
