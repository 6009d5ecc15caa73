import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requestPlacement } from "#app/domain/orders/commands/decisions/request-command.server.ts";
import { factSentence } from "#app/domain/orders/commands/fact-sentence.ts";
import {
  dismissCancelledFulfillments,
  fulfilAgain,
} from "#app/domain/orders/fulfillment/cancelled-fulfillment-commands.server.ts";
import { findOrderBlock } from "#app/domain/orders/page/find-order-block.server.ts";
import { readTrackedOrder } from "#app/domain/storefront/read-tracked-order.server.ts";
import { toTrackedParcels } from "#app/domain/storefront/tracked-parcels.ts";
import { findTimeline } from "#app/domain/timeline/find-timeline.server.ts";
import type { OrderRow } from "#test/support/order-harness.ts";
import { type PlacingShop, startPlacingShop } from "./placing-shop.ts";
import { sendServiceEvent } from "./service-event.ts";

let shop: PlacingShop;

beforeAll(async () => {
  shop = await startPlacingShop({ products: ["cooker", "earbuds", "speaker"] });
});
afterAll(() => shop.close());

type Move = Parameters<PlacingShop["supplier"]["control"]["moveParcel"]>[0];

async function move(row: OrderRow, status: Move["status"], more: Partial<Move> = {}) {
  const externalOrderId = row.handoffs[0]?.externalOrderId;
  await shop.supplier.control.moveParcel({ externalOrderId, status, ...more });
}

async function ship(): Promise<OrderRow> {
  const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
  await move(row, "SHIPPED");
  return shop.until(row.orderGid, isShipped, "its fulfillment");
}

const isShipped = (row: OrderRow) => shop.parcels(row).every(({ fulfillmentGid }) => fulfillmentGid !== null);
const fulfillmentsOf = (row: OrderRow) => shop.inShopify(row.orderGid).fulfillments;
const mailsOf = (row: OrderRow) =>
  shop.shopify.control.state().mails.filter(({ orderId }) => orderId === row.orderGid);
const by = (row: OrderRow) => ({ orderId: row.id, by: "Test" });

describe("a fulfillment that is cancelled in Shopify while its parcel travels", () => {
  async function undo(): Promise<OrderRow> {
    const row = await ship();
    shop.shopify.control.cancelFulfillment({ id: fulfillmentsOf(row)[0]?.id ?? "" });
    return shop.until(row.orderGid, ({ holdCode }) => holdCode === "fulfillment_cancelled", "the question");
  }

  it("is told as what it is, and never placed again, not even at Place", async () => {
    const row = await undo();
    expect(row.state).toBe("on_the_way");
    expect(await shop.openCodes(row)).toEqual(["fulfillment_cancelled"]);
    await requestPlacement(await shop.context(), by(row));
    const after = await shop.rested(row.orderGid);
    expect(after.handoffs).toHaveLength(1);
    expect(await shop.openCodes(after)).toEqual(["fulfillment_cancelled"]);
  });

  it("shows the tracking again at Fulfil again, without a second mail", async () => {
    const row = await undo();
    const mails = mailsOf(row).length;
    expect(mails).toBeGreaterThan(0);
    expect(await fulfilAgain(await shop.context(), by(row))).toEqual({ ok: true });
    const after = await shop.until(row.orderGid, isShipped, "it to be fulfilled again");
    expect(await shop.openCodes(after)).toEqual([]);
    const [first, second, ...more] = fulfillmentsOf(row);
    expect(more).toEqual([]);
    expect(second).toMatchObject({ status: "SUCCESS", tracking: first?.tracking });
    expect(second?.events.map(({ status }) => status)).toEqual(["IN_TRANSIT"]);
    expect(mailsOf(row)).toHaveLength(mails);
    expect(await fulfilAgain(await shop.context(), by(row))).toMatchObject({ ok: false });
    await move(row, "DELIVERED");
    const delivered = await shop.untilState(row.orderGid, "delivered");
    expect(fulfillmentsOf(delivered)[1]?.events.map(({ status }) => status)).toContain("DELIVERED");
    expect(shop.inShopify(row.orderGid)).toMatchObject({ financialStatus: "PAID" });
  });

  it("stays as it is when the merchant leaves it", async () => {
    const row = await undo();
    await dismissCancelledFulfillments(await shop.context(), by(row));
    const left = await shop.until(row.orderGid, ({ holdCode }) => holdCode === null, "the question to end");
    await shop.wake(row.orderGid);
    expect(await shop.openCodes(await shop.rested(left.orderGid))).toEqual([]);
    expect(fulfillmentsOf(row)).toHaveLength(1);
  });

  it("takes over what the merchant fulfils again by hand under the same number", async () => {
    const row = await undo();
    const number = shop.parcels(row)[0]?.trackingNumber ?? "";
    const open = (await shop.ours(row.orderGid)).find(({ status }) => status === "OPEN");
    shop.shopify.control.fulfill({ id: open?.id ?? "", company: "TCS", number });
    const after = await shop.until(row.orderGid, ({ holdCode }) => holdCode === null, "it to be taken over");
    expect(shop.parcels(after)[0]?.fulfillmentGid).toBe(fulfillmentsOf(row)[1]?.id);
    expect(fulfillmentsOf(row)).toHaveLength(2);
  });

  it("comes back once the parcel is refused", async () => {
    const row = await undo();
    await move(row, "RETURNED", { type: "rto" });
    const after = await shop.until(row.orderGid, ({ holdCode }) => holdCode === "comes_back", "its return");
    expect(await shop.openCodes(after)).not.toContain("fulfillment_cancelled");
  });
});

