import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createShopContext } from "#app/domain/context/shop-context.server.ts";
import { installShop } from "#app/domain/shops/install-shop.server.ts";
import { reconcileInstallState } from "#app/domain/shops/shop-life.server.ts";
import { ShopifyError } from "#app/shopify/errors.ts";
import { REQUIRED_SCOPES } from "#app/shopify/scopes.ts";
import { type SweepingShop, startSweepingShop } from "#test/integration/sweeps/sweeping-shop.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { asId } from "#test/support/as-id.ts";

let shop: SweepingShop;

beforeAll(async () => {
  shop = await startSweepingShop();
  // Session tokens live for a minute: Shopify has to catch up with us.
  shop.shopify.control.clock({ advance: { minutes: 5 } });
});
afterAll(() => shop?.close());

/** The shop is installed, and nothing is missing or to be done, whatever the test before left of it. */
beforeEach(async () => {
  const { control } = shop.shopify;
  await shop.supplier.control.clearFaults();
  control.setShop({ status: "active" });
  control.reinstall({ shop: DEMO_SHOP, scopes: REQUIRED_SCOPES });
  await open(DEMO_SHOP);
  const locationId = (await row()).locationGid ?? "";
  control.setLocation({ locationId, isActive: true });
  control.setShipsFrom({ locationId, ships: true });
  await control.settle();
  await shop.sweep("shop_life");
  await untilIssues([]);
  await untilShopRests();
  await untilStockedHere();
});

const row = async () => (await shop.context()).shop;
const cooker = () => ({ lines: [shop.line("cooker", 1600)] });
const becomes = (state: string) =>
  shop.soon(`the shop to be ${state}`, async () => (await row()).state === state);
/** A look at the shop that is still due would see to what a test is about to do by itself. */
const untilShopRests = () =>
  shop.soon("the shop's work to rest", async () => {
    const kinds = ["shop.reconcile", "catalog.restock", "orders.reconcileOpen", "orders.reconcileWaiting"];
    const where = { shopId: shop.shopId, kind: { in: [...kinds, "orders.reconcileAssigned"] } };
    const rows = await shop.app.db.work.findMany({ where });
    return rows.every(({ leaseToken, nextRunAt }) => leaseToken === null && nextRunAt === null);
  });
/** What is sold where we have none goes to another location, and is no order of ours. */
const untilStockedHere = () =>
  shop.soon("the product to be stocked at our location", async () => {
    const { locationGid } = await row();
    const levels = shop.shopify.control.state().products[0]?.variants[0]?.levels ?? [];
    return levels.some((level) => level.locationId === locationGid && level.isActive && level.available > 0);
  });
const findIssues = () =>
  shop.app.db.attention.findMany({ where: { shopId: shop.shopId, thing: "shop", resolvedAt: null } });
const issues = async () => (await findIssues()).map(({ code }) => code);
const untilIssues = (codes: readonly string[]) =>
  shop.soon(`the needs to be ${codes.join(", ")}`, async () => (await issues()).join() === codes.join());

describe.each(["frozen", "locked", "gone"] as const)("a shop that is %s", (status) => {
  it("is paused by the first call that meets it, and comes back by the daily look", async () => {
    const placed = await shop.buy(cooker());
    shop.shopify.control.setShop({ status });
    await shop.wake(placed.orderGid);
    await becomes("unavailable");
    expect(await shop.sweep("shop_life")).toMatchObject({ mended: 0 });
    expect((await row()).state).toBe("unavailable");
    shop.shopify.control.setShop({ status: "active" });
    expect(await shop.sweep("shop_life")).toMatchObject({ mended: 1 });
    expect((await row()).state).toBe("installed");
    const woken = await shop.soon("the order to be looked at again", async () => {
      const found = await shop.findOrder(placed.orderGid);
      return found?.readAt && placed.readAt && found.readAt > placed.readAt && found;
    });
    expect(woken).toMatchObject({ state: "placed" });
  });
});

