import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { addSkus } from "#app/domain/catalog/mapping/add-skus.server.ts";
import { listMappings } from "#app/domain/catalog/mapping/list-mappings.server.ts";
import { listOrphans } from "#app/domain/catalog/mapping/list-orphans.server.ts";
import {
  applyMappingCsv,
  exportMappings,
  previewMappingCsv,
} from "#app/domain/catalog/mapping/mapping-csv.server.ts";
import { openMapping } from "#app/domain/catalog/mapping/open-mapping.server.ts";
import { reconcileMapping } from "#app/domain/catalog/mapping/reconcile-mapping.server.ts";
import { retryMapping } from "#app/domain/catalog/mapping/retry-mapping.server.ts";
import { saveMapping } from "#app/domain/catalog/mapping/save-mapping.server.ts";
import { searchOwnProducts } from "#app/domain/catalog/mapping/search-own-products.server.ts";
import { takeOffLocation } from "#app/domain/catalog/mapping/take-off-location.server.ts";
import { listOpenOrdersOf, unmapVariants } from "#app/domain/catalog/mapping/unmap-variants.server.ts";
import type {
  MappingId,
  ProductGid,
  SupplierProductId,
  SupplierVariantId,
  VariantGid,
} from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { type SweepingShop, startSweepingShop } from "#test/integration/sweeps/sweeping-shop.ts";
import { asId } from "#test/support/as-id.ts";

let shop: SweepingShop;
const by = "1";

beforeAll(async () => {
  shop = await startSweepingShop({ products: ["speaker"] });
});
afterEach(() => armFailpoints(undefined));
afterAll(() => shop.close());

const part = (productId: string, quantity = 1, variantId = productId) => ({
  ...{
    supplierProductId: asId<SupplierProductId>(productId),
    supplierVariantId: asId<SupplierVariantId>(variantId),
    quantity,
  },
});
type Part = ReturnType<typeof part>;

type Own = Parameters<SweepingShop["shopify"]["control"]["addOwnProduct"]>[0];
const addOwn = (input: Own) => shop.shopify.control.addOwnProduct(input);

async function save(productGid: string, parts: Readonly<Record<string, readonly Part[]>>, writeCost = false) {
  const variants = Object.entries(parts).map(([variantGid, held]) => ({
    variantGid: asId<VariantGid>(variantGid),
    parts: held,
  }));
  return saveMapping(await shop.context(), { productGid: asId(productGid), variants, writeCost, by });
}

const mappingOf = (productGid: string) =>
  shop.app.db.productMapping.findFirst({
    where: { shopId: shop.shopId, mode: "live", productGid: asId(productGid) },
  });

async function mapped(productGid: string, state = "ready") {
  return shop.soon(`the mapping to be ${state}`, async () => {
    const row = await mappingOf(productGid);
    return row?.state === state ? row : null;
  });
}

async function map(productGid: string, parts: Readonly<Record<string, readonly Part[]>>, writeCost = false) {
  const saved = await save(productGid, parts, writeCost);
  expect(saved).toMatchObject({ kind: "saved" });
  return mapped(productGid);
}

function inShopify(variantGid: string) {
  const product = shop.shopify.control
    .state()
    .products.find(({ variantIds }) => variantIds.includes(variantGid));
  const variant = product?.variants.find(({ id }) => id === variantGid);
  if (!product || !variant) throw new Error(`Shopify has no ${variantGid}`);
  return { product, ...variant };
}

async function atOurs(variantGid: string) {
  const { locationGid } = (await shop.context()).shop;
  return inShopify(variantGid).levels.find((level) => level.locationId === locationGid && level.isActive);
}

const metafields = (ownerId: string) =>
  Object.fromEntries(
    shop.shopify.control
      .state()
      .metafields.filter((one) => one.ownerId === ownerId)
      .map(({ key, value }) => [key, value]),
  );

async function importsOf(productId: string) {
  const { imports } = await shop.supplier.control.audit();
  return imports.filter((each) => each.productId === productId && each.mode === "live" && !each.deleted);
}

