import { describe, expect, it } from "vitest";
import {
  decidePlacing,
  isPlaceRequested,
  type PlacingInput,
} from "#app/domain/orders/placement/decide-placing.ts";
import type { FulfillmentOrderGid } from "#app/platform/ids.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import { asId } from "#test/support/as-id.ts";
import {
  buildFulfillmentOrder,
  buildHandoff,
  buildOrderLine,
  buildParcel,
  buildShopifyOrder,
  OTHER_LOCATION,
  OUR_LOCATION,
} from "./build-shopify-order.ts";

const now = new Date("2026-11-21T12:00:00Z");
const longAgo = new Date("2026-10-01T00:00:00Z");
const noAnswers = {
  citiesAsWritten: new Set<string>(),
  chosenCities: new Map(),
  routes: new Map(),
  rules: [],
};

type Overrides = {
  readonly shopify?: Partial<ShopifyOrder>;
  readonly record?: Partial<PlacingInput["record"]>;
  readonly shop?: Partial<PlacingInput["ctx"]["shop"]>;
  readonly connection?: PlacingInput["ctx"]["connection"];
  readonly env?: PlacingInput["ctx"]["env"];
};

/** A live connection, both switches on for long, an order of yesterday. */
function buildQuestion({ shopify, record, shop, connection, env }: Overrides = {}): PlacingInput {
  return {
    ...{ shopify: buildShopifyOrder(shopify), locationGid: OUR_LOCATION },
    record: {
      decisions: [],
      fulfillmentOrders: [],
      handoffs: [],
      ...record,
    },
    ctx: {
      clock: { now: () => now },
      shop: {
        ...{ autoCodSince: longAgo, autoPrepaidSince: longAgo, codGateways: ["Cash on Delivery (COD)"] },
        ...{ developmentStore: false, installedAt: longAgo, placingPausedAt: null },
        ...{ shadowSince: null, shadowUntil: null },
        ...shop,
      },
      connection:
        connection === undefined ? { mode: "live", connectedAt: longAgo, activatedAt: longAgo } : connection,
      ...(env === undefined ? {} : { env }),
    },
  };
}

function decide(overrides: Overrides = {}, routes: ReadonlyMap<string, string> = new Map()) {
  return decidePlacing(buildQuestion(overrides), { ...noAnswers, routes });
}

const pressedAt = (at: Date | null) => ({
  decisions: at ? [{ kind: "place" as const, subject: "", at, handledAt: null }] : [],
});
const unanswered = { cancelAnsweredAt: null, rejectedAt: null, rejectedFor: null };
const attempt = (at: string) => ({ attempts: [{ createdAt: new Date(at), sends: 1 }] });

