import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { markPaidByHand } from "#app/domain/orders/commands/decisions/mark-paid-by-hand.server.ts";
import { exportOrders } from "#app/domain/orders/list/export-orders.server.ts";
import { listOrders } from "#app/domain/orders/list/list-orders.server.ts";
import { noFilter } from "#app/domain/orders/list/orders-filter.ts";
import { findOrderPage, type OrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import { asId } from "#test/support/as-id.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "earbuds", "speaker"] });
});
afterAll(() => shop.close());

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });

async function move(row: OrderRow, status: "SHIPPED" | "DELIVERED" | "RETURNED" | "CANCELLED") {
  for (const { supplierOrderId } of shop.parcels(row))
    await shop.supplier.control.moveParcel({ id: supplierOrderId, status });
}

async function pageOf({ id }: OrderRow): Promise<OrderPage> {
  const page = await findOrderPage(await shop.context(), id);
  if (!page) throw new Error("The order has no page");
  return page;
}

/** What the service's ledger says of an order, a reserve that is only held put back. */
async function ledgerOf(row: OrderRow): Promise<number> {
  const ids = new Set(shop.parcels(row).map(({ supplierOrderId }) => supplierOrderId));
  const { wallets, orders } = await shop.supplier.control.audit();
  const entries = wallets
    .flatMap(({ ledger }) => ledger)
    .filter(({ orderId }) => ids.has(asId(orderId ?? "")));
  const held = orders
    .filter(({ id }) => ids.has(asId(id)))
    .reduce((sum, { reserveHeld }) => sum + reserveHeld, 0);
  return entries.reduce((sum, { amount }) => sum + amount, held);
}

/** The last cells of an order's line: collects, the customer's money, the wallet so far, what it brings, how sure. */
async function csvOf({ name }: OrderRow): Promise<string[]> {
  const query = { view: "all", filter: noFilter, search: "", sort: "newest", after: null } as const;
  let text = "";
  for await (const part of exportOrders(await shop.context(), { query, by: "Test" })) text += part;
  const line = text.split("\r\n").find((each) => each.includes(name)) ?? "";
  return line
    .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
    .map((cell) => cell.replaceAll('"', ""))
    .slice(7, 12);
}

async function listed({ id }: OrderRow) {
  const query = { view: "all", filter: noFilter, search: "", sort: "newest", after: null } as const;
  return (await listOrders(await shop.context(), query)).rows.find((each) => each.id === id)?.brings;
}

async function lines(row: OrderRow): Promise<readonly string[]> {
  return (await pageOf(row)).timeline.map(({ sentence }) => sentence);
}

