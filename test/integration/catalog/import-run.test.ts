import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { findImportRun } from "#app/domain/catalog/import/find-import-run.server.ts";
import { retryImport } from "#app/domain/catalog/import/retry-import.server.ts";
import { startImport } from "#app/domain/catalog/import/start-import.server.ts";
import { startReviewed } from "#app/domain/catalog/import/start-reviewed.server.ts";
import { stopRun } from "#app/domain/catalog/import/stop-run.server.ts";
import { importProduct } from "#app/domain/catalog/import-product.server.ts";
import { runImport } from "#app/domain/catalog/run-import.server.ts";
import { armFailpoints } from "#app/platform/failpoint.ts";
import { type ImportGround, startImportGround } from "./import-ground.ts";

const FIVE = ["prd_cooker", "prd_spoons", "prd_bedsheet", "prd_mugs", "prd_lantern"] as const;

let ground: ImportGround;

beforeAll(async () => {
  ground = await startImportGround();
});
beforeEach(() => ground.clear());
afterEach(async () => {
  armFailpoints("");
  ground.side.standin.control.searchLag({ lagMs: 0 });
  ground.side.standin.control.rules({ set: { quantities_name_where_stocked: true } });
  for (const productId of FIVE) await ground.standin.control.restoreProduct({ productId });
});
afterAll(() => ground.stop());

const statesOf = async (runId: string) => (await ground.itemsOf(runId)).map(({ state }) => state);
const onPage = async (runId: string) => findImportRun(await ground.fresh(), { runId, after: -1, only: null });