describe("mapping a product of the merchant's own", () => {
  it("asks the service nothing where goods of too many products are named", async () => {
    const own = addOwn({ title: "Own Everything", price: 900, quantity: 1 });
    const parts = Array.from({ length: 51 }, (_, index) => part(`prd_${index}`));
    const asked = async () =>
      (await shop.supplier.control.requests()).filter(({ path }) => path.includes("/catalog/products/prd_"))
        .length;
    const before = await asked();
    expect(await save(own.productId, { [own.variantId]: parts })).toMatchObject({
      ...{ kind: "refused" },
      refusals: [{ reason: expect.stringContaining("too many products at once") }],
    });
    expect(await asked()).toBe(before);
  });

  it("stocks it at our location beside theirs, carries our ids, and leaves price, title and images alone", async () => {
    const own = addOwn({ title: "Own Cooker Set", sku: "COOK", price: 1700, quantity: 12 });
    const before = inShopify(own.variantId).product;
    await map(own.productId, { [own.variantId]: [part("prd_cooker")] });
    expect(await atOurs(own.variantId)).toMatchObject({ available: 500 });
    const theirs = inShopify(own.variantId).levels.find(({ locationId }) => locationId === own.locationId);
    expect(theirs).toMatchObject({ isActive: true, available: 12 });
    expect(inShopify(own.variantId)).toMatchObject({ price: "1700.00", cost: null });
    const { title, descriptionHtml, status, media } = inShopify(own.variantId).product;
    expect({ title, descriptionHtml, status, media }).toEqual({
      ...{ title: before.title, descriptionHtml: before.descriptionHtml },
      ...{ status: before.status, media: before.media },
    });
    expect(metafields(own.variantId)).toEqual({ supplier_variant_id: "prd_cooker" });
    expect(metafields(own.productId)).toEqual({});
    expect(await importsOf("prd_cooker")).toHaveLength(1);
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
    const own = addOwn({ title: "Own Speaker Pair", sku: "SP2", price: 4000, quantity: 0, tracked: false });
    await map(own.productId, { [own.variantId]: [part("prd_speaker", 2)] }, true);
    expect(inShopify(own.variantId)).toMatchObject({ cost: "2400.00", tracked: true, price: "4000.00" });
    expect(await atOurs(own.variantId)).toMatchObject({ available: 200 });
    expect(JSON.parse(metafields(own.variantId).supplier_parts ?? "")).toEqual([
      { id: "prd_speaker", quantity: 2 },
    ]);
    // The imported speaker's own map is not touched by the bundle.
    expect(await importsOf("prd_speaker")).toHaveLength(1);
    const page = await listMappings(await shop.context(), { search: "speaker pair" });
    expect(page.mappings).toMatchObject([
      {
        ...{ title: "Own Speaker Pair", state: "ready", listingId: null },
        variants: [{ isBundle: true, minimumPkr: 3200, costPkr: 2400, stock: 200, isTooCheap: false }],
      },
    ]);
  });

  it("turns a listing into links and back as its variants are mapped anew", async () => {
    const own = addOwn({
      title: "Mug",
      sku: "MUG",
      price: 900,
      option: { name: "Color", values: ["A", "B"] },
    });
    const [a = "", b = ""] = own.variantIds;
    await map(own.productId, { [a]: [part("prd_mugs")] });
    const listings = () => shop.app.db.listing.count({ where: { productGid: asId(own.productId) } });
    expect(await listings()).toBe(1);
    await map(own.productId, { [b]: [part("prd_mugs", 3)] });
    expect(await listings()).toBe(0);
    expect(await atOurs(b)).toMatchObject({ available: 133 });
    expect(metafields(b)).toHaveProperty("supplier_parts");
    await unmapVariants(await shop.context(), { variantGids: [asId(b)], by });
    await shop.soon("it to be a listing again", async () => (await listings()) === 1);
    await mapped(own.productId);
    expect(await shop.app.db.variantLink.count({ where: { productGid: asId(own.productId) } })).toBe(0);
    expect(
      await shop.app.db.stockedItem.count({
        where: { variantGid: { in: [asId(a), asId(b)] }, listingId: null },
      }),
    ).toBe(0);
    expect(await atOurs(a)).toMatchObject({ available: 400 });
  });

  it("keeps since when a figure counts as another variant of the product is mapped and unmapped", async () => {
    const option = { name: "Color", values: ["A", "B"] };
    const own = addOwn({ title: "Spoons", sku: "SPO", price: 900, option });
    const [a = "", b = ""] = own.variantIds;
    await map(own.productId, { [a]: [part("prd_spoons", 2)] });
    const toldAt = new Date(Date.now() - 60_000);
    await shop.app.db.stockedComponent.updateMany({ where: linkedTo(a), data: { toldAt } });
    const said = await keptOf(a);
    expect(said).toMatchObject({ stockAt: expect.any(Date), toldAt });
    await map(own.productId, { [b]: [part("prd_spoons", 3)] });
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
      select: { stock: true, stockAt: true, toldAt: true },
    });

  it.each([
    ["parts of two stores", [part("prd_cooker"), part("prd_earbuds")], "different supplier stores"],
    ["goods the supplier does not sell", [part("prd_nothing")], "no longer sells"],
    ["nothing", [], "at least one"],
  ])("refuses %s and writes nothing", async (_, parts, words) => {
    const own = addOwn({ title: "Refused" });
    expect(await save(own.productId, { [own.variantId]: parts })).toEqual({
      kind: "refused",
      refusals: [{ variantGid: own.variantId, reason: expect.stringContaining(words) }],
    });
    expect(await mappingOf(own.productId)).toBeNull();
  });

  it("refuses what Karwan made, what is gone, and variants of another product", async () => {
    const gid = shop.line("speaker", 1).variantId ?? "";
    const imported = inShopify(gid).product.id;
    expect(await save(imported, { [gid]: [part("prd_cooker")] })).toMatchObject({
      refusals: [{ variantGid: null, reason: expect.stringContaining("linked already") }],
    });
    expect(await save("gid://shopify/Product/1", { [gid]: [part("prd_cooker")] })).toMatchObject({
      refusals: [{ reason: expect.stringContaining("not in your store") }],
    });
    const own = addOwn({ title: "Mine" });
    expect(await save(own.productId, { [gid]: [part("prd_cooker")] })).toMatchObject({
      refusals: [{ variantGid: gid, reason: expect.stringContaining("not in your store") }],
    });
    expect(await openMapping(await shop.context(), { productGid: asId(imported), goods: [] })).toEqual({
      kind: "imported",
    });
  });

  it("is opened from the stored catalog, without a call to the service", async () => {
    const own = addOwn({ title: "Own Headset", sku: "HEADSET" });
    const open = async () =>
      openMapping(await shop.context(), { productGid: asId(own.productId), goods: [asId("prd_earbuds")] });
    await open();
    const since = await shop.countAsked();
    expect(await open()).toMatchObject({ kind: "product", goods: [{ supplierProductId: "prd_earbuds" }] });
    const asked = await shop.asked(since);
    expect(asked.filter((call) => call.startsWith("GET /catalog/products"))).toEqual([]);
  });

  it("suggests what fits and applies none of it", async () => {
    const own = addOwn({ title: "Wireless Earbuds", sku: "EARBUDS" });
    const opened = await openMapping(await shop.context(), {
      productGid: asId(own.productId),
      goods: [asId("prd_earbuds")],
    });
    expect(opened).toMatchObject({
      variants: [{ parts: [], suggestion: { supplierVariantId: "prd_earbuds", because: "sku" } }],
    });
    expect(await mappingOf(own.productId)).toBeNull();
    expect(await searchOwnProducts(await shop.context(), "wireless")).toMatchObject([{ id: own.productId }]);
    expect(await searchOwnProducts(await shop.context(), "")).toEqual([]);
  });

  it("says why it failed, and goes on when asked again", async () => {
    const own = addOwn({ title: "Own Bedsheet", sku: "BED", quantity: 0, price: 2500 });
    const { id } = await map(own.productId, { [own.variantId]: [part("prd_bedsheet")] });
    await reconcileMapping({ ...(await shop.context()), supplierIn: () => null }, id);
    const failed = await mapped(own.productId, "failed");
    expect(failed.failure).toBe("not_connected");
    expect((await listMappings(await shop.context(), { search: "Own Bedsheet" })).mappings).toMatchObject([
      { state: "failed", failure: expect.stringContaining("not connected") },
    ]);
    expect(await retryMapping(await shop.context(), failed.id)).toBe(true);
    await mapped(own.productId);
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
    const { productId, variantIds } = addOwn({ title: "Plain Kettle", sku: null, option });
    const [small = "", large = ""] = variantIds;
    shop.shopify.control.setSku({ variantId: large, sku: "MINE-L" });
    await save(productId, { [small]: [part("prd_mugs")], [large]: [part("prd_mugs", 2)] });
    const failed = await mapped(productId, "failed");
    expect(failed.failure).toBe("sku_missing");
    expect(inShopify(small).sku).toBeNull();
    await pushStock();
    expect([await atOurs(small), await atOurs(large)]).toEqual([undefined, undefined]);
    const { mappings } = await listMappings(await shop.context());
    const view = mappings.find(({ id }) => id === failed.id);
    expect(view).toMatchObject({ lacksSku: true, failure: expect.stringMatching(/SKU/) });
    expect(await addSkus(await shop.context(), { mappingId: failed.id, by })).toBe(true);
    await mapped(productId);
    expect(inShopify(small).sku).toMatch(/^KW-\d+$/);
    expect(inShopify(large).sku).toBe("MINE-L");
    expect((await atOurs(small))?.available).toBeGreaterThan(0);
    await unmapVariants(await shop.context(), {
      variantGids: variantIds.map((id) => asId<VariantGid>(id)),
      by,
    });
    await shop.soon("the mapping to be forgotten", async () => (await mappingOf(productId)) === null);
    expect([await atOurs(small), await atOurs(large)]).toEqual([undefined, undefined]);
    expect(await addSkus(await shop.context(), { mappingId: asId(shop.shopId), by })).toBe(false);
  });

  it("stands nowhere of ours before its mapping can stock it, also where it is one of the supplier's whole", async () => {
    const own = addOwn({ title: "Plain Lantern", sku: null });
    await save(own.productId, { [own.variantId]: [part("prd_lantern")] });
    await mapped(own.productId, "failed");
    const where = { shopId: shop.shopId, productGid: asId<ProductGid>(own.productId) };
    expect(await shop.app.db.listing.findFirst({ where })).toMatchObject({ origin: "mapped" });
    await pushStock();
    expect(await atOurs(own.variantId)).toBeUndefined();
    await unmapVariants(await shop.context(), { variantGids: [asId(own.variantId)], by });
    await shop.soon("the mapping to be forgotten", async () => (await mappingOf(own.productId)) === null);
  });
});

