import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findHoldWords } from "#test/support/find-hold-words.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "earbuds", "speaker"] });
});
afterAll(() => shop.close());

const oneCooker = () => ({ lines: [shop.line("cooker", 1600)] });
const twoStores = () => ({ lines: [shop.line("earbuds", 1000, 2), shop.line("speaker", 2000)] });

type Move = Parameters<PlacingShop["supplier"]["control"]["moveParcel"]>[0];

async function move(row: OrderRow, status: Move["status"], more: Partial<Move> = {}) {
  const [handoff] = row.handoffs;
  await shop.supplier.control.moveParcel({
    ...{ externalOrderId: handoff?.externalOrderId, status },
    ...more,
  });
}

describe.concurrent("placing", () => {
  it("requests, places and accepts a cash on delivery order", async () => {
    const row = await shop.buy(oneCooker());
    const [parcel] = await shop.atService(row);
    const [fulfillmentOrder] = await shop.ours(row.orderGid);
    expect(row).toMatchObject({ route: "COD", holdCode: null, handoffs: [{ sequence: 1, revision: 1 }] });
    expect(parcel).toMatchObject({ paymentMode: "COD", codAmount: 1800, mode: "live" });
    expect(fulfillmentOrder).toMatchObject({ status: "IN_PROGRESS", requestStatus: "ACCEPTED" });
    expect(await shop.openCodes(row)).toEqual([]);
  });

  it("takes a prepaid order's cost from the wallet and collects nothing", async () => {
    const row = await shop.buy({ ...oneCooker(), payment: "paid" });
    expect(row.route).toBe("PREPAID");
    expect(await shop.atService(row)).toMatchObject([
      { paymentMode: "PREPAID", codAmount: 0, walletPaid: 1200 },
    ]);
  });

  it("sends variant and line ids, the order's name, the sender and the note, and freezes the bytes", async () => {
    const row = await shop.buy({ ...oneCooker(), note: "Ring twice" });
    const body = shop.body(row);
    expect(body).toMatchObject({
      ...{ externalOrderName: row.name, paymentMode: "COD", shippingCharged: 200 },
      items: [{ externalLineId: shop.inShopify(row.orderGid).lines[0]?.id, quantity: 1, resalePrice: 1600 }],
      notes: expect.stringContaining("Ring twice"),
      senderName: (await shop.context()).shop.name,
    });
    expect(JSON.stringify(body)).not.toContain("externalVariantId");
    expect(row.handoffs[0]?.attempts).toMatchObject([{ state: "accepted", sends: 1, number: 1 }]);
  });

  it("names the order to the service by the numbers of shop and order", async () => {
    const row = await shop.buy(oneCooker());
    const numbers = [(await shop.context()).shop.gid, row.orderGid].map((gid) => gid?.split("/").at(-1));
    expect(row.handoffs[0]?.externalOrderId).toBe(numbers.join("-"));
  });

  it("makes one order of any number of hints in any order", async () => {
    const row = await shop.buy(oneCooker());
    const hints = shop.shopify.control.deliveries().filter(({ body }) => body.includes(row.orderGid));
    const again = Array.from({ length: 10 }, () => hints).flat();
    const shuffled = again.toSorted((a, b) => a.id.localeCompare(b.id));
    for (const { id } of shuffled) await shop.shopify.control.resend({ deliveryId: id });
    for (let wake = 0; wake < 10; wake += 1) await shop.wake(row.orderGid);
    const after = await shop.rested(row.orderGid);
    expect(after.handoffs).toHaveLength(1);
    expect(await shop.posts(row.handoffs[0]?.externalOrderId ?? "")).toHaveLength(1);
    expect(await shop.atService(row)).toHaveLength(1);
  });

  it("tells each fact once, however often the order is looked at", async () => {
    const row = await shop.buy(oneCooker());
    const before = await shop.timeline(row);
    for (let wake = 0; wake < 3; wake += 1) {
      await shop.wake(row.orderGid);
      await shop.rested(row.orderGid);
    }
    expect(await shop.timeline(row)).toEqual(before);
    expect(before).toEqual([
      ...["order_seen", "route_decided", "request_submitted", "handoff_sent", "handoff_placed"],
      ...["parcel_received", "request_accepted"],
    ]);
  });

  it("leaves an order without goods of ours alone and keeps nobody's data of it", async () => {
    const own = shop.shopify.control.addOwnProduct({ title: "Own lamp", price: 500 });
    const lines = [{ variantId: own.variantId, quantity: 1, price: 500 }];
    expect(await shop.buy({ lines }, "not_ours")).toMatchObject({ handoffs: [], customerEnc: null });
  });
});

