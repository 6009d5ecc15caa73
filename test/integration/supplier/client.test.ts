import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { onlyVariantOf } from "#app/supplier/catalog.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { listAll } from "#app/supplier/pages.ts";
import {
  DEMO_LIVE_KEY_ID,
  DEMO_LIVE_SECRET,
  DEMO_TEST_KEY_ID,
  DEMO_TEST_SECRET,
} from "#test/standins/supplier/defaults.ts";
import { type SupplierStandin, startSupplierStandin } from "#test/standins/supplier/server.ts";
import { asId } from "#test/support/as-id.ts";
import { buildClient } from "./local-service.ts";

describe.each(["plain", "sparse", "contrary"] as const)(
  "the client, where the document is silent: %s",
  (preset) => {
    let standin: SupplierStandin;
    let live: SupplierClient;
    let test: SupplierClient;

    beforeEach(async () => {
      standin = await startSupplierStandin({ preset, tickEveryMs: 0, catalogCacheSeconds: 0 });
      live = buildClient(standin.baseUrl, { keyId: DEMO_LIVE_KEY_ID, secret: DEMO_LIVE_SECRET }).client;
      test = buildClient(standin.baseUrl, { keyId: DEMO_TEST_KEY_ID, secret: DEMO_TEST_SECRET }).client;
    });
    afterEach(() => standin.close());

    const cooker = async (client: SupplierClient) => {
      const found = await listAll(
        (cursor) => client.listProducts({ search: "Pressure Cooker Gasket", cursor }),
        { maxPages: 3 },
      );
      const product = await client.getProduct(asId(found[0]?.id ?? ""));
      return { product, variantId: product.variants?.[0]?.id ?? onlyVariantOf(product.id) };
    };

    const bodyFor = (variantId: string, overrides: Record<string, unknown> = {}) =>
      JSON.stringify({
        externalOrderId: "77-1001",
        paymentMode: "COD",
        customer: { name: "Ayesha", phone: "+923001234567", address: "House 1, Street 2", city: "Lahore" },
        items: [{ variantId, quantity: 1, resalePrice: 1600 }],
        shippingCharged: 200,
        ...overrides,
      });

    it("says whose key it is and what the account's day looks like", async () => {
      expect(await live.getMe()).toMatchObject({ mode: "live", reseller: { id: "rsl_demo" } });
      expect(await test.getMe()).toMatchObject({ mode: "test" });
      expect(live.lastQuota()).toMatchObject({ limit: 5000 });
    });

    it("walks the whole catalog page by page", async () => {
      const products = await listAll((cursor) => live.listProducts({ limit: 25, cursor }), { maxPages: 10 });
      expect(products.length).toBeGreaterThan(50);
      expect(new Set(products.map((product) => product.id)).size).toBe(products.length);
      expect((await live.listCategories())[0]?.children.length).toBeGreaterThan(0);
    });

    it("reads a product, its stock, and what shipping costs", async () => {
      const { product, variantId } = await cooker(live);
      expect(product.variants?.[0]).toMatchObject({ wholesalePrice: 1000, minResalePrice: 1200 });
      expect(await live.getInventory([variantId, asId("unknown")])).toMatchObject([
        { variantId, available: true },
        { variantId: "unknown", available: false },
      ]);
      const quote = await live.quoteShipping({ city: "Lahore", items: [{ variantId, quantity: 1 }] });
      expect(quote).toMatchObject({ shippingCost: 200, returnShippingCost: 150, rtoReserve: 350 });
    });

    it("imports, lists, reports and deletes", async () => {
      const { product, variantId } = await cooker(live);
      const mapping = { variantId, externalVariantId: "gid://shopify/ProductVariant/1" };
      const [imported] = await live.importProducts([{ productId: product.id, variants: [mapping] }]);
      expect(imported).toMatchObject({ productId: product.id, syncStatus: "ok" });
      const importId = imported?.id ?? "";
      await live.reportSyncResult(importId, { status: "failed", error: "No such variant" });
      expect((await live.listImports({ status: "failed" })).data.map((each) => each.id)).toEqual([importId]);
      await live.deleteImport(importId);
      await expect(live.deleteImport(importId)).rejects.toMatchObject({
        code: "not_found",
        kind: "definite",
      });
    });

    it("places an order, replays it, and finds it again", async () => {
      const { variantId } = await cooker(live);
      const bodyBytes = bodyFor(variantId);
      const placed = await live.createOrder({ idempotencyKey: "k1", bodyBytes });
      expect(placed).toMatchObject({ codAmount: 1800, replayed: false });
      expect(placed.parcels).toHaveLength(1);
      expect(await live.createOrder({ idempotencyKey: "k1", bodyBytes })).toMatchObject({
        id: placed.id,
        replayed: true,
      });
      const found = await live.listOrders({ externalOrderId: asId("77-1001") });
      expect(found.data.map((order) => order.id)).toEqual(placed.parcels.map((parcel) => parcel.id));
      const parcelId = found.data[0]?.id ?? "";
      expect(await live.getOrder(asId(parcelId))).toMatchObject({ codAmount: 1800, wholesaleTotal: 1000 });
      expect(await live.getTracking(asId(parcelId))).toMatchObject({ amountToCollect: 1800 });
    });

    it("tells a duplicate, a reused key and a price too low apart", async () => {
      const { variantId } = await cooker(live);
      await live.createOrder({ idempotencyKey: "k1", bodyBytes: bodyFor(variantId) });
      const cases = [
        ["k2", bodyFor(variantId), "duplicate_order"],
        ["k1", bodyFor(variantId, { notes: "Ring twice" }), "idempotency_key_reused"],
        [
          "k3",
          bodyFor(variantId, {
            externalOrderId: "77-1002",
            items: [{ variantId, quantity: 1, resalePrice: 900 }],
          }),
          "price_below_minimum",
        ],
      ] as const;
      for (const [idempotencyKey, bodyBytes, code] of cases) {
        await expect(live.createOrder({ idempotencyKey, bodyBytes })).rejects.toMatchObject({
          code,
          kind: "definite",
        });
      }
    });

    it("settles a placement whose answer was cut off by sending the same bytes", async () => {
      const { variantId } = await cooker(live);
      const bodyBytes = bodyFor(variantId);
      await standin.control.armFault({ kind: "cut", when: "after", method: "POST", path: "/orders" });
      const first = live.createOrder({ idempotencyKey: "k1", bodyBytes });
      await expect(first).rejects.toMatchObject({ kind: "unknown_outcome" });
      expect(await live.createOrder({ idempotencyKey: "k1", bodyBytes })).toMatchObject({ replayed: true });
      expect((await standin.control.audit()).postsPerExternalOrderId).toEqual({ "77-1001": 2 });
    });

    it("cancels once, and pays only what waits", async () => {
      const { variantId } = await cooker(live);
      const { parcels } = await live.createOrder({ idempotencyKey: "k1", bodyBytes: bodyFor(variantId) });
      const parcelId = parcels[0]?.id ?? "";
      await expect(live.payOrder(asId(parcelId))).rejects.toMatchObject({ code: "order_not_payable" });
      expect(await live.cancelOrder(asId(parcelId), "Changed her mind")).toMatchObject({
        status: "CANCELLED",
      });
      await expect(live.getOrder(asId("nobody"))).rejects.toMatchObject({ code: "not_found" });
    });

    it("simulates in test mode only", async () => {
      const { variantId } = await cooker(test);
      const { parcels } = await test.createOrder({ idempotencyKey: "k1", bodyBytes: bodyFor(variantId) });
      expect(await test.simulateOrder(asId(parcels[0]?.id ?? ""), "SHIPPED")).toMatchObject({
        status: "SHIPPED",
      });
      const { parcels: real } = await live.createOrder({
        idempotencyKey: "k2",
        bodyBytes: bodyFor((await cooker(live)).variantId, { externalOrderId: "77-2" }),
      });
      await expect(live.simulateOrder(asId(real[0]?.id ?? ""), "SHIPPED")).rejects.toMatchObject({
        code: "test_mode_only",
      });
    });

    it("reads the wallet and its ledger", async () => {
      expect(await live.getWallet()).toMatchObject({ available: 50_000, heldDeposit: 2000, currency: "PKR" });
      const ledger = await live.listTransactions({ limit: 1 });
      expect(ledger).toMatchObject({ unreadable: 0, data: [{ amount: expect.any(Number) }] });
    });

    it("sets webhooks, asks for a sample and reads the log", async () => {
      const secret = "a-secret-of-forty-characters-for-testing";
      const url = "https://karwan.example/webhooks/supplier/token";
      expect(await live.putWebhooks({ url, events: [], secret })).toMatchObject({ url, hasSecret: true });
      expect((await live.getWebhooks()).secret ?? null).toBeNull();
      await expect(live.putWebhooks({ url: "http://karwan.example/x", events: [] })).rejects.toMatchObject({
        code: "webhook_url_invalid",
        kind: "definite",
      });
      await live.testWebhooks();
      await standin.control.settle();
      expect((await live.listDeliveries()).data).toHaveLength(1);
    });

    it("ends a connection for every key of the integration", async () => {
      await live.disconnect();
      await expect(live.getMe()).rejects.toMatchObject({ code: "invalid_key", kind: "connection" });
      await expect(test.getMe()).rejects.toMatchObject({ code: "invalid_key" });
    });
  },
);