describe("a prepaid order", () => {
  it("that is delivered brings what the customer paid less cost and fee, and the fee is called a fee", async () => {
    const row = await shop.buy({ ...cooker(), payment: "paid" });
    expect((await pageOf(row)).money).toMatchObject({
      netPkr: 540,
      wallet: { movedPkr: -1200, feeComesPkr: 60 },
    });
    await move(row, "DELIVERED");
    await shop.untilState(row.orderGid, "delivered");
    await shop.supplier.control.clock.advance({ days: 21 });
    const after = await shop.until(
      row.orderGid,
      (now) => shop.parcels(now)[0]?.marginStatus === "RELEASED",
      "the release",
    );
    expect(await ledgerOf(after)).toBe(-1260);
    expect((await pageOf(after)).money).toMatchObject({
      ...{ final: true, netPkr: 540, courier: { collectsPkr: 0, collectedPkr: 0 } },
      ...{ shopify: { customersPkr: 1800 }, wallet: { movedPkr: -1260, paidPkr: 1200, feePkr: 60 } },
    });
    expect(await listed(after)).toEqual({ amountPkr: 540, about: false, mayBeRefunded: false });
    expect(await csvOf(after)).toEqual(["0", "1800", "-1260", "540", "final"]);
    const recorded = await lines(after);
    expect(recorded).toContain("Placed with the supplier: 1 parcel, Rs 1,200 was taken from your wallet");
    expect(recorded).toContain("Rs 60 service fee was taken from your wallet");
    expect(recorded.filter((line) => /courier collects|margin was released/.test(line))).toEqual([]);
  });

  it("that is refused lost Rs 350 of the wallet, whatever the customer is refunded", async () => {
    const row = await shop.buy({ ...cooker(), payment: "paid" });
    await move(row, "RETURNED");
    const after = await shop.untilState(row.orderGid, "refused");
    expect(await ledgerOf(after)).toBe(-350);
    expect((await pageOf(after)).money).toMatchObject({
      ...{ netPkr: 1450, wallet: { movedPkr: -350, paidPkr: 1200, chargedPkr: 150, creditedPkr: 1000 } },
      shopify: { customersPkr: 1800, mayBeRefunded: true },
    });
    expect(await lines(after)).toContain(
      "The parcel was refused at the door; the supplier charged Rs 150 and credited Rs 1,000",
    );
    shop.shopify.control.refund({ orderId: row.orderGid, amount: 1800 });
    await shop.wake(row.orderGid);
    const isRead = (now: OrderRow) => now.netPaymentPkr === 0;
    expect((await pageOf(await shop.until(row.orderGid, isRead, "the refund"))).money?.netPkr).toBe(-350);
    expect(await listed(row)).toEqual({ amountPkr: -350, about: false, mayBeRefunded: false });
    expect(await csvOf(row)).toEqual(["0", "0", "-350", "-350", "final"]);
  });

  it("that is cancelled by the supplier says that what came back is not known", async () => {
    const row = await shop.buy({ ...cooker(), payment: "paid" });
    await move(row, "CANCELLED");
    const isCancelled = (now: OrderRow) => shop.parcels(now)[0]?.status === "CANCELLED";
    const after = await shop.until(row.orderGid, isCancelled, "the cancellation");
    expect((await pageOf(after)).money).toMatchObject({ netPkr: null, unknown: ["cancelled_prepaid"] });
    expect(await listed(after)).toEqual({ amountPkr: null, about: false, mayBeRefunded: true });
    expect(await csvOf(after)).toEqual(["0", "1800", "", "", "not known"]);
  });

  it("that is refunded before it left speaks of no cash, and offers to place nothing again", async () => {
    const row = await shop.buy({ ...cooker(), payment: "paid" });
    const [line] = shop.inShopify(row.orderGid).lines;
    shop.shopify.control.editOrder({ orderId: row.orderGid, set: [{ lineId: line?.id ?? "", quantity: 0 }] });
    const isHeld = ({ holdCode }: OrderRow) => holdCode === "changed_after_placing";
    const page = await pageOf(await shop.until(row.orderGid, isHeld, "the question"));
    expect(page.change.map(({ what }) => what)).toEqual(["item"]);
    expect(page.holds).toMatchObject([{ params: { replaceable: false, isEmpty: true } }]);
    expect(page.money).toMatchObject({ shopify: { customersPkr: 1800, owedPkr: 1600, mayBeRefunded: true } });
    expect(page.holds[0]?.sentence).toContain("All of the supplier's items were taken off the order");
  });
});

describe("an order of which the supplier leaves the fee out", () => {
  afterEach(() => shop.supplier.control.setUndefined({ feeSaid: "full" }));

  const expectedOf = async ({ id }: OrderRow) => {
    const [handoff] = await shop.app.db.handoff.findMany({ where: { orderId: id } });
    const { quote, expected } = Object(handoff?.terms);
    return { quote, expected };
  };

  it("is expected to bring nothing that is known, and never without a fee", async () => {
    await shop.supplier.control.setUndefined({ feeSaid: "absent" });
    const row = await shop.buy({ ...cooker(), payment: "paid" });
    expect(await expectedOf(row)).toMatchObject({
      quote: { platformFeePercent: null, platformFeeBasis: null, shippingCost: 200 },
      expected: { margin: 600, fee: null, deliveredNet: null, walletNow: -1200 },
    });
    expect((await pageOf(row)).money).toMatchObject({ netPkr: null, unknown: ["parcel_figures"] });
    expect(await listed(row)).toEqual({ amountPkr: null, about: true, mayBeRefunded: false });
    expect(await csvOf(row)).toEqual(["0", "1800", "-1200", "", "not known"]);
  });

  it("brings what the supplier says it credits, of a fee that is not known", async () => {
    await shop.supplier.control.setUndefined({ feeSaid: "absent" });
    const row = await shop.buy(cooker());
    expect((await pageOf(row)).money).toMatchObject({ netPkr: 540, courier: { feePkr: null } });
    expect(await expectedOf(row)).toMatchObject({ expected: { fee: null, refusedNet: -350 } });
  });

  it("has the fee that the supplier says it takes, whatever the percent", async () => {
    await shop.supplier.control.setUndefined({ feeSaid: "amount_only" });
    const row = await shop.buy(cooker());
    expect((await pageOf(row)).money).toMatchObject({ netPkr: 540, courier: { feePkr: 60 } });
  });
});

