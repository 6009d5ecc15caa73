import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { addSkus } from "#app/domain/catalog/mapping/add-skus.server.ts";
import { listMappings } from "#app/domain/catalog/mapping/list-mappings.server.ts";
import { openMapping } from "#app/domain/catalog/mapping/open-mapping.server.ts";
import { reconcileMapping } from "#app/domain/catalog/mapping/reconcile-mapping.server.ts";
import { retryMapping } from "#app/domain/catalog/mapping/retry-mapping.server.ts";
import { searchOwnProducts } from "#app/domain/catalog/mapping/search-own-products.server.ts";
import { unmapVariants } from "#app/domain/catalog/mapping/unmap-variants.server.ts";
import type { MappingId, ProductGid, VariantGid } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { deactivateInventory } from "#app/shopify/operations/inventory/deactivate-inventory.ts";
import { asId } from "#test/support/as-id.ts";
import { by, type MappingShop, part, startMappingShop } from "./mapping-shop.ts";

let shop: MappingShop;

beforeAll(async () => {
  shop = await startMappingShop({ products: ["speaker"] });
});
afterEach(() => armFailpoints(undefined));
afterAll(() => shop.close());

describe("mapping a product of the merchant's own", () => {
  it("asks the service nothing where goods of too many products are named", async () => {
    const own = shop.addOwn({ title: "Own Everything", price: 900, quantity: 1 });
    const parts = Array.from({ length: 51 }, (_, index) => part(`prd_${index}`));
    const asked = async () =>
      (await shop.supplier.control.requests()).filter(({ path }) => path.includes("/catalog/products/prd_"))
        .length;
    const before = await asked();
    expect(await shop.save(own.productId, { [own.variantId]: parts })).toMatchObject({
      ...{ kind: "refused" },
      refusals: [{ reason: expect.stringContaining("too many products at once") }],
    });
    expect(await asked()).toBe(before);
  });

  it("stocks it at our location beside theirs, carries our ids, and leaves price, title and images alone", async () => {
    const own = shop.addOwn({ title: "Own Cooker Set", sku: "COOK", price: 1700, quantity: 12 });
    const before = shop.variantInShopify(own.variantId).product;
    await shop.map(own.productId, { [own.variantId]: [part("prd_cooker")] });
    expect(await shop.atOurs(own.variantId)).toMatchObject({ available: 500 });
    const theirs = shop
      .variantInShopify(own.variantId)
      .levels.find(({ locationId }) => locationId === own.locationId);
    expect(theirs).toMatchObject({ isActive: true, available: 12 });
    expect(shop.variantInShopify(own.variantId)).toMatchObject({ price: "1700.00", cost: null });
    const { title, descriptionHtml, status, media } = shop.variantInShopify(own.variantId).product;
    expect({ title, descriptionHtml, status, media }).toEqual({
      ...{ title: before.title, descriptionHtml: before.descriptionHtml },
      ...{ status: before.status, media: before.media },
    });
    expect(shop.metafields(own.variantId)).toEqual({ supplier_variant_id: "prd_cooker" });
    expect(shop.metafields(own.productId)).toEqual({});
    expect(await shop.importsOf("prd_cooker")).toHaveLength(1);
    const listing = await shop.app.db.listing.findFirst({
      where: { shopId: shop.shopId, productGid: asId(own.productId) },
      include: { variants: true },
    });
    expect(listing).toMatchObject({
      ...{ origin: "mapped", state: "ready", title: "Own Cooker Set", supplierProductId: "prd_cooker" },
      locked: { title: expect.any(String), price: expect.any(String) },
      variants: [{ variantGid: own.variantId, pricePkr: 1700, fixedPricePkr: 1700, pushedQuantity: 500 }],
    });
    const items = { where: { variantGid: asId<VariantGid>(own.variantId) }, include: { link: true } };
    expect(await shop.app.db.stockedItem.findMany(items)).toMatchObject([
      { listingId: listing?.id, link: null },
    ]);
  });

  it("writes the cost only where the merchant agrees, and counts stock that was not counted", async () => {
    const own = shop.addOwn({
      title: "Own Speaker Pair",
      sku: "SP2",
      price: 4000,
      quantity: 0,
      tracked: false,
    });
    await shop.map(own.productId, { [own.variantId]: [part("prd_speaker", 2)] }, true);
    expect(shop.variantInShopify(own.variantId)).toMatchObject({
      cost: "2400.00",
      tracked: true,
      price: "4000.00",
    });
    expect(await shop.atOurs(own.variantId)).toMatchObject({ available: 200 });
    expect(JSON.parse(shop.metafields(own.variantId).supplier_parts ?? "")).toEqual([
      { id: "prd_speaker", quantity: 2 },
    ]);
    // The imported speaker's own map is not touched by the bundle.
    expect(await shop.importsOf("prd_speaker")).toHaveLength(1);
    const page = await listMappings(await shop.context(), { search: "speaker pair" });
    expect(page.mappings).toMatchObject([
      {
        ...{ title: "Own Speaker Pair", state: "ready", listingId: null },
        variants: [{ isBundle: true, minimumPkr: 3200, costPkr: 2400, stock: 200, isTooCheap: false }],
      },
    ]);
  });

  it("turns a listing into links and back as its variants are mapped anew", async () => {
    const own = shop.addOwn({
      title: "Mug",
      sku: "MUG",
      price: 900,
      option: { name: "Color", values: ["A", "B"] },
    });
    const [a = "", b = ""] = own.variantIds;
    await shop.map(own.productId, { [a]: [part("prd_mugs")] });
    const listings = () => shop.app.db.listing.count({ where: { productGid: asId(own.productId) } });
    expect(await listings()).toBe(1);
    await shop.map(own.productId, { [b]: [part("prd_mugs", 3)] });
    expect(await listings()).toBe(0);
    expect(await shop.atOurs(b)).toMatchObject({ available: 133 });
    expect(shop.metafields(b)).toHaveProperty("supplier_parts");
    await unmapVariants(await shop.context(), { variantGids: [asId(b)], by });
    await shop.soon("it to be a listing again", async () => (await listings()) === 1);
    await shop.mapped(own.productId);
    expect(await shop.app.db.variantLink.count({ where: { productGid: asId(own.productId) } })).toBe(0);
    expect(
      await shop.app.db.stockedItem.count({
        where: { variantGid: { in: [asId(a), asId(b)] }, listingId: null },
      }),
    ).toBe(0);
    expect(await shop.atOurs(a)).toMatchObject({ available: 400 });
  });

  it("keeps since when a figure counts as another variant of the product is mapped and unmapped", async () => {
    const option = { name: "Color", values: ["A", "B"] };
    const own = shop.addOwn({ title: "Spoons", sku: "SPO", price: 900, option });
    const [a = "", b = ""] = own.variantIds;
    await shop.map(own.productId, { [a]: [part("prd_spoons", 2)] });
    const reportedAt = new Date(Date.now() - 60_000);
    await shop.app.db.stockedComponent.updateMany({ where: linkedTo(a), data: { reportedAt } });
    const said = await keptOf(a);
    expect(said).toMatchObject({ stockAt: expect.any(Date), reportedAt });
    await shop.map(own.productId, { [b]: [part("prd_spoons", 3)] });
    expect(await keptOf(a)).toEqual(said);
    await unmapVariants(await shop.context(), { variantGids: [asId(b)], by });
    expect(await keptOf(a)).toEqual(said);
  });

  const linkedTo = (variantGid: string) => ({
    item: { variantGid: asId<VariantGid>(variantGid), listingId: null },
  });
  const keptOf = (variantGid: string) =>
    shop.app.db.stockedComponent.findFirst({
      where: linkedTo(variantGid),
      select: { stock: true, stockAt: true, reportedAt: true },
    });

  it.each([
    ["parts of two stores", [part("prd_cooker"), part("prd_earbuds")], "different supplier stores"],
    ["goods the supplier does not sell", [part("prd_nothing")], "no longer sells"],
    ["nothing", [], "at least one"],
  ])("refuses %s and writes nothing", async (_, parts, words) => {
    const own = shop.addOwn({ title: "Refused" });
    expect(await shop.save(own.productId, { [own.variantId]: parts })).toEqual({
      kind: "refused",
      refusals: [{ variantGid: own.variantId, reason: expect.stringContaining(words) }],
    });
    expect(await shop.mappingOf(own.productId)).toBeNull();
  });

  it("refuses what Karwan made, what is gone, and variants of another product", async () => {
    const gid = shop.line("speaker", 1).variantId ?? "";
    const imported = shop.variantInShopify(gid).product.id;
    expect(await shop.save(imported, { [gid]: [part("prd_cooker")] })).toMatchObject({
      refusals: [{ variantGid: null, reason: expect.stringContaining("linked already") }],
    });
    expect(await shop.save("gid://shopify/Product/1", { [gid]: [part("prd_cooker")] })).toMatchObject({
      refusals: [{ reason: expect.stringContaining("not in your store") }],
    });
    const own = shop.addOwn({ title: "Mine" });
    expect(await shop.save(own.productId, { [gid]: [part("prd_cooker")] })).toMatchObject({
      refusals: [{ variantGid: gid, reason: expect.stringContaining("not in your store") }],
    });
    expect(await openMapping(await shop.context(), { productGid: asId(imported), goods: [] })).toEqual({
      kind: "imported",
    });
  });

  it("is opened from the stored catalog, without a call to the service", async () => {
    const own = shop.addOwn({ title: "Own Headset", sku: "HEADSET" });
    const open = async () =>
      openMapping(await shop.context(), { productGid: asId(own.productId), goods: [asId("prd_earbuds")] });
    await open();
    const since = await shop.countAsked();
    expect(await open()).toMatchObject({ kind: "product", goods: [{ supplierProductId: "prd_earbuds" }] });
    const asked = await shop.asked(since);
    expect(asked.filter((call) => call.startsWith("GET /catalog/products"))).toEqual([]);
  });

  it("suggests what fits and applies none of it", async () => {
    const own = shop.addOwn({ title: "Wireless Earbuds", sku: "EARBUDS" });
    const opened = await openMapping(await shop.context(), {
      productGid: asId(own.productId),
      goods: [asId("prd_earbuds")],
    });
    expect(opened).toMatchObject({
      variants: [{ parts: [], suggestion: { supplierVariantId: "prd_earbuds", because: "sku" } }],
    });
    expect(await shop.mappingOf(own.productId)).toBeNull();
    expect(await searchOwnProducts(await shop.context(), "wireless")).toMatchObject([{ id: own.productId }]);
    expect(await searchOwnProducts(await shop.context(), "")).toEqual([]);
  });

  it("goes on beside a variant that the supplier withdrew since, which nobody can buy", async () => {
    const option = { name: "Size", values: ["A", "B", "C"] };
    const own = shop.addOwn({ title: "Own Shirts", sku: "OWN", price: 5000, option });
    const [a = "", b = "", c = ""] = own.variantIds;
    const productId = "prd_sold_out_sizes";
    const size = (number: number) => [part(productId, 1, `${productId}_v${number}`)];
    await shop.map(own.productId, { [a]: size(2), [b]: size(3) });
    const listed = () =>
      shop.app.db.listedVariant.findFirst({
        where: { shopId: shop.shopId, variantGid: asId<VariantGid>(a) },
      });
    await shop.supplier.control.removeVariant({ variantId: `${productId}_v2` });
    await shop.soon("it to be withdrawn", async () => (await listed())?.offered === false);
    await shop.map(own.productId, { [c]: size(4) });
    await shop.soon("nobody to be able to buy it", async () => (await shop.atOurs(a))?.available === 0);
    const [imported] =
      (await (await shop.context()).supplier?.listImports())?.data.filter(
        (each) => each.productId === productId,
      ) ?? [];
    const ours = [b, c].map((externalVariantId) => expect.objectContaining({ externalVariantId }));
    expect(imported?.variants).toHaveLength(2);
    expect(imported?.variants).toEqual(expect.arrayContaining(ours));
  });

  it("says why it failed, and goes on when asked again", async () => {
    const own = shop.addOwn({ title: "Own Bedsheet", sku: "BED", quantity: 0, price: 2500 });
    const { id } = await shop.map(own.productId, { [own.variantId]: [part("prd_bedsheet")] });
    await reconcileMapping({ ...(await shop.context()), supplierIn: () => null }, id);
    const failed = await shop.mapped(own.productId, "failed");
    expect(failed.failure).toBe("not_connected");
    expect((await listMappings(await shop.context(), { search: "Own Bedsheet" })).mappings).toMatchObject([
      { state: "failed", failure: expect.stringContaining("not connected") },
    ]);
    expect(await retryMapping(await shop.context(), failed.id)).toBe(true);
    await shop.mapped(own.productId);
    const open = { where: { shopId: shop.shopId, thing: "mapping" as const, resolvedAt: null } };
    expect(await shop.app.db.attention.count(open)).toBe(0);
    expect(await retryMapping(await shop.context(), asId(shop.shopId))).toBe(false);
  });
});