describe("what is ours in a shop", () => {
  it("is made again when the location was deleted, and the products are stocked there again", async () => {
    const before = (await row()).locationGid;
    // Else its webhook may have it made again first.
    shop.shopify.control.faults({ webhooks: [{ kind: "lost", topic: "locations/delete", times: 1 }] });
    shop.shopify.control.deleteService({ shop: DEMO_SHOP });
    expect(await shop.sweep("shop_life")).toMatchObject({ mended: 1 });
    expect((await row()).locationGid).not.toBe(before);
    await untilStockedHere();
    expect((await shop.buy(cooker())).state).toBe("placed");
  });

  it("is asked for in Shopify when the location was deactivated, until it is active", async () => {
    const locationId = (await row()).locationGid ?? "";
    shop.shopify.control.setLocation({ locationId, isActive: false });
    await untilIssues(["location_inactive"]);
    shop.shopify.control.setLocation({ locationId, isActive: true });
    await untilIssues([]);
  });

  it("is told when a permission is lost, with the page that grants it, until it is granted", async () => {
    shop.shopify.control.setScopes({ scopes: REQUIRED_SCOPES.filter((scope) => scope !== "read_shipping") });
    await untilIssues(["missing_scope"]);
    const [issue] = await findIssues();
    expect(issue?.params).toMatchObject({
      scopes: "read_shipping",
      page: expect.stringMatching(/^oauth\/install\?client_id=/),
    });
    shop.shopify.control.setScopes({ scopes: REQUIRED_SCOPES });
    await untilIssues([]);
  });

  it("is told when no rate ships from our location any more (R45)", async () => {
    const locationId = (await row()).locationGid ?? "";
    shop.shopify.control.setShipsFrom({ locationId, ships: false });
    await shop.sweep("shop_life");
    expect(await issues()).toEqual(["not_shippable"]);
    shop.shopify.control.setShipsFrom({ locationId, ships: true });
    await shop.sweep("shop_life");
    expect(await issues()).toEqual([]);
  });

  it("holds an order that may not be read, for the permission that is missing", async () => {
    const placed = await shop.buy(cooker());
    const scopes = REQUIRED_SCOPES.filter((scope) => !/_orders$/.test(scope) || /fulfillment/.test(scope));
    shop.shopify.control.setScopes({ scopes });
    await shop.wake(placed.orderGid);
    await shop.soon("the order to say so", async () =>
      (await shop.openCodes(placed)).includes("missing_scope"),
    );
    await untilIssues(["missing_scope"]);
    shop.shopify.control.setScopes({ scopes: REQUIRED_SCOPES });
    await shop.soon("the order to go on", async () => (await shop.openCodes(placed)).length === 0);
  });

  it("keeps its rows under another domain, whatever was begun under the one before", async () => {
    const begunBefore = await shop.context();
    const { id, gid } = begunBefore.shop;
    shop.shopify.control.renameShop({ shop: DEMO_SHOP, domain: "karwan-renamed.myshopify.com" });
    await open("karwan-renamed.myshopify.com");
    const found = await reconcileInstallState(begunBefore);
    const rows = await shop.app.db.shop.findMany();
    const tokens = await shop.app.db.shopifySession.count({ where: { shopId: id } });
    shop.shopify.control.renameShop({ shop: "karwan-renamed.myshopify.com", domain: DEMO_SHOP });
    await open(DEMO_SHOP);
    expect({ found, tokens }).toEqual({ found: "installed", tokens: 1 });
    expect(rows).toMatchObject([{ id, gid, domain: "karwan-renamed.myshopify.com", state: "installed" }]);
  });

  it("comes back from the shop's own location, where Shopify moved it, without selling it twice", async () => {
    shop.shopify.control.faults({ webhooks: [{ kind: "lost", topic: "locations/delete", times: 1 }] });
    shop.shopify.control.deleteService({ shop: DEMO_SHOP, movesStock: true });
    const [variant] = shop.shopify.control.state().products[0]?.variants ?? [];
    const own = variant?.levels.find(({ available }) => available > 0)?.locationId;
    shop.shopify.control.setSku({ variantId: variant?.id ?? "", sku: null });
    // Sold from there meanwhile: Shopify keeps what is committed at its location.
    shop.shopify.control.placeOrder({
      lines: [{ variantId: variant?.id ?? "", quantity: 2 }],
      shipping: 200,
    });
    expect(await shop.sweep("shop_life")).toMatchObject({ mended: 1 });
    const { locationGid } = await row();
    expect(own).not.toBe(locationGid);
    const levels = () => shop.shopify.control.state().products[0]?.variants[0]?.levels ?? [];
    await shop.soon("the product to be stocked at our location alone", async () => {
      const there = levels().filter(({ isActive, available }) => isActive && available > 0);
      return there.length === 1 && there[0]?.locationId === locationGid;
    });
    const listing = await shop.app.db.listing.findFirstOrThrow({
      where: { supplierProductId: asId("prd_cooker") },
    });
    // Stock may be written before its import has begun: what only that does tells that it was.
    const sku = () => shop.shopify.control.state().products[0]?.variants[0]?.sku;
    await shop.soon("its import to end", async () => {
      const { state } = await shop.app.db.listing.findUniqueOrThrow({ where: { id: listing.id } });
      return state === "ready" && sku();
    });
    expect(levels().find(({ locationId }) => locationId === own)).toMatchObject({ available: 0 });
    expect(sku()).toMatch(/^KW-/);
  });
});

describe("a token that cannot be renewed any more", () => {
  const asked = async () => {
    const ctx = await shop.context();
    const run = () => Promise.reject(new ShopifyError("token_dead", "It expired"));
    return { ...ctx, admin: { ...ctx.admin, run } };
  };

  it("pauses the shop, keeps what is ours, and ends when the app is opened", async () => {
    const { installNumber } = await row();
    expect(await reconcileInstallState(await asked())).toBe("unavailable");
    expect(await row()).toMatchObject({ state: "unavailable", uninstalledAt: null });
    expect(await shop.app.db.shopifySession.count({ where: { isOnline: false } })).toBe(1);
    await open(DEMO_SHOP);
    expect(await row()).toMatchObject({ state: "installed", installNumber });
  });
});

