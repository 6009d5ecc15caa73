import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEMO_SCOPES } from "#test/standins/shopify/defaults.ts";
import { accept, type Goods, onFulfillmentOrder, placeOurOrder, stockOurGoods, submit } from "./goods.ts";
import { type Harness, startHarness } from "./standin.ts";

let harness: Harness;
let goods: Goods;
beforeEach(async () => {
  harness = await startHarness();
  goods = await stockOurGoods(harness);
});
afterEach(() => harness.close());

const stateOf = (orderId: string) =>
  harness.control.fulfillmentOrdersOf({ orderId }).map(({ status, requestStatus, lines }) => ({
    status,
    requestStatus,
    remaining: lines.map(({ remaining }) => remaining),
  }));

describe("routing", () => {
  it("makes fulfillment orders a moment after the order, one per location", async () => {
    const own = harness.control.addOwnProduct();
    const { id } = harness.control.placeOrder({
      lines: [
        { variantId: goods.variantId, quantity: 1 },
        { variantId: own.variantId, quantity: 1 },
      ],
    });
    expect(harness.control.fulfillmentOrdersOf({ orderId: id })).toEqual([]);
    await harness.control.settle();
    const locations = harness.control
      .fulfillmentOrdersOf({ orderId: id })
      .map(({ locationId }) => locationId);
    expect(locations).toEqual([goods.locationId, own.locationId]);
  });

  it("commits stock when an order is placed", async () => {
    await placeOurOrder(harness, goods.variantId, 3);
    const { data } = await harness.graphql(
      `query ($id: ID!, $at: ID!) { inventoryItem(id: $id) { inventoryLevel(locationId: $at) {
        quantities(names: ["available", "committed", "on_hand"]) { name quantity } } } }`,
      { id: goods.itemId, at: goods.locationId },
    );
    expect(data?.inventoryItem?.inventoryLevel?.quantities).toEqual([
      { name: "available", quantity: 47 },
      { name: "committed", quantity: 3 },
      { name: "on_hand", quantity: 50 },
    ]);
  });

  it("stocks a new variant without quantities at the merchant's own (new_variant_at_merchant_locations)", async () => {
    const bare = async () => {
      await harness.graphql(`mutation { productSet(input: { title: "Bare" }) { userErrors { message } } }`);
      return harness.control.state().products.at(-1)?.variants[0]?.levels;
    };
    expect(await bare()).toHaveLength(1);
    harness.control.rules({ set: { new_variant_at_merchant_locations: false } });
    expect(await bare()).toEqual([]);
  });

  it("stocks a new variant only where its quantities say (quantities_name_where_stocked)", async () => {
    const levels = async (title: string) => {
      await harness.graphql(
        `mutation ($input: ProductSetInput!) { productSet(input: $input) { userErrors { message } } }`,
        { input: withQuantity(title, 7) },
      );
      return harness.control.state().products.find((product) => product.title === title)?.variants[0]?.levels;
    };
    expect(await levels("Here")).toMatchObject([{ locationId: goods.locationId, available: 7 }]);
    harness.control.rules({ set: { quantities_name_where_stocked: false } });
    expect(await levels("There")).toHaveLength(2);
  });

  it("changes quantities of what exists only where it is stocked (quantities_only_where_stocked)", async () => {
    const set = async (quantity: number) => {
      const { data } = await harness.graphql(
        `mutation ($id: ID!, $input: ProductSetInput!) { productSet(identifier: { id: $id }, input: $input) {
          userErrors { message } } }`,
        { id: goods.productId, input: { ...withQuantity("Cotton Kurta", quantity, elsewhere?.id) } },
      );
      return data?.productSet?.userErrors;
    };
    const elsewhere = harness.control.state().locations.find(({ id }) => id !== goods.locationId);
    expect(await set(3)).toMatchObject([{ message: "Inventory item is not stocked at location" }]);
    harness.control.rules({ set: { quantities_only_where_stocked: false } });
    expect(await set(3)).toEqual([]);
  });

  function withQuantity(title: string, quantity: number, locationId = goods.locationId) {
    return {
      title,
      productOptions: [{ name: "Size", values: [{ name: "M" }] }],
      variants: [
        {
          optionValues: [{ optionName: "Size", name: "M" }],
          inventoryQuantities: [{ locationId, name: "available", quantity }],
        },
      ],
    };
  }

  it("hides other locations' fulfillment orders without their scope (fulfillment_orders_by_scope)", async () => {
    const own = harness.control.addOwnProduct();
    const { id } = harness.control.placeOrder({
      lines: [
        { variantId: goods.variantId, quantity: 1 },
        { variantId: own.variantId, quantity: 1 },
      ],
    });
    await harness.control.settle();
    const count = async () => {
      const query = "query ($id: ID!) { order(id: $id) { fulfillmentOrders(first: 5) { nodes { id } } } }";
      return (await harness.graphql(query, { id })).data?.order?.fulfillmentOrders?.nodes?.length;
    };
    expect(await count()).toBe(1);
    harness.control.setScopes({ scopes: [...DEMO_SCOPES, "read_merchant_managed_fulfillment_orders"] });
    expect(await count()).toBe(2);
    harness.control.setScopes({ scopes: DEMO_SCOPES });
    harness.control.rules({ set: { fulfillment_orders_by_scope: false } });
    expect(await count()).toBe(2);
  });

  it("opens a scheduled fulfillment order when its day comes", async () => {
    const fulfillAt = new Date(Date.now() + 24 * 3600 * 1000).toISOString();
    const { id } = harness.control.placeOrder({
      lines: [{ variantId: goods.variantId, quantity: 1 }],
      fulfillAt,
    });
    await harness.control.settle();
    expect(stateOf(id)[0]?.status).toBe("SCHEDULED");
    harness.control.clock({ advance: { hours: 25 } });
    await harness.control.settle();
    expect(stateOf(id)[0]?.status).toBe("OPEN");
  });
});

