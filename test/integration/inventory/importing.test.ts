import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { relinkListing } from "#app/domain/catalog/adoption/relink-listing.server.ts";
import type { ListingId } from "#app/platform/ids.ts";
import { startSweepingShop } from "#test/integration/sweeps/sweeping-shop.ts";
import { asId } from "#test/support/as-id.ts";
import { describeStock, type StockedItemRow } from "./stock-shop.ts";

type Shop = Awaited<ReturnType<typeof startSweepingShop>> & ReturnType<typeof describeStock>;

const SIZES = "prd_sold_out_sizes";

let shop: Shop;

beforeAll(async () => {
  const swept = await startSweepingShop({ products: ["cooker", "earbuds", "speaker", "lantern"] });
  shop = { ...swept, ...describeStock(swept) };
  await shop.list(SIZES);
  await shop.rest();
});
afterEach(async () => {
  await shop.supplier.control.clearFaults();
  await shop.stockSettings({ whenCostChanges: "alert", whenVariantsChange: "alert" });
});
afterAll(() => shop.close());

const listingOf = (supplierProductId: string) =>
  shop.app.db.listing.findFirstOrThrow({
    where: { shopId: shop.shopId, supplierProductId: asId(supplierProductId) },
  });

async function only(productId: string): Promise<StockedItemRow> {
  const [item] = await shop.stockedItems(productId);
  if (!item) throw new Error(`${productId} is not listed`);
  return item;
}

const setStock = ({ supplierVariantId: variantId }: StockedItemRow, stock: number) =>
  shop.supplier.control.setStock({ variantId, stock });

const statusOf = async (productId: string) => {
  const { productGid } = await listingOf(productId);
  return shop.shopify.control.state().products.find(({ id }) => id === productGid)?.status;
};

const failNext = (method: "GET" | "POST", path: string) =>
  shop.supplier.control.armFault({ kind: "error", when: "before", status: 503, method, path, times: 1000 });

/** Waits until the import has failed, and puts its next try off: nothing else of the service fails meanwhile. */
async function failImport(listingId: ListingId): Promise<void> {
  const where = { shopId: shop.shopId, kind: "listing.import", subject: listingId };
  await shop.soon("the import to fail", async () => {
    const data = { nextRunAt: new Date(Date.now() + 3_600_000) };
    const failed = { ...where, attempts: { gt: 0 }, leaseToken: null };
    return (await shop.app.db.work.updateMany({ where: failed, data })).count > 0;
  });
  await shop.supplier.control.clearFaults();
}

/** The service has forgotten its import, as the walk finds, and does not answer the request to make it again. */
async function loseImport(productId: string): Promise<void> {
  const { supplier } = await shop.context();
  const { id, importId } = await listingOf(productId);
  await supplier?.deleteImport(importId ?? "");
  await failNext("POST", "/imports");
  expect(await shop.sweep("imports")).toMatchObject({ missing: 1 });
  await failImport(id);
  expect(await listingOf(productId)).toMatchObject({ state: "importing", step: "mapping" });
}

/** The service tells nothing of what it does not sync: it is asked. */
async function readService(): Promise<void> {
  await shop.nextSecond();
  await shop.sweep("stock");
}

async function tryImport(listingId: ListingId): Promise<void> {
  const where = { shopId: shop.shopId, kind: "listing.import", subject: listingId };
  await shop.app.db.work.updateMany({ where, data: { nextRunAt: new Date() } });
  await (await shop.context()).wake([{ kind: "listing.import", subject: { listingId } }]);
}

/** The service answers again. */
async function endImport(listingId: ListingId): Promise<void> {
  await tryImport(listingId);
  await shop.soon("the import to be made", async () => {
    const { state } = await shop.app.db.listing.findUniqueOrThrow({ where: { id: listingId } });
    return state === "ready";
  });
}