describe("a product of the merchant's own without SKUs", () => {
  /** As when the service reports anything: the quantities that are due are written. */
  async function pushStock() {
    const ctx = await shop.context();
    await ctx.wake([{ kind: "inventory.push", subject: { mode: "live" } }]);
    await shop.soon("the quantities to be written", async () => {
      const due = {
        kind: "inventory.push",
        OR: [{ leaseToken: { not: null } }, { nextRunAt: { not: null } }],
      };
      return (await shop.app.db.work.count({ where: due })) === 0;
    });
  }

  it("is asked about, and gets SKUs only where it has none and only when told to", async () => {
    const option = { name: "Size", values: ["Small", "Large"] };
    const { productId, variantIds } = shop.addOwn({ title: "Plain Kettle", sku: null, option });
    const [small = "", large = ""] = variantIds;
    shop.shopify.control.setSku({ variantId: large, sku: "MINE-L" });
    await shop.save(productId, { [small]: [part("prd_mugs")], [large]: [part("prd_mugs", 2)] });
    const failed = await shop.mapped(productId, "failed");
    expect(failed.failure).toBe("sku_missing");
    expect(shop.variantInShopify(small).sku).toBeNull();
    await pushStock();
    expect([await shop.atOurs(small), await shop.atOurs(large)]).toEqual([undefined, undefined]);
    const { mappings } = await listMappings(await shop.context());
    const view = mappings.find(({ id }) => id === failed.id);
    expect(view).toMatchObject({ lacksSku: true, failure: expect.stringMatching(/SKU/) });
    expect(await addSkus(await shop.context(), { mappingId: failed.id, by })).toBe(true);
    await shop.mapped(productId);
    expect(shop.variantInShopify(small).sku).toMatch(/^KW-\d+$/);
    expect(shop.variantInShopify(large).sku).toBe("MINE-L");
    expect((await shop.atOurs(small))?.available).toBeGreaterThan(0);
    await unmapVariants(await shop.context(), {
      variantGids: variantIds.map((id) => asId<VariantGid>(id)),
      by,
    });
    await shop.soon("the mapping to be forgotten", async () => (await shop.mappingOf(productId)) === null);
    expect([await shop.atOurs(small), await shop.atOurs(large)]).toEqual([undefined, undefined]);
    expect(await addSkus(await shop.context(), { mappingId: asId(shop.shopId), by })).toBe(false);
  });

  it("stands nowhere of ours before its mapping can stock it, also where it is one of the supplier's whole", async () => {
    const own = shop.addOwn({ title: "Plain Lantern", sku: null });
    await shop.save(own.productId, { [own.variantId]: [part("prd_lantern")] });
    await shop.mapped(own.productId, "failed");
    const where = { shopId: shop.shopId, productGid: asId<ProductGid>(own.productId) };
    expect(await shop.app.db.listing.findFirst({ where })).toMatchObject({ origin: "mapped" });
    await pushStock();
    expect(await shop.atOurs(own.variantId)).toBeUndefined();
    await unmapVariants(await shop.context(), { variantGids: [asId(own.variantId)], by });
    await shop.soon(
      "the mapping to be forgotten",
      async () => (await shop.mappingOf(own.productId)) === null,
    );
  });
});

