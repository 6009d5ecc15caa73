import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { confirmCourierInformed } from "#app/domain/orders/amendments/change-commands.server.ts";
import { findHoldWords } from "#test/support/find-hold-words.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

type Status = "SHIPPED" | "DELIVERED" | "RETURNED" | "CANCELLED";

const TOO_MUCH = "courier_will_collect_too_much";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["earbuds", "speaker"] });
});
afterAll(() => shop.close());

/** Two parcels, of two stores: Rs 1,100 and Rs 2,200 unless said otherwise. */
function two(over: Partial<Parameters<PlacingShop["buy"]>[0]> = {}) {
  return shop.buy({ lines: [shop.line("earbuds", 1100), shop.line("speaker", 2200)], shipping: 0, ...over });
}

/** The parcel that collects more, or the other. */
async function move(row: OrderRow, which: "dear" | "cheap", status: Status) {
  const parcels = (await shop.atService(row)).toSorted((a, b) => a.codAmount - b.codAmount);
  const id = parcels.at(which === "dear" ? -1 : 0)?.id ?? "";
  await shop.supplier.control.moveParcel({ id, status });
  const arrived = ({ handoffs }: OrderRow) =>
    handoffs.some(({ parcels: known }) =>
      known.some((each) => each.supplierOrderId === id && each.status === status),
    );
  return shop.until(row.orderGid, arrived, `the parcel to be ${status}`);
}

function pay({ orderGid }: OrderRow, amount: number) {
  shop.shopify.control.payOrder({ orderId: orderGid, amount, gateway: "bank" });
}

const alerted = (row: OrderRow) =>
  shop.soon(TOO_MUCH, async () => (await shop.openCodes(row)).includes(TOO_MUCH));
const paramsOf = async ({ id }: OrderRow) =>
  (await findHoldWords(shop.app, { thingId: id, code: TOO_MUCH, resolvedAt: null })) ?? {};

async function isQuiet(row: OrderRow) {
  await shop.wake(row.orderGid);
  const now = await shop.rested(row.orderGid);
  expect(await shop.openCodes(now)).not.toContain(TOO_MUCH);
}

describe("cash of an order of which a parcel has ended already", () => {
  it("warns when the customer pays for what is still on its way after the other was delivered", async () => {
    const row = await two();
    await move(row, "dear", "DELIVERED");
    await isQuiet(row);
    pay(row, 1100);
    await alerted(row);
    expect(await paramsOf(row)).toMatchObject({ courierCollects: 1100, outstandingPaisa: 0 });
  });

  it("warns when the customer pays for what is still on its way after the other was refused", async () => {
    const row = await two();
    await move(row, "dear", "RETURNED");
    await isQuiet(row);
    pay(row, 500);
    await alerted(row);
    expect(await paramsOf(row)).toMatchObject({ courierCollects: 1100, outstandingPaisa: 60_000 });
  });

  it("warns when the customer pays for what is still on its way after the other was cancelled", async () => {
    const row = await two();
    await move(row, "dear", "CANCELLED");
    await isQuiet(row);
    pay(row, 1100);
    await alerted(row);
    expect(await paramsOf(row)).toMatchObject({ courierCollects: 1100, outstandingPaisa: 0 });
  });

  it("is quiet while refused items are taken off the order, all or some of them", async () => {
    const lines = [shop.line("earbuds", 1100), shop.line("speaker", 2200, 2)];
    const row = await two({ lines, shipping: 250 });
    await move(row, "dear", "RETURNED");
    const line = shop.inShopify(row.orderGid).lines.find(({ quantity }) => quantity === 2);
    for (const quantity of [1, 0]) {
      shop.shopify.control.editOrder({ orderId: row.orderGid, set: [{ lineId: line?.id ?? "", quantity }] });
      await isQuiet(row);
    }
  });

  it("is quiet after an advance and with paisa, and while delivered items are taken off the order", async () => {
    const lines = [shop.line("earbuds", 1100.25), shop.line("speaker", 2200.25)];
    const advanced = await two({ lines, payment: "partly", paidAmount: 100, shipping: 250 });
    await isQuiet(await move(advanced, "dear", "DELIVERED"));
    const row = await two({ lines, shipping: 250 });
    await isQuiet(await move(row, "dear", "DELIVERED"));
    const line = shop.inShopify(row.orderGid).lines.at(-1);
    shop.shopify.control.refund({ orderId: row.orderGid, lines: [{ lineId: line?.id ?? "", quantity: 1 }] });
    await isQuiet(row);
  });

  it("does not ask again of sums the courier was told when the first of the parcels is delivered", async () => {
    const row = await two();
    pay(row, 2200);
    await alerted(row);
    const { shown } = await paramsOf(row);
    await confirmCourierInformed(await shop.context(), { orderId: row.id, by: "Test", shown: String(shown) });
    await shop.until(row.orderGid, ({ holdCode }) => holdCode === null, "the alert to end");
    await move(row, "dear", "DELIVERED");
    await isQuiet(row);
    pay(row, 300);
    await alerted(row);
  });
});
