import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installShop } from "#app/domain/shops/install-shop.server.ts";
import type { FulfillmentOrderGid, InventoryItemGid, LocationGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { createFulfillmentEvent } from "#app/shopify/operations/fulfillment/create-fulfillment-event.ts";
import { listFulfillments } from "#app/shopify/operations/fulfillment/list-fulfillments.ts";
import { rejectFulfillmentRequest } from "#app/shopify/operations/fulfillment/reject-fulfillment-request.ts";
import { activateInventory } from "#app/shopify/operations/inventory/activate-inventory.ts";
import { deactivateInventory } from "#app/shopify/operations/inventory/deactivate-inventory.ts";
import { listInventoryLevels } from "#app/shopify/operations/inventory/list-inventory-levels.ts";
import { getOrderForPlacement } from "#app/shopify/operations/orders/get-order-for-placement.ts";
import { findVariants } from "#app/shopify/operations/products/find-variants.ts";
import { listDeliveryZones } from "#app/shopify/operations/shop/list-delivery-zones.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import type { NewOrder } from "#test/standins/shopify/commerce/new-order.ts";
import { asId } from "#test/support/as-id.ts";
import { APP_URL, type ShopifySide, startShopifySide } from "./harness.ts";

let side: ShopifySide;
let admin: AdminClient;
let variantId: string;
let locationId: LocationGid;

beforeAll(async () => {
  side = await startShopifySide();
  const ctx = await side.openShop();
  admin = ctx.admin;
  await installShop(ctx, { appUrl: APP_URL });
  locationId = (await side.db.shop.findUniqueOrThrow({ where: { id: ctx.shop.id } })).locationGid ?? asId("");
  variantId = side.standin.control.addOwnProduct({ price: 500 }).variantId;
  const [variant] = await findVariants(admin, [asId(variantId)]);
  const inventoryItemId = variant?.inventoryItemId ?? asId<InventoryItemGid>("");
  await activateInventory(admin, { inventoryItemId, locationId, key: "activate" });
  const levels = await listInventoryLevels(admin, [inventoryItemId]);
  for (const level of levels) if (level.locationId !== locationId) await deactivateInventory(admin, level.id);
  side.standin.control.setStock({ variantId, locationId, available: 10_000 });
});
afterAll(() => side.stop());

async function place(order: NewOrder) {
  const placed = side.standin.control.placeOrder({ payment: "cod", shipping: 200, ...order });
  await side.standin.control.settle();
  return placed;
}

async function read(id: string): Promise<ShopifyOrder> {
  const order = await getOrderForPlacement(admin, asId(id));
  if (order === null) throw new Error(`No order ${id}`);
  return order;
}

/** The names of the operations that reading an order takes. */
async function callsToRead(id: string): Promise<readonly string[]> {
  side.standin.control.requests({ clear: true });
  await read(id);
  return side.standin.control.requests().map(({ operation }) => operation);
}

function times<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function sumOf(amounts: readonly string[]): number {
  return amounts.reduce((sum, amount) => sum + Number(amount), 0);
}

describe("an order's read", () => {
  it("is one call for an ordinary order, shipped or not", async () => {
    const { id } = await place({ lines: times(3, () => ({ variantId, quantity: 1 })) });
    expect(await callsToRead(id)).toEqual(["OrderForPlacement"]);
    const [open] = (await read(id)).fulfillmentOrders;
    side.standin.control.fulfill({ id: open?.id ?? "", company: "TCS", number: "1" });
    expect(await callsToRead(id)).toEqual(["OrderForPlacement"]);
  });

  it("brings every line and every fulfillment order, each with all its lines", async () => {
    const { id, lineIds } = await place({ lines: times(60, () => ({ variantId, quantity: 2 })) });
    for (let count = 0; count < 24; count += 1) {
      const rest = side.standin.control
        .fulfillmentOrdersOf({ orderId: id })
        .toSorted((a, b) => b.lines.length - a.lines.length)[0];
      const keep = (rest?.lines ?? []).slice(0, 2).map((line) => ({ id: line.id, quantity: 1 }));
      side.standin.control.splitFulfillmentOrder({ id: rest?.id ?? "", keep });
    }
    const order = await read(id);
    expect(order.lines.map((line) => line.id)).toEqual(lineIds);
    expect(order.fulfillmentOrders).toHaveLength(25);
    const open = order.fulfillmentOrders.flatMap((each) => each.lines);
    expect(open.reduce((sum, line) => sum + line.remainingQuantity, 0)).toBe(120);
    expect(new Set(open.map(({ lineId }) => lineId))).toEqual(new Set(lineIds));
  });

  it("brings every shipping line, what was given back of each, and every transaction", async () => {
    const { id } = await place({
      lines: [{ variantId, quantity: 5 }],
      payment: "pending",
      shipping: 700,
      moreShipping: [300, 100],
    });
    for (let count = 0; count < 12; count += 1) side.standin.control.payOrder({ orderId: id, amount: 300 });
    for (let count = 0; count < 8; count += 1)
      side.standin.control.refund({ orderId: id, shipping: 10, amount: 10 });
    side.standin.control.refund({ orderId: id, shipping: 700, amount: 700 });
    const order = await read(id);
    expect(order.shippingLines.map(({ originalPrice }) => Number(originalPrice))).toEqual([700, 300, 100]);
    const [first, second] = order.shippingLines;
    const refundedOf = (lineId: string | null | undefined) =>
      order.shippingRefunds.filter(({ shippingLineId }) => shippingLineId === lineId);
    expect(refundedOf(first?.id)).toHaveLength(9);
    expect(sumOf(refundedOf(first?.id).map(({ subtotal }) => subtotal))).toBe(700);
    expect(sumOf(refundedOf(second?.id).map(({ subtotal }) => subtotal))).toBe(80);
    expect(order.transactions.filter(({ kind }) => kind === "REFUND")).toHaveLength(9);
    expect(sumOf(order.transactions.filter(({ kind }) => kind === "SALE").map(({ amount }) => amount))).toBe(
      3600,
    );
    expect(Number(order.netPayment)).toBe(3600 - 780);
  });

  it("brings every fulfillment with all its lines, numbers and events", async () => {
    const { id } = await place({
      lines: times(4, (index) => ({ variantId, quantity: index === 0 ? 70 : 1 })),
    });
    const [open] = (await read(id)).fulfillmentOrders;
    const [many, ...others] = open?.lines ?? [];
    const fulfillmentOrder = { id: open?.id ?? "", company: "TCS" };
    for (let count = 0; count < 62; count += 1) {
      const lines = [{ id: many?.id ?? "", quantity: 1 }];
      side.standin.control.fulfill({ ...fulfillmentOrder, number: `A${count}`, lines });
    }
    const lines = [many, ...others].map((line) => ({ id: line?.id ?? "", quantity: 1 }));
    const { fulfillmentId } = side.standin.control.fulfill({
      ...{ ...fulfillmentOrder, number: "B1", moreNumbers: ["B2", "B3", "B4"], lines },
    });
    for (let count = 0; count < 7; count += 1) {
      const happenedAt = new Date(Date.UTC(2026, 10, 20, 10 + count)).toISOString();
      await createFulfillmentEvent(admin, {
        fulfillmentId: asId(fulfillmentId),
        status: "IN_TRANSIT",
        happenedAt,
      });
    }
    const { fulfillments } = await read(id);
    expect(fulfillments).toHaveLength(63);
    expect(new Set(fulfillments.map(({ tracking }) => tracking[0]?.number)).size).toBe(63);
    const last = fulfillments.find((each) => each.id === fulfillmentId);
    expect(last?.tracking.map(({ number }) => number)).toEqual(["B1", "B2", "B3", "B4"]);
    expect(last?.lines.map(({ quantity }) => quantity)).toEqual([1, 1, 1, 1]);
    expect(last?.events.map(({ happenedAt }) => new Date(happenedAt).getUTCHours())).toEqual(
      times(7, (index) => 16 - index),
    );
    expect(await listFulfillments(admin, asId(id))).toEqual(fulfillments);
  });

  it("brings every request of the merchant's, oldest first", async () => {
    const { id } = await place({ lines: [{ variantId, quantity: 1 }] });
    const open = (await read(id)).fulfillmentOrders[0]?.id ?? asId<FulfillmentOrderGid>("");
    for (let count = 0; count < 6; count += 1) {
      side.advance(1);
      side.standin.control.requestFulfillment({ id: open, message: `${count}` });
      await rejectFulfillmentRequest(admin, { id: open, reason: "OTHER" });
    }
    const [found] = (await read(id)).fulfillmentOrders;
    expect(found?.merchantRequests.map(({ message }) => message)).toEqual(["0", "1", "2", "3", "4", "5"]);
  });
});

describe("the zones that ship from a location", () => {
  it("are all found, however many profiles, locations and zones there are", async () => {
    const zones = times(25, (index) => [index === 24 ? "PK" : "AE"]);
    for (let count = 0; count < 5; count += 1) {
      const locationIds = count === 4 ? [locationId] : [];
      side.standin.control.addDeliveryProfile({ name: `Profile ${count}`, locationIds, zones });
    }
    const found = await listDeliveryZones(admin, locationId);
    const own = found.filter(({ isDefaultProfile }) => !isDefaultProfile);
    expect(own).toHaveLength(25);
    expect(own.at(-1)).toMatchObject({ profileName: "Profile 4", countries: ["PK"], hasRates: true });
  });
});
