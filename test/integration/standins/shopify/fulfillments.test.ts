import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { accept, fulfill, type Goods, placeOurOrder, stockOurGoods } from "./goods.ts";
import { type Harness, startHarness } from "./standin.ts";

let harness: Harness;
let goods: Goods;
beforeEach(async () => {
  harness = await startHarness({ topics: ["fulfillments/create", "fulfillments/update"] });
  goods = await stockOurGoods(harness);
});
afterEach(() => harness.close());

const statusOf = () => harness.control.state().orders.at(-1)?.fulfillmentStatus;

describe("a fulfillment", () => {
  it("closes its fulfillment order, takes committed stock out and mails the customer once", async () => {
    const { fulfillmentOrderId } = await placeOurOrder(harness, goods.variantId, 2);
    await accept(harness, fulfillmentOrderId);
    const created = await fulfill(harness, fulfillmentOrderId);
    expect(created?.fulfillment).toMatchObject({
      name: "#1001-F1",
      status: "SUCCESS",
      trackingInfo: [{ company: "Demo Courier", number: "TRK1", url: null }],
    });
    const { orders, products, mails } = harness.control.state();
    expect(orders[0]?.fulfillmentOrders[0]?.status).toBe("CLOSED");
    expect(
      products[0]?.variants[0]?.levels.find(({ locationId }) => locationId === goods.locationId),
    ).toMatchObject({ available: 48, committed: 0, onHand: 48 });
    expect(mails.map(({ kind }) => kind)).toEqual(["shipping_confirmation"]);
    expect(statusOf()).toBe("FULFILLED");
  });

  it("may hold some units only, and names the next one F2", async () => {
    const { orderId, fulfillmentOrderId } = await placeOurOrder(harness, goods.variantId, 3);
    await accept(harness, fulfillmentOrderId);
    const line = harness.control.fulfillmentOrdersOf({ orderId })[0]?.lines[0]?.id ?? "";
    await fulfill(harness, fulfillmentOrderId, [{ id: line, quantity: 1 }]);
    expect(statusOf()).toBe("PARTIALLY_FULFILLED");
    const second = await fulfill(harness, fulfillmentOrderId, [{ id: line, quantity: 2 }]);
    expect(second?.fulfillment?.name).toBe("#1001-F2");
  });

  it("needs an accepted request when the app makes it (fulfill_only_accepted)", async () => {
    const { fulfillmentOrderId } = await placeOurOrder(harness, goods.variantId);
    expect((await fulfill(harness, fulfillmentOrderId))?.userErrors).toHaveLength(1);
    harness.control.rules({ set: { fulfill_only_accepted: false } });
    expect((await fulfill(harness, fulfillmentOrderId))?.userErrors).toEqual([]);
  });

  it("is made by the merchant without a request", async () => {
    const { fulfillmentOrderId } = await placeOurOrder(harness, goods.variantId);
    expect(harness.control.fulfill({ id: fulfillmentOrderId, number: "BY-HAND" }).status).toBe("CLOSED");
  });

  it("never holds more than remains, nor units of two orders (fulfill_one_location)", async () => {
    const first = await placeOurOrder(harness, goods.variantId, 1);
    const second = await placeOurOrder(harness, goods.variantId, 1);
    await accept(harness, first.fulfillmentOrderId);
    await accept(harness, second.fulfillmentOrderId);
    const line = harness.control.fulfillmentOrdersOf({ orderId: first.orderId })[0]?.lines[0]?.id ?? "";
    expect(
      (await fulfill(harness, first.fulfillmentOrderId, [{ id: line, quantity: 2 }]))?.userErrors,
    ).toHaveLength(1);
    const query = `mutation ($a: ID!, $b: ID!) { fulfillmentCreate(fulfillment: { lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: $a }, { fulfillmentOrderId: $b }] }) { userErrors { message } } }`;
    const both = { a: first.fulfillmentOrderId, b: second.fulfillmentOrderId };
    expect((await harness.graphql(query, both)).data?.fulfillmentCreate?.userErrors).toHaveLength(1);
    harness.control.rules({ set: { fulfill_one_location: false } });
    expect((await harness.graphql(query, both)).data?.fulfillmentCreate?.userErrors).toEqual([]);
  });

  it("is not made while the fulfillment order is on hold or closed (fulfill_not_on_hold)", async () => {
    const { fulfillmentOrderId: id } = await placeOurOrder(harness, goods.variantId);
    harness.control.hold({ id });
    harness.control.rules({ set: { fulfill_only_accepted: false } });
    expect((await fulfill(harness, id))?.userErrors).toHaveLength(1);
    harness.control.rules({ set: { fulfill_not_on_hold: false } });
    expect((await fulfill(harness, id))?.userErrors).toEqual([]);
  });

  it("offers its units again when cancelled (cancelled_fulfillment_reopens)", async () => {
    const { orderId, fulfillmentOrderId } = await placeOurOrder(harness, goods.variantId);
    const cancel = (id: string) =>
      harness.graphql(
        "mutation ($id: ID!) { fulfillmentCancel(id: $id) { fulfillment { status } userErrors { message } } }",
        { id },
      );
    await accept(harness, fulfillmentOrderId);
    const made = String((await fulfill(harness, fulfillmentOrderId))?.fulfillment?.id);
    expect((await cancel(made)).data?.fulfillmentCancel?.fulfillment?.status).toBe("CANCELLED");
    const [, back] = harness.control.fulfillmentOrdersOf({ orderId });
    expect(back).toMatchObject({ status: "OPEN", requestStatus: "UNSUBMITTED" });
    expect((await cancel(made)).data?.fulfillmentCancel?.userErrors).toHaveLength(1);
    harness.control.rules({ set: { cancelled_fulfillment_reopens: false } });
    await accept(harness, back?.id ?? "");
    await cancel(String((await fulfill(harness, back?.id ?? ""))?.fulfillment?.id));
    expect(harness.control.fulfillmentOrdersOf({ orderId })).toHaveLength(2);
  });

  it("shows the latest event, whatever order they were written in", async () => {
    const { orderId, fulfillmentOrderId } = await placeOurOrder(harness, goods.variantId);
    await accept(harness, fulfillmentOrderId);
    const fulfillmentId = String((await fulfill(harness, fulfillmentOrderId))?.fulfillment?.id);
    const write = (status: string, happenedAt: string) =>
      harness.graphql(
        "mutation ($event: FulfillmentEventInput!) { fulfillmentEventCreate(fulfillmentEvent: $event) { fulfillmentEvent { id } userErrors { message } } }",
        {
          event: { fulfillmentId, status, happenedAt },
        },
      );
    await write("DELIVERED", "2026-11-22T10:00:00Z");
    await write("IN_TRANSIT", "2026-11-21T10:00:00Z");
    const { data } = await harness.graphql(
      "query ($id: ID!) { order(id: $id) { fulfillments(first: 5) { displayStatus deliveredAt inTransitAt events(first: 5, sortKey: HAPPENED_AT, reverse: true) { nodes { status } } } } }",
      { id: orderId },
    );
    expect(data?.order?.fulfillments?.[0]).toEqual({
      displayStatus: "DELIVERED",
      deliveredAt: "2026-11-22T10:00:00Z",
      inTransitAt: "2026-11-21T10:00:00Z",
      events: { nodes: [{ status: "DELIVERED" }, { status: "IN_TRANSIT" }] },
    });
  });

  it("takes new tracking", async () => {
    const { fulfillmentOrderId } = await placeOurOrder(harness, goods.variantId);
    await accept(harness, fulfillmentOrderId);
    const id = (await fulfill(harness, fulfillmentOrderId))?.fulfillment?.id;
    const { data } = await harness.graphql(
      `mutation ($id: ID!) { fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: { company: "Other", number: "N2", url: "https://track.example.com/N2" }, notifyCustomer: false) {
        fulfillment { trackingInfo(first: 5) { company number url } } userErrors { message } } }`,
      { id },
    );
    expect(data?.fulfillmentTrackingInfoUpdate?.fulfillment?.trackingInfo).toEqual([
      { company: "Other", number: "N2", url: "https://track.example.com/N2" },
    ]);
    await harness.control.settle();
    expect(harness.received.map(({ topic }) => topic)).toEqual([
      "fulfillments/create",
      "fulfillments/update",
    ]);
  });

  it("replaces the whole tracking: what is left out is gone", async () => {
    const { fulfillmentOrderId } = await placeOurOrder(harness, goods.variantId);
    await accept(harness, fulfillmentOrderId);
    const id = (await fulfill(harness, fulfillmentOrderId))?.fulfillment?.id;
    const update = async (tracking: object) => {
      const { data } = await harness.graphql(
        `mutation ($id: ID!, $tracking: FulfillmentTrackingInput!) {
          fulfillmentTrackingInfoUpdate(fulfillmentId: $id, trackingInfoInput: $tracking) {
            fulfillment { trackingInfo(first: 5) { company number url } } userErrors { message } } }`,
        { id, tracking },
      );
      return data?.fulfillmentTrackingInfoUpdate?.fulfillment?.trackingInfo;
    };
    await update({ company: "Other", number: "N2", url: "https://track.example.com/N2" });
    expect(await update({ company: "Third", number: "N3" })).toEqual([
      { company: "Third", number: "N3", url: null },
    ]);
    expect(await update({ number: "N4" })).toEqual([{ company: null, number: "N4", url: null }]);
  });
});

