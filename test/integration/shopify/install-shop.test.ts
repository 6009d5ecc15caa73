import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { recordComplianceRequest } from "#app/domain/privacy/record-compliance-request.server.ts";
import { installShop } from "#app/domain/shops/install-shop.server.ts";
import { reconcileInstallState } from "#app/domain/shops/shop-life.server.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { listFulfillmentServices } from "#app/shopify/operations/fulfillment/list-fulfillment-services.ts";
import { REQUIRED_SCOPES } from "#app/shopify/scopes.ts";
import { APP_URL, DEMO_SHOP, type ShopifySide, startShopifySide } from "./harness.ts";

let side: ShopifySide;

beforeEach(async () => {
  side = await startShopifySide();
});
afterEach(() => side.stop());

const input = { appUrl: APP_URL };

describe("installing a shop", () => {
  it("writes the shop's facts, makes a fulfillment service and is ready to deliver", async () => {
    const ctx = await side.openShop();
    const report = await installShop(ctx, input);
    expect(report).toMatchObject({
      shopId: ctx.shop.id,
      deliveryReady: true,
      missingScopes: [],
      reinstalled: false,
    });
    expect(report.checklist.map(({ step, outcome }) => `${step} ${outcome}`)).toEqual([
      "shop done",
      "scopes done",
      "location done",
      "metafields done",
      "delivery done",
    ]);
    const [service] = await listFulfillmentServices(ctx.admin);
    expect(service).toMatchObject({
      name: "Karwan",
      callbackUrl: `${APP_URL}/webhooks/shopify/fulfillment-service`,
      locationActive: true,
    });
    await expect(side.db.shop.findUniqueOrThrow({ where: { id: ctx.shop.id } })).resolves.toMatchObject({
      gid: expect.stringMatching(/^gid:\/\/shopify\/Shop\/\d+$/),
      name: "Karwan Demo",
      currency: "PKR",
      timezone: "Asia/Karachi",
      fulfillmentServiceGid: service?.id,
      locationGid: service?.locationId,
      deliveryReady: true,
      installNumber: 1,
    });
  });

  it("changes nothing when it is run again, or twice at once", async () => {
    const ctx = await side.openShop();
    await Promise.all([installShop(ctx, input), installShop(ctx, input)]);
    const shop = await side.db.shop.findUniqueOrThrow({ where: { id: ctx.shop.id } });
    const again = await installShop({ ...ctx, shop }, input);
    expect(again).toMatchObject({ locationChanged: false, reinstalled: false });
    expect(await listFulfillmentServices(ctx.admin)).toHaveLength(1);
  });

  it("finds the service it made when Shopify's answer was lost", async () => {
    const ctx = await side.openShop();
    side.standin.control.faults({ requests: [{ kind: "cut_after", field: "fulfillmentServiceCreate" }] });
    await installShop(ctx, input);
    expect(await listFulfillmentServices(ctx.admin)).toHaveLength(1);
  });

  it("corrects the callback address after the app moved", async () => {
    const ctx = await side.openShop();
    await installShop(ctx, input);
    const shop = await side.db.shop.findUniqueOrThrow({ where: { id: ctx.shop.id } });
    // The stand-in knows the app by its old address only.
    side.standin.control.rules({ set: { callback_url_of_app: false } });
    const report = await installShop({ ...ctx, shop }, { appUrl: "http://localhost:4000" });
    expect(report.locationChanged).toBe(false);
    const [service, ...others] = await listFulfillmentServices(ctx.admin);
    expect(service?.callbackUrl).toBe("http://localhost:4000/webhooks/shopify/fulfillment-service");
    expect(others).toEqual([]);
  });

  it("says what to fix when no rate covers Pakistan from our location", async () => {
    side.standin.control.createShop({ domain: "nowhere.myshopify.com", shipsFromNewLocations: false });
    const report = await installShop(await side.openShop("nowhere.myshopify.com"), input);
    expect(report.deliveryReady).toBe(false);
    expect(report.checklist.at(-1)).toEqual({
      step: "delivery",
      outcome: "needs_merchant",
      fix: {
        sentence: expect.stringMatching(/Add the location to a shipping profile/),
        url: "https://admin.shopify.com/store/nowhere/settings/shipping",
      },
    });
  });

  it("does not know about delivery without the scope for it, and says which scope is missing", async () => {
    const scopes = REQUIRED_SCOPES.filter((scope) => scope !== "read_shipping");
    side.standin.control.createShop({ domain: "shy.myshopify.com", scopes });
    const report = await installShop(await side.openShop("shy.myshopify.com"), input);
    expect(report).toMatchObject({ deliveryReady: null, missingScopes: ["read_shipping"] });
  });

  it("keeps the row of a shop that was renamed", async () => {
    const before = await side.openShop();
    await installShop(before, input);
    side.standin.control.renameShop({ domain: "karwan-new.myshopify.com" });
    const renamed = await side.openShop("karwan-new.myshopify.com");
    expect(renamed.shop.id).not.toBe(before.shop.id);
    await side.db.work.create({ data: { shopId: renamed.shop.id, kind: "order.reconcile", subject: "1" } });
    const report = await installShop(renamed, input);
    expect(report).toMatchObject({ shopId: before.shop.id, locationChanged: false });
    const shops = await side.db.shop.findMany({ include: { work: true, sessions: true } });
    expect(shops).toMatchObject([
      {
        id: before.shop.id,
        domain: "karwan-new.myshopify.com",
        work: [{ subject: "1" }],
        sessions: [{ isOnline: false }],
      },
    ]);
  });

  it("refuses to write one shop's facts into another's row", async () => {
    const ctx = await side.openShop();
    const shop = await side.db.shop.update({
      where: { id: ctx.shop.id },
      data: { gid: "gid://shopify/Shop/1" },
    });
    await expect(installShop({ ...ctx, shop }, input)).rejects.toMatchObject({
      code: "shop_identity_conflict",
    });
  });
});

