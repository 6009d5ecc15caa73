import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { requireNoTransaction } from "#app/platform/database/open-transaction.ts";
import { withPooledClient } from "#app/platform/database/pooled-client.server.ts";
import { getShop } from "#app/shopify/operations/shop/get-shop.ts";
import { createSupplierClient } from "#app/supplier/client.ts";
import { asId } from "#test/support/as-id.ts";
import { DEMO_SHOP, type ShopifySide, startShopifySide } from "../shopify/harness.ts";

let side: ShopifySide;
let ctx: Awaited<ReturnType<ShopifySide["openShop"]>>;

/** Nobody answers there: a call that is let through fails as one that could not be sent. */
const supplier = createSupplierClient({
  ...{ baseUrl: "http://127.0.0.1:1/v1", keyId: "lk_nobody", secret: "nobody" },
  ...{ clock: { now: () => new Date() }, log: { debug: () => undefined, warn: () => undefined } },
  sleep: async () => undefined,
});

const calls: readonly (readonly [string, () => Promise<unknown>])[] = [
  ["the service", () => supplier.getMe()],
  ["the service, to pay", () => supplier.payOrder(asId("ord_1"))],
  ["Shopify's Admin API", () => getShop(ctx.admin)],
  ["Shopify's token endpoint, for a token", () => side.tokenEndpoint.refresh(DEMO_SHOP, "rt")],
  ["Shopify's token endpoint, for a person", () => side.tokenEndpoint.findActingUser(DEMO_SHOP, "st")],
];

const refused = /^Invariant: .* is not called inside a transaction$/;

beforeAll(async () => {
  side = await startShopifySide();
  ctx = await side.openShop();
});
afterAll(() => side.stop());

describe("inside a transaction", () => {
  it.each(calls)("calling %s is refused, and nothing is sent", async (_whom, call) => {
    side.standin.control.requests({ clear: true });
    await expect(side.db.$transaction(() => call())).rejects.toThrow(refused);
    expect(side.standin.control.requests()).toEqual([]);
  });

  it.each(calls)("calling %s is refused after any number of steps in between", async (_whom, call) => {
    const later = side.db.$transaction(async (tx) => {
      await tx.shop.count();
      return Promise.all([tx.shop.count(), Promise.resolve().then(call)]);
    });
    await expect(later).rejects.toThrow(refused);
  });

  it("or with a connection of the pool in hand, nothing outside is called", async () => {
    const { pool } = side;
    await expect(withPooledClient(pool, () => supplier.getMe())).rejects.toThrow(refused);
    await expect(withPooledClient(pool, (client) => client.query("select 1"))).resolves.toBeTruthy();
  });
});

describe("beside a transaction", () => {
  it("calls go through, also those of work it began and left behind", async () => {
    let leftBehind: Promise<unknown> = Promise.resolve();
    let go = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      go = resolve;
    });
    await side.db.$transaction(async (tx) => {
      await tx.shop.count();
      leftBehind = over.then(() => getShop(ctx.admin));
    });
    go();
    await expect(leftBehind).resolves.toMatchObject({ domain: DEMO_SHOP });
    const [, shop] = await Promise.all([
      side.db.$transaction((tx) => tx.$queryRaw`select pg_sleep(0.2)::text`),
      getShop(ctx.admin),
    ]);
    expect(shop).toMatchObject({ domain: DEMO_SHOP });
    await expect(supplier.getMe()).rejects.toMatchObject({ name: "SupplierError" });
  });

  it("a transaction that was rolled back leaves nothing refused", async () => {
    await expect(side.db.$transaction(() => Promise.reject(new Error("back")))).rejects.toThrow("back");
    expect(() => requireNoTransaction("anything")).not.toThrow();
    expect(await side.db.$transaction([side.db.shop.count()])).toEqual([1]);
  });
});
