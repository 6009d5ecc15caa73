import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "earbuds", "speaker", "lantern"] });
});
afterAll(() => shop.close());
beforeEach(() => shop.settings({ autoCod: true, paused: false }));

type Lines = Parameters<PlacingShop["buy"]>[0]["lines"];

type Split = {
  readonly row: OrderRow;
  /** The fulfillment order that kept one unit of the first line, and the one with the rest. */
  readonly first: string;
  readonly rest: string;
};

/** An order whose goods stand in two fulfillment orders when it is placed. */
async function buySplit(lines: Lines): Promise<Split> {
  await shop.settings({ paused: true });
  const waiting = await shop.buy({ lines }, "waiting");
  const [whole] = await shop.ours(waiting.orderGid);
  const [kept] = whole?.lines ?? [];
  const first = whole?.id ?? "";
  const keep = [{ id: kept?.id ?? "", quantity: 1 }];
  const { otherId } = shop.shopify.control.splitFulfillmentOrder({ id: first, keep });
  await shop.settings({ paused: false });
  await shop.wake(waiting.orderGid);
  return { row: await shop.untilState(waiting.orderGid, "placed"), first, rest: otherId ?? "" };
}

const twoStores = () => buySplit([shop.line("earbuds", 1000), shop.line("speaker", 2000)]);
const twoUnits = () => buySplit([shop.line("cooker", 1600, 2)]);

async function fulfillmentOrderAt({ orderGid }: OrderRow, id: string) {
  return (await shop.ours(orderGid)).find((each) => each.id === id);
}

async function answerOf(row: OrderRow, id: string): Promise<string> {
  shop.shopify.control.requestCancellation({ id });
  return shop.soon("the answer", async () => {
    const answer = (await fulfillmentOrderAt(row, id))?.requestStatus;
    return answer?.startsWith("CANCELLATION_") ? answer : null;
  });
}

describe("a request to cancel one of two fulfillment orders of one handoff", () => {
  it("cancels only the parcel that holds its units", async () => {
    const { row, first, rest } = await twoStores();
    expect(row.handoffs).toHaveLength(1);
    expect(await answerOf(row, rest)).toBe("CANCELLATION_ACCEPTED");
    const after = await shop.rested(row.orderGid);
    expect(shop.parcels(after).map(({ status }) => status)).toEqual(["RECEIVED", "CANCELLED"]);
    expect((await shop.atService(row)).map(({ status }) => status)).toEqual(["RECEIVED", "CANCELLED"]);
    expect(await fulfillmentOrderAt(row, first)).toMatchObject({
      status: "IN_PROGRESS",
      requestStatus: "ACCEPTED",
    });
    expect(await shop.openCodes(after)).not.toContain("cancelled_by_supplier");
  });

  it("is accepted although the other's parcel is packed", async () => {
    const { row, rest } = await twoStores();
    const { externalOrderId } = row.handoffs[0] ?? {};
    await shop.supplier.control.moveParcel({ externalOrderId, part: 1, status: "PROCESSING" });
    expect(await answerOf(row, rest)).toBe("CANCELLATION_ACCEPTED");
    expect((await shop.atService(row)).map(({ status }) => status)).toEqual(["PROCESSING", "CANCELLED"]);
  });

  it("is refused once its own parcel is packed, and leaves the other's alone", async () => {
    const { row, rest } = await twoStores();
    const { externalOrderId } = row.handoffs[0] ?? {};
    await shop.supplier.control.moveParcel({ externalOrderId, part: 2, status: "PROCESSING" });
    expect(await answerOf(row, rest)).toBe("CANCELLATION_REJECTED");
    expect((await shop.atService(row)).map(({ status }) => status)).toEqual(["RECEIVED", "PROCESSING"]);
  });
});