describe("requests", () => {
  it("are submitted, then accepted", async () => {
    const { fulfillmentOrderId } = await placeOurOrder(harness, goods.variantId);
    expect((await submit(harness, fulfillmentOrderId))?.submittedFulfillmentOrder).toMatchObject({
      status: "OPEN",
      requestStatus: "SUBMITTED",
    });
    const accepted = await onFulfillmentOrder(
      harness,
      "fulfillmentOrderAcceptFulfillmentRequest",
      fulfillmentOrderId,
    );
    expect(accepted.fulfillmentOrder).toMatchObject({ status: "IN_PROGRESS", requestStatus: "ACCEPTED" });
  });

  it("are refused in any other state (request_state_machine)", async () => {
    const { fulfillmentOrderId } = await placeOurOrder(harness, goods.variantId);
    const early = await onFulfillmentOrder(
      harness,
      "fulfillmentOrderAcceptFulfillmentRequest",
      fulfillmentOrderId,
    );
    expect(early).toMatchObject({
      fulfillmentOrder: null,
      userErrors: [{ message: expect.stringContaining("not in a state") }],
    });
    await submit(harness, fulfillmentOrderId);
    expect((await submit(harness, fulfillmentOrderId))?.userErrors).toHaveLength(1);
    harness.control.rules({ set: { request_state_machine: false } });
    expect((await submit(harness, fulfillmentOrderId))?.userErrors).toEqual([]);
  });

  it("need a fulfillment service at the location (request_needs_own_service)", async () => {
    const own = harness.control.addOwnProduct();
    const { fulfillmentOrderId } = await placeOurOrder(harness, own.variantId);
    expect((await submit(harness, fulfillmentOrderId))?.userErrors).toHaveLength(1);
    harness.control.rules({ set: { request_needs_own_service: false } });
    expect((await submit(harness, fulfillmentOrderId))?.userErrors).toEqual([]);
  });

  it("for some units split the rest off", async () => {
    const { orderId, fulfillmentOrderId } = await placeOurOrder(harness, goods.variantId, 3);
    const [one] = harness.control.fulfillmentOrdersOf({ orderId });
    harness.control.requestFulfillment({
      id: fulfillmentOrderId,
      units: [{ id: one?.lines[0]?.id ?? "", quantity: 1 }],
    });
    expect(stateOf(orderId)).toEqual([
      { status: "OPEN", requestStatus: "SUBMITTED", remaining: [1] },
      { status: "OPEN", requestStatus: "UNSUBMITTED", remaining: [2] },
    ]);
  });

  it("leave the same fulfillment order open when rejected (rejected_request_stays_open)", async () => {
    const { orderId, fulfillmentOrderId } = await placeOurOrder(harness, goods.variantId);
    await submit(harness, fulfillmentOrderId);
    await onFulfillmentOrder(
      harness,
      "fulfillmentOrderRejectFulfillmentRequest",
      fulfillmentOrderId,
      ", reason: INVENTORY_OUT_OF_STOCK",
    );
    expect(stateOf(orderId)).toEqual([{ status: "OPEN", requestStatus: "REJECTED", remaining: [2] }]);
    expect((await submit(harness, fulfillmentOrderId))?.userErrors).toEqual([]);
    harness.control.rules({ set: { rejected_request_stays_open: false } });
    await onFulfillmentOrder(harness, "fulfillmentOrderRejectFulfillmentRequest", fulfillmentOrderId);
    expect(stateOf(orderId).map(({ status }) => status)).toEqual(["CANCELLED", "OPEN"]);
  });

  it("answer an unknown id with RESOURCE_NOT_FOUND", async () => {
    const { errors } = await onFulfillmentOrder(
      harness,
      "fulfillmentOrderClose",
      "gid://shopify/FulfillmentOrder/1",
    );
    expect(errors?.[0]).toMatchObject({ message: "Invalid id", extensions: { code: "RESOURCE_NOT_FOUND" } });
  });

  it("are listed by assignment", async () => {
    const { fulfillmentOrderId } = await placeOurOrder(harness, goods.variantId);
    const list = async (status: string) =>
      (
        await harness.graphql(
          "query ($status: FulfillmentOrderAssignmentStatus) { assignedFulfillmentOrders(first: 5, assignmentStatus: $status) { nodes { id } } }",
          { status },
        )
      ).data?.assignedFulfillmentOrders?.nodes?.length;
    expect(await list("FULFILLMENT_UNSUBMITTED")).toBe(1);
    await accept(harness, fulfillmentOrderId);
    expect(await list("FULFILLMENT_ACCEPTED")).toBe(1);
    harness.control.requestCancellation({ id: fulfillmentOrderId });
    expect(await list("CANCELLATION_REQUESTED")).toBe(1);
  });
});

