import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { priceLock } from "#app/domain/catalog/listings/locks/listing-locks.ts";
import { unlockField } from "#app/domain/catalog/listings/locks/unlock-field.server.ts";
import { beginListingSync, findListing } from "#app/domain/catalog/listings/run/listing-sync.server.ts";
import { syncPrices } from "#app/domain/catalog/listings/sync/sync-prices.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { checkListing, tryAgain } from "#app/domain/product-events/check-listing.server.ts";
import type { ListingId } from "#app/platform/ids.ts";
import { claimWork } from "#app/platform/queue/work.server.ts";
import { getListedProduct } from "#app/shopify/operations/products/get-listed-product.ts";
import { asId } from "#test/support/as-id.ts";
import { type ListingHarness, startListingHarness } from "./listing-harness.ts";

let harness: ListingHarness;

beforeAll(async () => {
  harness = await startListingHarness();
});
beforeEach(() => harness.forget());
afterAll(() => harness.close());

const RULE = JSON.stringify({
  base: { kind: "multiply", percent: 160 },
  floor: { marginPkr: rupees(200), marginPercent: null },
  ending: "none",
  compareAt: { kind: "none" },
});

/** The cooker: wholesale 1,000, minimum 1,200, sold for the suggested 1,600. */
async function listCooker() {
  const listingId = await harness.list("prd_cooker");
  const { variants, productGid } = await harness.getListing(listingId);
  const [variant] = variants;
  if (variant === undefined) throw new Error("The cooker has no variant");
  harness.shopify.requests({ clear: true });
  return { listingId, variant, variantId: variant.supplierVariantId, productGid };
}

async function currentPrice(listingId: ListingId) {
  const { productGid } = await harness.getListing(listingId);
  const [variant] = harness.inShopify(productGid)?.variants ?? [];
  return { price: variant?.price, cost: variant?.cost };
}

