import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { importProduct } from "#app/domain/catalog/import/import-product.server.ts";
import { reviewImport } from "#app/domain/catalog/import/review-import.server.ts";
import { giveUpImport, runImport } from "#app/domain/catalog/import/run-import.server.ts";
import { startImport } from "#app/domain/catalog/import/start-import.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { installShop } from "#app/domain/shops/install-shop.server.ts";
import type { ListingId, LocationGid, ShopId, SupplierProductId } from "#app/platform/ids.ts";
import { connectInput } from "#test/integration/connection/connect-input.ts";
import { APP_URL, DEMO_SHOP, type ShopifySide, startShopifySide } from "#test/integration/shopify/harness.ts";
import { type SupplierStandin, startSupplierStandin } from "#test/standins/supplier/server.ts";
import { asId } from "#test/support/as-id.ts";
import { connectSupplier } from "#test/support/connect-supplier.ts";
import { pushStockNow } from "#test/support/push-stock-now.ts";
import { createShopHarness, type ShopHarness } from "#test/support/shop-harness.ts";

const presets = ["plain", "sparse", "contrary"] as const;

let side: ShopifySide;
let standin: SupplierStandin;
let importHarness: ShopHarness;
let shopId: ShopId;

beforeAll(async () => {
  side = await startShopifySide();
  standin = await startSupplierStandin({ tickEveryMs: 0, catalogCacheSeconds: 0 });
  importHarness = createShopHarness({
    db: side.db,
    serviceBaseUrl: standin.baseUrl,
    adminFor: (shop) => side.shopifyAdmin.clientFor(shop),
  });
  const opened = await side.openShop();
  shopId = (await installShop(opened, { appUrl: APP_URL })).shopId;
  await connectSupplier(await fresh(), connectInput());
});
beforeEach(async () => {
  await side.db.listing.deleteMany();
  await side.db.attention.deleteMany();
  await side.db.work.deleteMany({ where: { kind: "listing.import" } });
  for (const product of productsInShopify()) side.standin.control.deleteProduct({ id: product.id });
  side.standin.control.requests({ clear: true });
  side.standin.control.faults({ clear: true });
  side.standin.control.rules({ set: { quantities_name_where_stocked: true } });
  await standin.control.reset();
});
afterAll(async () => {
  await standin.close();
  await side.stop();
});

const fresh = (): Promise<ShopContext> => importHarness.contextOf(shopId);
const productsInShopify = () => side.standin.control.state({ shop: DEMO_SHOP }).products;
const callsOf = (field: string) =>
  side.standin.control.requests().filter((request) => JSON.stringify(request).includes(field)).length;

async function begin(supplierProductId: string): Promise<ListingId> {
  const outcome = await importProduct(await fresh(), {
    supplierProductId: asId(supplierProductId),
    by: "Ali",
  });
  if (outcome.kind !== "started") throw new Error(`The import did not start: ${outcome.kind}`);
  return outcome.listingId;
}

const getListing = (id: string) =>
  side.db.listing.findUniqueOrThrow({
    where: { id },
    include: { variants: { orderBy: { supplierVariantId: "asc" } } },
  });

describe("importProduct", () => {
  it("starts one import however often it is pressed", async () => {
    const ctx = await fresh();
    const pressed = await Promise.all(
      ["prd_cooker", "prd_cooker", "prd_cooker"].map((supplierProductId) => {
        return importProduct(ctx, { supplierProductId: asId(supplierProductId), by: "Ali" });
      }),
    );
    expect(new Set(pressed.map((outcome) => outcome.kind))).toEqual(new Set(["started"]));
    expect(await side.db.listing.count()).toBe(1);
    expect(await side.db.work.count({ where: { kind: "listing.import" } })).toBe(1);
  });

  it("says that a product is in the store already", async () => {
    const listingId = await begin("prd_cooker");
    await runImport(await fresh(), listingId);
    const again = await importProduct(await fresh(), { supplierProductId: asId("prd_cooker"), by: "Ali" });
    expect(again).toEqual({ kind: "already_in_store", listingId });
  });

  it("needs a connection and a location", async () => {
    const ctx = await fresh();
    const input = { supplierProductId: asId<SupplierProductId>("prd_cooker"), by: "Ali" };
    expect(await importProduct({ ...ctx, connection: null }, input)).toEqual({ kind: "not_connected" });
    const shop = { ...ctx.shop, locationGid: null };
    expect(await importProduct({ ...ctx, shop }, input)).toEqual({ kind: "not_set_up" });
    expect(await side.db.listing.count()).toBe(0);
  });
});