describe("a mapping that is thrown off in the middle", () => {
  it("is carried to its end, each part once, and so is its unmapping", async () => {
    const own = addOwn({ title: "Thrown Off", sku: "TO", quantity: 4, price: 5000 });
    armFailpoints("M2:throw,M3:throw");
    await map(own.productId, { [own.variantId]: [part("prd_cooker"), part("prd_spoons", 2)] }, true);
    expect(await atOurs(own.variantId)).toMatchObject({ available: 250 });
    expect(inShopify(own.variantId)).toMatchObject({ cost: "1400.00" });
    armFailpoints("M1:throw");
    await unmapVariants(await shop.context(), { variantGids: [asId(own.variantId)], by });
    await shop.soon("the mapping to be forgotten", async () => (await mappingOf(own.productId)) === null);
    expect(await atOurs(own.variantId)).toBeUndefined();
    expect(metafields(own.variantId)).toEqual({});
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
    const own = addOwn({ title: "Put Back", sku: "PB", quantity: 4, price: 5000 });
    const locationId = (await shop.context()).shop.locationGid ?? "";
    shop.shopify.control.setStock({ variantId: own.variantId, locationId, available: 5 });
    const { id } = await map(own.productId, { [own.variantId]: [part("prd_cooker"), part("prd_spoons", 2)] });
    const wanted = (await atOurs(own.variantId))?.available;
    for (const _ of ["first", "again"]) {
      shop.shopify.control.setStock({ variantId: own.variantId, locationId, available: 3 });
      await runTo("M2", id);
      expect((await atOurs(own.variantId))?.available).toBe(wanted);
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
      expect((await atOurs(own.variantId))?.available).toBe(0);
    }
    await unmapVariants(await shop.context(), { variantGids: [asId(own.variantId)], by });
    await shop.soon("the mapping to be forgotten", async () => (await mappingOf(own.productId)) === null);
    shop.shopify.control.deleteProduct({ id: own.productId });
  });
});