describe("a run of imports", () => {
  it("makes each product in one call of Shopify's, and links all in one of the service's", async () => {
    await ground.cacheCatalog(FIVE);
    const [gets, posts] = [await ground.calls("GET", "/catalog"), await ground.calls("POST", "/imports")];
    const runId = await ground.start(FIVE);
    ground.side.standin.control.requests({ clear: true });
    await ground.work();
    expect(await statesOf(runId)).toEqual(FIVE.map(() => "done"));
    expect(ground.operations().toSorted()).toEqual([
      "MarkedProducts",
      ...FIVE.map(() => "ProductCreate"),
      "VariantsOfProducts",
    ]);
    expect((await ground.calls("GET", "/catalog")) - gets).toBe(0);
    expect((await ground.calls("POST", "/imports")) - posts).toBe(1);
    expect(await onPage(runId)).toMatchObject({ state: "done", total: 5, done: 5, refused: 0 });
  });

  it("keeps what was written and when, and stocks our location alone", async () => {
    const runId = await ground.start(["prd_cooker"]);
    await ground.work();
    const [item] = await ground.itemsOf(runId);
    const [product] = ground.productsInShopify();
    const { shop } = await ground.fresh();
    expect(product?.variants[0]?.levels).toMatchObject([{ locationId: shop.locationGid, available: 500 }]);
    expect(item?.listing).toMatchObject({
      ...{ state: "ready", step: "done", productGid: product?.id, confirmedBy: "import" },
      confirmedAt: ground.ground.time.now,
      written: { title: "Pressure Cooker Gasket Set", images: { sources: expect.any(Array) } },
      variants: [
        {
          ...{ variantGid: product?.variants[0]?.id, stock: 500, pushedQuantity: 500 },
          ...{ pricePkr: 1600, pushedPricePkr: 1600, pushedCostPkr: 1000, suggestedPkr: 1600 },
          // News told by a clock behind ours still counts as newer.
          stockAt: new Date(ground.ground.time.now.getTime() - 10 * 60_000),
        },
      ],
    });
  });

  it("reads a product by its id where the cache is of yesterday", async () => {
    const yesterday = new Date(ground.ground.time.now.getTime() - 24 * 3600 * 1000);
    await ground.cacheCatalog(["prd_cooker"], yesterday);
    const gets = await ground.calls("GET", "/catalog");
    await ground.start(["prd_cooker"]);
    await ground.work();
    expect((await ground.calls("GET", "/catalog")) - gets).toBe(1);
  });

  it("goes on with the others when Shopify refuses one, and says why", async () => {
    const choices = { prd_spoons: { collections: ["gid://shopify/Collection/1"] } };
    const runId = await ground.start(FIVE, { choices });
    await ground.work();
    const items = await ground.itemsOf(runId);
    expect(items.map(({ state }) => state)).toEqual(["done", "refused", "done", "done", "done"]);
    expect(items[1]?.reason).toContain("Collection does not exist");
    expect(ground.productsInShopify()).toHaveLength(4);
  });

  it("waits where Shopify is out of points and fails nothing", async () => {
    ground.side.standin.control.faults({ requests: [{ kind: "throttled", field: "productSet", times: 7 }] });
    const runId = await ground.start(FIVE);
    await ground.work();
    expect(await statesOf(runId)).toEqual(FIVE.map(() => "done"));
  });

  it("links the others when the service refuses one of the group, and hides that one", async () => {
    await ground.cacheCatalog(FIVE);
    await ground.standin.control.removeProduct({ productId: "prd_bedsheet" });
    const runId = await ground.start(FIVE);
    await ground.work();
    const items = await ground.itemsOf(runId);
    expect(items.map(({ state }) => state)).toEqual(["done", "done", "refused", "done", "done"]);
    expect(items[2]?.listing).toMatchObject({ state: "failed", failure: "gone_while_importing" });
    const hidden = ground.productsInShopify().filter(({ status }) => status === "DRAFT");
    expect(hidden).toMatchObject([{ id: items[2]?.listing.productGid }]);
    const { imports } = await ground.standin.control.audit();
    const mapped = imports.filter(({ deleted }) => !deleted).map(({ productId }) => productId);
    expect(mapped).toEqual(expect.arrayContaining(FIVE.filter((id) => id !== "prd_bedsheet")));
  });

  it("settles a product that is gone meanwhile, without making it", async () => {
    const runId = await ground.start(["prd_mugs", "prd_cooker"]);
    await ground.standin.control.removeProduct({ productId: "prd_mugs" });
    await ground.work();
    const items = await ground.itemsOf(runId);
    expect(items.map(({ state }) => state)).toEqual(["refused", "done"]);
    expect(items[0]?.listing.failure).toBe("product_gone");
    expect(ground.productsInShopify()).toHaveLength(1);
  });

  it("refuses a price below the lowest allowed before it begins, and after the lowest rose", async () => {
    const choices = { prd_cooker: { prices: { prd_cooker: 1300 } } };
    await ground.cacheCatalog(["prd_cooker"]);
    const low = { prd_cooker: { prices: { prd_cooker: 1100 } } };
    const asked = { supplierProductIds: ["prd_cooker"], choices: low, common: {}, by: "Ali" };
    expect(await startImport(await ground.fresh(), asked)).toMatchObject({
      kind: "prices_too_low",
      problems: [{ variantId: "prd_cooker", sentence: expect.stringContaining("Rs 1,200") }],
    });
    const runId = await ground.start(["prd_cooker"], { choices });
    await ground.side.db.catalogProduct.deleteMany();
    await ground.standin.control.setPrice({ variantId: "prd_cooker", minResalePrice: 1400 });
    await ground.work();
    await ground.standin.control.setPrice({ variantId: "prd_cooker", minResalePrice: 1200 });
    const [item] = await ground.itemsOf(runId);
    expect(item).toMatchObject({ state: "refused", reason: expect.stringContaining("Rs 1,400") });
    expect(ground.productsInShopify()).toEqual([]);
  });

  it("shows each variant with the picture the service gives it", async () => {
    await ground.start(["prd_free_delivery_2"]);
    await ground.work();
    const [product] = ground.productsInShopify();
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
    const before = [...((await (await ground.fresh()).supplier?.getProduct("prd_cooker"))?.images ?? [])];
    const images = ["https://images.example/1.jpg", "http://images.example/2.jpg"];
    await ground.standin.control.setProduct({ productId: "prd_cooker", images });
    await ground.start(["prd_cooker", "prd_spoons"]);
    await ground.work();
    const told = await ground.side.db.timelineEntry.findMany({ where: { code: "images_left" } });
    const { id } = await ground.side.db.listing.findFirstOrThrow({
      where: { supplierProductId: "prd_cooker" },
    });
    expect(told).toMatchObject([{ thing: "listing", thingId: id, params: { count: 1 } }]);
    await ground.standin.control.setProduct({ productId: "prd_cooker", images: before });
  });

  it("prices every product as many at once were priced, but those with a price of their own", async () => {
    const common = { bulkPrice: { kind: "margin", marginPkr: 900 }, vendor: "brand" } as const;
    const choices = { prd_spoons: { prices: { prd_spoons: 1234 } } };
    await ground.start(["prd_cooker", "prd_spoons"], { choices, common });
    await ground.work();
    const rows = await ground.side.db.listingVariant.findMany({ orderBy: { supplierVariantId: "asc" } });
    // Cost 1,000, shipping 200; Rs 900 of a margin of Rs 1,000 stay.
    expect(rows).toMatchObject([
      { supplierVariantId: "prd_cooker", pricePkr: 2200, fixedPricePkr: 2200, pushedPricePkr: 2200 },
      { supplierVariantId: "prd_spoons", pricePkr: 1234 },
    ]);
  });

  it("writes what was chosen in the review", async () => {
    const { id: collection } = ground.side.standin.control.addCollection({ title: "Eid" });
    const { supplier } = await ground.fresh();
    const [image] = (await supplier?.getProduct("prd_cooker"))?.images ?? [];
    const own = {
      ...{ title: "Gasket set of four", description: "Fits all.\n\n- Steel\n- Rubber", tags: ["kitchen"] },
      ...{ productType: "Spares", imagesLeftOut: [image ?? ""], prices: { prd_cooker: 1750 } },
      ...{ status: "DRAFT" as const, collections: [collection] },
    };
    const runId = await ground.start(["prd_cooker"], { choices: { prd_cooker: own } });
    await ground.work();
    expect(await statesOf(runId)).toEqual(["done"]);
    const [product] = ground.productsInShopify();
    expect(product).toMatchObject({
      ...{ title: "Gasket set of four", tags: ["kitchen"], productType: "Spares", status: "DRAFT" },
      descriptionHtml: "<p>Fits all.</p><ul><li>Steel</li><li>Rubber</li></ul>",
      variants: [{ price: "1750.00" }],
    });
    expect(product?.media.map(({ originalSource }) => originalSource)).not.toContain(image);
    expect(ground.side.standin.control.state().collections).toMatchObject([{ productIds: [product?.id] }]);
    const [item] = await ground.itemsOf(runId);
    expect(item?.listing.variants).toMatchObject([{ fixedPricePkr: 1750, pricePkr: 1750 }]);
  });

  it("leaves out the variants that are not to be sold", async () => {
    const { supplier } = await ground.fresh();
    const [first, ...others] = (await supplier?.getProduct("prd_urdu"))?.variants ?? [];
    const choices = { prd_urdu: { variantsLeftOut: [first?.id ?? ""] } };
    const runId = await ground.start(["prd_urdu"], { choices });
    await ground.work();
    const [item] = await ground.itemsOf(runId);
    expect(item?.listing.variants.map(({ supplierVariantId }) => supplierVariantId)).toEqual(
      others.map(({ id }) => id),
    );
    expect(ground.productsInShopify()[0]?.variants).toHaveLength(others.length);
  });

  it("keeps products drafts as long as nothing ships from our location, whatever was chosen", async () => {
    await ground.start(["prd_cooker"], { common: { status: "ACTIVE" } });
    const ctx = await ground.fresh();
    await ground.workOnce({ ...ctx, shop: { ...ctx.shop, deliveryReady: false } });
    expect(ground.productsInShopify()).toMatchObject([{ status: "DRAFT" }]);
  });

  it("leaves other locations where Shopify stocked them all the same", async () => {
    ground.side.standin.control.rules({ set: { quantities_name_where_stocked: false } });
    await ground.start(["prd_cooker"]);
    await ground.work();
    const { shop } = await ground.fresh();
    const levels = ground.productsInShopify()[0]?.variants[0]?.levels.filter(({ isActive }) => isActive);
    expect(levels).toMatchObject([{ locationId: shop.locationGid, available: 500 }]);
  });

  it("finds the variants of a product that Shopify's search does not know yet", async () => {
    ground.side.standin.control.searchLag({ lagMs: 60_000 });
    const runId = await ground.start(["prd_cooker", "prd_mugs"]);
    await ground.work();
    expect(await statesOf(runId)).toEqual(["done", "done"]);
  });
});