describe("a cash on delivery order", () => {
  it("counts an advance of Rs 500 beside what the wallet gets", async () => {
    await shop.supplier.control.setPrice({ variantId: "prd_cooker", minResalePrice: 1000 });
    const row = await shop.buy({ ...cooker(), payment: "partly", paidAmount: 500 });
    expect((await pageOf(row)).money).toMatchObject({
      ...{ netPkr: 590, shopify: { customersPkr: 500 }, wallet: { marginComesPkr: 90, heldPkr: 350 } },
    });
    expect(await listed(row)).toEqual({ amountPkr: 590, about: true, mayBeRefunded: false });
    await move(row, "DELIVERED");
    const isPaid = ({ netPaymentPkr }: OrderRow) => netPaymentPkr === 1800;
    await shop.untilState(row.orderGid, "delivered");
    await shop.wake(row.orderGid);
    const paid = await shop.until(row.orderGid, isPaid, "the payment to be read");
    expect((await pageOf(paid)).money).toMatchObject({ netPkr: 590, shopify: { customersPkr: 500 } });
    expect(await csvOf(paid)).toEqual(["1300", "500", "0", "590", "expected"]);
  });

  it("of which one parcel came, one was refused and one cancelled is marked as paid without what nobody collects", async () => {
    const cart = [shop.line("cooker", 1600), shop.line("earbuds", 1000), shop.line("speaker", 2000)];
    const row = await shop.buy({ lines: cart });
    const [first, second, third] = shop.parcels(row);
    for (const [parcel, status] of [
      [third, "CANCELLED"],
      [second, "RETURNED"],
      [first, "DELIVERED"],
    ] as const)
      await shop.supplier.control.moveParcel({ id: parcel?.supplierOrderId ?? "", status });
    const issue = async () =>
      (await pageOf(row)).holds.find(({ code }) => code === "mark_paid_by_hand") ?? null;
    const { sentence, resolutions, params } = await shop.soon("the merchant to be told", issue);
    expect(params).toMatchObject({ collected: 1670, nobody: 3130, yours: 0 });
    expect(sentence).not.toContain("yours to collect");
    expect(resolutions).toEqual(["open_in_shopify"]);
    const marking = { orderId: row.id, by: "1", outstandingPkr: rupees(4800) };
    expect(await markPaidByHand(await shop.context(), marking)).toMatchObject({ ok: false });
    const { lines: inOrder } = shop.inShopify(row.orderGid);
    const set = inOrder.slice(1).map(({ id }) => ({ lineId: id, quantity: 0 }));
    shop.shopify.control.editOrder({ orderId: row.orderGid, set });
    await shop.wake(row.orderGid);
    const left = await shop.soon("what is left to be told", async () => {
      const now = await issue();
      return now?.params.nobody === 0 ? now : null;
    });
    expect(left).toMatchObject({
      params: { unexplained: 130 },
      resolutions: ["mark_as_paid", "open_in_shopify"],
    });
    expect(
      await markPaidByHand(await shop.context(), { ...marking, outstandingPkr: rupees(1800) }),
    ).toMatchObject({
      ok: true,
    });
    await shop.soon("the payment", async () => shop.inShopify(row.orderGid).financialStatus === "PAID");
  });
});