describe("unmapping", () => {
  it("empties and leaves our location, forgets the ids and the import, and keeps what is theirs", async () => {
    const own = addOwn({ title: "Lantern", sku: "LAN", quantity: 7, price: 3000 });
    await map(own.productId, { [own.variantId]: [part("prd_lantern")] });
    expect(await importsOf("prd_lantern")).toHaveLength(1);
    expect(await unmapVariants(await shop.context(), { variantGids: [asId(own.variantId)], by })).toEqual({
      ...{ kind: "unmapped", variants: 1 },
    });
    await shop.soon("the mapping to be forgotten", async () => (await mappingOf(own.productId)) === null);
    expect(await atOurs(own.variantId)).toBeUndefined();
    expect(metafields(own.variantId)).toEqual({});
    expect(await importsOf("prd_lantern")).toEqual([]);
    const theirs = inShopify(own.variantId).levels.find(({ locationId }) => locationId === own.locationId);
    expect(theirs).toMatchObject({ isActive: true, available: 7 });
    expect(await unmapVariants(await shop.context(), { variantGids: [asId(own.variantId)], by })).toEqual({
      kind: "nothing_mapped",
    });
  });

  it("keeps at our location, with 0, what the merchant had put there before", async () => {
    const own = addOwn({ title: "Free Delivery Thing", sku: "FREE", quantity: 3, price: 3000 });
    const { locationGid } = (await shop.context()).shop;
    shop.shopify.control.setStock({ variantId: own.variantId, locationId: locationGid ?? "", available: 5 });
    await map(own.productId, { [own.variantId]: [part("prd_freight_free")] });
    await unmapVariants(await shop.context(), { variantGids: [asId(own.variantId)], by });
    await shop.soon("the mapping to be forgotten", async () => (await mappingOf(own.productId)) === null);
    expect(await atOurs(own.variantId)).toMatchObject({ available: 0 });
    shop.shopify.control.deleteProduct({ id: own.productId });
  });

  it("names the orders that wait for it", async () => {
    const own = addOwn({ title: "Named", sku: "NAMED", quantity: 0, price: 1600 });
    await map(own.productId, { [own.variantId]: [part("prd_cooker")] });
    await shop.settings({ paused: true });
    const { orderGid, name } = await shop.buy(
      { lines: [{ variantId: own.variantId, price: 1600, quantity: 1 }] },
      "waiting",
    );
    const found = await listOpenOrdersOf(await shop.context(), [asId(own.variantId)]);
    expect(found).toMatchObject({ orders: [{ name }], isAll: true });
    expect(
      (await listOpenOrdersOf(await shop.context(), [asId("gid://shopify/ProductVariant/1")])).orders,
    ).toEqual([]);
    await shop.settings({ paused: false });
    await shop.wake(orderGid);
    await shop.untilState(orderGid, "placed");
  });
});