describe("tracking that changes after the fulfillment was made", () => {
  it("is sent on once, without a second mail", async () => {
    const row = await ship();
    const mails = mailsOf(row).length;
    const tracking = { courier: "Leopards", number: "LP-9", url: null };
    await sendServiceEvent(shop, row, { event: "order.shipped", data: { status: "SHIPPED", tracking } });
    await shop.soon("the new tracking", async () => fulfillmentsOf(row)[0]?.tracking[0]?.number === "LP-9");
    await shop.wake(row.orderGid);
    const after = await shop.rested(row.orderGid);
    expect(fulfillmentsOf(after)).toMatchObject([{ tracking: [{ company: "Leopards", number: "LP-9" }] }]);
    expect(mailsOf(row)).toHaveLength(mails);
    expect((await shop.timeline(after)).filter((code) => code === "tracking_updated")).toHaveLength(1);
  });

  const oldLink = "https://www.tcsexpress.com/track/TCS1";

  async function shipWith(tracking: Move["tracking"]): Promise<OrderRow> {
    const row = await shop.buy({ lines: [shop.line("cooker", 1600)] });
    await move(row, "SHIPPED", { tracking });
    return shop.until(row.orderGid, isShipped, "its fulfillment");
  }

  /** What the parcel's own row, Shopify and the blocks and pages that read the row show. */
  async function shownOf(row: OrderRow) {
    const now = await shop.rested(row.orderGid);
    const [parcel] = shop.parcels(now);
    const block = await findOrderBlock(await shop.context(), now.orderGid, "1");
    const tracked = await readTrackedOrder(await shop.context(), Prisma.sql`o.id = ${now.id}::uuid`);
    return {
      row: [parcel?.courier, parcel?.trackingNumber, parcel?.trackingUrl],
      shopify: fulfillmentsOf(now).flatMap(({ tracking }) => tracking),
      block: block?.parcels.map(({ trackingUrl }) => trackingUrl),
      page: tracked && toTrackedParcels(tracked).map(({ trackingUrl }) => trackingUrl),
    };
  }

  it.each([
    ["has none", { url: null }],
    ["has one that is no courier's", { url: "https://supplier.example/LP-9" }],
    ["says nothing of one", {}],
  ])("takes the old number's link away where the new number %s", async (_, link) => {
    const row = await shipWith({ courier: "TCS", number: "TCS1", url: oldLink });
    expect(fulfillmentsOf(row)).toMatchObject([{ tracking: [{ number: "TCS1", url: oldLink }] }]);
    const tracking = { courier: "Leopards", number: "LP-9", ...link };
    await sendServiceEvent(shop, row, { event: "order.shipped", data: { status: "SHIPPED", tracking } });
    await shop.soon("the new tracking", async () => fulfillmentsOf(row)[0]?.tracking[0]?.number === "LP-9");
    expect(await shownOf(row)).toEqual({
      row: ["Leopards", "LP-9", null],
      shopify: [{ company: "Leopards", number: "LP-9", url: null }],
      block: [null],
      page: [null],
    });
  });

  it("names no courier where the new number comes without one, since the old one may not have it", async () => {
    const row = await shipWith({ courier: "TCS", number: "TCS1", url: oldLink });
    const tracking = { number: "LP-9" };
    await sendServiceEvent(shop, row, { event: "order.shipped", data: { status: "SHIPPED", tracking } });
    await shop.soon("the new tracking", async () => fulfillmentsOf(row)[0]?.tracking[0]?.number === "LP-9");
    expect(await shownOf(row)).toMatchObject({
      row: [null, "LP-9", null],
      shopify: [{ company: "Courier", number: "LP-9", url: null }],
    });
  });

  it("is given no link by an older event of the number before", async () => {
    const row = await shipWith({ courier: "Leopards", number: "LP-9", url: null });
    const tracking = { courier: "TCS", number: "TCS1", url: oldLink };
    const createdAt = new Date(Date.now() - 3_600_000).toISOString();
    const data = { status: "SHIPPED", tracking };
    await sendServiceEvent(shop, row, { event: "order.shipped", data, createdAt });
    await shop.soon("the event to be folded in", async () => {
      const where = { shopId: shop.shopId, source: "supplier", foldedAt: null } as const;
      return (await shop.app.db.delivery.count({ where })) === 0;
    });
    expect(await shownOf(row)).toEqual({
      row: ["Leopards", "LP-9", null],
      shopify: [{ company: "Leopards", number: "LP-9", url: null }],
      block: [null],
      page: [null],
    });
  });

  it("is not sent on from an event that is older than what we know", async () => {
    const row = await ship();
    const [parcel] = shop.parcels(row);
    const old = { status: "SHIPPED", tracking: { courier: "TCS", number: "OLD", url: null } };
    const createdAt = new Date(Date.now() - 3_600_000).toISOString();
    await sendServiceEvent(shop, row, { event: "order.shipped", data: old, createdAt });
    const after = await shop.rested(row.orderGid);
    expect(shop.parcels(after)[0]?.trackingNumber).toBe(parcel?.trackingNumber);
    expect(fulfillmentsOf(after)[0]?.tracking[0]?.number).toBe(parcel?.trackingNumber);
  });
});