describe("a mapping that is thrown off in the middle", () => {
  it("is carried to its end, each part once, and so is its unmapping", async () => {
    const own = shop.addOwn({ title: "Thrown Off", sku: "TO", quantity: 4, price: 5000 });
    armFailpoints("M2:throw,M3:throw");
    await shop.map(own.productId, { [own.variantId]: [part("prd_cooker"), part("prd_spoons", 2)] }, true);
    expect(await shop.atOurs(own.variantId)).toMatchObject({ available: 250 });
    expect(shop.variantInShopify(own.variantId)).toMatchObject({ cost: "1400.00" });
    armFailpoints("M1:throw");
    await unmapVariants(await shop.context(), { variantGids: [asId(own.variantId)], by });
    await shop.soon(
      "the mapping to be forgotten",
      async () => (await shop.mappingOf(own.productId)) === null,
    );
    expect(await shop.atOurs(own.variantId)).toBeUndefined();
    expect(shop.metafields(own.variantId)).toEqual({});
  });
});

describe("a quantity that was put back since an earlier run of a mapping", () => {
  /** One run after another, none of which comes to its end. */
  async function runTo(failpoint: string, mappingId: MappingId) {
    armFailpoints(`${failpoint}:throw`);
    await expect(reconcileMapping(await shop.context(), mappingId)).rejects.toThrow();
    armFailpoints(undefined);
  }

  it("is written once more", async () => {
    const own = shop.addOwn({ title: "Put Back", sku: "PB", quantity: 4, price: 5000 });
    const locationId = (await shop.context()).shop.locationGid ?? "";
    shop.shopify.control.setStock({ variantId: own.variantId, locationId, available: 5 });
    const { id } = await shop.map(own.productId, {
      [own.variantId]: [part("prd_cooker"), part("prd_spoons", 2)],
    });
    const wanted = (await shop.atOurs(own.variantId))?.available;
    for (const _ of ["first", "again"]) {
      shop.shopify.control.setStock({ variantId: own.variantId, locationId, available: 3 });
      await runTo("M2", id);
      // By the work of stock, which alone keeps what stands there already.
      await shop.soon(
        "the quantity to be put right",
        async () => (await shop.atOurs(own.variantId))?.available === wanted,
      );
    }
    const { inventoryItemGid } = await shop.app.db.stockedItem.findFirstOrThrow({
      where: { shopId: shop.shopId, variantGid: asId(own.variantId), listingId: null },
    });
    const leaving = JSON.stringify([{ variantGid: own.variantId, inventoryItemGid }]);
    for (const _ of ["first", "again"]) {
      shop.shopify.control.setStock({ variantId: own.variantId, locationId, available: 3 });
      await shop.app.db
        .$executeRaw`update product_mapping set leaving = ${leaving}::jsonb where id = ${id}::uuid`;
      await runTo("M1", id);
      expect((await shop.atOurs(own.variantId))?.available).toBe(0);
    }
    await unmapVariants(await shop.context(), { variantGids: [asId(own.variantId)], by });
    await shop.soon(
      "the mapping to be forgotten",
      async () => (await shop.mappingOf(own.productId)) === null,
    );
    shop.shopify.control.deleteProduct({ id: own.productId });
  });

  it("is written at once where the merchant stocked it at our location no more", async () => {
    const own = shop.addOwn({ title: "Unstocked", sku: "UNS", quantity: 4, price: 5000 });
    const { id } = await shop.map(own.productId, { [own.variantId]: [part("prd_cooker")] });
    const wanted = (await shop.atOurs(own.variantId))?.available;
    const { admin } = await shop.context();
    await deactivateInventory(admin, (await shop.atOurs(own.variantId))?.id ?? "");
    expect(await shop.atOurs(own.variantId)).toBeUndefined();
    await reconcileMapping(await shop.context(), id);
    expect(await shop.atOurs(own.variantId)).toMatchObject({ available: wanted });
  });
});
