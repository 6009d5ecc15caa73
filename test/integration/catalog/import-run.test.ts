import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findImportRun } from "#app/domain/catalog/import/find-import-run.server.ts";
import { retryImport } from "#app/domain/catalog/import/retry-import.server.ts";
import { startImport } from "#app/domain/catalog/import/start-import.server.ts";
import { stopImport } from "#app/domain/catalog/import/stop-import.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import type { BulkRunId, SupplierProductId, SupplierVariantId } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { asId } from "#test/support/as-id.ts";
import { type ImportHarness, startImportHarness } from "./import-harness.ts";

const FIVE = ["prd_cooker", "prd_spoons", "prd_bedsheet", "prd_mugs", "prd_lantern"] as const;

let harness: ImportHarness;

beforeAll(async () => {
  harness = await startImportHarness();
});
beforeEach(() => harness.clear());
afterEach(async () => {
  armFailpoints("");
  harness.side.standin.control.searchLag({ lagMs: 0 });
  harness.side.standin.control.rules({ set: { quantities_name_where_stocked: true } });
  for (const productId of FIVE) await harness.standin.control.restoreProduct({ productId });
});
afterAll(() => harness.stop());

const statesOf = async (runId: BulkRunId) => (await harness.itemsOf(runId)).map(({ state }) => state);
const onPage = async (runId: BulkRunId) =>
  findImportRun(await harness.fresh(), { runId, after: -1, onlyRefused: false });

