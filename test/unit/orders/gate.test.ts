import { describe, expect, it } from "vitest";
import { pendingCancellation } from "#app/domain/orders/placement/gate/pending-cancellation.ts";
import { type GateInput, type LineUnits, planGate } from "#app/domain/orders/placement/gate/plan-gate.ts";
import type { FulfillmentOrderLineGid, LocationGid } from "#app/platform/ids.ts";
import { asId } from "#test/support/as-id.ts";

const OURS = asId<LocationGid>("gid://shopify/Location/66000000001");
const NOW = new Date("2026-11-21T12:00:00Z");
const DAY_MS = 24 * 60 * 60_000;

const DESTINATION = {
  firstName: "Ayesha",
  lastName: "Example",
  company: null,
  address1: "House 12",
  address2: null,
  city: "Lahore",
  province: null,
  zip: null,
  countryCode: "PK",
  phone: null,
  email: null,
};

type FulfillmentOrder = GateInput["fulfillmentOrder"];

function buildFulfillmentOrder(overrides: Partial<FulfillmentOrder> = {}): FulfillmentOrder {
  return {
    status: "OPEN",
    requestStatus: "UNSUBMITTED",
    fulfillAt: "2026-11-20T09:00:00Z",
    locationId: OURS,
    methodType: "SHIPPING",
    destination: DESTINATION,
    supportedActions: ["REQUEST_FULFILLMENT", "HOLD"],
    holds: [],
    lines: [{ id: asId("fol_1"), lineId: asId("line_1"), totalQuantity: 2, remainingQuantity: 2 }],
    ...overrides,
  };
}

function buildUnits(overrides: Partial<LineUnits> = {}): LineUnits {
  const { remaining = 2, inOpenParcels = 0 } = overrides;
  const quantity = remaining - inOpenParcels;
  return {
    lineId: asId("line_1"),
    ...{ currentQuantity: 2, remaining, handedOff: 0, inOpenParcels, atOtherLocations: 0 },
    unallocated: quantity > 0 ? [{ fulfillmentOrderLineId: asId("fol_1"), quantity }] : [],
    ...overrides,
  };
}

/** An order of yesterday, automatic on for a month, everything open. */
function buildGate(overrides: Partial<GateInput> = {}, order: Partial<FulfillmentOrder> = {}): GateInput {
  return {
    now: NOW,
    ourLocationId: OURS,
    order: { createdAt: "2026-11-20T09:00:00Z", test: false },
    fulfillmentOrder: buildFulfillmentOrder(order),
    destinationAccess: "granted",
    units: [buildUnits()],
    rejectedByUs: "no",
    isFormerRequest: false,
    cancellation: null,
    automatic: { kind: "on", since: new Date("2026-10-21T00:00:00Z") },
    connectedSince: new Date("2026-10-01T00:00:00Z"),
    connectionMode: "live",
    store: "real",
    placing: "open",
    placeRequest: "nothing",
    isPutOnHold: false,
    ...overrides,
  };
}

const off = { automatic: { kind: "off" } } as const;

