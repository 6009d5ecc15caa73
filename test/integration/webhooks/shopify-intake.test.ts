import { createHmac } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createShopContext } from "#app/domain/context/shop-context.server.ts";
import { deliveryPlace } from "#app/domain/deliveries/delivery-place.ts";
import { foldComplianceRequests } from "#app/domain/privacy/fold-compliance-requests.server.ts";
import type { FulfillmentOrderGid, ProductGid, ShopId, SupplierProductId } from "#app/platform/ids.ts";
import { startTestApp, type TestApp } from "#test/support/app.ts";
import { asId } from "#test/support/as-id.ts";
import { buildShopifyDelivery, send, shopifySecret } from "#test/support/deliveries.ts";

let test: TestApp;
let shopId: ShopId;
const orderGid = "gid://shopify/Order/820982911946154508";
const productGid = asId<ProductGid>("gid://shopify/Product/7");
const order = { id: 820982911946154508n.toString(), admin_graphql_api_id: orderGid };

beforeAll(async () => {
  test = await startTestApp({ env: { SHOPIFY_API_SECRET: `the-new-secret,${shopifySecret}` } });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.app.db.shop.deleteMany();
  await test.app.db.delivery.deleteMany();
  shopId = (await test.app.db.shop.create({ data: { domain: "karwan-demo.myshopify.com" } })).id;
});

const deliver = (
  ...args: Parameters<typeof buildShopifyDelivery> extends [string, ...infer Rest] ? Rest : never
) => send(buildShopifyDelivery(test.web.url, ...args));

async function rows() {
  const [deliveries, work] = await Promise.all([
    test.app.db.delivery.findMany(),
    test.app.db.work.findMany(),
  ]);
  return { deliveries, work };
}

