import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { browseCatalog, listCategories } from "#app/domain/catalog/browse/browse-catalog.server.ts";
import { importProduct } from "#app/domain/catalog/import/import-product.server.ts";
import { listListings } from "#app/domain/catalog/listings/list/list-listings.server.ts";
import { noListingsFilter } from "#app/domain/catalog/listings/list/listings-filter.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { connectInput } from "#test/integration/connection/connect-input.ts";
import { type SupplierStandin, startSupplierStandin } from "#test/standins/supplier/server.ts";
import { asId } from "#test/support/as-id.ts";
import { connectSupplier } from "#test/support/connect-supplier.ts";
import { createTestDatabase, type TestDatabase } from "#test/support/postgres.ts";
import { createShopHarness, type ShopHarness } from "#test/support/shop-harness.ts";

let database: TestDatabase;
let standin: SupplierStandin;
let harness: ShopHarness;
let ctx: ShopContext;

beforeAll(async () => {
  database = await createTestDatabase();
  standin = await startSupplierStandin({ tickEveryMs: 0, catalogCacheSeconds: 0 });
  harness = createShopHarness({ db: database.prisma, serviceBaseUrl: standin.baseUrl });
});
beforeEach(async () => {
  await database.prisma.shop.deleteMany();
  await standin.control.reset();
  const shop = await harness.createShop({ locationGid: asId("gid://shopify/Location/1") });
  await connectSupplier(await harness.contextOf(shop.id), connectInput());
  ctx = await harness.contextOf(shop.id);
});
afterAll(async () => {
  await standin.close();
  await database.drop();
});

async function cardsOf(filter: Parameters<typeof browseCatalog>[1]) {
  const page = await browseCatalog(ctx, filter);
  if (page.kind !== "page") throw new Error(`No page: ${page.kind}`);
  return page;
}

describe.each(["plain", "sparse", "contrary"] as const)(
  "browseCatalog, where the document is silent: %s",
  (preset) => {
    beforeEach(() => standin.control.setUndefined({ preset }));

    it("puts the merchant's price and what it brings beside each product", async () => {
      const { cards } = await cardsOf({ search: "Pressure Cooker Gasket" });
      expect(cards).toMatchObject([
        {
          ...{ wholesalePkr: 1000, pricePkr: 1600, minResalePkr: 1200, inStock: true, listing: null },
          about: { deliveredPkr: 360, refusedPkr: -350 },
        },
      ]);
    });

    it("reckons nothing for shipping where the supplier pays it", async () => {
      const { cards } = await cardsOf({ search: "Embroidered Shawl, Free Delivery" });
      const [card] = cards;
      const product = await ctx.supplier?.getProduct(asId(card?.supplierProductId ?? ""));
      expect(product?.shipping?.required).toBe(false);
      expect(card?.about.refusedPkr).toBe(-150);
    });

    it("reaches every product once, page by page", async () => {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await cardsOf(cursor === undefined ? {} : { cursor });
        ids.push(...page.cards.map((card) => card.supplierProductId));
        cursor = page.nextCursor ?? undefined;
      } while (cursor !== undefined);
      expect(ids.length).toBeGreaterThan(50);
      expect(new Set(ids).size).toBe(ids.length);
    });
  },
);

describe("browseCatalog", () => {
  it("narrows by category and by what is in stock", async () => {
    const found = await listCategories(ctx);
    const categories = found.kind === "categories" ? found.categories : [];
    const [main] = categories;
    const all = await cardsOf({ category: main?.id ?? "" });
    const sub = await cardsOf({ category: main?.children[0]?.id ?? "" });
    expect(sub.cards.length).toBeLessThan(all.cards.length);
    const inStock = await cardsOf({ inStock: true });
    expect(inStock.cards.every((card) => card.inStock)).toBe(true);
  });

  it("knows what is in the store of this shop, in this mode, and of no other", async () => {
    await importProduct(ctx, { supplierProductId: asId("prd_cooker"), by: "Ali" });
    const other = await harness.createShop();
    await database.prisma.listing.create({
      data: { shopId: other.id, mode: "live", supplierProductId: asId("prd_mugs"), state: "ready" },
    });
    await database.prisma.listing.create({
      data: { shopId: ctx.shop.id, mode: "test", supplierProductId: asId("prd_spoons"), state: "ready" },
    });
    const { cards } = await cardsOf({});
    expect(cards.filter((card) => card.listing !== null)).toMatchObject([
      { supplierProductId: "prd_cooker", listing: { state: "importing" } },
    ]);
    const modes = async (connection: ShopContext["connection"]) => {
      const query = {
        view: "all",
        filter: noListingsFilter,
        search: "",
        sort: "newest",
        place: null,
      } as const;
      const { listings } = await listListings({ ...ctx, connection }, query);
      return listings.map((listing) => listing.mode).toSorted();
    };
    expect(await modes(ctx.connection)).toEqual(["live"]);
    expect(await modes(null)).toEqual(["live", "test"]);
  });

  it("names why the catalog cannot be read", async () => {
    await standin.control.setAccount({ status: "suspended", statusReason: "Documents missing" });
    expect(await browseCatalog(ctx, {})).toMatchObject({
      kind: "refused",
      refusal: { code: "reseller_suspended" },
    });
    expect(await listCategories(ctx)).toMatchObject({ kind: "refused" });
    expect(await browseCatalog({ ...ctx, connection: null, supplier: null }, {})).toEqual({
      kind: "not_connected",
    });
  });
});