describe("a run of imports", () => {
  it("makes each product in one call of Shopify's, and links all in one of the service's", async () => {
    await harness.cacheCatalog(FIVE);
    const [gets, posts] = [await harness.calls("GET", "/catalog"), await harness.calls("POST", "/imports")];
    const runId = await harness.start(FIVE);
    harness.side.standin.control.requests({ clear: true });
    await harness.work();
    expect(await statesOf(runId)).toEqual(FIVE.map(() => "done"));
    expect(harness.operations().toSorted()).toEqual([
      "MarkedProducts",
      ...FIVE.map(() => "ProductCreate"),
      "VariantsOfProducts",
    ]);
    expect((await harness.calls("GET", "/catalog")) - gets).toBe(0);
    expect((await harness.calls("POST", "/imports")) - posts).toBe(1);
    expect(await onPage(runId)).toMatchObject({ state: "done", total: 5, done: 5, refused: 0 });
  });

  it("keeps what was written and when, and stocks our location alone", async () => {
    const runId = await harness.start(["prd_cooker"]);
    await harness.work();
    const [item] = await harness.itemsOf(runId);
    const [product] = harness.productsInShopify();
    const { shop } = await harness.fresh();
    expect(product?.variants[0]?.levels).toMatchObject([{ locationId: shop.locationGid, available: 500 }]);
    expect(item?.listing).toMatchObject({
      ...{ state: "ready", step: "done", productGid: product?.id, confirmedBy: "import" },
      confirmedAt: harness.ground.time.now,
      written: { title: "Pressure Cooker Gasket Set", images: { sources: expect.any(Array) } },
      variants: [
        {
          ...{ variantGid: product?.variants[0]?.id, stock: 500, pushedQuantity: 500 },
          ...{ pricePkr: 1600, pushedPricePkr: 1600, pushedCostPkr: 1000, suggestedPkr: 1600 },
          // An event dated by a clock behind ours still counts as newer.
          stockAt: new Date(harness.ground.time.now.getTime() - 10 * 60_000),
        },
      ],
    });
  });

  it("reads a product by its id where the cache is of yesterday", async () => {
    const yesterday = new Date(harness.ground.time.now.getTime() - 24 * 3600 * 1000);
    await harness.cacheCatalog(["prd_cooker"], yesterday);
    const gets = await harness.calls("GET", "/catalog");
    await harness.start(["prd_cooker"]);
    await harness.work();
    expect((await harness.calls("GET", "/catalog")) - gets).toBe(1);
  });

  it("goes on with the others when Shopify refuses one, and says why", async () => {
    const choices = { prd_spoons: { collections: ["gid://shopify/Collection/1"] } };
    const runId = await harness.start(FIVE, { choices });
    await harness.work();
    const items = await harness.itemsOf(runId);
    expect(items.map(({ state }) => state)).toEqual(["done", "refused", "done", "done", "done"]);
    expect(items[1]?.reason).toContain("Collection does not exist");
    expect(harness.productsInShopify()).toHaveLength(4);
  });

  it("waits where Shopify is out of points and fails nothing", async () => {
    harness.side.standin.control.faults({ requests: [{ kind: "throttled", field: "productSet", times: 7 }] });
    const runId = await harness.start(FIVE);
    await harness.work();
    expect(await statesOf(runId)).toEqual(FIVE.map(() => "done"));
  });

  it("links the others when the service refuses one of the group, and hides that one", async () => {
    await harness.cacheCatalog(FIVE);
    await harness.standin.control.removeProduct({ productId: "prd_bedsheet" });
    const runId = await harness.start(FIVE);
    await harness.work();
    const items = await harness.itemsOf(runId);
    expect(items.map(({ state }) => state)).toEqual(["done", "done", "refused", "done", "done"]);
    expect(items[2]?.listing).toMatchObject({ state: "failed", failure: "gone_while_importing" });
    const hidden = harness.productsInShopify().filter(({ status }) => status === "DRAFT");
    expect(hidden).toMatchObject([{ id: items[2]?.listing.productGid }]);
    const { imports } = await harness.standin.control.audit();
    const mapped = imports.filter(({ deleted }) => !deleted).map(({ productId }) => productId);
    expect(mapped).toEqual(expect.arrayContaining(FIVE.filter((id) => id !== "prd_bedsheet")));
  });

  it("settles a product that is gone meanwhile, without making it", async () => {
    const runId = await harness.start(["prd_mugs", "prd_cooker"]);
    await harness.standin.control.removeProduct({ productId: "prd_mugs" });
    await harness.work();
    const items = await harness.itemsOf(runId);
    expect(items.map(({ state }) => state)).toEqual(["refused", "done"]);
    expect(items[0]?.listing.failure).toBe("product_gone");
    expect(harness.productsInShopify()).toHaveLength(1);
  });

  it("refuses a price below the lowest allowed before it begins, and after the lowest rose", async () => {
    const choices = { prd_cooker: { prices: { prd_cooker: rupees(1300) } } };
    await harness.cacheCatalog(["prd_cooker"]);
    const low = { prd_cooker: { prices: { prd_cooker: rupees(1100) } } };
    const asked = {
      supplierProductIds: [asId<SupplierProductId>("prd_cooker")],
      choices: low,
      common: {},
      by: "Ali",
    };
    expect(await startImport(await harness.fresh(), asked)).toMatchObject({
      kind: "prices_too_low",
      problems: [{ variantId: "prd_cooker", sentence: expect.stringContaining("Rs 1,200") }],
    });
    const runId = await harness.start(["prd_cooker"], { choices });
    await harness.side.db.catalogProduct.deleteMany();
    await harness.standin.control.setPrice({ variantId: "prd_cooker", minResalePrice: 1400 });
    await harness.work();
    await harness.standin.control.setPrice({ variantId: "prd_cooker", minResalePrice: 1200 });
    const [item] = await harness.itemsOf(runId);
    expect(item).toMatchObject({ state: "refused", reason: expect.stringContaining("Rs 1,400") });
    expect(harness.productsInShopify()).toEqual([]);
  });

  it("shows each variant with the picture the service gives it", async () => {
    await harness.start(["prd_free_delivery_2"]);
    await harness.work();
    const [product] = harness.productsInShopify();
    const sourceOf = new Map(product?.media.map(({ id, originalSource }) => [id, originalSource]));
    expect(
      product?.variants.map(({ mediaId }) =>
        sourceOf
          .get(mediaId ?? "")
          ?.split("/")
          .at(-1),
      ),
    ).toEqual(["black.jpg", "silver.jpg"]);
  });

  it("tells of pictures that could not be copied", async () => {
    const before = [
      ...((await (await harness.fresh()).supplier?.getProduct(asId("prd_cooker")))?.images ?? []),
    ];
    const images = ["https://images.example/1.jpg", "http://images.example/2.jpg"];
    await harness.standin.control.setProduct({ productId: "prd_cooker", images });
    await harness.start(["prd_cooker", "prd_spoons"]);
    await harness.work();
    const recorded = await harness.side.db.timelineEntry.findMany({ where: { code: "images_left" } });
    const { id } = await harness.side.db.listing.findFirstOrThrow({
      where: { supplierProductId: asId("prd_cooker") },
    });
    expect(recorded).toMatchObject([{ thing: "listing", thingId: id, params: { count: 1 } }]);
    await harness.standin.control.setProduct({ productId: "prd_cooker", images: before });
  });

  it("prices every product as many at once were priced, but those with a price of their own", async () => {
    const common = { bulkPrice: { kind: "margin", marginPkr: rupees(900) }, vendor: "brand" } as const;
    const choices = { prd_spoons: { prices: { prd_spoons: rupees(1234) } } };
    await harness.start(["prd_cooker", "prd_spoons"], { choices, common });
    await harness.work();
    const rows = await harness.side.db.listingVariant.findMany({ orderBy: { supplierVariantId: "asc" } });
    // Cost 1,000, shipping 200; Rs 900 of a margin of Rs 1,000 stay.
    expect(rows).toMatchObject([
      { supplierVariantId: "prd_cooker", pricePkr: 2200, fixedPricePkr: 2200, pushedPricePkr: 2200 },
      { supplierVariantId: "prd_spoons", pricePkr: 1234 },
    ]);
  });

  it("writes what was chosen in the review", async () => {
    const { id: collection } = harness.side.standin.control.addCollection({ title: "Eid" });
    const { supplier } = await harness.fresh();
    const [image] = (await supplier?.getProduct(asId("prd_cooker")))?.images ?? [];
    const own = {
      ...{ title: "Gasket set of four", description: "Fits all.\n\n- Steel\n- Rubber", tags: ["kitchen"] },
      ...{ productType: "Spares", imagesLeftOut: [image ?? ""], prices: { prd_cooker: rupees(1750) } },
      ...{ status: "DRAFT" as const, collections: [collection] },
    };
    const runId = await harness.start(["prd_cooker"], { choices: { prd_cooker: own } });
    await harness.work();
    expect(await statesOf(runId)).toEqual(["done"]);
    const [product] = harness.productsInShopify();
    expect(product).toMatchObject({
      ...{ title: "Gasket set of four", tags: ["kitchen"], productType: "Spares", status: "DRAFT" },
      descriptionHtml: "<p>Fits all.</p><ul><li>Steel</li><li>Rubber</li></ul>",
      variants: [{ price: "1750.00" }],
    });
    expect(product?.media.map(({ originalSource }) => originalSource)).not.toContain(image);
    expect(harness.side.standin.control.state().collections).toMatchObject([{ productIds: [product?.id] }]);
    const [item] = await harness.itemsOf(runId);
    expect(item?.listing.variants).toMatchObject([{ fixedPricePkr: 1750, pricePkr: 1750 }]);
  });

  it("leaves out the variants that are not to be sold", async () => {
    const { supplier } = await harness.fresh();
    const [first, ...others] = (await supplier?.getProduct(asId("prd_urdu")))?.variants ?? [];
    const choices = { prd_urdu: { variantsLeftOut: [first?.id ?? asId<SupplierVariantId>("")] } };
    const runId = await harness.start(["prd_urdu"], { choices });
    await harness.work();
    const [item] = await harness.itemsOf(runId);
    expect(item?.listing.variants.map(({ supplierVariantId }) => supplierVariantId)).toEqual(
      others.map(({ id }) => id),
    );
    expect(harness.productsInShopify()[0]?.variants).toHaveLength(others.length);
  });

  it("keeps products drafts as long as nothing ships from our location, whatever was chosen", async () => {
    await harness.start(["prd_cooker"], { common: { status: "ACTIVE" } });
    const ctx = await harness.fresh();
    await harness.workOnce({ ...ctx, shop: { ...ctx.shop, deliveryReady: false } });
    expect(harness.productsInShopify()).toMatchObject([{ status: "DRAFT" }]);
  });

  it("leaves other locations where Shopify stocked them all the same", async () => {
    harness.side.standin.control.rules({ set: { quantities_name_where_stocked: false } });
    await harness.start(["prd_cooker"]);
    await harness.work();
    const { shop } = await harness.fresh();
    const levels = harness.productsInShopify()[0]?.variants[0]?.levels.filter(({ isActive }) => isActive);
    expect(levels).toMatchObject([{ locationId: shop.locationGid, available: 500 }]);
  });

  it("finds the variants of a product that Shopify's search does not know yet", async () => {
    harness.side.standin.control.searchLag({ lagMs: 60_000 });
    const runId = await harness.start(["prd_cooker", "prd_mugs"]);
    await harness.work();
    expect(await statesOf(runId)).toEqual(["done", "done"]);
  });
});