describe("the Shopify intake", () => {
  it("stores one receipt and marks the order, with the body sealed", async () => {
    const response = await deliver("orders/updated", order);
    expect(response.status).toBe(200);
    const { deliveries, work } = await rows();
    expect(work).toMatchObject([
      {
        shopId,
        kind: "order.reconcile",
        subject: orderGid,
        lane: "orders",
        requestedGeneration: 1n,
        observedGeneration: 0n,
      },
    ]);
    expect(deliveries).toMatchObject([
      { shopId, source: "shopify", topic: "orders/updated", subject: orderGid, ignored: null },
    ]);
    const [receipt] = deliveries;
    if (!receipt) throw new Error("no receipt");
    expect(Buffer.from(receipt.bodyEnc).toString("latin1")).not.toContain("820982911946154508");
    expect(JSON.parse(test.app.crypto.openText(receipt.bodyEnc, deliveryPlace(receipt)))).toEqual(order);
  });

  it("stores the same delivery once, however often it comes", async () => {
    const delivery = buildShopifyDelivery(test.web.url, "orders/updated", order);
    const responses = await Promise.all(Array.from({ length: 10 }, () => send(delivery)));
    expect(responses.map((response) => response.status)).toEqual(Array(10).fill(200));
    const { deliveries, work } = await rows();
    expect(deliveries).toHaveLength(1);
    expect(work).toMatchObject([{ requestedGeneration: 1n }]);
  });

  it("counts one more for each different delivery about an order", async () => {
    await deliver("orders/updated", order);
    await deliver("orders/paid", order);
    await deliver("refunds/create", { id: 1, order_id: order.id });
    await deliver("orders/edited", { order_edit: { id: 2, order_id: order.id } });
    await deliver("order_transactions/create", { id: 3, order_id: order.id });
    expect((await rows()).work).toMatchObject([{ subject: orderGid, requestedGeneration: 5n }]);
  });

  it("keeps ids beyond 2^53 exact when they are bare numbers", async () => {
    await deliver("orders/updated", '{"id":820982911946154508}');
    expect((await rows()).work).toMatchObject([{ subject: orderGid }]);
  });

  it("keeps the ids of a compliance request exact, from the body to the request", async () => {
    const ids =
      '"orders_to_redact":[820982911946154508,9007199254740993],"customer":{"id":820982911946154509}';
    const body = `{"shop_id":9007199254740995,"shop_domain":"karwan-demo.myshopify.com",${ids}}`;
    await test.app.db.shop.updateMany({ data: { gid: "gid://shopify/Shop/9007199254740995" } });
    expect((await deliver("customers/redact", body)).status).toBe(200);
    await foldComplianceRequests(await createShopContext(test.app, shopId), "customers/redact");
    expect((await rows()).deliveries).toMatchObject([{ ignored: null }]);
    const { orderGids } = await test.app.db.privacyRequest.findFirstOrThrow();
    expect(orderGids).toEqual([orderGid, "gid://shopify/Order/9007199254740993"]);
  });

  it("lets a new order wait a few seconds, and a routed one not", async () => {
    await deliver("orders/create", order);
    const [waiting] = (await rows()).work;
    const waitMs = (waiting?.nextRunAt?.getTime() ?? 0) - (waiting?.createdAt.getTime() ?? 0);
    expect(waitMs).toBeGreaterThan(3000);
    await deliver("orders/updated", order);
    const [due] = (await rows()).work;
    expect(due?.nextRunAt?.getTime()).toBeLessThan(waiting?.nextRunAt?.getTime() ?? 0);
  });

  it("resolves a fulfillment order to its order when we know it", async () => {
    const gid = asId<FulfillmentOrderGid>("gid://shopify/FulfillmentOrder/7");
    const known = await test.app.db.order.create({ data: { shopId, orderGid: asId(orderGid) } });
    await test.app.db.fulfillmentOrder.create({
      data: { shopId, gid, orderId: known.id, atOurLocation: true },
    });
    await deliver("fulfillment_orders/order_routing_complete", {
      fulfillment_order: { id: gid, status: "open" },
    });
    expect((await rows()).work).toMatchObject([{ kind: "order.reconcile", subject: orderGid }]);
  });

  describe("of a fulfillment order nobody has met", () => {
    const gid = asId<FulfillmentOrderGid>("gid://shopify/FulfillmentOrder/8");
    const route = () =>
      deliver("fulfillment_orders/order_routing_complete", { fulfillment_order: { id: gid } });
    /** What is due first comes first; how long each waits after its mark. */
    const waits = async () => {
      const { work } = await rows();
      return work
        .map(({ kind, subject, nextRunAt, updatedAt }) => {
          return { kind, subject, waitsMs: (nextRunAt?.getTime() ?? 0) - updatedAt.getTime() };
        })
        .toSorted((a, b) => a.waitsMs - b.waitsMs);
    };
    // Whatever a test before this one has told of is taken.
    beforeEach(async () => {
      await route();
      await test.app.db.work.deleteMany();
      await test.app.db.delivery.deleteMany();
    });

    it("makes it work of its own", async () => {
      await route();
      expect(await waits()).toEqual([
        { kind: "fulfillmentOrder.resolve", subject: gid, waitsMs: expect.closeTo(0, -3) },
      ]);
    });

    it("looks at the only order that was just placed, and asks whose it is only later", async () => {
      await deliver("orders/create", order);
      await route();
      expect(await waits()).toEqual([
        { kind: "order.reconcile", subject: orderGid, waitsMs: expect.closeTo(0, -3) },
        { kind: "fulfillmentOrder.resolve", subject: gid, waitsMs: expect.closeTo(5000, -3) },
      ]);
      expect((await rows()).deliveries).toHaveLength(2);
    });

    it("asks at once whose it is where something else than its routing is told", async () => {
      await deliver("orders/create", order);
      await deliver("fulfillment_orders/moved", { fulfillment_order: { id: gid } });
      expect((await waits())[0]).toMatchObject({ kind: "fulfillmentOrder.resolve", subject: gid });
    });

    // Last, as both orders stay recent.
    it("asks at once whose it is while two new orders wait", async () => {
      await deliver("orders/create", order);
      await deliver("orders/create", { id: 7 });
      await route();
      expect((await waits())[0]).toMatchObject({ kind: "fulfillmentOrder.resolve", subject: gid });
      expect(await waits()).toHaveLength(3);
      expect((await waits())[1]?.waitsMs).toBeGreaterThan(3000);
    });
  });

  it("lets the order just created wait where the routing is of one we know", async () => {
    const gid = asId<FulfillmentOrderGid>("gid://shopify/FulfillmentOrder/9");
    // A shop of its own: the orders of the tests before are recent too.
    const domain = "quiet.myshopify.com";
    const { id: quietId } = await test.app.db.shop.create({ data: { domain } });
    const headers = { "x-shopify-shop-domain": domain };
    const known = await test.app.db.order.create({
      data: { shopId: quietId, orderGid: asId("gid://shopify/Order/9") },
    });
    await test.app.db.fulfillmentOrder.create({
      data: { shopId: quietId, gid, orderId: known.id, atOurLocation: true },
    });
    await deliver("orders/create", order, { headers });
    await deliver(
      "fulfillment_orders/order_routing_complete",
      { fulfillment_order: { id: gid } },
      { headers },
    );
    const { work } = await rows();
    const orderWork = work.find(({ subject }) => subject === orderGid);
    expect((orderWork?.nextRunAt?.getTime() ?? 0) - (orderWork?.createdAt.getTime() ?? 0)).toBeGreaterThan(
      3000,
    );
    expect(work.map(({ subject }) => subject).toSorted()).toEqual(
      [orderGid, "gid://shopify/Order/9"].toSorted(),
    );
  });

  it.each([
    ["app/uninstalled", { id: 1 }, "shop.reconcile", "shop"],
    ["app/scopes_update", { id: 1, current: [] }, "shop.reconcile", "shop"],
    ["locations/delete", { id: 1 }, "shop.reconcile", "shop"],
    ["customers/redact", { shop_domain: "karwan-demo.myshopify.com" }, "privacy.process", "customers/redact"],
    ["shop/redact", { shop_domain: "karwan-demo.myshopify.com" }, "privacy.process", "shop/redact"],
  ])("turns %s into work", async (topic, payload, kind, subject) => {
    expect((await deliver(topic, payload)).status).toBe(200);
    expect((await rows()).work).toMatchObject([{ kind, subject }]);
  });

  it("turns products/delete into work of the shop, by the product's id however it is given", async () => {
    expect((await deliver("products/delete", { id: 7 })).status).toBe(200);
    expect((await deliver("products/delete", { admin_graphql_api_id: productGid })).status).toBe(200);
    expect((await rows()).work).toMatchObject([
      { kind: "product.applyDeletion", subject: productGid, requestedGeneration: 2n },
    ]);
  });

  describe("of a product that was changed", () => {
    const list = (ofShop: ShopId) => {
      const data = {
        shopId: ofShop,
        mode: "live" as const,
        supplierProductId: asId<SupplierProductId>("prd_7"),
        productGid,
      };
      return test.app.db.listing.create({ data });
    };
    const changed = (at?: string) => deliver("products/update", { id: 7, updated_at: at });

    it("leaves nothing where the product is not listed by this shop", async () => {
      const { id: otherId } = await test.app.db.shop.create({ data: { domain: "other.myshopify.com" } });
      const foreign = await list(otherId);
      for (let sent = 0; sent < 3; sent += 1)
        expect((await changed("2026-11-21T10:00:00Z")).status).toBe(200);
      expect(await rows()).toEqual({ deliveries: [], work: [] });
      const { changedInShopifyAt } = await test.app.db.listing.findFirstOrThrow({
        where: { id: foreign.id },
      });
      expect(changedInShopifyAt).toBeNull();
    });

    it("leaves one row of work where it is ours, a few seconds off, and when it was changed last", async () => {
      const { id } = await list(shopId);
      for (const hour of ["10", "12", "11"])
        expect((await changed(`2026-11-21T${hour}:00:00Z`)).status).toBe(200);
      expect((await deliver("products/update", { admin_graphql_api_id: productGid })).status).toBe(200);
      const { deliveries, work } = await rows();
      expect(deliveries).toEqual([]);
      expect(work).toMatchObject([
        { shopId, kind: "product.applyChange", subject: productGid, lane: "orders", requestedGeneration: 4n },
      ]);
      const [look] = work;
      const waitMs = (look?.nextRunAt?.getTime() ?? 0) - (look?.createdAt.getTime() ?? 0);
      expect(waitMs).toBeGreaterThan(2000);
      const { changedInShopifyAt } = await test.app.db.listing.findFirstOrThrow({ where: { id } });
      // The last one did not say when: it counts as of now.
      expect(changedInShopifyAt?.getTime()).toBeGreaterThan(look?.createdAt.getTime() ?? 0);
    });

    it("keeps the newest time it was reported, in whatever order the webhooks come", async () => {
      const { id } = await list(shopId);
      for (const hour of ["10", "12", "11"]) await changed(`2026-11-21T${hour}:00:00Z`);
      const { changedInShopifyAt } = await test.app.db.listing.findFirstOrThrow({ where: { id } });
      expect(changedInShopifyAt).toEqual(new Date("2026-11-21T12:00:00Z"));
    });

    it("leaves nothing without a good signature, or without an id", async () => {
      await list(shopId);
      const invalidDelivery = await deliver("products/update", { id: 7 }, { secret: "forged" });
      expect(invalidDelivery.status).toBe(401);
      expect((await deliver("products/update", {})).status).toBe(400);
      expect(await rows()).toEqual({ deliveries: [], work: [] });
    });
  });

  it("stores carts/update as ignored", async () => {
    expect((await deliver("carts/update", { id: 1 })).status).toBe(200);
    const { deliveries, work } = await rows();
    expect(deliveries).toMatchObject([{ ignored: "unknown_topic" }]);
    expect(work).toEqual([]);
  });

  it("keeps one receipt of a shop it does not know", async () => {
    const headers = { "x-shopify-shop-domain": "gone.myshopify.com", "x-shopify-webhook-id": "one" };
    const payload = { shop_domain: "gone.myshopify.com" };
    for (const _ of [1, 2]) expect((await deliver("shop/redact", payload, { headers })).status).toBe(200);
    const { deliveries, work } = await rows();
    expect(deliveries).toMatchObject([
      { shopId: null, shopDomain: "gone.myshopify.com", ignored: "unknown_shop" },
    ]);
    expect(work).toEqual([]);
  });

  it("accepts the new and the old secret while they rotate", async () => {
    expect((await deliver("orders/updated", order, { secret: "the-new-secret" })).status).toBe(200);
    expect((await deliver("orders/updated", order, { secret: shopifySecret })).status).toBe(200);
  });

  it.each([
    ["another secret", 401, { secret: "forged" }],
    ["no signature", 401, { headers: { "x-shopify-hmac-sha256": "" } }],
    ["a short signature", 401, { headers: { "x-shopify-hmac-sha256": "YWJj" } }],
    ["a signature in hex", 401, { headers: { "x-shopify-hmac-sha256": "a".repeat(64) } }],
    ["no topic", 400, { headers: { "x-shopify-topic": "" } }],
    ["a shop that is none", 400, { headers: { "x-shopify-shop-domain": "example.com" } }],
    ["no delivery id", 400, { headers: { "x-shopify-webhook-id": "" } }],
  ])("refuses %s and stores nothing", async (_what, status, options) => {
    expect((await deliver("orders/updated", order, options)).status).toBe(status);
    expect(await rows()).toEqual({ deliveries: [], work: [] });
  });

  it.each([
    ["text that is no JSON", "not json"],
    ["a list", "[]"],
    ["broken UTF-8", "\\ud800".replace("\\ud800", Buffer.from([0x7b, 0xff, 0x7d]).toString("latin1"))],
    ["an order without an id", "{}"],
    ["lists nested without end", "[".repeat(60_000)],
  ])("refuses %s under a good signature and stores nothing", async (_what, payload) => {
    expect((await deliver("orders/updated", payload)).status).toBe(400);
    expect(await rows()).toEqual({ deliveries: [], work: [] });
  });

  it("refuses a body that names another shop than the header", async () => {
    expect((await deliver("shop/redact", { shop_domain: "other.myshopify.com" })).status).toBe(400);
    expect(await rows()).toEqual({ deliveries: [], work: [] });
  });

  it("refuses a body over the limit before it has all come", async () => {
    const delivery = buildShopifyDelivery(
      test.web.url,
      "orders/updated",
      `{"id":1,"x":"${"a".repeat(3_000_000)}"}`,
    );
    expect((await send(delivery).catch(() => ({ status: 413 }))).status).toBe(413);
    expect(await rows()).toEqual({ deliveries: [], work: [] });
  });

  it("answers POST only", async () => {
    const response = await send(buildShopifyDelivery(test.web.url, "orders/updated", order), "GET");
    expect([response.status, response.headers.get("allow")]).toEqual([405, "POST"]);
  });
});