describe("the look for orphans", () => {
  it("finds what is stocked at our location for nothing, until it is mapped or taken off", async () => {
    // What was unmapped before leaves our location in the background.
    await expect.poll(() => shop.sweep("orphans")).toMatchObject({ orphans: 0 });
    const { locationGid } = (await shop.context()).shop;
    const stray = addOwn({ title: "Stray Kettle", sku: "KETTLE", quantity: 2, price: 1700 });
    const other = addOwn({ title: "Stray Pan", sku: "PAN", quantity: 2, price: 1700 });
    for (const { variantId } of [stray, other]) {
      shop.shopify.control.setStock({ variantId, locationId: locationGid ?? "", available: 4 });
    }
    expect(await shop.sweep("orphans")).toMatchObject({ orphans: 2 });
    const { orphans, total } = await listOrphans(await shop.context());
    expect(total).toBe(2);
    expect(orphans).toMatchObject([
      { kind: "orphan", title: "Stray Kettle", productGid: stray.productId },
      { kind: "orphan", title: "Stray Pan" },
    ]);
    const take = async (variantGid: string) =>
      takeOffLocation(await shop.context(), { variantGid: asId(variantGid), by });
    expect(await take(other.variantId)).toEqual({ kind: "taken_off" });
    expect(await atOurs(other.variantId)).toBeUndefined();
    await map(stray.productId, { [stray.variantId]: [part("prd_cooker")] });
    expect(await take(stray.variantId)).toEqual({ kind: "mapped" });
    expect(await shop.sweep("orphans")).toMatchObject({ orphans: 0 });
    expect((await listOrphans(await shop.context())).total).toBe(0);
  });

  it("empties what Shopify keeps there, and says so", async () => {
    const { locationGid } = (await shop.context()).shop;
    const stray = addOwn({ title: "Committed", sku: "COM", quantity: 0, price: 500 });
    shop.shopify.control.setStock({
      variantId: stray.variantId,
      locationId: locationGid ?? "",
      available: 4,
    });
    const held = await shop.buy({ lines: [{ variantId: stray.variantId, price: 500, quantity: 1 }] }, "held");
    expect(held.holdCode).toBe("variant_not_linked");
    const answer = await takeOffLocation(await shop.context(), { variantGid: asId(stray.variantId), by });
    expect(answer).toEqual({ kind: "only_emptied" });
    expect(await atOurs(stray.variantId)).toMatchObject({ available: 0 });
  });

  it("finds mappings whose variant is gone, of links and of listings, until they are unmapped", async () => {
    const bundle = addOwn({ title: "Gone Bundle", sku: "GB", quantity: 0, price: 5000 });
    const pair = addOwn({
      ...{ title: "Gone Pair", sku: "GP", quantity: 0, price: 5000 },
      option: { name: "Size", values: ["S", "M"] },
    });
    const [small = ""] = pair.variantIds;
    await map(bundle.productId, { [bundle.variantId]: [part("prd_heavy", 2)] });
    await map(pair.productId, { [small]: [part("prd_no_images")] });
    shop.shopify.control.deleteProduct({ id: bundle.productId });
    shop.shopify.control.deleteVariant({ id: small });
    await shop.sweep("orphans");
    const { orphans } = await listOrphans(await shop.context());
    const gone = orphans.filter(({ kind }) => kind === "gone");
    expect(gone.map(({ title }) => title).toSorted()).toEqual([
      "Gone Bundle",
      expect.stringContaining("Gone Pair"),
    ]);
    await unmapVariants(await shop.context(), { variantGids: gone.map(({ variantGid }) => variantGid), by });
    await shop.soon("both to be forgotten", async () => {
      return (await mappingOf(bundle.productId)) === null && (await mappingOf(pair.productId)) === null;
    });
    const after = (await listOrphans(await shop.context())).orphans;
    expect(after.filter(({ kind }) => kind === "gone")).toEqual([]);
  });
});

