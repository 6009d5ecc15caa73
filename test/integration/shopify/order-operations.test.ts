import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rupees } from "#app/domain/money/rupees.ts";
import { installShop } from "#app/domain/shops/install-shop.server.ts";
import type { InventoryItemGid, LocationGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { acceptCancellationRequest } from "#app/shopify/operations/fulfillment/accept-cancellation-request.ts";
import { acceptFulfillmentRequest } from "#app/shopify/operations/fulfillment/accept-fulfillment-request.ts";
import { cancelFulfillment } from "#app/shopify/operations/fulfillment/cancel-fulfillment.ts";
import { closeFulfillmentOrder } from "#app/shopify/operations/fulfillment/close-fulfillment-order.ts";
import { createFulfillment } from "#app/shopify/operations/fulfillment/create-fulfillment.ts";
import { createFulfillmentEvent } from "#app/shopify/operations/fulfillment/create-fulfillment-event.ts";
import { findFulfillmentOrderOwner } from "#app/shopify/operations/fulfillment/find-fulfillment-order-owner.ts";
import { listAssignedFulfillmentOrders } from "#app/shopify/operations/fulfillment/list-assigned-fulfillment-orders.ts";
import { listFulfillments } from "#app/shopify/operations/fulfillment/list-fulfillments.ts";
import { rejectCancellationRequest } from "#app/shopify/operations/fulfillment/reject-cancellation-request.ts";
import { rejectFulfillmentRequest } from "#app/shopify/operations/fulfillment/reject-fulfillment-request.ts";
import { submitFulfillmentRequest } from "#app/shopify/operations/fulfillment/submit-fulfillment-request.ts";
import { updateTracking } from "#app/shopify/operations/fulfillment/update-tracking.ts";
import { activateInventory } from "#app/shopify/operations/inventory/activate-inventory.ts";
import { addTags } from "#app/shopify/operations/orders/add-tags.ts";
import { cancelOrder } from "#app/shopify/operations/orders/cancel-order.ts";
import { getOrderForPlacement } from "#app/shopify/operations/orders/get-order-for-placement.ts";
import { listOrdersUpdated } from "#app/shopify/operations/orders/list-orders-updated.ts";
import { markOrderAsPaid } from "#app/shopify/operations/orders/mark-order-as-paid.ts";
import { removeTags } from "#app/shopify/operations/orders/remove-tags.ts";
import { setOrderNote } from "#app/shopify/operations/orders/set-order-note.ts";
import { setProduct } from "#app/shopify/operations/products/set-product.ts";
import type { ShopifyFulfillmentOrder, ShopifyOrder } from "#app/shopify/order.ts";
import type { NewOrder } from "#test/standins/shopify/commerce/new-order.ts";
import { asId } from "#test/support/as-id.ts";
import { APP_URL, type ShopifySide, startShopifySide } from "./harness.ts";

let side: ShopifySide;
let admin: AdminClient;
let locationId: LocationGid;
let variantId: string;
let ownVariantId: string;

beforeAll(async () => {
  side = await startShopifySide();
  const ctx = await side.openShop();
  admin = ctx.admin;
  await installShop(ctx, { appUrl: APP_URL });
  locationId = (await side.db.shop.findUniqueOrThrow({ where: { id: ctx.shop.id } })).locationGid ?? asId("");
  const product = await setProduct(admin, {
    supplierProductId: "p-1",
    title: "Lawn suit",
    descriptionHtml: "",
    status: "ACTIVE",
    images: [],
    options: [{ name: "Title", values: ["Default Title"] }],
    variants: [
      {
        supplierVariantId: asId("v-1"),
        sku: "LAWN",
        options: [{ name: "Title", value: "Default Title" }],
        pricePkr: rupees(1600),
        costPkr: rupees(1000),
        weightKg: 0.8,
      },
    ],
  });
  side.standin.control.setChannels({ id: product.id });
  variantId = product.variants[0]?.id ?? "";
  const inventoryItemId = product.variants[0]?.inventoryItemId ?? asId<InventoryItemGid>("");
  await activateInventory(admin, { inventoryItemId, locationId, key: "activate" });
  side.standin.control.setStock({ variantId, locationId, available: 1000 });
  ownVariantId = side.standin.control.addOwnProduct({ price: 500 }).variantId;
});
afterAll(() => side.stop());
beforeEach(() => {
  side.standin.control.faults({ clear: true });
  side.standin.control.setShop({ customerDataApproved: true });
});

async function place(overrides: Partial<NewOrder> = {}): Promise<string> {
  const { id } = side.standin.control.placeOrder({
    lines: [{ variantId, quantity: 2 }],
    customer: {
      firstName: "Ayesha",
      lastName: "Example",
      phone: "+923000000001",
      email: "ayesha@example.com",
    },
    shippingAddress: { address1: "House 12", city: "Lahore", province: "Punjab", zip: "54000" },
    payment: "cod",
    shipping: 200,
    ...overrides,
  });
  await side.standin.control.settle();
  return id;
}

async function read(id: string): Promise<ShopifyOrder> {
  const order = await getOrderForPlacement(admin, asId(id));
  if (order === null) throw new Error(`No order ${id}`);
  return order;
}

function oursOf(order: ShopifyOrder): ShopifyFulfillmentOrder {
  const found = order.fulfillmentOrders.find(
    (each) => each.locationId === locationId && each.status !== "CLOSED",
  );
  if (found === undefined) throw new Error(`Order ${order.name} has nothing at our location`);
  return found;
}

async function accepted(id: string): Promise<ShopifyFulfillmentOrder> {
  const ours = oursOf(await read(id));
  await submitFulfillmentRequest(admin, { id: ours.id });
  await acceptFulfillmentRequest(admin, { id: ours.id });
  return oursOf(await read(id));
}

function shipAll(ours: ShopifyFulfillmentOrder, number: string) {
  return createFulfillment(admin, {
    fulfillmentOrders: [
      { id: ours.id, lines: ours.lines.map((line) => ({ id: line.id, quantity: line.remainingQuantity })) },
    ],
    tracking: { company: "TCS", number, url: `https://www.tcsexpress.com/track/${number}` },
    notifyCustomer: false,
  });
}

describe("reading an order", () => {
  it("brings the money of a COD order as exact decimals", async () => {
    const order = await read(await place());
    expect(order).toMatchObject({
      currency: "PKR",
      presentmentCurrency: "PKR",
      financialStatus: "PENDING",
      hasPaymentTerms: false,
      canMarkAsPaid: true,
      test: false,
    });
    expect([order.currentTotalPrice, order.totalOutstanding, order.currentShippingPrice].map(Number)).toEqual(
      [3400, 3400, 200],
    );
    expect(order.lines).toMatchObject([
      { variantId, sku: "LAWN", quantity: 2, currentQuantity: 2, giftCard: false },
    ]);
    expect(order.transactions).toMatchObject([{ status: "PENDING", manualPaymentGateway: true }]);
    expect([order.currentTotalPrice, order.lines[0]?.unitPrice].map((amount) => typeof amount)).toEqual([
      "string",
      "string",
    ]);
  });

  it("brings taxes, discounts, tips, duties, fees and cash rounding", async () => {
    const order = await read(
      await place({
        taxRate: 0.18,
        taxesIncluded: false,
        taxShipping: true,
        discountCode: { code: "EID", percent: 10 },
        shippingDiscount: 50,
        tip: 30,
        duties: 20,
        fee: { name: "Gift wrap", price: 40 },
        cashRounding: "0.20",
      }),
    );
    expect(order.taxesIncluded).toBe(false);
    expect(order.lines[0]?.taxLines.length).toBeGreaterThan(0);
    expect(order.lines[0]?.discountAllocations.length).toBeGreaterThan(0);
    expect(order.shippingLines[0]?.discountAllocations.map(Number)).toContain(50);
    expect(order.shippingLines[0]?.taxLines.length).toBeGreaterThan(0);
    expect([order.tips, order.duties, order.cashRounding].map(Number)).toEqual([30, 20, 0.2]);
    expect(order.additionalFees).toMatchObject([{ name: "Gift wrap" }]);
  });

  it("tells our fulfillment orders from the merchant's own in a mixed cart", async () => {
    const order = await read(
      await place({
        lines: [
          { variantId, quantity: 1 },
          { variantId: ownVariantId, quantity: 1 },
        ],
      }),
    );
    const ours = oursOf(order);
    const ourLine = order.lines.find((line) => line.variantId === variantId);
    expect(ours.lines).toMatchObject([{ lineId: ourLine?.id, totalQuantity: 1, remainingQuantity: 1 }]);
    expect(ours).toMatchObject({
      status: "OPEN",
      requestStatus: "UNSUBMITTED",
      methodType: "SHIPPING",
      holds: [],
    });
    expect(ours.supportedActions).toContain("REQUEST_FULFILLMENT");
    expect(order.lines).toHaveLength(2);
  });

  it("brings where it goes, with the address as written", async () => {
    const order = await read(await place());
    expect(order.shippingAddress).toMatchObject({ firstName: "Ayesha", city: "Lahore", countryCode: "PK" });
    expect(oursOf(order).destination).toMatchObject({
      address1: "House 12",
      city: "Lahore",
      countryCode: "PK",
    });
    expect(order.withheld).toEqual([]);
  });

  it("reads on, and says what was withheld, without approval for customers' data", async () => {
    const id = await place();
    side.standin.control.setShop({ customerDataApproved: false });
    const order = await read(id);
    expect(order).toMatchObject({ shippingAddress: null, phone: null, email: null });
    expect(order.withheld).toEqual(expect.arrayContaining(["order.shippingAddress", "order.phone"]));
    expect(order.lines).toHaveLength(1);
  });

  it("is whole however many lines there are", async () => {
    const lines = Array.from({ length: 70 }, (_, index) => ({
      variantId: index % 2 === 0 ? variantId : ownVariantId,
      quantity: 1,
    }));
    const order = await read(await place({ lines }));
    expect(new Set(order.lines.map((line) => line.id)).size).toBe(70);
    expect(oursOf(order).lines).toHaveLength(35);
  });

  it("costs a small part of the query budget", async () => {
    const id = await place();
    side.logged.length = 0;
    await read(id);
    expect(side.logged).toEqual([expect.objectContaining({ operation: "OrderForPlacement" })]);
    expect(side.standin.control.requests().at(-1)?.cost).toBeLessThanOrEqual(120);
  });

  it("is null for an order that is not there", async () => {
    await expect(getOrderForPlacement(admin, asId("gid://shopify/Order/1"))).resolves.toBeNull();
  });
});

describe("the owner of a fulfillment order", () => {
  it("is its order, wherever the fulfillment order is", async () => {
    const id = await place();
    const ours = oursOf(await read(id));
    await expect(findFulfillmentOrderOwner(admin, ours.id)).resolves.toMatchObject({
      orderId: id,
      locationId,
    });
  });

  it("is null where there is no such fulfillment order", async () => {
    await expect(
      findFulfillmentOrderOwner(admin, asId("gid://shopify/FulfillmentOrder/1")),
    ).resolves.toBeNull();
  });
});

describe("a fulfillment request", () => {
  it("is submitted, accepted, shipped in part and in whole, and followed", async () => {
    const id = await place();
    const ours = await accepted(id);
    expect(ours).toMatchObject({ status: "IN_PROGRESS", requestStatus: "ACCEPTED" });
    const [line] = ours.lines;
    const part = await createFulfillment(admin, {
      fulfillmentOrders: [{ id: ours.id, lines: [{ id: line?.id ?? asId(""), quantity: 1 }] }],
      tracking: { company: "TCS", number: "1" },
      notifyCustomer: false,
    });
    const rest = await shipAll(oursOf(await read(id)), "2");
    await createFulfillmentEvent(admin, {
      fulfillmentId: part.id,
      status: "DELIVERED",
      message: "Delivered",
    });
    await updateTracking(admin, {
      fulfillmentId: rest.id,
      tracking: { company: "Leopards", number: "3" },
      notifyCustomer: false,
    });
    const fulfillments = await listFulfillments(admin, asId(id));
    expect(
      fulfillments?.map(({ tracking, lines }) => [
        tracking[0]?.company,
        tracking[0]?.number,
        lines[0]?.quantity,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ["TCS", "1", 1],
        ["Leopards", "3", 1],
      ]),
    );
    expect(fulfillments?.find((each) => each.id === part.id)?.events).toMatchObject([
      { status: "DELIVERED" },
    ]);
    expect((await read(id)).fulfillments).toHaveLength(2);
  });

  it("of the merchant's shows what the merchant chose", async () => {
    const id = await place();
    side.standin.control.requestFulfillment({
      id: oursOf(await read(id)).id,
      message: "Soon",
      notifyCustomer: true,
    });
    const [request] = oursOf(await read(id)).merchantRequests;
    expect(request).toMatchObject({ kind: "FULFILLMENT_REQUEST", message: "Soon", notifyCustomer: true });
  });

  it("is listed among those that wait for an answer", async () => {
    const ours = oursOf(await read(await place()));
    await submitFulfillmentRequest(admin, { id: ours.id });
    const { fulfillmentOrders } = await listAssignedFulfillmentOrders(admin, {
      locationId,
      status: "FULFILLMENT_REQUESTED",
    });
    expect(fulfillmentOrders).toContainEqual(
      expect.objectContaining({ id: ours.id, requestStatus: "SUBMITTED" }),
    );
  });

  it("is rejected with a reason, and its units stay to be fulfilled", async () => {
    const id = await place();
    const ours = oursOf(await read(id));
    await submitFulfillmentRequest(admin, { id: ours.id });
    await rejectFulfillmentRequest(admin, {
      id: ours.id,
      message: "Out of stock",
      reason: "INVENTORY_OUT_OF_STOCK",
    });
    expect(oursOf(await read(id))).toMatchObject({ status: "OPEN", requestStatus: "REJECTED" });
  });

  it("is not answered twice: the second answer is refused", async () => {
    const ours = await accepted(await place());
    await expect(acceptFulfillmentRequest(admin, { id: ours.id })).rejects.toMatchObject({
      kind: "user_errors",
    });
  });

  it("has an unknown outcome when Shopify's answer was lost, and was taken", async () => {
    const id = await place();
    const ours = oursOf(await read(id));
    side.standin.control.faults({
      requests: [{ kind: "cut_after", field: "fulfillmentOrderSubmitFulfillmentRequest" }],
    });
    await expect(submitFulfillmentRequest(admin, { id: ours.id })).rejects.toMatchObject({
      kind: "unknown_outcome",
    });
    expect(oursOf(await read(id)).requestStatus).toBe("SUBMITTED");
  });
});

describe("a cancellation request", () => {
  it("is accepted, and the units come back", async () => {
    const id = await place();
    const ours = await accepted(id);
    side.standin.control.requestCancellation({ id: ours.id, message: "Changed mind" });
    const asked = oursOf(await read(id)).merchantRequests.at(-1);
    expect(asked).toMatchObject({ kind: "CANCELLATION_REQUEST", message: "Changed mind" });
    await acceptCancellationRequest(admin, { id: ours.id });
    const order = await read(id);
    expect(order.fulfillmentOrders.find((each) => each.id === ours.id)?.status ?? "CLOSED").toBe("CLOSED");
    expect(oursOf(order).id).not.toBe(ours.id);
  });

  it("is rejected when it is too late", async () => {
    const id = await place();
    const ours = await accepted(id);
    side.standin.control.requestCancellation({ id: ours.id });
    await rejectCancellationRequest(admin, { id: ours.id, message: "On its way" });
    expect(oursOf(await read(id)).requestStatus).toBe("CANCELLATION_REJECTED");
  });
});

describe("what ends an order", () => {
  it("closes an accepted fulfillment order as incomplete", async () => {
    const id = await place();
    const ours = await accepted(id);
    await closeFulfillmentOrder(admin, { id: ours.id, message: "The supplier could not ship" });
    const order = await read(id);
    expect(order.fulfillmentOrders.find((each) => each.id === ours.id)?.status).not.toBe("IN_PROGRESS");
  });

  it("cancels a fulfillment", async () => {
    const id = await place();
    const { id: fulfillmentId } = await shipAll(await accepted(id), "77");
    await cancelFulfillment(admin, fulfillmentId);
    expect((await listFulfillments(admin, asId(id)))?.map(({ status }) => status)).toEqual(["CANCELLED"]);
  });

  it("marks it paid once; a second time is refused", async () => {
    const id = await place();
    await markOrderAsPaid(admin, asId(id));
    expect(await read(id)).toMatchObject({ financialStatus: "PAID", canMarkAsPaid: false });
    await expect(markOrderAsPaid(admin, asId(id))).rejects.toMatchObject({ kind: "user_errors" });
  });

  it("cancels it without restocking", async () => {
    const id = await place();
    await cancelOrder(admin, { orderId: asId(id), reason: "CUSTOMER", notifyCustomer: false });
    await side.standin.control.settle();
    expect((await read(id)).cancelledAt).not.toBeNull();
  });

  it("sets tags and the note beside what the merchant wrote", async () => {
    const id = await place({ note: "Ring twice", tags: ["eid"] });
    await addTags(admin, { id, tags: ["refused"] });
    await addTags(admin, { id, tags: ["refused", "karwan"] });
    await removeTags(admin, { id, tags: ["karwan"] });
    await setOrderNote(admin, { orderId: asId(id), note: "Ring twice\nRefused at the door" });
    const order = await read(id);
    expect(order.tags.toSorted()).toEqual(["eid", "refused"]);
    expect(order.note).toBe("Ring twice\nRefused at the door");
  });
});

describe("the sweep", () => {
  it("finds what changed since, page by page", async () => {
    const since = new Date(side.clock.now().getTime() - 60_000);
    const id = await place();
    const { orders } = await listOrdersUpdated(admin, { since });
    expect(orders.map((order) => order.id)).toContain(id);
    await expect(
      listOrdersUpdated(admin, { since: new Date(side.clock.now().getTime() + 60_000) }),
    ).resolves.toEqual({
      orders: [],
      next: null,
    });
  });
});