describe("the gate", () => {
  it("submits and places a new order when automatic is on", () => {
    expect(planGate(buildGate())).toEqual({ kind: "go", submitRequest: true });
  });

  it("places nothing by itself of an order that was put on hold, though we had requested it in Shopify", () => {
    const onHold = { isPutOnHold: true };
    expect(planGate(buildGate(onHold))).toMatchObject({ kind: "held", code: "held_by_person" });
    expect(planGate(buildGate({ ...onHold, placing: "paused" }))).toMatchObject({ code: "held_by_person" });
    expect(planGate(buildGate(onHold, { requestStatus: "SUBMITTED" }))).toMatchObject({ kind: "held" });
  });

  it("honours the merchant's request with the switches off", () => {
    expect(planGate(buildGate(off, { requestStatus: "SUBMITTED" }))).toEqual({
      kind: "go",
      submitRequest: false,
    });
  });

  it("goes on with a fulfillment order we accepted", () => {
    const accepted = { status: "IN_PROGRESS", requestStatus: "ACCEPTED", supportedActions: [] };
    expect(planGate(buildGate(off, accepted))).toEqual({ kind: "go", submitRequest: false });
  });

  it("submits again after our own rejection, since nothing was handed off", () => {
    expect(planGate(buildGate({}, { requestStatus: "REJECTED" }))).toEqual({
      kind: "go",
      submitRequest: true,
    });
  });

  it("waits when Shopify offers no request", () => {
    const plan = planGate(buildGate({}, { supportedActions: ["HOLD"] }));
    expect(plan).toMatchObject({ kind: "wait", code: "not_requestable" });
  });

  it.each([
    ["automatic is off", off, "automatic_off"],
    ["it is older than the switch", { automatic: { kind: "on", since: NOW } }, "older_than_automatic"],
    ["it is older than the connection", { connectedSince: NOW }, "older_than_automatic"],
  ] as const)("leaves an order to be placed by a person when %s", (_case, overrides, because) => {
    expect(planGate(buildGate(overrides))).toEqual({ kind: "to_place", because });
    expect(planGate(buildGate({ ...overrides, placeRequest: "place" }))).toEqual({
      kind: "go",
      submitRequest: true,
    });
  });

  it.each([
    [
      "another location's",
      { locationId: asId<LocationGid>("gid://shopify/Location/1") },
      { kind: "not_ours" },
    ],
    ["a closed", { status: "CLOSED" }, { kind: "nothing", because: "closed" }],
    ["a cancelled", { status: "CANCELLED" }, { kind: "nothing", because: "closed" }],
    ["an empty", { lines: [] }, { kind: "nothing", because: "nothing_remains" }],
  ])("leaves %s fulfillment order alone", (_case, order, expected) => {
    expect(planGate(buildGate({ placeRequest: "place" }, order))).toEqual(expected);
  });

  it("waits for a hold to be released, with its reason", () => {
    const holds = [{ id: "hold_1", reason: "OTHER", reasonNotes: "customer travels", ours: false }];
    const plan = planGate(buildGate({ placeRequest: "place" }, { status: "ON_HOLD", holds }));
    expect(plan).toEqual({
      kind: "wait",
      code: "on_hold_in_shopify",
      until: null,
      reason: "customer travels",
    });
    expect(planGate(buildGate({}, { holds }))).toMatchObject({ code: "on_hold_in_shopify" });
  });

  it("waits while Shopify says ON_HOLD and names no hold", () => {
    expect(planGate(buildGate({ placeRequest: "place" }, { status: "ON_HOLD", holds: [] }))).toEqual({
      ...{ kind: "wait", code: "on_hold_in_shopify", until: null },
    });
  });

  it("waits until the day of a scheduled fulfillment order", () => {
    const fulfillAt = "2026-11-25T00:00:00Z";
    const plan = planGate(buildGate({}, { status: "SCHEDULED", fulfillAt }));
    expect(plan).toEqual({ kind: "wait", code: "scheduled", until: new Date(fulfillAt) });
  });

  it("waits while a cancellation is open", () => {
    const cancellation = { requestId: "req_1", sentAt: "2026-11-21T11:00:00Z" };
    expect(planGate(buildGate({ cancellation }))).toMatchObject({ code: "cancellation_pending" });
    const requested = buildGate({}, { requestStatus: "CANCELLATION_REQUESTED" });
    expect(planGate(requested)).toMatchObject({ code: "cancellation_pending" });
  });

  it.each(["PICK_UP", "LOCAL", "RETAIL", "PICKUP_POINT", "NONE"])("holds the method %s", (methodType) => {
    expect(planGate(buildGate({}, { methodType }))).toMatchObject({ kind: "held", code: "not_a_delivery" });
  });

  it("takes an order without a delivery method for a delivery, as drafts have none", () => {
    expect(planGate(buildGate({}, { methodType: null }))).toMatchObject({ kind: "go" });
  });

  it.each([
    ["abroad", {}, { destination: { ...DESTINATION, countryCode: "AE" } }, "not_in_pakistan"],
    ["withheld", { destinationAccess: "withheld" }, { destination: null }, "customer_data_not_approved"],
    ["missing", {}, { destination: null }, "customer_data_missing"],
    [
      "without a country",
      {},
      { destination: { ...DESTINATION, countryCode: null } },
      "customer_data_missing",
    ],
  ] as const)("holds a destination that is %s, pressed or not", (_case, overrides, order, code) => {
    expect(planGate(buildGate(overrides, order))).toMatchObject({ kind: "held", code });
    expect(planGate(buildGate({ ...overrides, placeRequest: "place" }, order))).toMatchObject({
      kind: "held",
      code,
    });
  });

  it("waits while placing is paused, even when pressed", () => {
    const plan = planGate(buildGate({ placing: "paused", placeRequest: "place" }));
    expect(plan).toMatchObject({ kind: "wait", code: "placing_paused" });
  });
});