describe.concurrent("following a parcel", () => {
  it("ships with courier, number and the courier's own link, and tells Shopify once", async () => {
    const row = await shop.buy(oneCooker());
    await move(row, "SHIPPED");
    await shop.untilState(row.orderGid, "on_the_way");
    const [fulfillment, ...others] = shop.inShopify(row.orderGid).fulfillments;
    expect(others).toEqual([]);
    expect(fulfillment?.tracking).toEqual([
      {
        ...{ company: "TCS", number: expect.stringMatching(/^TCS/) },
        url: expect.stringMatching(/^https:\/\/www\.tcsexpress\.com\//),
      },
    ]);
    expect(fulfillment?.events.map(({ status }) => status)).toEqual(["IN_TRANSIT"]);
  });

  it("shows company and number alone when the link is not a known courier's", async () => {
    const row = await shop.buy(oneCooker());
    const tracking = { courier: "Swift Riders", number: "SR-1", url: "https://supplier.example/track/SR-1" };
    await move(row, "SHIPPED", { tracking });
    await shop.untilState(row.orderGid, "on_the_way");
    const [fulfillment] = shop.inShopify(row.orderGid).fulfillments;
    expect(fulfillment?.tracking).toMatchObject([{ company: "Swift Riders", number: "SR-1" }]);
    expect(JSON.stringify(fulfillment)).not.toContain("supplier.example");
  });

  it("makes one fulfillment of each of two parcels, by line and quantity", async () => {
    const row = await shop.buy({ ...twoStores(), shipping: 300 });
    const sold = shop.inShopify(row.orderGid).lines;
    await move(row, "SHIPPED", { part: 2 });
    await shop.until(
      row.orderGid,
      (now) => shop.parcels(now).filter(({ fulfillmentGid }) => fulfillmentGid).length === 1,
      "the second parcel to ship",
    );
    await move(row, "SHIPPED", { part: 1 });
    await shop.until(
      row.orderGid,
      (now) => shop.parcels(now).every(({ fulfillmentGid }) => fulfillmentGid),
      "both parcels to ship",
    );
    const { fulfillments, fulfillmentStatus } = shop.inShopify(row.orderGid);
    const units = fulfillments.map(({ lines }) =>
      lines.map(({ orderLineId, quantity }) => [sold.findIndex(({ id }) => id === orderLineId), quantity]),
    );
    expect(units).toHaveLength(2);
    expect(units).toEqual(expect.arrayContaining([[[0, 2]], [[1, 1]]]));
    expect(fulfillmentStatus).toBe("FULFILLED");
  });

  it("marks a delivered order as paid", async () => {
    const row = await shop.buy(oneCooker());
    await move(row, "DELIVERED");
    await shop.untilState(row.orderGid, "delivered");
    expect(shop.inShopify(row.orderGid)).toMatchObject({ financialStatus: "PAID", outstanding: "0.00" });
    expect(await shop.timeline(row)).toEqual(
      expect.arrayContaining(["parcel_delivered", "fulfillment_created", "marked_paid"]),
    );
    const events = shop.inShopify(row.orderGid).fulfillments[0]?.events.map(({ status }) => status);
    expect(events).toContain("DELIVERED");
  });

  it("marks it as paid when only paisa were rounded away", async () => {
    const row = await shop.buy({ lines: [shop.line("cooker", 1600.4)] });
    await move(row, "DELIVERED");
    await shop.untilState(row.orderGid, "delivered");
    expect(shop.inShopify(row.orderGid)).toMatchObject({ financialStatus: "PAID" });
  });

  it("leaves a mixed cart to the merchant, with what was collected and what is theirs", async () => {
    const own = shop.shopify.control.addOwnProduct({ title: "Own lamp", price: 500 });
    const lines = [shop.line("cooker", 1500), { variantId: own.variantId, quantity: 1, price: 500 }];
    const row = await shop.buy({ lines });
    await move(row, "DELIVERED");
    await shop.until(row.orderGid, (now) => now.holdCode === "mark_paid_by_hand", "the merchant to be told");
    const words = await findHoldWords(shop.app, { thingId: row.id, resolvedAt: null });
    expect(words).toMatchObject({ reason: "own_lines_open", collected: 1650, yours: 550 });
    expect(shop.inShopify(row.orderGid).financialStatus).toBe("PENDING");
  });

  it("never marks a refused order as paid; it is tagged and the event recorded", async () => {
    const row = await shop.buy(oneCooker());
    await move(row, "SHIPPED");
    await move(row, "RETURNED", { type: "rto" });
    await shop.untilState(row.orderGid, "refused");
    const order = shop.inShopify(row.orderGid);
    expect(order).toMatchObject({ financialStatus: "PENDING", tags: ["Refused"] });
    expect(order.fulfillments[0]?.events.map(({ status }) => status)).toContain("FAILURE");
    expect(await shop.timeline(row)).toContain("parcel_refused");
  });

  it("tells a return after delivery from a refusal", async () => {
    const row = await shop.buy(oneCooker());
    await move(row, "DELIVERED");
    await move(row, "RETURNED", { type: "return" });
    const after = await shop.untilState(row.orderGid, "refused");
    expect(shop.parcels(after)).toMatchObject([{ returnType: "return" }]);
    expect(shop.inShopify(row.orderGid).tags).toEqual(["Returned"]);
  });

  it("gives one fulfillment for any number of the service's events in any order", async () => {
    const row = await shop.buy(oneCooker());
    await move(row, "DELIVERED");
    await shop.untilState(row.orderGid, "delivered");
    const id = row.handoffs[0]?.externalOrderId ?? "";
    const recorded = (await shop.supplier.control.deliveries()).filter(({ body }) => body.includes(id));
    const before = await shop.timeline(row);
    for (let round = 0; round < 10; round += 1) {
      for (const { eventId } of recorded.toReversed()) await shop.supplier.control.redeliver({ eventId });
    }
    await shop.supplier.control.settle();
    const after = await shop.rested(row.orderGid);
    expect(after.state).toBe("delivered");
    expect(await shop.timeline(row)).toEqual(before);
    expect(shop.inShopify(row.orderGid).fulfillments).toHaveLength(1);
    const events = shop.inShopify(row.orderGid).fulfillments[0]?.events.map(({ status }) => status) ?? [];
    expect(events).toContain("DELIVERED");
    expect(new Set(events).size).toBe(events.length);
  });
});