describe("a product on sale that the service does not answer the import of", () => {
  it("has its stock written", async () => {
    const cooker = await only("prd_cooker");
    await loseImport("prd_cooker");
    await setStock(cooker, 0);
    await readService();
    await shop.hurryTo(cooker, 0);
    expect(await listingOf("prd_cooker")).toMatchObject({ state: "importing" });
    await endImport(cooker.listingId);
    await setStock(cooker, 50);
    await shop.hurryTo(cooker, 50);
  });

  it("is emptied and hidden when the supplier takes it off", async () => {
    const earbuds = await only("prd_earbuds");
    await loseImport("prd_earbuds");
    await shop.supplier.control.removeProduct({ productId: "prd_earbuds" });
    await readService();
    await shop.hurryTo(earbuds, 0);
    await shop.soon("the earbuds to be hidden", async () => (await statusOf("prd_earbuds")) === "DRAFT");
    expect(await listingOf("prd_earbuds")).toMatchObject({ state: "importing", takenOut: "draft" });
  });

  it("is not sold at a loss", async () => {
    await shop.stockSettings({ whenCostChanges: "hold_sales" });
    const speaker = await only("prd_speaker");
    await loseImport("prd_speaker");
    const cost = { wholesalePrice: 90_000, minResalePrice: 95_000 };
    await shop.supplier.control.setPrice({ variantId: speaker.supplierVariantId, ...cost });
    await readService();
    await shop.hurryTo(speaker, 0);
    expect(await shop.variantOf(speaker)).toMatchObject({ salesHeldAt: expect.any(Date) });
    expect(await listingOf("prd_speaker")).toMatchObject({ state: "importing" });
  });

  it("goes on when the key is taken again", async () => {
    await loseImport("prd_lantern");
    const { id: listingId } = await listingOf("prd_lantern");
    const refused = { kind: "refused", code: "reseller_suspended" } as const;
    await shop.supplier.control.armFault({ ...refused, method: "POST", path: "/imports", times: 1000 });
    await tryImport(listingId);
    await shop.soon("the refusal", async () => (await listingOf("prd_lantern")).state === "failed");
    expect(await listingOf("prd_lantern")).toMatchObject({ failure: "connection_refused" });
    await shop.supplier.control.clearFaults();
    await shop.sweep("imports");
    await shop.soon(
      "the lantern to be synced",
      async () => (await listingOf("prd_lantern")).state === "ready",
    );
    const where = { shopId: shop.shopId, thing: "listing" as const, thingId: listingId, resolvedAt: null };
    expect(await shop.app.db.attention.count({ where })).toBe(0);
  });

  it("has its stock written while it is linked anew at a press", async () => {
    const lantern = await only("prd_lantern");
    await failNext("GET", "/catalog/products/prd_lantern");
    await relinkListing(await shop.context(), { listingId: lantern.listingId, by: "Ali" });
    await failImport(lantern.listingId);
    await setStock(lantern, 3);
    await shop.hurryTo(lantern, 3);
    expect(await listingOf("prd_lantern")).toMatchObject({ state: "importing", step: "adopt" });
    await endImport(lantern.listingId);
    await shop.rest();
    expect(await shop.shown(lantern)).toBe(3);
  });
});

describe("a variant that is added while the service answers no import", () => {
  it("is sold, and brings nothing back on sale that is held or set low", async () => {
    await shop.stockSettings({
      ...{ whenCostChanges: "hold_sales", whenVariantsChange: "follow", whenStockEdited: "leave" },
    });
    const example = (await (await shop.context()).supplier?.getProduct(asId(SIZES)))?.variants?.[0];
    const [held, low] = await shop.stockedItems(SIZES);
    if (!held || !low || !example) throw new Error("Nothing is listed");
    await setStock(held, 9);
    // Of two events of one second, about one product, the lower stock counts.
    await shop.nextSecond();
    await setStock(low, 9);
    await shop.hurryTo(held, 9);
    await shop.hurryTo(low, 9);
    await shop.rest();
    await shop.setByHand(low, 2);
    await shop.sweep("shopify_stock");
    await shop.soon("the edit", async () => (await shop.variantOf(low)).stockCap === 2);
    const cost = { wholesalePrice: 90_000, minResalePrice: 95_000 };
    await shop.supplier.control.setPrice({ variantId: held.supplierVariantId, ...cost });
    await shop.hurryTo(held, 0);
    await shop.rest();
    await failNext("POST", "/imports");
    const { color } = example;
    await shop.supplier.control.addVariant({
      ...{ productId: SIZES, id: "var_new", color, size: "7XL", sku: "NEW-7XL", stock: 4 },
    });
    const added = await shop.soon("the variant to be listed", async () => {
      const rows = await shop.stockedItems(SIZES);
      return rows.find(({ supplierVariantId }) => supplierVariantId === "var_new");
    });
    await failImport(added.listingId);
    expect([await shop.shown(held), await shop.shown(low)]).toEqual([0, 2]);
    await shop.hurryTo(added, 4);
    await shop.rest();
    expect([await shop.shown(held), await shop.shown(low)]).toEqual([0, 2]);
    expect(await listingOf(SIZES)).toMatchObject({ state: "importing", step: "mapping" });
    await endImport(added.listingId);
    await shop.rest();
    expect([await shop.shown(held), await shop.shown(low), await shop.shown(added)]).toEqual([0, 2, 4]);
  });
});