describe("a permission that is lost while an order is to be marked as paid", () => {
  it("is what the order says, with its button, until it is granted", async () => {
    const placed = await shop.buy(cooker());
    shop.shopify.control.setScopes({ scopes: REQUIRED_SCOPES.filter((scope) => scope !== "write_orders") });
    await untilIssues(["missing_scope"]);
    for (const { id } of await shop.atService(placed)) {
      await shop.supplier.control.moveParcel({ id, status: "SHIPPED" });
      await shop.supplier.control.moveParcel({ id, status: "DELIVERED" });
    }
    await shop.soon("the order to say so", async () =>
      (await shop.openCodes(placed)).includes("missing_scope"),
    );
    expect(await shop.openCodes(placed)).not.toContain("shopify_refused");
    shop.shopify.control.setScopes({ scopes: REQUIRED_SCOPES });
    await untilIssues([]);
    await shop.soon(
      "the order to be paid",
      async () => (await shop.findOrder(placed.orderGid))?.markedPaidAt,
    );
    await shop.soon("nothing to be missing", async () => (await shop.openCodes(placed)).length === 0);
  });
});

describe("a shop that leaves in the middle of a placing", () => {
  it("has the placing settled at the service, sends nothing new, and hears nothing more", async () => {
    const lost = { kind: "cut", when: "after", path: "/orders", times: 100 } as const;
    await shop.supplier.control.armFault({ ...lost, method: "POST" });
    // What became of it stays unknown until the shop has left, however slow the machine is.
    await shop.supplier.control.armFault({ ...lost, method: "GET" });
    await shop.supplier.control.armFault({ kind: "webhook_lost", times: 100 });
    const { gid } = await shop.place(cooker());
    await shop.soon("the outcome to be unknown", async () => {
      const found = await shop.findOrder(gid);
      return found?.handoffs[0]?.state === "sending" && (found.handoffs[0].attempts[0]?.sends ?? 0) > 0;
    });
    await leave();
    await shop.supplier.control.clearFaults();
    await shop.wake(gid);
    await shop.soon("the placing to be settled", async () => {
      const found = await shop.findOrder(gid);
      return found?.handoffs[0]?.state === "placed";
    });
    const { orders, webhooks } = await shop.supplier.control.audit();
    const found = await shop.findOrder(gid);
    expect(
      orders.filter(({ externalOrderId }) => externalOrderId === found?.handoffs[0]?.externalOrderId),
    ).toHaveLength(1);
    expect(webhooks.filter(({ url }) => url !== null)).toEqual([]);
    expect(await shop.app.db.shopifySession.count()).toBe(0);
  });

  it("is heard again and goes on under the next install number when it comes back", async () => {
    const { installNumber } = await row();
    await leave();
    await untilDelivered(false);
    shop.shopify.control.reinstall({ shop: DEMO_SHOP });
    await open(DEMO_SHOP);
    expect(await row()).toMatchObject({ state: "installed", installNumber: installNumber + 1 });
    await untilDelivered(true);
  });

  it("is heard again, and its orders looked at, whoever notices its return first", async () => {
    const { installNumber } = await row();
    const before = await shop.buy(cooker());
    await leave();
    await untilDelivered(false);
    shop.shopify.control.reinstall({ shop: DEMO_SHOP });
    await authenticate(DEMO_SHOP);
    await shop.app.wake([{ shopId: shop.shopId, kind: "shop.reconcile", subject: "shop" }]);
    await becomes("installed");
    expect(await row()).toMatchObject({ installNumber: installNumber + 1 });
    await untilDelivered(true);
    await shop.soon("the order to be looked at again", async () => {
      const found = await shop.findOrder(before.orderGid);
      return found?.readAt && before.readAt && found.readAt > before.readAt;
    });
  });
});

const untilDelivered = (isReceived: boolean) =>
  shop.soon(`the service's events to be ${isReceived ? "registered" : "stopped"}`, async () => {
    const { webhooks } = await shop.supplier.control.audit();
    return webhooks.some(({ url }) => url !== null) === isReceived;
  });

async function leave(): Promise<void> {
  shop.shopify.control.uninstall({ shop: DEMO_SHOP });
  await becomes("uninstalled");
}

/** A merchant opens the app: a token is exchanged, and set-up looked at. */
async function open(domain: string): Promise<void> {
  await authenticate(domain);
  const { app } = shop;
  const opened = await app.db.shop.findUniqueOrThrow({ where: { domain } });
  await installShop(await createShopContext(app, opened.id), { appUrl: app.env.SHOPIFY_APP_URL });
}

async function authenticate(domain: string): Promise<void> {
  const token = shop.shopify.control.sessionToken({ shop: domain, userId: 1 });
  const headers = { authorization: `Bearer ${token}`, "user-agent": "Mozilla/5.0 Chrome/153.0" };
  await shop.app.shopify.authenticateAdmin(new Request(`${shop.app.env.SHOPIFY_APP_URL}/`, { headers }));
}
