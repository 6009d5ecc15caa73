import { createHmac } from "node:crypto";
import { afterEach, describe, expect, it } from "vitest";
import { DEMO_API_SECRET } from "#test/standins/shopify/defaults.ts";
import { accept, placeOurOrder, stockOurGoods } from "./goods.ts";
import { type Harness, type Received, startHarness } from "./standin.ts";

let harness: Harness;
afterEach(() => harness.close());

const LAMP = { lines: [{ title: "Lamp", price: 500, quantity: 1 }] };
const hmacOf = (body: string) => createHmac("sha256", DEMO_API_SECRET).update(body).digest("base64");
const header = (delivery: Received | undefined, name: string) => delivery?.headers[`x-shopify-${name}`];

describe("a delivery", () => {
  it("is signed over its bytes and says what it is about", async () => {
    harness = await startHarness({ topics: ["orders/create"] });
    harness.control.placeOrder(LAMP);
    await harness.control.settle();
    const [delivery] = harness.received;
    expect(header(delivery, "hmac-sha256")).toBe(hmacOf(delivery?.body ?? ""));
    expect(delivery?.headers).toMatchObject({
      "x-shopify-topic": "orders/create",
      "x-shopify-shop-domain": harness.shop,
      "x-shopify-api-version": "2026-10",
      "x-shopify-webhook-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
      "x-shopify-event-id": expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
  });

  it("comes before the order's fulfillment orders exist", async () => {
    harness = await startHarness({
      topics: ["orders/create", "fulfillment_orders/order_routing_complete"],
      routingDelayMs: 60_000,
    });
    const { id } = harness.control.placeOrder(LAMP);
    await harness.control.settle();
    expect(harness.received.map(({ topic }) => topic)).toEqual(["orders/create"]);
    harness.control.clock({ advance: { minutes: 1 } });
    await harness.control.settle();
    const [one] = harness.control.fulfillmentOrdersOf({ orderId: id });
    expect(JSON.parse(harness.received[1]?.body ?? "")).toEqual({
      fulfillment_order: { id: one?.id, status: "open" },
    });
  });

  it("is cut to the fields its subscription includes", async () => {
    const includeFields = ["id", "admin_graphql_api_id", "updated_at", "line_items.sku"];
    harness = await startHarness({
      subscriptions: [{ topic: "orders/create", uri: "/hooks", includeFields, name: "orders" }],
    });
    harness.control.placeOrder(LAMP);
    await harness.control.settle();
    expect(Object.keys(JSON.parse(harness.received[0]?.body ?? "")).sort()).toEqual([
      "admin_graphql_api_id",
      "id",
      "line_items",
      "updated_at",
    ]);
    expect(header(harness.received[0], "name")).toBe("orders");
  });

  it("carries the order's sums as decimals with two digits, and no customer without approval", async () => {
    harness = await startHarness({ topics: ["orders/create"] });
    harness.control.setShop({ customerDataApproved: false });
    harness.control.placeOrder({ ...LAMP, shipping: "250" });
    await harness.control.settle();
    expect(JSON.parse(harness.received[0]?.body ?? "")).toMatchObject({
      current_total_price: "750.00",
      total_outstanding: "750.00",
      financial_status: "pending",
      payment_gateway_names: ["Cash on Delivery (COD)"],
      email: null,
      shipping_address: null,
    });
  });

  it("shares its event id with the other deliveries of one act", async () => {
    harness = await startHarness({ topics: ["orders/paid", "orders/updated"] });
    const { id } = harness.control.placeOrder(LAMP);
    harness.control.payOrder({ orderId: id });
    await harness.control.settle();
    const [paid, updated] = harness.received;
    expect(header(paid, "event-id")).toBe(header(updated, "event-id"));
    expect(header(paid, "webhook-id")).not.toBe(header(updated, "webhook-id"));
  });

  it("goes to a subscription the shop made by itself too", async () => {
    harness = await startHarness();
    const create = `mutation ($sub: WebhookSubscriptionInput!) { webhookSubscriptionCreate(topic: ORDERS_CREATE, webhookSubscription: $sub) { webhookSubscription { id topic uri } userErrors { message } } }`;
    const made = await harness.graphql(create, { sub: { uri: "/own" } });
    expect(made.data?.webhookSubscriptionCreate?.webhookSubscription).toMatchObject({
      topic: "ORDERS_CREATE",
      uri: "/own",
    });
    harness.control.placeOrder(LAMP);
    await harness.control.settle();
    expect(harness.received).toHaveLength(1);
  });
});

describe("retries", () => {
  it("follow a failure eight times within four hours, the same body each time", async () => {
    harness = await startHarness({ topics: ["orders/create"] });
    harness.answerWith(500);
    harness.control.placeOrder(LAMP);
    for (let quarter = 0; quarter < 20; quarter += 1) {
      await harness.control.settle();
      harness.control.clock({ advance: { minutes: 15 } });
    }
    await harness.control.settle();
    expect(harness.received).toHaveLength(9);
    expect(new Set(harness.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(harness.received.map((delivery) => header(delivery, "webhook-id"))).size).toBe(1);
    expect(harness.control.deliveries({})[0]?.state).toBe("failed");
  });

  it("end with the first success; a redirect is a failure", async () => {
    harness = await startHarness({ topics: ["orders/create"] });
    harness.answerWith(302);
    harness.control.placeOrder(LAMP);
    await harness.control.settle();
    harness.answerWith(200);
    harness.control.clock({ advance: { minutes: 2 } });
    await harness.control.settle();
    expect(harness.control.deliveries({})[0]).toMatchObject({
      state: "delivered",
      attempts: [{ status: 302 }, { status: 200 }],
    });
  });
});

describe("faults of deliveries", () => {
  const placeUnder = async (kind: "lost" | "doubled" | "late" | "reordered" | "forged") => {
    harness = await startHarness({ topics: ["orders/create"] });
    harness.control.faults({ webhooks: [{ kind, topic: "orders/create" }] });
    harness.control.placeOrder(LAMP);
    await harness.control.settle();
  };

  it("lose one", async () => {
    await placeUnder("lost");
    expect(harness.received).toEqual([]);
    expect(harness.control.deliveries({})[0]?.state).toBe("lost");
  });

  it("double one under the same id", async () => {
    await placeUnder("doubled");
    expect(new Set(harness.received.map((delivery) => header(delivery, "webhook-id"))).size).toBe(1);
    expect(harness.received).toHaveLength(2);
  });

  it("delay one", async () => {
    await placeUnder("late");
    expect(harness.received).toEqual([]);
    harness.control.clock({ advance: { minutes: 61 } });
    await harness.control.settle();
    expect(harness.received).toHaveLength(1);
  });

  it("let the next one overtake", async () => {
    await placeUnder("reordered");
    const second = harness.control.placeOrder(LAMP);
    await harness.control.settle();
    const names = harness.received.map(({ body }) => JSON.parse(body).name);
    expect(names).toEqual([second.name, "#1001"]);
  });

  it("forge one beside the true one", async () => {
    await placeUnder("forged");
    const valid = harness.received.map(
      (delivery) => header(delivery, "hmac-sha256") === hmacOf(delivery.body),
    );
    expect(valid.sort()).toEqual([false, true]);
  });
});

describe("faults of requests", () => {
  const TAG = 'mutation ($id: ID!) { tagsAdd(id: $id, tags: ["seen"]) { userErrors { message } } }';
  const tags = () => harness.control.state().orders[0]?.tags;

  it.each([
    ["status", 503, []],
    ["status_after", 502, ["seen"]],
  ] as const)("%s answers %d", async (kind, status, seen) => {
    harness = await startHarness();
    const { id } = harness.control.placeOrder(LAMP);
    const token = await harness.token();
    harness.control.faults({ requests: [{ kind, field: "tagsAdd" }] });
    const answer = await harness.post(
      "/admin/api/2026-10/graphql.json",
      { query: TAG, variables: { id } },
      { "x-shopify-access-token": token },
    );
    expect([answer.status, tags()]).toEqual([status, seen]);
  });

  it.each([
    ["cut_before", []],
    ["cut_after", ["seen"]],
  ] as const)("%s closes the connection", async (kind, seen) => {
    harness = await startHarness();
    const { id } = harness.control.placeOrder(LAMP);
    await harness.token();
    harness.control.faults({ requests: [{ kind, field: "tagsAdd" }] });
    await expect(harness.graphql(TAG, { id })).rejects.toThrow();
    expect(tags()).toEqual(seen);
  });

  it("throttle once", async () => {
    harness = await startHarness();
    harness.control.faults({ requests: [{ kind: "throttled" }] });
    const query = "{ shop { id } }";
    expect((await harness.graphql(query)).errors?.[0]?.extensions.code).toBe("THROTTLED");
    expect((await harness.graphql(query)).errors).toBeUndefined();
  });
});

describe("the world around the app", () => {
  it("calls the fulfillment service's address when something is requested", async () => {
    harness = await startHarness();
    const goods = await stockOurGoods(harness);
    const url = new URL("/callback", harness.appUrl).href;
    await harness.graphql(
      "mutation ($id: ID!, $url: URL!) { fulfillmentServiceUpdate(id: $id, callbackUrl: $url) { userErrors { message } } }",
      { id: goods.serviceId, url },
    );
    const { fulfillmentOrderId } = await placeOurOrder(harness, goods.variantId);
    await accept(harness, fulfillmentOrderId);
    await harness.control.settle();
    expect(harness.received.at(-1)?.body).toBe('{"kind":"FULFILLMENT_REQUEST"}');
  });

  it("tells of uninstalling without naming the shop in the body, then stays silent but for compliance", async () => {
    harness = await startHarness({ topics: ["app/uninstalled", "orders/create", "shop/redact"] });
    harness.control.uninstall();
    harness.control.placeOrder(LAMP);
    harness.control.compliance({ topic: "shop/redact" });
    await harness.control.settle();
    expect(harness.received.map(({ topic }) => topic)).toEqual(["app/uninstalled", "shop/redact"]);
    expect(JSON.parse(harness.received[0]?.body ?? "")).toMatchObject({
      domain: null,
      myshopify_domain: null,
    });
    expect(JSON.parse(harness.received[1]?.body ?? "")).toMatchObject({ shop_domain: harness.shop });
  });
});