describe("cancellations and closing", () => {
  const REQUESTS = `query ($id: ID!) { fulfillmentOrder(id: $id) { requestStatus
    merchantRequests(first: 5) { nodes { kind message responseData } } } }`;

  it("leave requestStatus and responseData as they were, before and after an answer (pending_cancellation_keeps_accepted)", async () => {
    const { fulfillmentOrderId: id } = await placeOurOrder(harness, goods.variantId);
    await accept(harness, id);
    harness.control.requestCancellation({ id, message: "customer changed mind" });
    const waiting = (await harness.graphql(REQUESTS, { id })).data?.fulfillmentOrder;
    expect(waiting?.requestStatus).toBe("ACCEPTED");
    expect(waiting?.merchantRequests?.nodes?.[1]).toEqual({
      kind: "CANCELLATION_REQUEST",
      message: "customer changed mind",
      responseData: null,
    });
    await onFulfillmentOrder(harness, "fulfillmentOrderRejectCancellationRequest", id);
    const answered = (await harness.graphql(REQUESTS, { id })).data?.fulfillmentOrder;
    expect(answered?.requestStatus).toBe("CANCELLATION_REJECTED");
    expect(answered?.merchantRequests?.nodes?.[1]?.responseData).toBeNull();
    harness.control.rules({ set: { pending_cancellation_keeps_accepted: false } });
    expect(harness.control.requestCancellation({ id }).requestStatus).toBe("CANCELLATION_REQUESTED");
  });

  it("bring the units back on a new fulfillment order when accepted (accepted_cancellation_comes_back)", async () => {
    const { orderId, fulfillmentOrderId: id } = await placeOurOrder(harness, goods.variantId);
    await accept(harness, id);
    harness.control.requestCancellation({ id });
    await onFulfillmentOrder(harness, "fulfillmentOrderAcceptCancellationRequest", id);
    expect(stateOf(orderId)).toEqual([
      { status: "CLOSED", requestStatus: "CANCELLATION_ACCEPTED", remaining: [0] },
      { status: "OPEN", requestStatus: "UNSUBMITTED", remaining: [2] },
    ]);
    harness.control.rules({ set: { accepted_cancellation_comes_back: false } });
    const again = harness.control.fulfillmentOrdersOf({ orderId })[1]?.id ?? "";
    await accept(harness, again);
    harness.control.requestCancellation({ id: again });
    await onFulfillmentOrder(harness, "fulfillmentOrderAcceptCancellationRequest", again);
    expect(stateOf(orderId)).toHaveLength(2);
  });

  it("turn the same fulfillment order incomplete when closed, its units offered again (closed_as_incomplete_stays)", async () => {
    const { orderId, fulfillmentOrderId: id } = await placeOurOrder(harness, goods.variantId);
    await accept(harness, id);
    await onFulfillmentOrder(harness, "fulfillmentOrderClose", id, ', message: "supplier failed"');
    expect(stateOf(orderId)).toEqual([{ status: "INCOMPLETE", requestStatus: "CLOSED", remaining: [2] }]);
    await accept(harness, id);
    harness.control.rules({ set: { closed_as_incomplete_stays: false } });
    await onFulfillmentOrder(harness, "fulfillmentOrderClose", id);
    expect(stateOf(orderId).map(({ status }) => status)).toEqual(["INCOMPLETE", "OPEN"]);
  });
});