describe("a shop that does not sell in rupees", () => {
  beforeEach(() => side.db.shop.updateMany({ where: { id: shopId }, data: { currency: "USD" } }));
  afterEach(() => side.db.shop.updateMany({ where: { id: shopId }, data: { currency: "PKR" } }));

  it("is told so before anything is begun", async () => {
    const ctx = await fresh();
    const id = asId<SupplierProductId>("prd_cooker");
    const refused = { kind: "currency_not_pkr" };
    expect(await importProduct(ctx, { supplierProductId: id, by: "Ali" })).toEqual(refused);
    const asked = { supplierProductIds: [id], choices: {}, common: { status: "ACTIVE" as const }, by: "Ali" };
    expect(await startImport(ctx, asked)).toEqual(refused);
    expect(await reviewImport(ctx, { chosen: { kind: "products", ids: [id] }, from: 0 })).toEqual(refused);
    expect(await side.db.listing.count()).toBe(0);
  });

  it("gets no product whose price in rupees would be one in dollars", async () => {
    await side.db.shop.updateMany({ where: { id: shopId }, data: { currency: "PKR" } });
    const listingId = await begin("prd_cooker");
    await side.db.shop.updateMany({ where: { id: shopId }, data: { currency: "USD" } });
    expect(await runImport(await fresh(), listingId)).toMatchObject({ kind: "failed" });
    expect(await getListing(listingId)).toMatchObject({ state: "failed", failure: "currency_not_pkr" });
    expect(productsInShopify()).toEqual([]);
  });
});

