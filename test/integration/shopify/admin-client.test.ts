import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { getOrderForPlacement } from "#app/shopify/operations/orders/get-order-for-placement.ts";
import { listOrdersUpdated } from "#app/shopify/operations/orders/list-orders-updated.ts";
import { getShop } from "#app/shopify/operations/shop/get-shop.ts";
import { offlineRowId, offlineSessionId, sealTokens } from "#app/shopify/session-rows.server.ts";
import { createShopifyAdmin } from "#app/shopify/shopify-admin.server.ts";
import { asId } from "#test/support/as-id.ts";
import { DEMO_SHOP, type ShopifySide, startShopifySide } from "./harness.ts";

let side: ShopifySide;
let ctx: Awaited<ReturnType<ShopifySide["openShop"]>>;

beforeAll(async () => {
  side = await startShopifySide();
  ctx = await side.openShop();
});
afterAll(() => side.stop());
beforeEach(() => {
  side.standin.control.faults({ clear: true });
  side.standin.control.requests({ clear: true });
});

describe("a revoked access token", () => {
  it("is replaced by one refresh, and the call goes through", async () => {
    const session = await side.sessionStorage.loadSession(offlineSessionId(DEMO_SHOP));
    const id = offlineRowId(ctx.shop.id);
    const revoked = { accessToken: "revoked", refreshToken: session?.refreshToken ?? null };
    await side.db.shopifySession.update({ where: { id }, data: sealTokens(side.crypto, id, revoked) });
    const shops = await Promise.all([getShop(ctx.admin), getShop(ctx.admin), getShop(ctx.admin)]);
    expect(shops.map(({ domain }) => domain)).toEqual([DEMO_SHOP, DEMO_SHOP, DEMO_SHOP]);
    expect(side.tokenRequests()).toHaveLength(1);
  });
});

describe("a small query budget", () => {
  it("is shared by parallel calls, which wait their turn instead of failing", async () => {
    side.standin.control.createShop({
      domain: "small.myshopify.com",
      bucket: { maximum: 200, restorePerSecond: 2000 },
    });
    const { shop } = await side.openShop("small.myshopify.com");
    const admin = createShopifyAdmin({ ...side }).clientFor(shop);
    const missing = "gid://shopify/Order/1";
    const orders = await Promise.all(
      Array.from({ length: 5 }, () => getOrderForPlacement(admin, asId(missing))),
    );
    expect(orders).toEqual([null, null, null, null, null]);
    const throttled = side.standin.control.requests().filter(({ errors }) => errors.includes("THROTTLED"));
    expect(throttled.length).toBeLessThanOrEqual(5);
  });

  it("outlasts Shopify's own throttling", async () => {
    side.standin.control.faults({ requests: [{ kind: "throttled", times: 2 }] });
    await expect(getShop(ctx.admin)).resolves.toMatchObject({ domain: DEMO_SHOP });
  });
});

describe("a missing scope", () => {
  it("is told apart from a missing token", async () => {
    side.standin.control.createShop({ domain: "narrow.myshopify.com", scopes: ["read_products"] });
    const narrow = await side.openShop("narrow.myshopify.com");
    await expect(listOrdersUpdated(narrow.admin, { since: new Date(0) })).rejects.toMatchObject({
      kind: "access_denied",
      operation: "OrdersUpdated",
    });
  });
});

describe("orders older than sixty days", () => {
  it("read as null, which says nothing about their being deleted", async () => {
    const createdAt = new Date(Date.now() - 61 * 86_400_000).toISOString();
    const own = side.standin.control.addOwnProduct();
    const { id } = side.standin.control.placeOrder({
      lines: [{ variantId: own.variantId, quantity: 1 }],
      createdAt,
    });
    await expect(getOrderForPlacement(ctx.admin, asId(id))).resolves.toBeNull();
  });
});
