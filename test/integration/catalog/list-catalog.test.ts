import type { CatalogProduct } from "@prisma/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { wholeCatalog } from "#app/domain/catalog/browse/catalog-filter.ts";
import { type CatalogPage, listCatalog } from "#app/domain/catalog/browse/list-catalog.server.ts";
import {
  listCachedProducts,
  listFoundProductIds,
} from "#app/domain/catalog/browse/list-found-products.server.ts";
import { refreshCatalog } from "#app/domain/catalog/browse/refresh-catalog.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import type { SupplierProductId } from "#app/platform/ids.ts";
import type { SupplierProduct } from "#app/supplier/catalog.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { asId } from "#test/support/as-id.ts";
import { type CatalogHarness, startCatalogHarness } from "./catalog-harness.ts";

let harness: CatalogHarness;
let shop: Awaited<ReturnType<CatalogHarness["connected"]>>;
let earbuds: CatalogProduct;

beforeAll(async () => {
  harness = await startCatalogHarness();
  await harness.supplier.control.addProducts({ count: 60 });
  shop = await harness.connected();
  await shop.walk();
  earbuds = await harness.db.catalogProduct.findFirstOrThrow({
    where: { supplierProductId: asId("prd_earbuds") },
  });
});
beforeEach(async () => {
  const { db } = harness;
  await db.listing.deleteMany();
  await db.listingSettings.deleteMany();
  // As the first walk left it: what an event said of it is newer than any walk.
  await db.catalogProduct.deleteMany({ where: { supplierProductId: earbuds.supplierProductId } });
  await db.catalogProduct.create({ data: { ...earbuds, product: earbuds.product ?? {} } });
});
afterAll(() => harness.close());

const idsOf = (page: CatalogPage) => page.cards.map(({ supplierProductId }) => supplierProductId);

async function pageThrough(narrow: Parameters<typeof shop.page>[0]): Promise<CatalogPage[]> {
  const pages = [await shop.page(narrow)];
  for (let next = pages[0]?.next ?? null; next !== null; ) {
    const page = await shop.page({ ...narrow, at: next });
    pages.push(page);
    next = page.next;
  }
  return pages;
}