describe("test and live at the gate", () => {
  const testOrder = { createdAt: "2026-11-20T09:00:00Z", test: true };
  const realOrder = { ...testOrder, test: false };
  const go = { kind: "go" };
  it.each([
    ["live", realOrder, "real", "nothing", go],
    ["live", testOrder, "real", "nothing", { kind: "held", code: "shopify_test_order" }],
    ["live", testOrder, "development", "place", { kind: "held", code: "shopify_test_order" }],
    ["test", realOrder, "real", "nothing", { kind: "held", code: "test_connection" }],
    ["test", realOrder, "real", "place", go],
    ["test", testOrder, "real", "nothing", go],
    ["test", realOrder, "development", "nothing", go],
  ] as const)(
    "%s connection, order %o, %s store, pressed %s",
    (connectionMode, order, store, placeRequest, expected) => {
      expect(planGate(buildGate({ connectionMode, order, store, placeRequest }))).toMatchObject(expected);
    },
  );

  it("does not take a request in Shopify for a pick while the connection is a test one", () => {
    const plan = planGate(buildGate({ connectionMode: "test" }, { requestStatus: "SUBMITTED" }));
    expect(plan).toMatchObject({ kind: "held", code: "test_connection" });
  });
});

describe("work that comes back", () => {
  it.each([
    ["all units were handed off and their parcels are gone", { handedOff: 2 }, "held"],
    ["some of them were", { handedOff: 1 }, "held"],
    ["they were, before a refund of one", { currentQuantity: 1, remaining: 1, handedOff: 2 }, "held"],
    ["one was, and the other stands elsewhere", { remaining: 1, handedOff: 1, atOtherLocations: 1 }, "held"],
    ["none were", { handedOff: 0 }, "go"],
    ["none were, and one stands elsewhere", { remaining: 1, atOtherLocations: 1 }, "go"],
    [
      "one more unit was added to one in a parcel",
      { currentQuantity: 2, remaining: 2, handedOff: 1, inOpenParcels: 1 },
      "go",
    ],
    [
      "one more unit was added to one already shipped",
      { currentQuantity: 2, remaining: 1, handedOff: 1 },
      "go",
    ],
  ] as const)("is told when %s", (_case, units, kind) => {
    const plan = planGate(buildGate({ units: [buildUnits(units)] }));
    expect(plan).toMatchObject(kind === "held" ? { kind, code: "comes_back" } : { kind });
  });

  it("goes out again when a person presses Place", () => {
    const plan = planGate(buildGate({ units: [buildUnits({ handedOff: 2 })], placeRequest: "place" }));
    expect(plan).toEqual({ kind: "go", submitRequest: true });
  });

  it("waits on a request that was closed as incomplete, and is requested anew on a press", () => {
    const units = [buildUnits({ handedOff: 2 })];
    const closed = { status: "INCOMPLETE", requestStatus: "CLOSED" };
    expect(planGate(buildGate({ units }, closed))).toMatchObject({ kind: "held", code: "comes_back" });
    expect(planGate(buildGate({ units, placeRequest: "place" }, closed))).toEqual({
      kind: "go",
      submitRequest: true,
    });
  });

  it("is not placed by a request in Shopify alone", () => {
    const back = { units: [buildUnits({ handedOff: 2 })] };
    expect(planGate(buildGate(back, { requestStatus: "SUBMITTED" }))).toMatchObject({ code: "comes_back" });
  });

  it("leaves a fulfillment order alone whose units are in a parcel, while another has one to place", () => {
    const elsewhere = [{ fulfillmentOrderLineId: asId<FulfillmentOrderLineGid>("fol_2"), quantity: 1 }];
    const units = [buildUnits({ handedOff: 1, inOpenParcels: 1, unallocated: elsewhere })];
    const accepted = { status: "IN_PROGRESS", requestStatus: "ACCEPTED" };
    expect(planGate(buildGate({ units }, accepted))).toEqual({
      ...{ kind: "nothing", because: "already_in_parcels" },
    });
  });

  it("leaves units alone that are in open parcels, even when pressed", () => {
    const units = [buildUnits({ handedOff: 2, inOpenParcels: 2 })];
    const expected = { kind: "nothing", because: "already_in_parcels" };
    expect(planGate(buildGate({ units, placeRequest: "place" }, { status: "IN_PROGRESS" }))).toEqual(
      expected,
    );
  });
});