describe("the service's reports", () => {
  it("set no margin back when an old one of the same status comes late", async () => {
    const row = await ship();
    await move(row, "DELIVERED");
    await shop.untilState(row.orderGid, "delivered");
    const released = { status: "DELIVERED", marginStatus: "RELEASED", amount: 540 };
    await sendServiceEvent(shop, row, { event: "wallet.margin_released", data: released });
    const isReleased = (now: OrderRow) => shop.parcels(now)[0]?.marginStatus === "RELEASED";
    await shop.until(row.orderGid, isReleased, "the release");
    const late = { status: "DELIVERED", marginStatus: "PENDING" };
    const createdAt = new Date(Date.now() - 3_600_000).toISOString();
    await sendServiceEvent(shop, row, { event: "order.delivered", data: late, createdAt });
    expect(shop.parcels(await shop.rested(row.orderGid))).toMatchObject([{ marginStatus: "RELEASED" }]);
  });

  it("stand above nothing that is said later, though the service's clock was ahead", async () => {
    const row = await ship();
    await move(row, "DELIVERED");
    await shop.untilState(row.orderGid, "delivered");
    const ahead = new Date(Date.now() + 30 * 24 * 3_600_000).toISOString();
    const pending = { status: "DELIVERED", marginStatus: "PENDING", margin: 599 };
    await sendServiceEvent(shop, row, { event: "order.delivered", data: pending, createdAt: ahead });
    await shop.until(row.orderGid, (now) => shop.parcels(now)[0]?.marginPkr === 599, "the report");
    const released = { status: "DELIVERED", marginStatus: "RELEASED", amount: 540 };
    await sendServiceEvent(shop, row, { event: "wallet.margin_released", data: released });
    const after = await shop.until(
      row.orderGid,
      (now) => shop.parcels(now)[0]?.marginStatus === "RELEASED",
      "the release",
    );
    expect(shop.parcels(after)[0]?.reportedAt?.getTime()).toBeLessThan(Date.now() + 60_000);
  });

  it("tell once of a status nobody knows, and leave the parcel where it was", async () => {
    const row = await ship();
    for (let round = 0; round < 2; round += 1)
      await sendServiceEvent(shop, row, { event: "order.stolen", data: { status: "STOLEN" } });
    await shop.soon("the status to be noted", async () =>
      shop
        .parcels((await shop.findOrder(row.orderGid)) ?? row)
        .some(({ unknownStatus }) => unknownStatus === "STOLEN"),
    );
    const after = await shop.rested(row.orderGid);
    expect(shop.parcels(after)).toMatchObject([{ status: "SHIPPED" }]);
    expect((await shop.timeline(after)).filter((code) => code === "parcel_status_unknown")).toHaveLength(1);
  });
});