describe("holds", () => {
  const HOLD = `mutation ($id: ID!, $handle: String) { fulfillmentOrderHold(id: $id, fulfillmentHold: { reason: OTHER, handle: $handle }) {
    fulfillmentHold { id } fulfillmentOrder { status } userErrors { code field } } }`;

  it("have their own handle and are at most ten (holds_limit)", async () => {
    const { fulfillmentOrderId: id } = await placeOurOrder(harness, goods.variantId);
    const hold = async (handle: string) =>
      (await harness.graphql(HOLD, { id, handle })).data?.fulfillmentOrderHold;
    for (let count = 0; count < 10; count += 1) expect((await hold(`h${count}`))?.userErrors).toEqual([]);
    expect((await hold("h0"))?.userErrors?.[0]?.code).toBe("DUPLICATE_FULFILLMENT_HOLD_HANDLE");
    expect((await hold("h10"))?.userErrors?.[0]?.code).toBe("FULFILLMENT_ORDER_HOLD_LIMIT_REACHED");
    harness.control.rules({ set: { holds_limit: false } });
    expect((await hold("h10"))?.userErrors).toEqual([]);
  });

  it("end one by one, and the fulfillment order opens with the last", async () => {
    const { fulfillmentOrderId: id, orderId } = await placeOurOrder(harness, goods.variantId);
    const theirs = harness.control.hold({ id, reason: "HIGH_RISK_OF_FRAUD" });
    const ours = (await harness.graphql(HOLD, { id, handle: "ours" })).data?.fulfillmentOrderHold
      ?.fulfillmentHold?.id;
    await onFulfillmentOrder(harness, "fulfillmentOrderReleaseHold", id, `, holdIds: ["${ours}"]`);
    expect(stateOf(orderId)[0]?.status).toBe("ON_HOLD");
    harness.control.releaseHold({ id, holdId: theirs.holdId });
    expect(stateOf(orderId)[0]?.status).toBe("OPEN");
  });
});

