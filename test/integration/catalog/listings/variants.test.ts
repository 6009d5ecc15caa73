import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { loadListingRows } from "#app/domain/catalog/listings/list/load-listing-rows.server.ts";
import { runImport } from "#app/domain/catalog/run-import.server.ts";
import { productSchema } from "#app/supplier/catalog.ts";
import { type ListingGround, startListingGround } from "./listing-ground.ts";

let ground: ListingGround;

beforeAll(async () => {
  ground = await startListingGround();
});
beforeEach(() => ground.forget());
afterAll(() => ground.close());

const productId = "prd_sold_out_sizes";

async function listLooked() {
  const listingId = await ground.list(productId);
  await ground.hear(listingId);
  const listing = await ground.getListing(listingId);
  const product = ground.inShopify(listing.productGid);
  const [first] = product?.variants ?? [];
  const options = Object.fromEntries(
    first?.selectedOptions.map(({ name, value }) => [name.toLowerCase(), value]) ?? [],
  );
  return { listingId, listing, options, shown: () => ground.inShopify(listing.productGid) };
}

describe("a variant that comes", () => {
  it("is added, stocked at our location only and mapped, where the shop follows", async () => {
    await ground.settings({ whenVariantsChange: "follow" });
    const { listingId, listing, options, shown } = await listLooked();
    await ground.control.addVariant({
      productId,
      id: "var_new",
      ...options,
      size: "7XL",
      sku: "NEW-7XL",
      stock: 4,
    });
    await ground.hear(listingId);
    await runImport(await ground.context(), listingId);
    const after = await ground.getListing(listingId);
    expect(after).toMatchObject({ state: "ready", step: "done" });
    expect(after.variants).toHaveLength(listing.variants.length + 1);
    const row = after.variants.find(({ supplierVariantId }) => supplierVariantId === "var_new");
    const variant = shown()?.variants.find(({ id }) => id === row?.variantGid);
    expect(variant).toMatchObject({ sku: "NEW-7XL", tracked: true, price: `${row?.pricePkr}.00` });
    const { shop } = await ground.context();
    expect(variant?.levels.filter(({ isActive }) => isActive)).toMatchObject([
      { locationId: shop.locationGid, available: 4 },
    ]);
    expect(await ground.needs(listingId)).toEqual([]);
  });

  it("is added once, where the answer was lost", async () => {
    await ground.settings({ whenVariantsChange: "follow" });
    const { listingId, listing, options, shown } = await listLooked();
    await ground.control.addVariant({ productId, id: "var_new", ...options, size: "7XL" });
    ground.shopify.faults({ requests: [{ kind: "cut_after", field: "VariantsCreate", times: 1 }] });
    await expect(ground.hear(listingId)).rejects.toMatchObject({ retryable: true });
    await ground.work(listingId);
    await runImport(await ground.context(), listingId);
    expect(shown()?.variants).toHaveLength(listing.variants.length + 1);
    expect((await ground.getListing(listingId)).variants).toHaveLength(listing.variants.length + 1);
  });

  it("is told of where the shop wants to be told, and where its options are not those of the product", async () => {
    const { listingId, listing, options } = await listLooked();
    await ground.control.addVariant({ productId, id: "var_new", ...options, size: "7XL" });
    await ground.hear(listingId);
    expect(await ground.needs(listingId)).toEqual(["variants_added"]);
    const [row] = await loadListingRows(await ground.context(), [listingId]);
    expect(row?.needs).toMatchObject([{ code: "variants_added", canTakeOver: true }]);
    expect((await ground.getListing(listingId)).variants).toHaveLength(listing.variants.length);
  });

  it.each(["follow", "alert"])(
    "is only told of where the product has no such options (%s)",
    async (policy) => {
      await ground.settings({ whenVariantsChange: policy });
      const listingId = await ground.list("prd_cooker");
      await ground.hear(listingId);
      await ground.control.addVariant({ productId: "prd_cooker", id: "var_new", size: "XL" });
      await ground.hear(listingId);
      expect(await ground.needs(listingId)).toEqual(["variants_added"]);
      const [row] = await loadListingRows(await ground.context(), [listingId]);
      expect(row?.needs).toMatchObject([{ code: "variants_added", canTakeOver: false }]);
      expect(row?.needs[0]?.sentence).toContain("Karwan cannot add them");
      expect(ground.callsOf("VariantsCreate")).toBe(0);
    },
  );
});

describe("a variant that goes", () => {
  it("cannot be bought and is never deleted", async () => {
    const { listingId, listing, shown } = await listLooked();
    const [first] = listing.variants;
    await ground.control.removeVariant({ variantId: first?.supplierVariantId ?? "" });
    await ground.hear(listingId);
    const after = await ground.getListing(listingId);
    expect(after).toMatchObject({ offered: true });
    expect(after.variants[0]).toMatchObject({
      offered: false,
      stockDueAt: expect.any(Date),
      variantGid: first?.variantGid,
    });
    expect(shown()?.variants).toHaveLength(listing.variants.length);
    expect(await ground.needs(listingId)).toEqual(["variants_gone"]);
  });
});

describe("news of a product", () => {
  it.each([
    ["without its variants", () => undefined],
    ["with none", () => []],
    [
      "with one that cannot be read",
      ([first, ...others]: readonly object[]) => [{ ...first, wholesalePrice: "1500" }, ...others],
    ],
  ])("%s says nothing of those that are missing", async (_how, toVariants) => {
    const { listingId, listing } = await listLooked();
    await ground.tell(listingId, ["product.updated"], (product) =>
      productSchema.parse({
        ...product,
        title: "Another title",
        variants: toVariants(product.variants ?? []),
      }),
    );
    const after = await ground.getListing(listingId);
    expect(after.offered).toBe(true);
    expect(after.variants.map(({ offered }) => offered)).toEqual(listing.variants.map(() => true));
    const { title, variants } = Object(after.seen);
    expect(title).toBe("Another title");
    expect(variants).toHaveLength(listing.variants.length);
  });
});