describe("stopping and trying again", () => {
  it("leaves what has not begun, and continues with it", async () => {
    const runId = await harness.start(FIVE);
    expect(await stopImport(await harness.fresh(), runId)).toBe(true);
    await harness.work();
    expect(harness.productsInShopify()).toEqual([]);
    expect(await onPage(runId)).toMatchObject({ state: "stopped", refused: 5 });
    expect(await harness.side.db.attention.count()).toBe(0);
    expect(await retryImport(await harness.fresh(), { runId })).toEqual({ kind: "begun", products: 5 });
    await harness.work();
    expect(await onPage(runId)).toMatchObject({ state: "done", done: 5, refused: 0 });
  });

  it("tries one product again and leaves the others", async () => {
    await harness.standin.control.removeProduct({ productId: "prd_mugs" });
    await harness.standin.control.removeProduct({ productId: "prd_spoons" });
    const runId = await harness.start(["prd_mugs", "prd_spoons"]);
    await harness.work();
    await harness.standin.control.restoreProduct({ productId: "prd_mugs" });
    await harness.standin.control.restoreProduct({ productId: "prd_spoons" });
    const [mugs] = await harness.itemsOf(runId);
    await retryImport(await harness.fresh(), { runId, listingId: mugs?.listingId });
    await harness.work();
    expect(await statesOf(runId)).toEqual(["done", "refused"]);
  });

  it("stops by itself when the key is refused, fails no product of its own, and can be continued", async () => {
    const runId = await harness.start(FIVE);
    await harness.standin.control.setAccount({ status: "suspended", statusReason: "Documents missing" });
    await harness.work();
    await harness.standin.control.setAccount({ status: "active" });
    expect(await onPage(runId)).toMatchObject({ state: "stopped", stoppedBy: "connection_refused" });
    await retryImport(await harness.fresh(), { runId });
    await harness.work();
    expect(await onPage(runId)).toMatchObject({ state: "done", done: 5 });
    expect(harness.productsInShopify()).toHaveLength(5);
  });

  it("imports nothing where all is in the store", async () => {
    await harness.start(["prd_cooker"]);
    await harness.work();
    const asked = {
      supplierProductIds: [asId<SupplierProductId>("prd_cooker")],
      choices: {},
      common: {},
      by: "Ali",
    };
    expect(await startImport(await harness.fresh(), asked)).toEqual({ kind: "all_in_store" });
  });
});
