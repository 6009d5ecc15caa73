import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { runImport } from "#app/domain/catalog/import/run-import.server.ts";
import { loadListingRows } from "#app/domain/catalog/listings/list/load-listing-rows.server.ts";
import { productSchema } from "#app/supplier/catalog.ts";
import { pushStockNow } from "#test/support/push-stock-now.ts";
import { type ListingHarness, startListingHarness } from "./listing-harness.ts";

let harness: ListingHarness;

beforeAll(async () => {
  harness = await startListingHarness();
});
beforeEach(() => harness.forget());
afterAll(() => harness.close());

const productId = "prd_sold_out_sizes";

async function listReconciled() {
  const listingId = await harness.list(productId);
  await harness.applyEvents(listingId);
  const listing = await harness.getListing(listingId);
  const product = harness.inShopify(listing.productGid);
  const [first] = product?.variants ?? [];
  const options = Object.fromEntries(
    first?.selectedOptions.map(({ name, value }) => [name.toLowerCase(), value]) ?? [],
  );
  return { listingId, listing, options, shown: () => harness.inShopify(listing.productGid) };
}

describe("a variant that comes", () => {
  it("is added, stocked at our location only and mapped, where the shop follows", async () => {
    await harness.settings({ whenVariantsChange: "follow" });
    const { listingId, listing, options, shown } = await listReconciled();
    await harness.control.addVariant({
      productId,
      id: "var_new",
      ...options,
      size: "7XL",
      sku: "NEW-7XL",
      stock: 4,
    });
    await harness.applyEvents(listingId);
    await runImport(await harness.context(), listingId);
    await pushStockNow(await harness.context());
    const after = await harness.getListing(listingId);
    expect(after).toMatchObject({ state: "ready", step: "done" });
    expect(after.variants).toHaveLength(listing.variants.length + 1);
    const row = after.variants.find(({ supplierVariantId }) => supplierVariantId === "var_new");
    const variant = shown()?.variants.find(({ id }) => id === row?.variantGid);
    expect(variant).toMatchObject({ sku: "NEW-7XL", tracked: true, price: `${row?.pricePkr}.00` });
    const { shop } = await harness.context();
    expect(variant?.levels.filter(({ isActive }) => isActive)).toMatchObject([
      { locationId: shop.locationGid, available: 4 },
    ]);
    expect(await harness.openCodes(listingId)).toEqual([]);
  });

  it("is added once, where the answer was lost", async () => {
    await harness.settings({ whenVariantsChange: "follow" });
    const { listingId, listing, options, shown } = await listReconciled();
    await harness.control.addVariant({ productId, id: "var_new", ...options, size: "7XL" });
    harness.shopify.faults({ requests: [{ kind: "cut_after", field: "VariantsCreate", times: 1 }] });
    await expect(harness.applyEvents(listingId)).rejects.toMatchObject({ retryable: true });
    await harness.work(listingId);
    await runImport(await harness.context(), listingId);
    expect(shown()?.variants).toHaveLength(listing.variants.length + 1);
    expect((await harness.getListing(listingId)).variants).toHaveLength(listing.variants.length + 1);
  });

  it("is told of where the shop wants to be told, and where its options are not those of the product", async () => {
    const { listingId, listing, options } = await listReconciled();
    await harness.control.addVariant({ productId, id: "var_new", ...options, size: "7XL" });
    await harness.applyEvents(listingId);
    expect(await harness.openCodes(listingId)).toEqual(["variants_added"]);
    const [row] = await loadListingRows(await harness.context(), [listingId]);
    expect(row?.openIssues).toMatchObject([{ code: "variants_added", canTakeOver: true }]);
    expect((await harness.getListing(listingId)).variants).toHaveLength(listing.variants.length);
  });

  it("is added beside one that went, which the service maps no more", async () => {
    await harness.settings({ whenVariantsChange: "follow" });
    const { listingId, listing, options, shown } = await listReconciled();
    const [gone, ...others] = listing.variants.map(({ supplierVariantId }) => supplierVariantId);
    await harness.control.removeVariant({ variantId: gone ?? "" });
    await harness.control.addVariant({ productId, id: "var_new", ...options, size: "7XL", stock: 4 });
    await harness.applyEvents(listingId);
    await runImport(await harness.context(), listingId);
    expect(await harness.getListing(listingId)).toMatchObject({ state: "ready", step: "done" });
    expect(shown()?.status).toBe("ACTIVE");
    const imports = (await (await harness.context()).supplier?.listImports())?.data;
    const mapped = [...others, "var_new"]
      .toSorted()
      .map((variantId) => expect.objectContaining({ variantId }));
    expect(imports?.find((each) => each.productId === productId)?.variants).toEqual(mapped);
  });

  it("is sold, and its product with it, where all the others went at the same time", async () => {
    await harness.settings({ whenVariantsChange: "follow" });
    const { listingId, listing, options, shown } = await listReconciled();
    await harness.control.addVariant({ productId, id: "var_new", ...options, size: "7XL", stock: 4 });
    for (const { supplierVariantId } of listing.variants) {
      await harness.control.removeVariant({ variantId: supplierVariantId });
    }
    await harness.applyEvents(listingId);
    await runImport(await harness.context(), listingId);
    await harness.work(listingId);
    expect(shown()?.status).toBe("ACTIVE");
    expect(await harness.getListing(listingId)).toMatchObject({
      ...{ state: "ready", offered: true, removedAt: null, takenOut: null },
    });
  });

  it.each(["follow", "alert"])(
    "is only told of where the product has no such options (%s)",
    async (policy) => {
      await harness.settings({ whenVariantsChange: policy });
      const listingId = await harness.list("prd_cooker");
      await harness.applyEvents(listingId);
      await harness.control.addVariant({ productId: "prd_cooker", id: "var_new", size: "XL" });
      await harness.applyEvents(listingId);
      expect(await harness.openCodes(listingId)).toEqual(["variants_added"]);
      const [row] = await loadListingRows(await harness.context(), [listingId]);
      expect(row?.openIssues).toMatchObject([{ code: "variants_added", canTakeOver: false }]);
      expect(row?.openIssues[0]?.sentence).toContain("Karwan cannot add them");
      expect(harness.callsOf("VariantsCreate")).toBe(0);
    },
  );
});