describe("a pending cancellation", () => {
  const asked = { id: "req_2", kind: "CANCELLATION_REQUEST", sentAt: "2026-11-21T11:00:00Z" };
  const base = {
    status: "IN_PROGRESS",
    requestStatus: "ACCEPTED",
    merchantRequests: [{ id: "req_1", kind: "FULFILLMENT_REQUEST", sentAt: "2026-11-21T12:00:00Z" }, asked],
    lastAnswerAt: null,
  };
  const pending = { requestId: "req_2", sentAt: asked.sentAt };

  it.each([
    ["the status still says accepted", {}, pending],
    ["we answered an earlier one", { lastAnswerAt: "2026-11-21T10:59:59Z" }, pending],
    ["we answered it", { lastAnswerAt: "2026-11-21T11:00:00.000Z" }, null],
    ["Shopify says rejected though our answer was lost", { requestStatus: "CANCELLATION_REJECTED" }, null],
    [
      "Shopify says requested, whatever we answered",
      { requestStatus: "CANCELLATION_REQUESTED", lastAnswerAt: "2026-11-21T12:00:00Z" },
      pending,
    ],
    [
      "Shopify lists it as requested",
      { listing: "cancellation_requested" as const, lastAnswerAt: "2026-11-21T12:00:00Z" },
      pending,
    ],
    ["the fulfillment order is closed", { status: "CLOSED", requestStatus: "CANCELLATION_ACCEPTED" }, null],
    [
      "only fulfillment was requested",
      { merchantRequests: [{ ...asked, kind: "FULFILLMENT_REQUEST" }] },
      null,
    ],
    [
      "it is requested but its request is not shown",
      { merchantRequests: [], requestStatus: "CANCELLATION_REQUESTED" },
      { requestId: null, sentAt: "unknown" },
    ],
  ])("is read right when %s", (_case, overrides, expected) => {
    expect(pendingCancellation({ ...base, ...overrides })).toEqual(expected);
  });

  it("is the newest of several, in whatever order they come", () => {
    const newer = { ...asked, id: "req_3", sentAt: "2026-11-21T11:30:00Z" };
    expect(pendingCancellation({ ...base, merchantRequests: [newer, asked] })).toMatchObject({
      requestId: "req_3",
    });
  });
});

describe("an order nobody asked for again", () => {
  const old = {
    order: { createdAt: "2026-11-10T10:00:00Z", test: false },
    now: new Date("2026-11-21T12:00:00Z"),
  };
  const automatic = { kind: "on", since: new Date("2026-11-01T00:00:00Z") } as const;
  const early = { automatic, connectedSince: new Date("2026-11-01T00:00:00Z") };

  it("is placed by itself up to the last second of seven days, and not at the end of them", () => {
    const atDays = (days: number, seconds = 0) =>
      planGate(
        buildGate({
          ...{ automatic: { kind: "on", since: new Date(0) }, connectedSince: new Date(0) },
          order: {
            createdAt: new Date(NOW.getTime() - days * DAY_MS + seconds * 1000).toISOString(),
            test: false,
          },
        }),
      );
    expect(atDays(7, 1)).toMatchObject({ kind: "go" });
    expect(atDays(7)).toMatchObject({ kind: "held", code: "order_waited_long", params: { days: "7" } });
  });

  it("is asked about after seven days instead of being placed by itself", () => {
    expect(planGate(buildGate({ ...old, ...early }))).toEqual({
      ...{ kind: "held", code: "order_waited_long" },
      params: { days: "11" },
    });
    expect(planGate(buildGate({ ...old, ...early, placeRequest: "place" }))).toMatchObject({ kind: "go" });
    expect(planGate(buildGate({ ...old, ...early }, { requestStatus: "SUBMITTED" }))).toMatchObject({
      kind: "go",
    });
  });

  it("goes on after its request was given back only if nothing of it was ever sent", () => {
    const off = { automatic: { kind: "off" } as const };
    const rejected = { requestStatus: "REJECTED" };
    expect(planGate(buildGate({ ...off, rejectedByUs: "unsent" }, rejected))).toEqual({
      ...{ kind: "go", submitRequest: true },
    });
    expect(planGate(buildGate({ automatic, rejectedByUs: "sent" }, rejected))).toEqual({
      ...{ kind: "to_place", because: "rejected_by_us" },
    });
  });
});