describe("runImport", () => {
  it.each(presets)("makes a product stocked at our location only, and maps it (%s)", async (preset) => {
    await standin.control.setUndefined({ preset });
    const listingId = await begin("prd_cooker");
    expect(await runImport(await fresh(), listingId)).toEqual({ kind: "ready" });
    const { shop } = await fresh();
    const [product, ...others] = productsInShopify();
    expect(others).toEqual([]);
    expect(product).toMatchObject({ status: "ACTIVE", vendor: shop.name });
    const service = await (await fresh()).supplier?.getProduct(asId("prd_cooker"));
    expect(product?.media.length).toBe(service?.images.length);
    const [variant] = product?.variants ?? [];
    expect(variant).toMatchObject({ price: "1600.00", cost: "1000.00", weightKg: 0.8, tracked: true });
    const levels = variant?.levels.filter((level) => level.isActive) ?? [];
    expect(levels).toMatchObject([{ locationId: shop.locationGid, available: service?.stock }]);
    const listing = await getListing(listingId);
    expect(listing).toMatchObject({ state: "ready", step: "done", productGid: product?.id, failure: null });
    expect(listing.variants).toMatchObject([
      {
        variantGid: variant?.id,
        pricePkr: 1600,
        wholesalePkr: 1000,
        minResalePkr: 1200,
        pushedQuantity: service?.stock,
      },
    ]);
    const { imports } = await standin.control.audit();
    expect(imports.filter((each) => !each.deleted)).toMatchObject([
      { id: listing.importId, productId: "prd_cooker" },
    ]);
  });

  it.each(["prd_urdu", "prd_sold_out_sizes"])(
    "gives every variant of %s its own place in the map",
    async (supplierProductId) => {
      const { supplier } = await fresh();
      const many = await supplier?.getProduct(asId(supplierProductId));
      const listingId = await begin(many?.id ?? "");
      await runImport(await fresh(), listingId);
      const listing = await getListing(listingId);
      expect(listing.variants).toHaveLength(many?.variants?.length ?? 0);
      expect(new Set(listing.variants.map((variant) => variant.variantGid)).size).toBe(
        listing.variants.length,
      );
      for (const variant of listing.variants) {
        const theirs = many?.variants?.find((each) => each.id === variant.supplierVariantId);
        const ours = productsInShopify()[0]?.variants.find((each) => each.id === variant.variantGid);
        expect(ours?.sku).toBe(theirs?.sku);
        expect(ours?.selectedOptions.map((option) => option.value)).toEqual(
          [theirs?.color, theirs?.size].filter((value) => value),
        );
      }
    },
  );

  it("brings nothing hostile of a description into the store", async () => {
    await runImport(await fresh(), await begin("prd_hostile"));
    const html = productsInShopify()[0]?.descriptionHtml ?? "";
    expect(html).toContain("cotton");
    expect(html).not.toMatch(/script|alert|onerror|<img|<svg|<iframe|style=|href|https?:|evil/i);
  });

  it("keeps a product hidden as long as nothing ships from our location", async () => {
    const ctx = await fresh();
    const notReady = { ...ctx, shop: { ...ctx.shop, deliveryReady: null } };
    await runImport(notReady, await begin("prd_cooker"));
    expect(productsInShopify()).toMatchObject([{ status: "DRAFT" }]);
  });

  it("does nothing for a listing that is ready", async () => {
    const listingId = await begin("prd_cooker");
    await runImport(await fresh(), listingId);
    side.standin.control.requests({ clear: true });
    expect(await runImport(await fresh(), listingId)).toEqual({ kind: "nothing_to_do" });
    expect(side.standin.control.requests()).toEqual([]);
  });

  it.each([
    ["productSet", "cut_after"],
    ["productSet", "cut_before"],
    ["productVariants", "cut_after"],
  ] as const)("ends with one product when %s is %s again and again", async (field, kind) => {
    const listingId = await begin("prd_cooker");
    side.standin.control.faults({ requests: [{ kind, field, times: 4 }] });
    await runImport(await fresh(), listingId).catch((error: unknown) => {
      expect(error).toMatchObject({ retryable: true });
    });
    side.standin.control.faults({ clear: true });
    expect(await runImport(await fresh(), listingId)).toMatchObject({
      kind: expect.stringMatching(/ready|nothing_to_do/),
    });
    const products = productsInShopify();
    expect(products).toHaveLength(1);
    const { shop } = await fresh();
    const levels = products[0]?.variants[0]?.levels.filter((level) => level.isActive) ?? [];
    expect(levels).toMatchObject([{ locationId: shop.locationGid }]);
    expect((await getListing(listingId)).state).toBe("ready");
  });

  it.each([
    ["inventoryActivate", "cut_after"],
    ["inventorySetQuantities", "cut_after"],
    ["inventoryDeactivate", "cut_after"],
    ["inventoryDeactivate", "cut_before"],
  ] as const)("stocks again what an unheard attempt left, though %s is %s", async (field, kind) => {
    const listingId = await begin("prd_cooker");
    side.standin.control.rules({ set: { quantities_name_where_stocked: false } });
    side.standin.control.faults({ requests: [{ kind: "cut_after", field: "productSet" }] });
    await runImport(await fresh(), listingId).catch(() => undefined);
    side.standin.control.faults({ requests: [{ kind, field, times: 4 }] });
    await runImport(await fresh(), listingId).catch((error: unknown) => {
      expect(error).toMatchObject({ retryable: true });
    });
    side.standin.control.faults({ clear: true });
    side.standin.control.rules({ set: { quantities_name_where_stocked: true } });
    expect(await runImport(await fresh(), listingId)).toMatchObject({
      kind: expect.stringMatching(/ready|nothing_to_do/),
    });
    await pushStockNow(await fresh());
    const { shop } = await fresh();
    const [product, ...others] = productsInShopify();
    expect(others).toEqual([]);
    const levels = product?.variants[0]?.levels.filter((level) => level.isActive) ?? [];
    expect(levels).toMatchObject([{ locationId: shop.locationGid, available: 500 }]);
  });

  it("goes on with the step it stood at and does not make the product again", async () => {
    const listingId = await begin("prd_cooker");
    await standin.control.armFault({
      kind: "error",
      when: "before",
      method: "POST",
      path: "/imports",
      times: 3,
    });
    await expect(runImport(await fresh(), listingId)).rejects.toMatchObject({ code: "internal_error" });
    expect(await getListing(listingId)).toMatchObject({ state: "importing", step: "mapping" });
    side.standin.control.requests({ clear: true });
    expect(await runImport(await fresh(), listingId)).toEqual({ kind: "ready" });
    expect(callsOf("productSet")).toBe(0);
  });

  it("starts from a level that moved in between as it stands now", async () => {
    const listingId = await begin("prd_cooker");
    side.standin.control.faults({ requests: [{ kind: "cut_after", field: "productSet" }] });
    await runImport(await fresh(), listingId).catch(() => undefined);
    const { shop } = await fresh();
    const [variant] = productsInShopify()[0]?.variants ?? [];
    const moved = { variantId: variant?.id ?? "", locationId: shop.locationGid ?? "", available: 3 };
    side.standin.control.setStock({ shop: DEMO_SHOP, ...moved });
    expect(await runImport(await fresh(), listingId)).toEqual({ kind: "ready" });
    await pushStockNow(await fresh());
    expect((await getListing(listingId)).variants[0]?.pushedQuantity).toBe(500);
  });

  it("fails with its reason when the supplier has no such product, and brings it to attention", async () => {
    const listingId = await begin("prd_nobody");
    expect(await runImport(await fresh(), listingId)).toMatchObject({
      kind: "failed",
      failure: { code: "product_gone" },
    });
    expect(await getListing(listingId)).toMatchObject({ state: "failed", failure: "product_gone" });
    const open = await side.db.attention.findMany({ where: { resolvedAt: null } });
    expect(open).toMatchObject([{ code: "import_failed", thing: "listing", thingId: listingId }]);
  });

  it("fails with the service's own words while the account is refused, and goes on afterwards", async () => {
    const listingId = await begin("prd_cooker");
    await standin.control.setAccount({ status: "suspended", statusReason: "Documents missing" });
    const outcome = await runImport(await fresh(), listingId);
    await standin.control.setAccount({ status: "active" });
    expect(outcome).toMatchObject({
      kind: "failed",
      failure: { code: "connection_refused", detail: expect.stringContaining("Documents missing") },
    });
    expect(await begin("prd_cooker")).toBe(listingId);
    expect(await runImport(await fresh(), listingId)).toEqual({ kind: "ready" });
  });

  async function giveUp(listingId: ListingId): Promise<void> {
    const { db, shop, clock } = await fresh();
    await giveUpImport(db, { shopId: shop.id, now: clock.now() }, listingId, "bug");
  }

  it("can be given up, and taken up again by the merchant", async () => {
    const listingId = await begin("prd_cooker");
    await giveUp(listingId);
    expect(await getListing(listingId)).toMatchObject({ state: "failed", failure: "stopped" });
    expect(await begin("prd_cooker")).toBe(listingId);
    expect(await runImport(await fresh(), listingId)).toEqual({ kind: "ready" });
    await giveUp(listingId);
    expect(await getListing(listingId)).toMatchObject({ state: "ready", failure: null });
  });

  it("closes the attention when a second try succeeds", async () => {
    await standin.control.removeProduct({ productId: "prd_mugs" });
    const listingId = await begin("prd_mugs");
    await runImport(await fresh(), listingId);
    await standin.control.restoreProduct({ productId: "prd_mugs" });
    expect(await begin("prd_mugs")).toBe(listingId);
    expect(await runImport(await fresh(), listingId)).toEqual({ kind: "ready" });
    expect(await side.db.attention.count({ where: { resolvedAt: null } })).toBe(0);
  });

  it("fails with Shopify's own words when Shopify refuses", async () => {
    const listingId = await begin("prd_cooker");
    const ctx = await fresh();
    const shop = { ...ctx.shop, locationGid: asId<LocationGid>("gid://shopify/Location/999999") };
    const outcome = await runImport({ ...ctx, shop }, listingId);
    expect(outcome).toMatchObject({
      kind: "failed",
      failure: { code: "refused_by_shopify", detail: expect.any(String) },
    });
  });
});