describe("a page of the catalog", () => {
  it("costs no call to the supplier, whatever is asked of it", async () => {
    const before = await harness.countAsked();
    const first = await shop.page();
    await shop.page({
      at: first.next,
      search: "cotton",
      inStock: true,
      unlisted: true,
      minPkr: rupees(1),
      maxPkr: rupees(9999),
    });
    await shop.page({ sort: "cheapest", category: "cat_home" });
    expect(await harness.asked(before)).toEqual([]);
    expect(first).toMatchObject({ source: "cache", isFirst: true, previous: null });
  });

  it("shows the merchant's price, and what it brings delivered, refused and prepaid", async () => {
    const { cards } = await shop.page({ search: "Pressure Cooker Gasket" });
    expect(cards).toMatchObject([
      {
        ...{ wholesalePkr: 1000, suggestedPkr: 1600, pricePkr: 1600, minResalePkr: 1200, inStock: true },
        ...{
          weightKg: 0.8,
          storeName: expect.stringMatching(/^Supplier store \d$/),
          categoryName: "Kitchen",
          listing: null,
        },
        about: { deliveredPkr: 360, refusedPkr: -350, walletPkr: 1200 },
      },
    ]);
  });

  it("goes by the shop's own rule", async () => {
    const rule = {
      base: { kind: "multiply", percent: 200 },
      floor: { marginPkr: null, marginPercent: null },
      ...{ ending: "99", compareAt: { kind: "none" } },
    };
    await harness.db.listingSettings.create({ data: { shopId: shop.shopId, priceRule: rule } });
    const { cards } = await shop.page({ search: "Pressure Cooker Gasket" });
    expect(cards).toMatchObject([{ pricePkr: 2099, about: { deliveredPkr: 809 } }]);
  });

  it.each(["catalog", "cheapest", "dearest"] as const)(
    "in order %s reaches every product once, and back",
    async (sort) => {
      const pages = await pageThrough({ sort });
      const ids = pages.flatMap(idsOf);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids).toHaveLength(pages[0]?.total ?? 0);
      const prices = pages.flatMap(({ cards }) => cards.map(({ wholesalePkr }) => wholesalePkr));
      if (sort !== "catalog")
        expect(prices).toEqual(prices.toSorted((a, b) => (sort === "cheapest" ? a - b : b - a)));
      for (let at = pages.length - 1; at > 0; at -= 1) {
        const back = await shop.page({ sort, at: pages[at]?.previous ?? null });
        expect(idsOf(back)).toEqual(pages.slice(at - 1, at).flatMap(idsOf));
        expect(back.next).not.toBeNull();
      }
    },
  );

  it.each([
    ["not of ours", "'; drop table catalog_product; --"],
    ["of another order", "after_cheapest_5_prd_mugs"],
    ["of a page read live", "live_abc"],
    ["beyond the end", "after_catalog_2000000001_x"],
    ["before the beginning", "before_catalog_0_a"],
  ])("begins at the first for a cursor %s", async (_what, at) => {
    const page = await shop.page({ at });
    expect(page).toMatchObject({ isFirst: true, previous: null });
    expect(idsOf(page)).toEqual(idsOf(await shop.page()));
  });

  it("finds every word from its beginning, in title, brand, tags and SKU, in any order", async () => {
    expect((await shop.page({ search: "gasket press" })).cards).toMatchObject([
      { supplierProductId: "prd_cooker" },
    ]);
    expect((await shop.page({ search: "COOKER" })).cards).toMatchObject([
      { supplierProductId: "prd_cooker" },
    ]);
    expect((await shop.page({ search: "zarqa premium lawn prin" })).found).toBe(1);
    expect((await shop.page({ search: "asket" })).found).toBe(0);
    expect((await shop.page({ search: "' & !" })).found).toBe(0);
  });

  it("finds Urdu however it was typed", async () => {
    const rows = await harness.db.catalogProduct.findMany({ where: { title: { contains: "ک" } } });
    const [urdu] = rows;
    if (!urdu) throw new Error("The catalog has no Urdu title");
    const word = urdu.title.split(" ").find((each) => each.includes("ک")) ?? "";
    const { cards } = await shop.page({ search: word.replaceAll("ک", "ك").replaceAll("ی", "ي") });
    expect(cards.map(({ title }) => title)).toContain(urdu.title);
  });

  it("narrows by wholesale price, stock, and what is in the store, and counts what it finds", async () => {
    const inRange = await shop.page({ minPkr: rupees(500), maxPkr: rupees(700) });
    expect(inRange.cards.every(({ wholesalePkr }) => wholesalePkr >= 500 && wholesalePkr <= 700)).toBe(true);
    expect(inRange.found).toBe(
      (await pageThrough({ minPkr: rupees(500), maxPkr: rupees(700) })).flatMap(idsOf).length,
    );
    expect((await shop.page({ minPkr: rupees(700), maxPkr: rupees(500) })).found).toBe(0);
    const all = (await shop.page()).found ?? 0;
    const inStock = await pageThrough({ inStock: true });
    expect(inStock.flatMap(({ cards }) => cards).every((card) => card.inStock)).toBe(true);
    expect(inStock[0]?.found).toBeLessThan(all);
    await list("prd_cooker");
    expect((await shop.page({ unlisted: true })).found).toBe(all - 1);
    expect((await shop.page({ unlisted: true, search: "gasket" })).cards).toEqual([]);
  });

  it("knows what is in the store of this shop, in this mode, and still linked", async () => {
    const other = await harness.ground.createShop();
    await list("prd_cooker");
    await list("prd_earbuds", { unlinkedAt: new Date() });
    await list("prd_mugs", { mode: "test" });
    await list("prd_speaker", { shopId: other.id });
    const listed = (await pageThrough({}))
      .flatMap(({ cards }) => cards)
      .filter(({ listing }) => listing !== null);
    expect(listed).toMatchObject([{ supplierProductId: "prd_cooker", listing: { state: "ready" } }]);
    const unlisted = (await pageThrough({ unlisted: true })).flatMap(idsOf);
    expect(unlisted).toEqual(expect.arrayContaining(["prd_earbuds", "prd_mugs", "prd_speaker"]));
    expect(unlisted).not.toContain("prd_cooker");
  });

  it("shows a product of no other shop", async () => {
    const row = await shop.row("prd_cooker");
    if (!row) throw new Error("no row");
    const other = await harness.ground.createShop();
    const theirs = {
      ...row,
      product: row.product ?? {},
      shopId: other.id,
      supplierProductId: asId<SupplierProductId>("theirs"),
    };
    await harness.db.catalogProduct.create({ data: { ...theirs, position: 0 } });
    expect((await shop.page({ search: "gasket" })).found).toBe(1);
    expect((await pageThrough({})).flatMap(idsOf)).not.toContain("theirs");
  });

  it("says why nothing is there while nothing is connected", async () => {
    const ctx = { ...(await shop.fresh()), connection: null, supplier: null };
    expect(await listCatalog(ctx, { filter: wholeCatalog, sort: "catalog", at: null })).toEqual({
      ...{ page: { kind: "not_connected" }, categories: [] },
    });
  });
});