describe("a price the supplier changed", () => {
  it("follows the rule where the shop has chosen nothing", async () => {
    const { listingId, variantId } = await listCooker();
    await harness.control.setPrice({ variantId, wholesalePrice: 1500, suggestedPrice: 2200 });
    await harness.applyEvents(listingId);
    expect(await currentPrice(listingId)).toEqual({ price: "2200.00", cost: "1500.00" });
    expect(await harness.openCodes(listingId)).toEqual([]);
  });

  it("never reaches a price fixed here, and tells what it loses", async () => {
    const { listingId, variant, variantId } = await listCooker();
    const pricePkr = rupees(1600);
    await harness.db.listingVariant.update({ where: { id: variant.id }, data: { fixedPricePkr: pricePkr } });
    await harness.control.setPrice({ variantId, wholesalePrice: 1500, suggestedPrice: 2200 });
    await harness.applyEvents(listingId);
    expect(await currentPrice(listingId)).toEqual({ price: "1600.00", cost: "1500.00" });
    expect(await harness.openCodes(listingId)).toEqual(["loses_money"]);
  });

  it("stands where the supplier suggests none any more", async () => {
    const { listingId, variant, variantId } = await listCooker();
    await harness.db.listingVariant.update({ where: { id: variant.id }, data: { suggestedPkr: null } });
    await harness.control.setPrice({ variantId, wholesalePrice: 1100 });
    await harness.receiveEvent(listingId, ["product.updated"], (product) => ({
      ...{ ...product, suggestedPrice: null },
      variants: product.variants?.map((each) => ({ ...each, suggestedPrice: null })),
    }));
    await harness.work(listingId);
    expect(await currentPrice(listingId)).toEqual({ price: "1600.00", cost: "1100.00" });
  });

  it.each([
    ["rule", "1760.00"],
    ["keep_margin", "1700.00"],
    ["alert", "1600.00"],
    ["hold_sales", "1600.00"],
  ])("brings the cost up to date, and the price by the policy %s", async (whenCostChanges, price) => {
    await harness.settings({ whenCostChanges });
    await harness.db.$executeRaw`update listing_settings set price_rule = ${RULE}::jsonb`;
    const { listingId, variantId } = await listCooker();
    const before = (await currentPrice(listingId)).price;
    await harness.control.setPrice({ variantId, wholesalePrice: 1100 });
    await harness.applyEvents(listingId);
    expect(await currentPrice(listingId)).toEqual({
      price: before === "1600.00" ? price : price,
      cost: "1100.00",
    });
    const [row] = (await harness.getListing(listingId)).variants;
    expect(row).toMatchObject({ wholesalePkr: 1100, pushedCostPkr: 1100, costDueAt: null });
    expect(row?.pushedPricePkr).toBe(Number(price));
    expect(await harness.openCodes(listingId)).toEqual(whenCostChanges === "alert" ? ["cost_changed"] : []);
    expect(await harness.db.costChange.findMany()).toMatchObject([{ fromPkr: 1000, toPkr: 1100 }]);
  });

  it("costs one read and one write, however many events told of it", async () => {
    await harness.settings({ whenCostChanges: "keep_margin" });
    const { listingId, variantId } = await listCooker();
    await harness.control.setPrice({ variantId, wholesalePrice: 1100 });
    await harness.applyEvents(listingId);
    expect(harness.callsOf("VariantsUpdate")).toBe(1);
    expect(harness.callsOf("ListedProduct")).toBe(1);
    await harness.applyEvents(listingId);
    await harness.applyEvents(listingId, ["product.stock_changed"]);
    expect(harness.callsOf("VariantsUpdate")).toBe(1);
    expect(harness.callsOf("ListedProduct")).toBe(1);
  });

  it("stops sales that no longer pay, and lets them go on when they do", async () => {
    await harness.settings({ whenCostChanges: "hold_sales" });
    const { listingId, variantId } = await listCooker();
    await harness.control.setPrice({ variantId, wholesalePrice: 1500, minResalePrice: 1700 });
    await harness.applyEvents(listingId);
    expect((await harness.getListing(listingId)).variants[0]).toMatchObject({
      ...{ salesHeldAt: expect.any(Date), stockDueAt: expect.any(Date) },
    });
    expect(await harness.openCodes(listingId)).toEqual(["sales_held"]);
    await harness.control.setPrice({ variantId, wholesalePrice: 1000, minResalePrice: 1200 });
    await harness.applyEvents(listingId);
    expect((await harness.getListing(listingId)).variants[0]).toMatchObject({ salesHeldAt: null });
    expect(await harness.openCodes(listingId)).toEqual([]);
  });

  it("never overwrites a price the merchant set in Shopify, and gives the cost all the same", async () => {
    await harness.settings({ whenCostChanges: "keep_margin" });
    const { listingId, variant, variantId, productGid } = await listCooker();
    harness.shopify.editProduct({ id: productGid ?? "", price: 1650 });
    await harness.control.setPrice({ variantId, wholesalePrice: 1100 });
    await harness.applyEvents(listingId);
    expect(await currentPrice(listingId)).toEqual({ price: "1650.00", cost: "1100.00" });
    const listing = await harness.getListing(listingId);
    expect(listing.locked).toEqual({ [priceLock(variant)]: expect.any(String) });
    expect(listing.variants[0]).toMatchObject({ pricePkr: 1650, pushedPricePkr: 1600 });
    expect(await harness.openCodes(listingId)).toEqual([]);
    await harness.control.setPrice({ variantId, minResalePrice: 1700 });
    await harness.applyEvents(listingId);
    expect(await harness.openCodes(listingId)).toEqual(["below_minimum"]);
    expect((await currentPrice(listingId)).price).toBe("1650.00");
  });

  it("takes a price back by the rule when the merchant gives it back", async () => {
    const { listingId, variant, variantId, productGid } = await listCooker();
    harness.shopify.editProduct({ id: productGid ?? "", price: 1650 });
    await harness.control.setPrice({ variantId, wholesalePrice: 1100 });
    await harness.applyEvents(listingId);
    expect(
      await unlockField(await harness.context(), { listingId, field: priceLock(variant), by: "Ali" }),
    ).toBe(true);
    await harness.work(listingId);
    expect((await currentPrice(listingId)).price).toBe("1600.00");
    expect((await harness.getListing(listingId)).locked).toEqual({});
  });

  it("is confirmed by what reported it last: a press of Check now, or the service's event", async () => {
    const { listingId } = await listCooker();
    expect(await checkListing(await harness.context(), listingId)).toMatchObject({ ok: true });
    await harness.work(listingId);
    expect(await harness.getListing(listingId)).toMatchObject({ confirmedBy: "check" });
    const { variants } = await harness.getListing(listingId);
    const later = new Date((variants[0]?.stockAt?.getTime() ?? 0) + 1000);
    await harness.db.listing.update({ where: { id: listingId }, data: { seenAt: later } });
    expect(await tryAgain(await harness.context(), listingId)).toBe(true);
    await harness.work(listingId);
    expect(await harness.getListing(listingId)).toMatchObject({ confirmedBy: "event" });
  });

  it.each(["cut_before", "cut_after"] as const)("is written once where its write was %s", async (kind) => {
    await harness.settings({ whenCostChanges: "keep_margin" });
    const { listingId, variantId } = await listCooker();
    await harness.control.setPrice({ variantId, wholesalePrice: 1100 });
    harness.shopify.faults({ requests: [{ kind, field: "productVariantsBulkUpdate", times: 4 }] });
    await expect(harness.applyEvents(listingId)).rejects.toMatchObject({ retryable: true });
    harness.shopify.faults({ clear: true });
    await harness.work(listingId);
    expect(await currentPrice(listingId)).toEqual({ price: "1700.00", cost: "1100.00" });
    const listing = await harness.getListing(listingId);
    expect(listing.locked).toEqual({});
    expect(listing.variants[0]).toMatchObject({ pricePkr: 1700, pushedPricePkr: 1700, pushedCostPkr: 1100 });
    expect(await harness.db.priceChange.findMany()).toMatchObject([
      { fromPkr: 1600, toPkr: 1700, state: "done" },
    ]);
  });

  it("never overwrites a price the merchant fixed while it was decided", async () => {
    await harness.settings({ whenCostChanges: "keep_margin" });
    const { listingId, variant, variantId, productGid } = await listCooker();
    await harness.control.setPrice({ variantId, wholesalePrice: 1100 });
    await harness.receiveEvent(listingId);
    const ctx = await harness.context();
    const { id } = await harness.db.work.update({
      where: {
        shopId_kind_subject: { shopId: harness.shopId, kind: "listing.reconcile", subject: listingId },
      },
      data: { nextRunAt: new Date(0) },
    });
    const claim = await claimWork(harness.db, id, 15_000);
    const found = claim && (await findListing(ctx, claim, listingId));
    const product = await getListedProduct(ctx.admin, asId(productGid ?? ""));
    if (!found || !product) throw new Error("The listing is not there to be looked at");
    const run = await beginListingSync(found, product);
    const fixed = { pricePkr: rupees(1800), fixedPricePkr: rupees(1800) };
    await harness.db.listingVariant.update({ where: { id: variant.id }, data: fixed });
    await expect(syncPrices(run)).rejects.toMatchObject({ code: "price_moved", retryable: true });
    expect((await harness.getListing(listingId)).variants[0]).toMatchObject(fixed);
    expect((await currentPrice(listingId)).price).toBe("1600.00");
  });

  it("drops an older event", async () => {
    const { listingId, variantId } = await listCooker();
    await harness.control.setPrice({ variantId, wholesalePrice: 1100 });
    await harness.applyEvents(listingId);
    await harness.db.listing.update({
      where: { id: listingId },
      data: { seenAt: new Date(Date.now() + 60_000) },
    });
    await harness.applyEvents(listingId, ["product.removed"]);
    expect(await harness.getListing(listingId)).toMatchObject({ offered: true });
  });
});