describe("a variant that goes", () => {
  it("cannot be bought and is never deleted", async () => {
    const { listingId, listing, shown } = await listReconciled();
    const [first] = listing.variants;
    await harness.control.removeVariant({ variantId: first?.supplierVariantId ?? "" });
    await harness.applyEvents(listingId);
    const after = await harness.getListing(listingId);
    expect(after).toMatchObject({ offered: true });
    expect(after.variants[0]).toMatchObject({
      offered: false,
      stockDueAt: expect.any(Date),
      variantGid: first?.variantGid,
    });
    expect(shown()?.variants).toHaveLength(listing.variants.length);
    expect(await harness.openCodes(listingId)).toEqual(["variants_gone"]);
  });
});

describe("events of a product", () => {
  it.each([
    ["without its variants", () => undefined],
    ["with none", () => []],
    [
      "with one that cannot be read",
      ([first, ...others]: readonly object[]) => [{ ...first, wholesalePrice: "1500" }, ...others],
    ],
  ])("%s says nothing of those that are missing", async (_how, toVariants) => {
    const { listingId, listing } = await listReconciled();
    await harness.receiveEvent(listingId, ["product.updated"], (product) =>
      productSchema.parse({
        ...product,
        title: "Another title",
        variants: toVariants(product.variants ?? []),
      }),
    );
    const after = await harness.getListing(listingId);
    expect(after.offered).toBe(true);
    expect(after.variants.map(({ offered }) => offered)).toEqual(listing.variants.map(() => true));
    const { title, variants } = Object(after.seen);
    expect(title).toBe("Another title");
    expect(variants).toHaveLength(listing.variants.length);
  });
});