describe("a run that is interrupted", () => {
  it.each(["I1", "I2", "I3", "I4", "I5", "I6", "I7"])(
    "makes no product twice after stopping at %s",
    async (point) => {
      const runId = await ground.start(FIVE);
      armFailpoints(`${point}:throw`);
      await ground.work().catch((error: unknown) => expect(error).toMatchObject({ code: "failpoint" }));
      armFailpoints("");
      await ground.work();
      expect(await statesOf(runId)).toEqual(FIVE.map(() => "done"));
      const titles = ground.productsInShopify().map(({ title }) => title);
      expect(new Set(titles).size).toBe(FIVE.length);
      expect(titles).toHaveLength(FIVE.length);
    },
  );

  it.each(["cut_after", "cut_before"] as const)(
    "makes no product twice when the answer is %s",
    async (kind) => {
      const runId = await ground.start(FIVE);
      ground.side.standin.control.faults({ requests: [{ kind, field: "productSet", times: 3 }] });
      await ground.work().catch((error: unknown) => expect(error).toMatchObject({ retryable: true }));
      await ground.work();
      expect(await statesOf(runId)).toEqual(FIVE.map(() => "done"));
      expect(ground.productsInShopify()).toHaveLength(FIVE.length);
    },
  );

  it("writes no old quantity over what was sold in between", async () => {
    await ground.start(["prd_cooker"]);
    ground.side.standin.control.faults({ requests: [{ kind: "cut_after", field: "productSet" }] });
    await ground.work().catch(() => undefined);
    const { shop } = await ground.fresh();
    const [product] = ground.productsInShopify();
    const variantId = product?.variants[0]?.id ?? "";
    ground.side.standin.control.setChannels({ id: product?.id ?? "" });
    ground.side.standin.control.placeOrder({ lines: [{ variantId, quantity: 3 }], shipping: 200 });
    await ground.side.standin.control.settle();
    ground.side.standin.control.requests({ clear: true });
    await ground.work();
    expect(ground.operations()).toContain("ProductSet");
    expect(ground.operations()).not.toContain("ProductCreate");
    const [level] = ground.productsInShopify()[0]?.variants[0]?.levels ?? [];
    expect(level).toMatchObject({ locationId: shop.locationGid, available: 497, committed: 3 });
  });

  it("finds a product from before a reinstall by its id and links it again", async () => {
    await ground.start(["prd_cooker"]);
    await ground.work();
    await ground.side.db.listingRun.deleteMany();
    await ground.side.db.listing.deleteMany();
    const runId = await ground.start(["prd_cooker"]);
    await ground.work();
    const [product, ...others] = ground.productsInShopify();
    expect(others).toEqual([]);
    expect((await ground.itemsOf(runId))[0]?.listing).toMatchObject({
      state: "ready",
      productGid: product?.id,
    });
  });

  it("fails one product that a bug stops, and goes on with the others", async () => {
    const runId = await ground.start(["prd_cooker", "prd_mugs"]);
    const { listing } = (await ground.itemsOf(runId))[0] ?? {};
    await ground.side.db.listing.update({ where: { id: listing?.id ?? "" }, data: { step: "nowhere" } });
    await ground.work();
    expect(await statesOf(runId)).toEqual(["refused", "done"]);
  });
});