describe("splitting and merging", () => {
  it("gives the same units back", async () => {
    const { orderId, fulfillmentOrderId: id } = await placeOurOrder(harness, goods.variantId, 3);
    const line = harness.control.fulfillmentOrdersOf({ orderId })[0]?.lines[0]?.id ?? "";
    const { otherId } = harness.control.splitFulfillmentOrder({ id, keep: [{ id: line, quantity: 1 }] });
    expect(stateOf(orderId).map(({ remaining }) => remaining)).toEqual([[1], [2]]);
    const merge = `mutation ($a: ID!, $b: ID!) { fulfillmentOrderMerge(fulfillmentOrderMergeInputs: [{ mergeIntents: [{ fulfillmentOrderId: $a }, { fulfillmentOrderId: $b }] }]) {
      fulfillmentOrderMerges { fulfillmentOrder { id } } userErrors { message } } }`;
    const scopes = [...DEMO_SCOPES, "write_merchant_managed_fulfillment_orders"];
    harness.control.setScopes({ scopes });
    const { data } = await harness.graphql(merge, { a: id, b: otherId });
    expect(data?.fulfillmentOrderMerge?.userErrors).toEqual([]);
    expect(stateOf(orderId).map(({ status, remaining }) => [status, remaining])).toEqual([
      ["OPEN", [3]],
      ["CLOSED", [0]],
    ]);
  });

  it("is refused when a request is waiting", async () => {
    const { orderId, fulfillmentOrderId: id } = await placeOurOrder(harness, goods.variantId, 3);
    const line = harness.control.fulfillmentOrdersOf({ orderId })[0]?.lines[0]?.id ?? "";
    const { otherId } = harness.control.splitFulfillmentOrder({ id, keep: [{ id: line, quantity: 1 }] });
    await submit(harness, id);
    expect(() => harness.control.mergeFulfillmentOrders({ ids: [id, otherId ?? ""] })).toThrow(
      "cannot be merged",
    );
  });
});

describe("the rarer moves", () => {
  it("are refused in states that do not offer them", async () => {
    const { fulfillmentOrderId: id } = await placeOurOrder(harness, goods.variantId);
    const opened = await onFulfillmentOrder(harness, "fulfillmentOrderOpen", id);
    expect(opened.userErrors).toMatchObject([
      { message: "Expected fulfillment order status to be valid but it was open." },
    ]);
    harness.control.setScopes({ scopes: [...DEMO_SCOPES, "write_merchant_managed_fulfillment_orders"] });
    const reported = await onFulfillmentOrder(harness, "fulfillmentOrderReportProgress", id);
    expect(reported.userErrors).toMatchObject([
      { message: "Cannot report progress on a fulfillment order in this state." },
    ]);
  });
});

describe("moving", () => {
  it("is refused where the goods are not stocked (move_needs_stock)", async () => {
    const { fulfillmentOrderId: id } = await placeOurOrder(harness, goods.variantId, 1);
    const [own] = harness.control.state().locations.filter(({ isPrimary }) => isPrimary);
    const move = () => harness.control.moveFulfillmentOrder({ id, locationId: own?.id ?? "" });
    expect(move).toThrow("doesn't stock the requested inventory item");
    harness.control.rules({ set: { move_needs_stock: false } });
    expect(move()).toMatchObject({ status: "OPEN" });
    harness.control.rules({ set: { move_needs_stock: true } });
  });

  it("takes the stock commitment along", async () => {
    const { orderId, fulfillmentOrderId: id } = await placeOurOrder(harness, goods.variantId, 2);
    const warehouse = harness.control.state().locations.find(({ isPrimary }) => isPrimary)?.id ?? "";
    harness.control.rules({ set: { move_needs_stock: false } });
    harness.control.moveFulfillmentOrder({ id, locationId: warehouse });
    harness.control.rules({ set: { move_needs_stock: true } });
    expect(harness.control.fulfillmentOrdersOf({ orderId })[0]?.locationId).toBe(warehouse);
    const levels = harness.control.state().products[0]?.variants[0]?.levels;
    expect(levels?.find(({ locationId }) => locationId === goods.locationId)).toMatchObject({
      available: 50,
      committed: 0,
    });
  });
});