describe("what an import of everything found asks for", () => {
  it("is the same products, in order, up to its limit, with how many there are", async () => {
    const filter = { ...wholeCatalog, category: "cat_home", inStock: true };
    const { ids, found } = await listFoundProductIds(await shop.fresh(), { mode: "live", filter, limit: 5 });
    expect(ids).toEqual(idsOf(await shop.page({ category: "cat_home", inStock: true })).slice(0, 5));
    expect(found).toBeGreaterThan(5);
    const products = await listCachedProducts(await shop.fresh(), {
      mode: "live",
      ids: [...ids, asId("nothing")],
    });
    expect([...products.keys()].toSorted()).toEqual([...ids].toSorted());
    expect(products.get(ids[0] ?? asId(""))).toMatchObject({ hasVariants: true, product: { id: ids[0] } });
  });
});

describe("events of a product", () => {
  const now = async (): Promise<SupplierProduct> => {
    const product = await (await shop.fresh()).supplier?.getProduct(asId("prd_earbuds"));
    if (!product) throw new Error("no product");
    return product;
  };
  const later = (product: SupplierProduct, ms = 0) => ({
    ...{ ...product, updatedAt: new Date(Date.now() + ms).toISOString() },
  });
  const applyEvent = async (
    product: SupplierProduct | null,
    more: { isRemoved?: boolean; mode?: Mode } = {},
  ) =>
    refreshCatalog(await shop.fresh(), [
      { ...{ mode: "live" as const, productId: asId("prd_earbuds"), isRemoved: false, product }, ...more },
    ]);

  it("shows on the next page without a call, and keeps the product's place", async () => {
    const before = await shop.row("prd_earbuds");
    const product = await now();
    const asked = await harness.countAsked();
    await applyEvent({ ...later(product), stock: 0, inStock: false });
    const { position } = before ?? {};
    expect(await shop.row("prd_earbuds")).toMatchObject({ stock: 0, inStock: false, position });
    expect((await shop.page({ search: "earbuds", inStock: true })).cards).toEqual([]);
    expect(await harness.asked(asked)).toEqual([]);
  });

  it("is not overwritten by an older list, nor by an older event", async () => {
    const product = await now();
    await applyEvent({ ...later(product), stock: 0, inStock: false });
    await shop.walk();
    await applyEvent(product);
    expect(await shop.row("prd_earbuds")).toMatchObject({ stock: 0 });
  });

  it("that it is gone hides it, and that it is back shows it again", async () => {
    await applyEvent(null, { isRemoved: true });
    expect((await shop.page({ search: "earbuds" })).found).toBe(0);
    await shop.walk();
    expect((await shop.page({ search: "earbuds" })).found).toBe(0);
    await applyEvent(later(await now(), 1000));
    expect((await shop.page({ search: "earbuds" })).found).toBeGreaterThan(0);
  });

  it("changes nothing where it carries no product, one without a price, or another one", async () => {
    const before = await shop.row("prd_earbuds");
    const product = later(await now(), 60_000);
    for (const reported of [
      null,
      { ...product, wholesalePrice: null },
      { ...product, id: asId<SupplierProductId>("prd_mugs") },
    ])
      await applyEvent(reported);
    expect(await shop.row("prd_earbuds")).toEqual(before);
  });

  it("of the sandbox is kept in the sandbox", async () => {
    const before = await shop.row("prd_earbuds");
    await applyEvent({ ...later(await now(), 60_000), title: "Sandbox earbuds" }, { mode: "test" });
    expect(await shop.row("prd_earbuds")).toEqual(before);
    expect(await shop.row("prd_earbuds", "test")).toMatchObject({ title: "Sandbox earbuds" });
  });
});

async function list(supplierProductId: string, over: object = {}): Promise<void> {
  const data = {
    shopId: shop.shopId,
    mode: "live" as const,
    supplierProductId: asId<SupplierProductId>(supplierProductId),
    state: "ready" as const,
    ...over,
  };
  await harness.db.listing.create({ data });
}
