import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  requestOrderCancel,
  requestPlacement,
} from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { findOrderPage } from "#app/domain/orders/page/get-order-page.server.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { findHoldWords } from "#test/support/find-hold-words.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "earbuds", "speaker"] });
});
afterAll(() => shop.close());

const cooker = () => ({ lines: [shop.line("cooker", 1600)] });
const cancelPath = { method: "POST", path: "/orders/*/cancel" } as const;

type Move = Parameters<PlacingShop["supplier"]["control"]["moveParcel"]>[0];

async function move(row: OrderRow, status: Move["status"], more: Partial<Move> = {}) {
  const externalOrderId = row.handoffs[0]?.externalOrderId;
  await shop.supplier.control.moveParcel({ externalOrderId, status, ...more });
}

/** The merchant asks in Shopify that our fulfillment order be cancelled. */
async function askToCancel(row: OrderRow): Promise<string> {
  const [fulfillmentOrder] = await shop.ours(row.orderGid);
  const id = fulfillmentOrder?.id ?? "";
  shop.shopify.control.requestCancellation({ id, message: "The customer changed her mind" });
  return id;
}

async function answerTo(row: OrderRow, id: string) {
  return (await shop.ours(row.orderGid)).find((each) => each.id === id)?.requestStatus;
}

async function placeCancelled(): Promise<OrderRow> {
  const row = await shop.buy(cooker());
  await move(row, "CANCELLED", { reason: "Sold out at the store" });
  return shop.until(row.orderGid, ({ state }) => state === "held", "the units to come back");
}

describe("a cancellation the merchant asked for in Shopify", () => {
  it("is not asked about when the worker died before it wrote its acceptance down", async () => {
    const row = await shop.buy(cooker());
    armFailpoints("C1:throw");
    await askToCancel(row);
    const over = await shop.untilState(row.orderGid, "cancelled");
    armFailpoints(undefined);
    expect(await shop.openCodes(over)).toEqual([]);
  });
});

describe("cancelling before placing", () => {
  it("places nothing of an order that was cancelled in Shopify", async () => {
    await shop.settings({ paused: true });
    const waiting = await shop.buy(cooker(), "waiting");
    shop.shopify.control.cancelOrder({ orderId: waiting.orderGid });
    const row = await shop.untilState(waiting.orderGid, "cancelled");
    await shop.settings({ paused: false });
    await shop.wake(waiting.orderGid);
    expect(await shop.rested(waiting.orderGid)).toMatchObject({ state: "cancelled", handoffs: [] });
    expect(await shop.timeline(row)).toContain("order_cancelled");
  });

  it("gives an open request back at Cancel, and places it after all at Place", async () => {
    await shop.settings({ paused: true });
    const waiting = await shop.buy(cooker(), "waiting");
    const [fulfillmentOrder] = await shop.ours(waiting.orderGid);
    shop.shopify.control.requestFulfillment({ id: fulfillmentOrder?.id ?? "" });
    await shop.rested(waiting.orderGid);
    await requestOrderCancel(await shop.context(), { orderId: waiting.id, by: "Test" });
    await shop.soon("the request to be given back", async () => {
      const [first] = await shop.ours(waiting.orderGid);
      return first?.requestStatus === "REJECTED" || first?.status === "CLOSED";
    });
    await shop.settings({ paused: false });
    await shop.wake(waiting.orderGid);
    expect((await shop.rested(waiting.orderGid)).handoffs).toEqual([]);
    await requestPlacement(await shop.context(), { orderId: waiting.id, by: "Test" });
    expect(await shop.untilState(waiting.orderGid, "placed")).toMatchObject({ handoffs: [{ sequence: 1 }] });
  });

  it("sends the order as it was edited", async () => {
    await shop.settings({ paused: true });
    const waiting = await shop.buy({ lines: [shop.line("cooker", 1600, 3)] }, "waiting");
    const [line] = shop.inShopify(waiting.orderGid).lines;
    shop.shopify.control.editOrder({
      orderId: waiting.orderGid,
      set: [{ lineId: line?.id ?? "", quantity: 2 }],
    });
    await shop.settings({ paused: false });
    await shop.wake(waiting.orderGid);
    const row = await shop.untilState(waiting.orderGid, "placed");
    expect(await shop.atService(row)).toMatchObject([{ codAmount: 3400, items: [{ quantity: 2 }] }]);
  });
});