describe("runs beside each other", () => {
  it("makes a product once that is in two runs", async () => {
    const runs = [await ground.start(FIVE), await ground.start(["prd_cooker", "prd_earbuds"])];
    await ground.work();
    for (const runId of runs) expect(new Set(await statesOf(runId))).toEqual(new Set(["done"]));
    expect(ground.productsInShopify()).toHaveLength(6);
  });

  it("leaves a product to the import that was pressed for it alone", async () => {
    const ctx = await ground.fresh();
    const pressed = await importProduct(ctx, { supplierProductId: "prd_cooker", by: "Ali" });
    const runId = await ground.start(["prd_cooker", "prd_mugs"]);
    expect(await ground.workOnce(ctx)).toEqual({ kind: "done" });
    expect(await statesOf(runId)).toEqual(["waiting", "done"]);
    if (pressed.kind !== "started") throw new Error(pressed.kind);
    await runImport(ctx, pressed.listingId);
    expect(await statesOf(runId)).toEqual(["done", "done"]);
    expect(ground.productsInShopify()).toHaveLength(2);
  });

  it("does not begin a second import for a press on a product of a run", async () => {
    await ground.start(["prd_cooker"]);
    const ctx = await ground.fresh();
    expect(await importProduct(ctx, { supplierProductId: "prd_cooker", by: "Ali" })).toMatchObject({
      kind: "started",
    });
    expect(await ground.side.db.work.count({ where: { kind: "import" } })).toBe(0);
  });
});