describe("the fulfillment service's callback", () => {
  const post = (headers: Record<string, string>) =>
    fetch(`${test.web.url}/webhooks/shopify/fulfillment-service/fulfillment_order_notification`, {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: '{"kind":"FULFILLMENT_REQUEST"}',
    });

  it("has the shop's requests looked at", async () => {
    expect((await post({ "x-shopify-shop-domain": "karwan-demo.myshopify.com" })).status).toBe(200);
    expect((await rows()).work).toMatchObject([
      { shopId, kind: "orders.reconcileAssigned", subject: "shop" },
    ]);
  });

  const unsigned = { "x-shopify-shop-domain": "karwan-demo.myshopify.com" };
  const postSigned = () => {
    const signature = createHmac("sha256", shopifySecret).update('{"kind":"FULFILLMENT_REQUEST"}');
    return post({ ...unsigned, "x-shopify-hmac-sha256": signature.digest("base64") });
  };
  /** When the one look is due, counted from when it was first asked for. */
  const lookMs = async () => {
    const [look] = (await rows()).work;
    return (look?.nextRunAt?.getTime() ?? 0) - (look?.createdAt.getTime() ?? 0);
  };

  it("gathers a stream of them into one look a few seconds after the first", async () => {
    await postSigned();
    const firstMs = await lookMs();
    expect(firstMs).toBeGreaterThan(4000);
    expect(firstMs).toBeLessThan(6000);
    for (let sent = 0; sent < 20; sent += 1) await postSigned();
    expect((await rows()).work).toMatchObject([
      { kind: "orders.reconcileAssigned", requestedGeneration: 21n },
    ]);
    expect(await lookMs()).toBe(firstMs);
  });

  it("gathers what nobody signed, so that strangers cannot make us ask Shopify all the time", async () => {
    for (let sent = 0; sent < 20; sent += 1) await post(unsigned);
    const gatheredMs = await lookMs();
    expect(gatheredMs).toBeGreaterThan(8000);
    await postSigned();
    expect(await lookMs()).toBeLessThan(gatheredMs);
  });

  it("refuses a wrong signature and passes over an unknown shop", async () => {
    const wrong = { "x-shopify-hmac-sha256": "YWJj", "x-shopify-shop-domain": "karwan-demo.myshopify.com" };
    expect((await post(wrong)).status).toBe(401);
    expect((await post({ "x-shopify-shop-domain": "gone.myshopify.com" })).status).toBe(200);
    expect((await rows()).work).toEqual([]);
  });
});