describe("a cancellation request of the merchant", () => {
  it("is accepted once the service has cancelled, and nothing is placed again by itself", async () => {
    const row = await shop.buy(cooker());
    const id = await askToCancel(row);
    const after = await shop.untilState(row.orderGid, "cancelled");
    expect(await answerTo(row, id)).toBe("CANCELLATION_ACCEPTED");
    expect(await shop.atService(row)).toMatchObject([{ status: "CANCELLED" }]);
    expect(after).toMatchObject({ holdCode: null, handoffs: [{ sequence: 1 }] });
    expect(await shop.openCodes(after)).toEqual([]);
    // It may still be sent again, at a press.
    const page = await findOrderPage(await shop.context(), row.id);
    expect(page?.actions.place).toBe(true);
    await requestPlacement(await shop.context(), { orderId: row.id, by: "Test" });
    expect((await shop.untilState(row.orderGid, "placed")).handoffs).toHaveLength(2);
  });

  it("that is followed by a new request there has a reason to wait, a button, and an answer in time", async () => {
    const row = await shop.buy(cooker());
    await askToCancel(row);
    await shop.untilState(row.orderGid, "cancelled");
    const again = (await shop.ours(row.orderGid)).find(({ status }) => status === "OPEN");
    shop.shopify.control.requestFulfillment({ id: again?.id ?? "" });
    const isHeld = ({ holdCode }: OrderRow) => holdCode === "comes_back";
    const held = await shop.until(row.orderGid, isHeld, "it to be asked about");
    expect(held.state).toBe("held");
    expect(await shop.openCodes(held)).toEqual(["comes_back"]);
    await requestPlacement(await shop.context(), { orderId: row.id, by: "Test" });
    const placed = await shop.untilState(row.orderGid, "placed");
    expect(placed.handoffs).toHaveLength(2);
    expect(await shop.openCodes(placed)).toEqual([]);
  });

  it("is refused once the parcel is packed, whatever we last heard of it", async () => {
    const row = await shop.buy(cooker());
    await move(row, "PROCESSING");
    const id = await askToCancel(row);
    await shop.soon("the answer", async () => (await answerTo(row, id)) === "CANCELLATION_REJECTED");
    expect(await shop.rested(row.orderGid)).toMatchObject({ state: "placed" });
    expect((await shop.timeline(row)).filter((code) => code === "cancellation_rejected")).toHaveLength(1);
    expect(await shop.atService(row)).toMatchObject([{ status: "PROCESSING" }]);
  });

  it("is answered neither way while the service's answer is unknown", async () => {
    const row = await shop.buy(cooker());
    await shop.supplier.control.armFault({ kind: "error", when: "before", times: 100, ...cancelPath });
    const id = await askToCancel(row);
    const isAsked = ({ path, status }: { path: string; status: number | null }) =>
      path.endsWith("/cancel") &&
      path.includes(row.handoffs[0]?.parcels[0]?.supplierOrderId ?? "?") &&
      status !== 200;
    await shop.soon("the service to be asked", async () =>
      (await shop.supplier.control.requests()).some(isAsked),
    );
    await shop.soon("the run to end", async () => {
      const work = await shop.app.db.work.findFirst({
        where: { kind: "order.reconcile", subject: row.orderGid },
      });
      return work?.leaseToken === null;
    });
    expect(await answerTo(row, id)).toBe("ACCEPTED");
    await shop.supplier.control.clearFaults();
    await shop.wake(row.orderGid);
    await shop.soon("the answer", async () => (await answerTo(row, id)) === "CANCELLATION_ACCEPTED");
  });

  it("is accepted when the service cancelled but its answer was lost", async () => {
    const row = await shop.buy(cooker());
    await shop.supplier.control.armFault({ kind: "cut", when: "after", ...cancelPath });
    const id = await askToCancel(row);
    await shop.soon(
      "the service to be asked",
      async () => (await shop.supplier.control.listFaults()).length === 0,
    );
    await shop.soon("the answer", async () => {
      await shop.wake(row.orderGid);
      return (await answerTo(row, id)) === "CANCELLATION_ACCEPTED";
    });
    const after = await shop.rested(row.orderGid);
    expect(await shop.openCodes(after)).not.toContain("cancelled_by_supplier");
  });
});