describe("a line that stands in two fulfillment orders", () => {
  it("is one handoff that keeps both, and both are accepted", async () => {
    const { row, first, rest } = await twoUnits();
    expect(row.handoffs).toMatchObject([{ items: [{ quantity: 2 }] }]);
    expect(row.handoffs[0]?.fulfillmentOrderGids.toSorted()).toEqual([first, rest].toSorted());
    for (const id of [first, rest]) {
      expect(await fulfillmentOrderAt(row, id)).toMatchObject({
        status: "IN_PROGRESS",
        requestStatus: "ACCEPTED",
      });
    }
  });

  it("ships from both", async () => {
    const { row, first, rest } = await twoUnits();
    const { externalOrderId } = row.handoffs[0] ?? {};
    await shop.supplier.control.moveParcel({ externalOrderId, status: "SHIPPED" });
    await shop.untilState(row.orderGid, "on_the_way");
    for (const id of [first, rest])
      expect(await fulfillmentOrderAt(row, id)).toMatchObject({ status: "CLOSED" });
    expect(shop.inShopify(row.orderGid)).toMatchObject({ fulfillmentStatus: "FULFILLED" });
  });

  it("comes back from both when its one parcel is cancelled for one of them", async () => {
    const { row, first, rest } = await twoUnits();
    expect(await answerOf(row, rest)).toBe("CANCELLATION_ACCEPTED");
    const after = await shop.until(row.orderGid, ({ holdCode }) => holdCode === "comes_back", "its return");
    expect(shop.parcels(after)).toMatchObject([{ status: "CANCELLED" }]);
    expect((await fulfillmentOrderAt(row, first))?.status).not.toBe("IN_PROGRESS");
  });
});

describe("a line of which the merchant's own location has a part", () => {
  /**
   * Two units: one is ours, and was placed; the other stands with the merchant, who has stock of it from then on. No
   * other test buys this.
   */
  async function buyShared(): Promise<OrderRow> {
    await shop.settings({ paused: true });
    const goods = shop.line("lantern", 1500, 2);
    const waiting = await shop.buy({ lines: [goods] }, "waiting");
    const [whole] = await shop.ours(waiting.orderGid);
    const [line] = whole?.lines ?? [];
    const variantId = goods.variantId ?? "";
    const locationId = shop.merchantLocation();
    shop.shopify.control.setStock({ variantId, locationId, available: 5 });
    shop.shopify.control.moveFulfillmentOrder({
      ...{ id: whole?.id ?? "", locationId },
      units: [{ id: line?.id ?? "", quantity: 1 }],
    });
    await shop.settings({ paused: false });
    await shop.wake(waiting.orderGid);
    const row = await shop.untilState(waiting.orderGid, "placed");
    expect(row.handoffs).toMatchObject([{ items: [{ quantity: 1 }] }]);
    return row;
  }

  it("comes back with its one unit, and is not placed again by itself", async () => {
    const row = await buyShared();
    const { externalOrderId } = row.handoffs[0] ?? {};
    await shop.supplier.control.moveParcel({ externalOrderId, status: "CANCELLED" });
    const after = await shop.until(row.orderGid, ({ state }) => state === "held", "its return");
    expect(after.handoffs).toHaveLength(1);
  });
});

describe("one more unit of a line that is in a parcel", () => {
  it("waits for its own press, and nothing is asked for what is in the parcel", async () => {
    const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    await shop.settings({ autoCod: false });
    const [line] = shop.inShopify(row.orderGid).lines;
    shop.shopify.control.editOrder({
      orderId: row.orderGid,
      set: [{ lineId: line?.id ?? "", quantity: 2 }],
    });
    const [first, second] = await shop.soon("the second fulfillment order", async () => {
      const ours = await shop.ours(row.orderGid);
      return ours.length === 2 ? ours : null;
    });
    await shop.wake(row.orderGid);
    const after = await shop.rested(row.orderGid);
    expect(await shop.openCodes(after)).toEqual([]);
    expect(after.handoffs).toHaveLength(1);
    await requestPlacement(await shop.context(), { orderId: row.id, by: "Test" });
    const again = await shop.until(
      row.orderGid,
      ({ handoffs }) => handoffs.length === 2,
      "the second handoff",
    );
    expect(again.handoffs.map(({ fulfillmentOrderGids }) => fulfillmentOrderGids)).toEqual([
      [first?.id],
      [second?.id],
    ]);
  });
});