describe("a fulfillment service", () => {
  it("calls back only to the app's host (callback_url_of_app)", async () => {
    const create = (name: string) =>
      harness.graphql(
        `mutation ($name: String!) { fulfillmentServiceCreate(name: $name, callbackUrl: "https://elsewhere.example/x") { fulfillmentService { id } userErrors { field message } } }`,
        { name },
      );
    expect((await create("A")).data?.fulfillmentServiceCreate?.userErrors).toEqual([
      { field: ["callbackUrl"], message: "Callback url is not allowed" },
    ]);
    harness.control.rules({ set: { callback_url_of_app: false } });
    expect((await create("A")).data?.fulfillmentServiceCreate?.userErrors).toEqual([]);
    expect((await create("A")).data?.fulfillmentServiceCreate?.userErrors).toEqual([
      { field: ["name"], message: "Name has already been taken" },
    ]);
  });

  it("ships where its delivery profile's group ships", async () => {
    const zones = `{ deliveryProfiles(first: 5) { nodes { profileLocationGroups { locationGroup { locations(first: 10, includeLegacy: true) { nodes { id } } }
      locationGroupZones(first: 5) { nodes { zone { countries { code { countryCode } } } } } } } } }`;
    const read = async () =>
      (await harness.graphql(zones)).data?.deliveryProfiles?.nodes?.[0]?.profileLocationGroups?.[0];
    expect((await read())?.locationGroup?.locations?.nodes).toContainEqual({ id: goods.locationId });
    expect((await read())?.locationGroupZones?.nodes?.[0]?.zone?.countries).toEqual([
      { code: { countryCode: "PK" } },
    ]);
    harness.control.setShipsFrom({ locationId: goods.locationId, ships: false });
    expect((await read())?.locationGroup?.locations?.nodes).not.toContainEqual({ id: goods.locationId });
  });

  it("takes its location along when deleted", async () => {
    const { data } = await harness.graphql(
      "mutation ($id: ID!) { fulfillmentServiceDelete(id: $id, inventoryAction: DELETE) { deletedId userErrors { message } } }",
      { id: goods.serviceId },
    );
    expect(data?.fulfillmentServiceDelete?.deletedId).toBe(goods.serviceId);
    expect(harness.control.state().locations).toHaveLength(1);
  });
});