describe("mappings as a file", () => {
  const utf8 = (text: string) => new TextEncoder().encode(text);
  const HEADER = "variant gid;supplier product id;supplier variant id;quantity";

  async function exported(): Promise<string> {
    const lines: string[] = [];
    for await (const line of exportMappings(await shop.context())) lines.push(line);
    return lines.join("");
  }

  it("goes out and comes back as it is", async () => {
    const text = await exported();
    expect(text).toContain('"Own Speaker Pair"');
    const looked = await previewMappingCsv(await shop.context(), utf8(text));
    if (looked.kind !== "plan") throw new Error(looked.reason);
    expect(looked.plan.changes).toEqual([]);
    expect(new Set(looked.plan.results.map(({ outcome }) => outcome))).toEqual(new Set(["same"]));
  });

  it("changes nothing when looked at, and only what is right when applied", async () => {
    const own = addOwn({
      title: "By File",
      sku: "FILE",
      quantity: 0,
      price: 5000,
      option: { name: "Size", values: ["S", "M"] },
    });
    const [s = "", m = ""] = own.variantIds;
    const lines = [
      `${s};prd_cooker;prd_cooker;1`,
      `${s};prd_spoons;prd_spoons;2`,
      `${m};prd_cooker;prd_cooker;1`,
      `${m};prd_earbuds;prd_earbuds;1`,
      "gid://shopify/ProductVariant/1;prd_cooker;prd_cooker;1",
      `${m.split("/").at(-1)};;var_nothing;1`,
    ];
    const file = utf8([HEADER, ...lines].join("\r\n"));
    const looked = await previewMappingCsv(await shop.context(), file);
    if (looked.kind !== "plan") throw new Error(looked.reason);
    expect(looked.plan.results.map(({ outcome }) => outcome)).toEqual([
      ...["change", "change", "refused", "refused", "refused", "refused"],
    ]);
    expect(await mappingOf(own.productId)).toBeNull();
    expect(await applyMappingCsv(await shop.context(), file, by)).toMatchObject({
      ...{ kind: "applied", variants: 1, products: 1 },
    });
    await mapped(own.productId);
    expect(await atOurs(s)).toMatchObject({ available: 250 });
    expect(await atOurs(m)).toBeUndefined();
    expect(await exported()).toContain(`"${s}"`);
  });
});