describe("what Shopify refuses", () => {
  it("is told to the service once, and so is its end", async () => {
    const { listingId, variantId } = await listCooker();
    const { variants } = await harness.getListing(listingId);
    const gid = variants[0]?.variantGid ?? "";
    await harness.control.setPrice({ variantId, wholesalePrice: 1100 });
    harness.shopify.faults({
      requests: [{ kind: "refused", field: "productVariantsBulkUpdate:run" }],
    });
    await harness.applyEvents(listingId);
    expect(await harness.getListing(listingId)).toMatchObject({
      ...{ syncFailure: "user_errors", syncReported: "failed" },
    });
    expect(await harness.openCodes(listingId)).toEqual(["sync_failed"]);
    expect(gid).not.toBe("");
    await harness.control.setPrice({ variantId, wholesalePrice: 1150 });
    await harness.applyEvents(listingId);
    expect(await harness.getListing(listingId)).toMatchObject({ syncFailure: null, syncReported: "ok" });
    expect(await harness.openCodes(listingId)).not.toContain("sync_failed");
    const reports = (await harness.control.requests({ method: "POST" })).filter(({ path }) =>
      path.endsWith("/sync-result"),
    );
    expect(reports).toHaveLength(2);
  });

  it("is written on a press of Try again, without a further event", async () => {
    await harness.settings({ whenCostChanges: "keep_margin" });
    const { listingId, variantId } = await listCooker();
    await harness.control.setPrice({ variantId, wholesalePrice: 1100 });
    harness.shopify.faults({ requests: [{ kind: "refused", field: "productVariantsBulkUpdate:run" }] });
    await harness.applyEvents(listingId);
    expect(await harness.openCodes(listingId)).toEqual(["sync_failed"]);
    harness.shopify.faults({ clear: true });
    expect(await tryAgain(await harness.context(), listingId)).toBe(true);
    await harness.work(listingId);
    expect(await currentPrice(listingId)).toEqual({ price: "1700.00", cost: "1100.00" });
    expect(await harness.openCodes(listingId)).toEqual([]);
    expect(await harness.getListing(listingId)).toMatchObject({ syncFailure: null });
  });
});
