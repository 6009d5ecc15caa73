import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  getCatalogProduct,
  type ProductPage,
} from "#app/domain/catalog/browse/get-catalog-product.server.ts";
import { asId } from "#test/support/as-id.ts";
import { type CatalogHarness, startCatalogHarness } from "./catalog-harness.ts";

let harness: CatalogHarness;
let shop: Awaited<ReturnType<CatalogHarness["connected"]>>;

beforeAll(async () => {
  harness = await startCatalogHarness();
});
beforeEach(async () => {
  await harness.reset();
  shop = await harness.connected();
});
afterAll(() => harness.close());

const openProduct = async (supplierProductId: string, isFresh = false) =>
  getCatalogProduct(await shop.fresh(), { supplierProductId: asId(supplierProductId), isFresh });

async function productOf(supplierProductId: string): Promise<ProductPage> {
  const found = await openProduct(supplierProductId);
  if (found.kind !== "product") throw new Error(`No product: ${found.kind}`);
  return found;
}

describe("the page of a product", () => {
  it("shows each variant with price, floor, margin and stock, without a call", async () => {
    await shop.walk();
    const before = await harness.countAsked();
    const product = await productOf("prd_cooker");
    expect(await harness.asked(before)).toEqual([]);
    expect(product).toMatchObject({
      ...{ isGone: false, isShippedFree: false, shippingPkr: 200 },
      variants: [
        {
          ...{ wholesalePkr: 1000, pricePkr: 1600, floorPkr: 1200, raisedTo: null, stock: 500 },
          about: { deliveredPkr: 360, refusedPkr: -350, walletPkr: 1200 },
        },
      ],
    });
    expect(product.imageUrls.every((url) => url.startsWith("https://"))).toBe(true);
  });

  it("holds nothing of a hostile description but its text", async () => {
    await shop.walk();
    const rows = await harness.db.catalogProduct.findMany({
      select: { supplierProductId: true, product: true },
    });
    const hostile = rows.find(({ product }) => JSON.stringify(product).includes("<script>"));
    const { description } = await productOf(hostile?.supplierProductId ?? "");
    const text = JSON.stringify(description);
    expect(text).toContain("cotton");
    expect(text).not.toMatch(/script|onclick|alert|https?:|iframe|<img/i);
  });

  it("hides the supplier's name as the import will", async () => {
    const description = "<p>Soft cotton. Made for Lahore Wholesale.</p>";
    await harness.supplier.control.setProduct({ productId: "prd_cooker", description });
    const ctx = await shop.fresh();
    const env = { ...ctx.env, SERVICE_DASHBOARD_URL: "https://app.lahore-wholesale.com.pk" };
    const found = await getCatalogProduct({ ...ctx, env }, { supplierProductId: asId("prd_cooker") });
    expect(JSON.stringify(found)).toContain("Soft cotton");
    expect(JSON.stringify(found)).not.toContain("Lahore");
  });

  it("reads a product once that our copy does not hold yet, and keeps it", async () => {
    const before = await harness.countAsked();
    await productOf("prd_earbuds");
    await productOf("prd_earbuds");
    expect(await harness.asked(before)).toEqual(["GET /catalog/products/prd_earbuds"]);
  });

  it.each(["sparse", "contrary"] as const)(
    "reads the variants once where the list leaves them out, and keeps them over the next walk: %s",
    async (preset) => {
      await harness.supplier.control.setUndefined({ preset });
      await shop.walk();
      const before = await harness.countAsked();
      expect((await productOf("prd_cooker")).variants).toHaveLength(1);
      await shop.walk();
      expect((await productOf("prd_cooker")).variants).toHaveLength(1);
      const byId = (await harness.asked(before)).filter((request) => request.endsWith("/prd_cooker"));
      expect(byId).toHaveLength(1);
    },
  );

  it("reads them again once the product has changed", async () => {
    await harness.supplier.control.setUndefined({ preset: "sparse" });
    await shop.walk();
    await productOf("prd_cooker");
    await harness.supplier.control.setPrice({ variantId: "prd_cooker", wholesalePrice: 1100 });
    await shop.walk();
    const before = await harness.countAsked();
    expect((await productOf("prd_cooker")).variants).toMatchObject([{ wholesalePkr: 1100 }]);
    expect(await harness.asked(before)).toEqual(["GET /catalog/products/prd_cooker"]);
  });

  it("is read anew when asked for, and stays as it was when the service does not answer", async () => {
    await shop.walk();
    await harness.supplier.control.setPrice({ variantId: "prd_cooker", wholesalePrice: 1100 });
    expect((await productOf("prd_cooker")).card.wholesalePkr).toBe(1000);
    await harness.supplier.control.armFault({
      kind: "error",
      when: "before",
      status: 500,
      method: "GET",
      times: 20,
    });
    expect(await openProduct("prd_cooker", true)).toMatchObject({
      kind: "product",
      card: { wholesalePkr: 1000 },
    });
    await harness.supplier.control.clearFaults();
    expect(await openProduct("prd_cooker", true)).toMatchObject({
      kind: "product",
      card: { wholesalePkr: 1100 },
    });
  });

  it("says that a product is no longer offered", async () => {
    await shop.walk();
    await harness.supplier.control.removeProduct({ productId: "prd_cooker" });
    expect(await openProduct("prd_cooker", true)).toMatchObject({ kind: "product", isGone: true });
  });

  it("is unknown for an id of nothing, and refused while the service refuses", async () => {
    expect(await openProduct("prd_nothing")).toEqual({ kind: "unknown" });
    await harness.supplier.control.setAccount({ status: "suspended", statusReason: "Papers" });
    expect(await openProduct("prd_speaker")).toMatchObject({
      ...{ kind: "refused", refusal: { code: "reseller_suspended" } },
    });
    const unconnected = { ...(await shop.fresh()), connection: null, supplier: null };
    expect(await getCatalogProduct(unconnected, { supplierProductId: asId("prd_cooker") })).toEqual({
      kind: "not_connected",
    });
  });

  it("is not found through another shop's copy, nor another mode's", async () => {
    await shop.walk();
    const row = await shop.row("prd_cooker");
    if (!row) throw new Error("no row");
    const other = await harness.ground.createShop();
    const product = row.product ?? {};
    for (const place of [{ shopId: other.id }, { mode: "test" as const }])
      await harness.db.catalogProduct.create({
        data: { ...row, product, ...place, supplierProductId: asId("theirs") },
      });
    expect(await openProduct("theirs")).toEqual({ kind: "unknown" });
  });
});