describe("two parcels of one fulfillment order", () => {
  const bothStores = () => ({ lines: [shop.line("earbuds", 1000), shop.line("speaker", 2000)] });

  it("are answered truthfully when one is gone and the other still can be stopped", async () => {
    const row = await shop.buy(bothStores());
    await move(row, "SHIPPED", { part: 1 });
    await shop.until(row.orderGid, (now) => shop.parcels(now).some((each) => each.fulfillmentGid), "part 1");
    const [fulfillmentOrder] = await shop.ours(row.orderGid);
    shop.shopify.control.requestCancellation({ id: fulfillmentOrder?.id ?? "" });
    await shop.soon("the answer", async () => (await shop.timeline(row)).includes("cancellation_rejected"));
    const after = await shop.until(row.orderGid, ({ holdCode }) => holdCode !== null, "part 2 to come back");
    expect(shop.parcels(after).map(({ status }) => status)).toEqual(["SHIPPED", "CANCELLED"]);
    const recorded = await findTimeline(
      await shop.context(),
      { thing: "order", thingId: row.id },
      factSentence,
    );
    const answer = recorded.find(({ code }) => code === "cancellation_rejected");
    expect(answer?.sentence).toMatch(/1 of 2 parcels is cancelled and will not be shipped\./);
    // What is left in the fulfillment order was the cancelled parcel's alone: it is the merchant's again.
    expect((await shop.ours(row.orderGid))[0]?.status).toBe("INCOMPLETE");
    expect(await shop.openCodes(after)).toEqual(["comes_back"]);
  });

  it("go back in part when the service cancels one and the other has left", async () => {
    const row = await shop.buy(bothStores());
    await move(row, "SHIPPED", { part: 1 });
    await shop.until(row.orderGid, (now) => shop.parcels(now).some((each) => each.fulfillmentGid), "part 1");
    await move(row, "CANCELLED", { part: 2, reason: "Sold out" });
    const after = await shop.until(row.orderGid, ({ holdCode }) => holdCode !== null, "part 2 to come back");
    expect(await shop.openCodes(after)).toEqual(["cancelled_by_supplier"]);
    expect((await shop.ours(row.orderGid))[0]?.status).toBe("INCOMPLETE");
    await requestPlacement(await shop.context(), by(row));
    const again = await shop.until(row.orderGid, ({ handoffs }) => handoffs.length === 2, "its second way");
    expect(again.handoffs[1]?.items).toMatchObject([{ quantity: 1 }]);
    expect(await shop.openCodes(again)).toEqual([]);
  });
});