describe("whether an order is placed now", () => {
  it("goes in the mode of the connection and the route of its payment, after a request in the merchant's name", () => {
    expect(decide()).toMatchObject({
      ...{ kind: "go", mode: "live", paymentMode: "COD", toSubmit: ["fo_1"] },
      fulfillmentOrders: [{ id: "fo_1" }],
    });
  });

  it("asks Shopify for nothing when the merchant has requested it", () => {
    const fulfillmentOrders = [buildFulfillmentOrder({ requestStatus: "SUBMITTED" })];
    const off = { autoCodSince: null, autoPrepaidSince: null };
    expect(decide({ shopify: { fulfillmentOrders }, shop: off })).toMatchObject({ kind: "go", toSubmit: [] });
  });

  it("honours a request of Shopify's in shadow mode, and places by itself again once that is ended", () => {
    const fulfillmentOrders = [buildFulfillmentOrder({ requestStatus: "SUBMITTED" })];
    const on = { shadowSince: longAgo };
    expect(decide({ shopify: { fulfillmentOrders }, shop: on })).toMatchObject({ kind: "go", toSubmit: [] });
    expect(decide({ shop: { ...on, shadowUntil: now } })).toMatchObject({ kind: "go", toSubmit: ["fo_1"] });
  });

  it("keeps an order on hold though we requested it, until somebody does in Shopify or has it replaced", () => {
    const fulfillmentOrders = [buildFulfillmentOrder({ requestStatus: "SUBMITTED" })];
    const request = (submittedByUsAt: Date | null, rejectedAt: Date | null = null) => ({
      fulfillmentOrders: [
        { gid: asId<FulfillmentOrderGid>("fo_1"), ...unanswered, submittedByUsAt, rejectedAt },
      ],
    });
    const at = (kind: "hold" | "replace", moment: Date) => ({
      ...{ kind, subject: "", at: moment, handledAt: null },
    });
    const onHold = { decisions: [at("hold", now)] };
    const held = { kind: "rest", placement: { kind: "held", code: "held_by_person" } };
    expect(decide({ record: onHold })).toMatchObject(held);
    expect(decide({ shopify: { fulfillmentOrders }, record: { ...onHold, ...request(now) } })).toMatchObject(
      held,
    );
    expect(decide({ shopify: { fulfillmentOrders }, record: { ...onHold, ...request(null) } })).toMatchObject(
      {
        kind: "go",
      },
    );
    // Ours was rejected since, so that the one which stands is somebody else's.
    const another = { ...onHold, ...request(longAgo, now) };
    expect(decide({ shopify: { fulfillmentOrders }, record: another })).toMatchObject({ kind: "go" });
    const [before, after] = [longAgo, new Date(now.getTime() + 1000)];
    expect(decide({ record: { decisions: [at("hold", now), at("replace", before)] } })).toMatchObject(held);
    expect(decide({ record: { decisions: [at("hold", now), at("replace", after)] } })).toMatchObject({
      kind: "go",
    });
  });

  it("takes all of ours that are open in one go, and none of another location", () => {
    const fulfillmentOrders = [
      buildFulfillmentOrder(),
      buildFulfillmentOrder({ id: asId("fo_2") }),
      buildFulfillmentOrder({ id: asId("fo_3"), locationId: OTHER_LOCATION }),
      buildFulfillmentOrder({ id: asId("fo_4"), status: "CLOSED" }),
    ];
    const lines = [buildOrderLine({ quantity: 2 })];
    expect(decide({ shopify: { fulfillmentOrders, lines } })).toMatchObject({ toSubmit: ["fo_1", "fo_2"] });
  });

  it.each([
    ["nothing is at our location", { shopify: { fulfillmentOrders: [] } }, { kind: "not_ours" }],
    ["no service is connected", { connection: null }, { kind: "waiting", code: "not_connected" }],
    [
      "placing is paused",
      { shop: { placingPausedAt: longAgo } },
      { kind: "waiting", code: "placing_paused" },
    ],
    ["its switch is off", { shop: { autoCodSince: null } }, { kind: "to_place", code: "automatic_off" }],
    ["shadow mode is on", { shop: { shadowSince: longAgo } }, { kind: "to_place", code: "shadow_mode" }],
    [
      "it is older than its switch",
      { shop: { autoCodSince: now } },
      { kind: "to_place", code: "older_than_automatic" },
    ],
    [
      "it is older than the connection",
      { connection: { mode: "live", connectedAt: now, activatedAt: now } },
      { kind: "to_place", code: "older_than_automatic" },
    ],
    ["it is a test of Shopify's", { shopify: { test: true } }, { kind: "held", code: "shopify_test_order" }],
    [
      "payment terms are open",
      { shopify: { hasPaymentTerms: true } },
      { kind: "held", code: "payment_terms" },
    ],
    ["nobody knows how it is paid", { shop: { codGateways: [] } }, { kind: "held", code: "how_paid" }],
    [
      "its units are in a parcel",
      { record: { handoffs: [{ ...buildHandoff(), ...attempt("2026-11-20T10:00:00Z") }] } },
      { kind: "nothing_open" },
    ],
    [
      "its units came back",
      {
        record: {
          handoffs: [
            {
              ...buildHandoff({ parcels: [buildParcel({ status: "CANCELLED" })] }),
              ...attempt("2026-11-20T10:00:00Z"),
            },
          ],
        },
      },
      { kind: "held", code: "comes_back" },
    ],
  ] satisfies readonly (readonly [string, Overrides, object])[])(
    "rests when %s",
    (_, overrides, placement) => {
      expect(decide(overrides)).toMatchObject({ kind: "rest", placement });
    },
  );

  it("looks again when a scheduled order is due", () => {
    const fulfillmentOrders = [buildFulfillmentOrder({ fulfillAt: "2026-11-21T12:30:00Z" })];
    expect(decide({ shopify: { fulfillmentOrders } })).toMatchObject({
      ...{ placement: { kind: "waiting", code: "scheduled" }, requeueAfterMs: 30 * 60_000 },
    });
  });

  it("waits while the whole installation is paused, also when the merchant asked for it", () => {
    const paused = { placement: { kind: "waiting", code: "placing_paused" } };
    const env = { PLACING_PAUSED: true };
    expect(decide({ env })).toMatchObject(paused);
    expect(decide({ env, record: pressedAt(now) })).toMatchObject(paused);
    const fulfillmentOrders = [buildFulfillmentOrder({ requestStatus: "SUBMITTED" })];
    expect(decide({ env, shopify: { fulfillmentOrders } })).toMatchObject(paused);
    expect(decide({ env: { PLACING_PAUSED: false } })).toMatchObject({ kind: "go" });
  });

  it("tells a hold before a wait, and a wait before what a press would place", () => {
    const hold = { id: "hold_1", reason: "OTHER", reasonNotes: "Call first", ours: false };
    const fulfillmentOrders = [
      buildFulfillmentOrder({ id: asId("fo_1"), methodType: "PICK_UP" }),
      buildFulfillmentOrder({ id: asId("fo_2"), status: "ON_HOLD", holds: [hold] }),
    ];
    expect(decide({ shopify: { fulfillmentOrders } })).toMatchObject({
      placement: { code: "not_a_delivery" },
    });
    const shopify = { fulfillmentOrders: fulfillmentOrders.slice(1) };
    expect(decide({ shopify })).toMatchObject({ placement: { code: "on_hold_in_shopify" } });
  });

  it("follows the switch of its own route", () => {
    const paid = {
      totalOutstanding: "0.00",
      netPayment: "1800.00",
      financialStatus: "PAID",
      transactions: [],
    };
    expect(decide({ shopify: paid, shop: { autoCodSince: null } })).toMatchObject({
      ...{ kind: "go", paymentMode: "PREPAID" },
    });
    expect(decide({ shopify: paid, shop: { autoPrepaidSince: null } })).toMatchObject({
      placement: { kind: "to_place" },
    });
  });

  it("uses an answer a person gave before, and only one it understands", () => {
    const asked = decide({ shop: { codGateways: [] } });
    const key = asked.kind === "rest" ? asked.hold?.params?.answerKey : null;
    const answer = (given: string) => decide({ shop: { codGateways: [] } }, new Map([[String(key), given]]));
    expect(answer("cod")).toMatchObject({ kind: "go", paymentMode: "COD" });
    expect(answer("wait")).toMatchObject({ placement: { kind: "waiting", code: "payment_pending" } });
    expect(answer("gold")).toMatchObject({ placement: { kind: "held", code: "how_paid" } });
  });

  it("waits while a cancellation is asked for and not answered", () => {
    const request = {
      ...{ id: "request_1", kind: "CANCELLATION_REQUEST", message: null, notifyCustomer: null },
      sentAt: "2026-11-21T11:00:00Z",
    };
    const fulfillmentOrders = [
      buildFulfillmentOrder({
        ...{ status: "IN_PROGRESS", requestStatus: "CANCELLATION_REQUESTED", merchantRequests: [request] },
      }),
    ];
    expect(decide({ shopify: { fulfillmentOrders } })).toMatchObject({
      placement: { kind: "waiting", code: "cancellation_pending" },
    });
  });

  it.each([
    [new Date("2026-11-21T11:00:00Z"), true],
    [new Date("2026-11-19T11:00:00Z"), false],
    [null, false],
  ])("counts a press at %s as standing: %s", (placeRequestedAt, counts) => {
    const handoffs = [{ ...buildHandoff(), ...attempt("2026-11-20T10:00:00Z") }];
    expect(isPlaceRequested({ record: { ...pressedAt(placeRequestedAt), handoffs } })).toBe(counts);
  });

  it("places at a press what came back, what is old, and what no switch covers", () => {
    const handoffs = [
      {
        ...buildHandoff({ parcels: [buildParcel({ status: "CANCELLED" })] }),
        ...attempt("2026-11-20T10:00:00Z"),
      },
    ];
    const record = { ...pressedAt(now), handoffs };
    expect(decide({ record })).toMatchObject({ kind: "go" });
    expect(decide({ record: pressedAt(now), shop: { autoCodSince: null } })).toMatchObject({
      kind: "go",
    });
  });

  it("places a real order in test mode only at a press", () => {
    const connection = { mode: "test" as const, connectedAt: longAgo, activatedAt: longAgo };
    expect(decide({ connection })).toMatchObject({ placement: { kind: "held", code: "test_connection" } });
    expect(decide({ connection, record: pressedAt(now) })).toMatchObject({ mode: "test" });
    expect(decide({ connection, shop: { developmentStore: true } })).toMatchObject({ mode: "test" });
  });
});