describe("presses without end", () => {
  it("open three imports at most, and each ended one makes room", async () => {
    const asked = { supplierProductIds: ["prd_cooker"], choices: {}, common: {}, by: "Ali" };
    for (let press = 0; press < 3; press += 1) await ground.start(["prd_cooker"]);
    const refused = { kind: "not_now", reason: expect.stringMatching(/still under way/) };
    expect(await startImport(await ground.fresh(), asked)).toMatchObject(refused);
    expect(await ground.side.db.listingRun.count()).toBe(3);
    await ground.side.db.listingRun.updateMany({ data: { finishedAt: new Date() } });
    expect(await startImport(await ground.fresh(), asked)).toMatchObject({ kind: "started" });
  });

  it("at one moment begin one import, and hold no connection while it is begun", async () => {
    const asked = { supplierProductIds: ["prd_cooker"], choices: {}, common: {}, by: "Ali" };
    const ctx = await ground.fresh();
    const begun = await Promise.all(Array.from({ length: 6 }, () => startImport(ctx, asked)));
    const started = begun.filter(({ kind }) => kind === "started");
    expect(started.length).toBeLessThanOrEqual(3);
    expect(await ground.side.db.listingRun.count()).toBe(started.length);
  });

  it("begin no import of more than a page may name of what the copy of the catalog does not hold", async () => {
    await ground.cacheCatalog(["prd_cooker"]);
    const review = (count: number) => {
      const made = Array.from({ length: count }, (_, at) => `made-up-${at}`);
      return {
        chosen: { kind: "products", ids: ["prd_cooker", ...made] },
        removed: [],
        choices: {},
        common: {},
      } as const;
    };
    const refused = await startReviewed(await ground.fresh(), { ...review(201), by: "Ali" });
    expect(refused).toMatchObject({ kind: "not_now", reason: expect.stringMatching(/More than 200/) });
    expect(await ground.side.db.listing.count()).toBe(0);
    // While the catalog is being read a merchant imports what the page showed of it.
    const begun = await startReviewed(await ground.fresh(), { ...review(2), by: "Ali" });
    expect(begun).toMatchObject({ kind: "started", products: 3 });
  });

  it("keep what was chosen for each product, beside what holds for all", async () => {
    const choices = { prd_mugs: { title: "Mugs" }, prd_spoons: { title: "Spoons" } };
    await ground.start(["prd_cooker", "prd_mugs", "prd_spoons"], { choices, common: { status: "DRAFT" } });
    const rows = await ground.side.db.listing.findMany({ orderBy: { supplierProductId: "asc" } });
    expect(rows.map(({ plan }) => plan)).toEqual([
      { status: "DRAFT" },
      { status: "DRAFT", title: "Mugs" },
      { status: "DRAFT", title: "Spoons" },
    ]);
  });
});

describe("stopping and trying again", () => {
  it("leaves what has not begun, and continues with it", async () => {
    const runId = await ground.start(FIVE);
    expect(await stopRun(await ground.fresh(), runId)).toEqual({ kind: "stopped" });
    await ground.work();
    expect(ground.productsInShopify()).toEqual([]);
    expect(await onPage(runId)).toMatchObject({ state: "stopped", refused: 5 });
    expect(await ground.side.db.attention.count()).toBe(0);
    expect(await retryImport(await ground.fresh(), { runId })).toEqual({ kind: "begun", products: 5 });
    await ground.work();
    expect(await onPage(runId)).toMatchObject({ state: "done", done: 5, refused: 0 });
  });

  it("tries one product again and leaves the others", async () => {
    await ground.standin.control.removeProduct({ productId: "prd_mugs" });
    await ground.standin.control.removeProduct({ productId: "prd_spoons" });
    const runId = await ground.start(["prd_mugs", "prd_spoons"]);
    await ground.work();
    await ground.standin.control.restoreProduct({ productId: "prd_mugs" });
    await ground.standin.control.restoreProduct({ productId: "prd_spoons" });
    const [mugs] = await ground.itemsOf(runId);
    await retryImport(await ground.fresh(), { runId, listingId: mugs?.listingId });
    await ground.work();
    expect(await statesOf(runId)).toEqual(["done", "refused"]);
  });

  it("stops by itself when the key is refused, fails no product of its own, and can be continued", async () => {
    const runId = await ground.start(FIVE);
    await ground.standin.control.setAccount({ status: "suspended", statusReason: "Documents missing" });
    await ground.work();
    await ground.standin.control.setAccount({ status: "active" });
    expect(await onPage(runId)).toMatchObject({ state: "stopped", stoppedBy: "connection_refused" });
    await retryImport(await ground.fresh(), { runId });
    await ground.work();
    expect(await onPage(runId)).toMatchObject({ state: "done", done: 5 });
    expect(ground.productsInShopify()).toHaveLength(5);
  });

  it("imports nothing where all is in the store", async () => {
    await ground.start(["prd_cooker"]);
    await ground.work();
    const asked = { supplierProductIds: ["prd_cooker"], choices: {}, common: {}, by: "Ali" };
    expect(await startImport(await ground.fresh(), asked)).toEqual({ kind: "all_in_store" });
  });
});