describe("the life of a shop", () => {
  it("is uninstalled once Shopify refuses its token, and loses its sessions", async () => {
    const ctx = await side.openShop();
    side.standin.control.uninstall();
    await expect(reconcileInstallState(ctx)).resolves.toBe("uninstalled");
    const shop = await side.db.shop.findUniqueOrThrow({
      where: { id: ctx.shop.id },
      include: { sessions: true },
    });
    expect(shop).toMatchObject({ state: "uninstalled", sessions: [] });
    expect(shop.uninstalledAt).not.toBeNull();
  });

  it("keeps the token that came while it was asked about without one", async () => {
    const ctx = await side.openShop();
    side.standin.control.uninstall();
    await expect(reconcileInstallState(ctx)).resolves.toBe("uninstalled");
    const run: AdminClient["run"] = (operation, variables, options) =>
      ctx.admin.run(operation, variables, options).catch(async (error: unknown) => {
        side.standin.control.reinstall();
        await side.openShop();
        throw error;
      });
    const admin = { ...ctx.admin, run };
    await expect(reconcileInstallState({ ...ctx, admin })).resolves.toBe("installed");
    const shop = await side.db.shop.findUniqueOrThrow({
      where: { id: ctx.shop.id },
      include: { sessions: true },
    });
    expect(shop).toMatchObject({ state: "installed", installNumber: 2, uninstalledAt: null });
    expect(shop.sessions).not.toEqual([]);
  });

  it("stays installed when a late or forged uninstall arrives", async () => {
    const ctx = await side.openShop();
    await expect(reconcileInstallState(ctx)).resolves.toBe("installed");
    await expect(side.db.shop.findUniqueOrThrow({ where: { id: ctx.shop.id } })).resolves.toMatchObject({
      state: "installed",
      uninstalledAt: null,
    });
  });

  it("has the next install number when it comes back", async () => {
    const ctx = await side.openShop();
    await installShop(ctx, input);
    side.standin.control.uninstall();
    await reconcileInstallState(ctx);
    side.standin.control.reinstall();
    const report = await installShop(await side.openShop(), input);
    expect(report.reinstalled).toBe(true);
    const shop = await side.db.shop.findUniqueOrThrow({ where: { id: ctx.shop.id } });
    expect(shop).toMatchObject({ state: "installed", installNumber: 2, uninstalledAt: null });
    expect(shop.installedAt.getTime()).toBeGreaterThan(ctx.shop.installedAt.getTime());
  });

  it("is unavailable while Shopify has it frozen, and back when it is not", async () => {
    const ctx = await side.openShop();
    side.standin.control.faults({ requests: [{ kind: "status", status: 402, field: "shop" }] });
    await expect(reconcileInstallState(ctx)).resolves.toBe("unavailable");
    await expect(side.db.shop.findUniqueOrThrow({ where: { id: ctx.shop.id } })).resolves.toMatchObject({
      state: "unavailable",
    });
    await expect(reconcileInstallState(ctx)).resolves.toBe("installed");
    await expect(side.db.shop.findUniqueOrThrow({ where: { id: ctx.shop.id } })).resolves.toMatchObject({
      state: "installed",
    });
  });

  it("is not judged while Shopify does not answer", async () => {
    const ctx = await side.openShop();
    side.standin.control.faults({ requests: [{ kind: "status", status: 503, field: "shop", times: 4 }] });
    await expect(reconcileInstallState(ctx)).rejects.toMatchObject({ kind: "unavailable" });
  });
});

describe("a compliance request", () => {
  const body = (domain: string) => ({
    shop_id: 1,
    shop_domain: domain,
    customer: { id: 7, email: "ayesha@example.com", phone: "+923000000001" },
    orders_to_redact: [6100000001042],
  });

  const asked = <T extends string>(topic: T) => ({
    topic,
    delivery: { key: `${topic}/1`, receivedAt: new Date() },
  });

  it("is recorded with its orders, without the person", async () => {
    const ctx = await side.openShop();
    await expect(recordComplianceRequest(ctx, asked("customers/redact"), body(DEMO_SHOP))).resolves.toEqual({
      kind: "recorded",
    });
    const [entry] = await side.db.timelineEntry.findMany();
    expect(entry).toMatchObject({ code: "customers_redact", params: { orders: ["6100000001042"] } });
    expect(JSON.stringify(entry?.params)).not.toMatch(/ayesha|923/);
  });

  it("is refused when its body names another shop than its header", async () => {
    const ctx = await side.openShop();
    await expect(
      recordComplianceRequest(ctx, asked("shop/redact"), body("other.myshopify.com")),
    ).resolves.toEqual({
      kind: "wrong_shop",
    });
    expect(await side.db.timelineEntry.count()).toBe(0);
  });

  it("is malformed when it names no shop at all", async () => {
    const ctx = await side.openShop();
    await expect(recordComplianceRequest(ctx, asked("shop/redact"), {})).resolves.toEqual({
      kind: "malformed",
    });
  });
});