describe("Cancel pressed after placing", () => {
  it("cancels at the service and gives the work back", async () => {
    const row = await shop.buy(cooker());
    await requestOrderCancel(await shop.context(), { orderId: row.id, by: "Test" });
    const after = await shop.untilState(row.orderGid, "cancelled");
    expect(shop.parcels(after)).toMatchObject([{ status: "CANCELLED" }]);
    expect(await shop.timeline(row)).toContain("work_came_back");
    expect(await shop.openCodes(after)).toEqual([]);
    expect((await shop.ours(row.orderGid))[0]?.status).not.toBe("IN_PROGRESS");
  });

  it("says that it is too late for a parcel on its way", async () => {
    const row = await shop.buy(cooker());
    await move(row, "SHIPPED");
    await shop.untilState(row.orderGid, "on_the_way");
    await requestOrderCancel(await shop.context(), { orderId: row.id, by: "Test" });
    const after = await shop.until(
      row.orderGid,
      ({ holdCode }) => holdCode === "too_late_to_cancel",
      "the word",
    );
    expect(after.state).toBe("on_the_way");
  });
});

describe("a parcel the service cancels", () => {
  it("goes back to the merchant with the reason, and is not placed again by itself", async () => {
    const row = await placeCancelled();
    expect(await shop.openCodes(row)).toEqual(["cancelled_by_supplier"]);
    const words = await findHoldWords(shop.app, { thingId: row.id, code: "cancelled_by_supplier" });
    expect(words).toMatchObject({ reason: "Sold out at the store" });
    expect(row.handoffs).toHaveLength(1);
  });

  it("is placed anew at Place, under the next id", async () => {
    const row = await placeCancelled();
    await requestPlacement(await shop.context(), { orderId: row.id, by: "Test" });
    const after = await shop.untilState(row.orderGid, "placed");
    const ids = after.handoffs.map(({ externalOrderId }) => externalOrderId);
    expect(ids).toEqual([ids[0], `${ids[0]}-f2`]);
    expect((await shop.atService(after)).map(({ status }) => status).toSorted()).toEqual([
      "CANCELLED",
      "RECEIVED",
    ]);
    expect(await shop.openCodes(after)).toEqual([]);
  });

  it("leaves its sibling on its way, and a person to decide", async () => {
    const row = await shop.buy({ lines: [shop.line("earbuds", 1000), shop.line("speaker", 2000)] });
    await move(row, "CANCELLED", { part: 1 });
    const recorded = await shop.until(
      row.orderGid,
      ({ holdCode }) => holdCode !== null,
      "the merchant to be told",
    );
    expect(await shop.openCodes(recorded)).toContain("cancelled_by_supplier");
    await move(row, "SHIPPED", { part: 2 });
    const after = await shop.until(
      row.orderGid,
      (now) => shop.parcels(now).some(({ fulfillmentGid }) => fulfillmentGid !== null),
      "the sibling to ship",
    );
    expect(after.handoffs).toHaveLength(1);
    expect(shop.inShopify(row.orderGid).fulfillments).toHaveLength(1);
  });
});

describe("an order that changes after placing", () => {
  it("alerts when the courier would collect more than is owed", async () => {
    const row = await shop.buy({ lines: [shop.line("cooker", 1600, 2)] });
    shop.shopify.control.payOrder({ orderId: row.orderGid, amount: 1000, gateway: "bank" });
    const recorded = await shop.until(
      row.orderGid,
      ({ holdCode }) => holdCode === "courier_will_collect_too_much",
      "the alert",
    );
    const issue = await shop.app.db.attention.findFirst({
      where: { thingId: recorded.id, resolvedAt: null },
    });
    expect(issue?.params).toMatchObject({ courierCollects: 3400, outstandingPaisa: 240_000 });
  });
});
