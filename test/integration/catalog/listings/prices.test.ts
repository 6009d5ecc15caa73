import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { priceLock } from "#app/domain/catalog/listings/listing-locks.ts";
import { beginListingRun, findListing } from "#app/domain/catalog/listings/listing-run.server.ts";
import { pressCheck, tryAgain } from "#app/domain/catalog/listings/press-check.server.ts";
import { syncPrices } from "#app/domain/catalog/listings/sync-prices.server.ts";
import { unlockField } from "#app/domain/catalog/listings/unlock-field.server.ts";
import { claimWork } from "#app/platform/work.server.ts";
import { getListedProduct } from "#app/shopify/operations/get-listed-product.ts";
import { type ListingGround, startListingGround } from "./listing-ground.ts";

let ground: ListingGround;

beforeAll(async () => {
  ground = await startListingGround();
});
beforeEach(() => ground.forget());
afterAll(() => ground.close());

const RULE = JSON.stringify({
  base: { kind: "multiply", percent: 160 },
  floor: { marginPkr: 200, marginPercent: null },
  ending: "none",
  compareAt: { kind: "none" },
});

/** The cooker: wholesale 1,000, minimum 1,200, sold for the suggested 1,600. */
async function listCooker() {
  const listingId = await ground.list("prd_cooker");
  const { variants, productGid } = await ground.getListing(listingId);
  const [variant] = variants;
  if (variant === undefined) throw new Error("The cooker has no variant");
  ground.shopify.requests({ clear: true });
  return { listingId, variant, variantId: variant.supplierVariantId, productGid };
}

async function standing(listingId: string) {
  const { productGid } = await ground.getListing(listingId);
  const [variant] = ground.inShopify(productGid)?.variants ?? [];
  return { price: variant?.price, cost: variant?.cost };
}

describe("a price the supplier changed", () => {
  it("follows the rule where the shop has chosen nothing", async () => {
    const { listingId, variantId } = await listCooker();
    await ground.control.setPrice({ variantId, wholesalePrice: 1500, suggestedPrice: 2200 });
    await ground.hear(listingId);
    expect(await standing(listingId)).toEqual({ price: "2200.00", cost: "1500.00" });
    expect(await ground.needs(listingId)).toEqual([]);
  });

  it("never reaches a price fixed here, and tells what it loses", async () => {
    const { listingId, variant, variantId } = await listCooker();
    const pricePkr = 1600;
    await ground.db.listingVariant.update({ where: { id: variant.id }, data: { fixedPricePkr: pricePkr } });
    await ground.control.setPrice({ variantId, wholesalePrice: 1500, suggestedPrice: 2200 });
    await ground.hear(listingId);
    expect(await standing(listingId)).toEqual({ price: "1600.00", cost: "1500.00" });
    expect(await ground.needs(listingId)).toEqual(["loses_money"]);
  });

  it("stands where the supplier suggests none any more", async () => {
    const { listingId, variant, variantId } = await listCooker();
    await ground.db.listingVariant.update({ where: { id: variant.id }, data: { suggestedPkr: null } });
    await ground.control.setPrice({ variantId, wholesalePrice: 1100 });
    await ground.tell(listingId, ["product.updated"], (product) => ({
      ...{ ...product, suggestedPrice: null },
      variants: product.variants?.map((each) => ({ ...each, suggestedPrice: null })),
    }));
    await ground.work(listingId);
    expect(await standing(listingId)).toEqual({ price: "1600.00", cost: "1100.00" });
  });

  it.each([
    ["rule", "1760.00"],
    ["keep_margin", "1700.00"],
    ["alert", "1600.00"],
    ["hold_sales", "1600.00"],
  ])("brings the cost up to date, and the price by the policy %s", async (whenCostChanges, price) => {
    await ground.settings({ whenCostChanges });
    await ground.db.$executeRaw`update listing_settings set price_rule = ${RULE}::jsonb`;
    const { listingId, variantId } = await listCooker();
    const before = (await standing(listingId)).price;
    await ground.control.setPrice({ variantId, wholesalePrice: 1100 });
    await ground.hear(listingId);
    expect(await standing(listingId)).toEqual({
      price: before === "1600.00" ? price : price,
      cost: "1100.00",
    });
    const [row] = (await ground.getListing(listingId)).variants;
    expect(row).toMatchObject({ wholesalePkr: 1100, pushedCostPkr: 1100, costDueAt: null });
    expect(row?.pushedPricePkr).toBe(Number(price));
    expect(await ground.needs(listingId)).toEqual(whenCostChanges === "alert" ? ["cost_changed"] : []);
    expect(await ground.db.costChange.findMany()).toMatchObject([{ fromPkr: 1000, toPkr: 1100 }]);
  });

  it("costs one read and one write, however many events told of it", async () => {
    await ground.settings({ whenCostChanges: "keep_margin" });
    const { listingId, variantId } = await listCooker();
    await ground.control.setPrice({ variantId, wholesalePrice: 1100 });
    await ground.hear(listingId);
    expect(ground.callsOf("VariantsUpdate")).toBe(1);
    expect(ground.callsOf("ListedProduct")).toBe(1);
    await ground.hear(listingId);
    await ground.hear(listingId, ["product.stock_changed"]);
    expect(ground.callsOf("VariantsUpdate")).toBe(1);
    expect(ground.callsOf("ListedProduct")).toBe(1);
  });

  it("stops sales that no longer pay, and lets them go on when they do", async () => {
    await ground.settings({ whenCostChanges: "hold_sales" });
    const { listingId, variantId } = await listCooker();
    await ground.control.setPrice({ variantId, wholesalePrice: 1500, minResalePrice: 1700 });
    await ground.hear(listingId);
    expect((await ground.getListing(listingId)).variants[0]).toMatchObject({
      ...{ salesHeldAt: expect.any(Date), stockDueAt: expect.any(Date) },
    });
    expect(await ground.needs(listingId)).toEqual(["sales_held"]);
    await ground.control.setPrice({ variantId, wholesalePrice: 1000, minResalePrice: 1200 });
    await ground.hear(listingId);
    expect((await ground.getListing(listingId)).variants[0]).toMatchObject({ salesHeldAt: null });
    expect(await ground.needs(listingId)).toEqual([]);
  });

  it("never overwrites a price the merchant set in Shopify, and gives the cost all the same", async () => {
    await ground.settings({ whenCostChanges: "keep_margin" });
    const { listingId, variant, variantId, productGid } = await listCooker();
    ground.shopify.editProduct({ id: productGid ?? "", price: 1650 });
    await ground.control.setPrice({ variantId, wholesalePrice: 1100 });
    await ground.hear(listingId);
    expect(await standing(listingId)).toEqual({ price: "1650.00", cost: "1100.00" });
    const listing = await ground.getListing(listingId);
    expect(listing.locked).toEqual({ [priceLock(variant)]: expect.any(String) });
    expect(listing.variants[0]).toMatchObject({ pricePkr: 1650, pushedPricePkr: 1600 });
    expect(await ground.needs(listingId)).toEqual([]);
    await ground.control.setPrice({ variantId, minResalePrice: 1700 });
    await ground.hear(listingId);
    expect(await ground.needs(listingId)).toEqual(["below_minimum"]);
    expect((await standing(listingId)).price).toBe("1650.00");
  });

  it("takes a price back by the rule when the merchant gives it back", async () => {
    const { listingId, variant, variantId, productGid } = await listCooker();
    ground.shopify.editProduct({ id: productGid ?? "", price: 1650 });
    await ground.control.setPrice({ variantId, wholesalePrice: 1100 });
    await ground.hear(listingId);
    expect(
      await unlockField(await ground.context(), { listingId, field: priceLock(variant), by: "Ali" }),
    ).toBe(true);
    await ground.work(listingId);
    expect((await standing(listingId)).price).toBe("1600.00");
    expect((await ground.getListing(listingId)).locked).toEqual({});
  });

  it("is confirmed by what told of it last: a press of Check now, or the service's news", async () => {
    const { listingId } = await listCooker();
    expect(await pressCheck(await ground.context(), listingId)).toMatchObject({ ok: true });
    await ground.work(listingId);
    expect(await ground.getListing(listingId)).toMatchObject({ confirmedBy: "check" });
    const { variants } = await ground.getListing(listingId);
    const later = new Date((variants[0]?.stockAt?.getTime() ?? 0) + 1000);
    await ground.db.listing.update({ where: { id: listingId }, data: { seenAt: later } });
    expect(await tryAgain(await ground.context(), listingId)).toBe(true);
    await ground.work(listingId);
    expect(await ground.getListing(listingId)).toMatchObject({ confirmedBy: "event" });
  });

  it.each(["cut_before", "cut_after"] as const)("is written once where its write was %s", async (kind) => {
    await ground.settings({ whenCostChanges: "keep_margin" });
    const { listingId, variantId } = await listCooker();
    await ground.control.setPrice({ variantId, wholesalePrice: 1100 });
    ground.shopify.faults({ requests: [{ kind, field: "productVariantsBulkUpdate", times: 4 }] });
    await expect(ground.hear(listingId)).rejects.toMatchObject({ retryable: true });
    ground.shopify.faults({ clear: true });
    await ground.work(listingId);
    expect(await standing(listingId)).toEqual({ price: "1700.00", cost: "1100.00" });
    const listing = await ground.getListing(listingId);
    expect(listing.locked).toEqual({});
    expect(listing.variants[0]).toMatchObject({ pricePkr: 1700, pushedPricePkr: 1700, pushedCostPkr: 1100 });
    expect(await ground.db.priceChange.findMany()).toMatchObject([
      { fromPkr: 1600, toPkr: 1700, state: "done" },
    ]);
  });

  it("never overwrites a price the merchant fixed while it was decided", async () => {
    await ground.settings({ whenCostChanges: "keep_margin" });
    const { listingId, variant, variantId, productGid } = await listCooker();
    await ground.control.setPrice({ variantId, wholesalePrice: 1100 });
    await ground.tell(listingId);
    const ctx = await ground.context();
    const { id } = await ground.db.work.update({
      where: { shopId_kind_subject: { shopId: ground.shopId, kind: "listing", subject: listingId } },
      data: { nextRunAt: new Date(0) },
    });
    const claim = await claimWork(ground.db, id, 15_000);
    const found = claim && (await findListing(ctx, claim));
    const product = await getListedProduct(ctx.admin, productGid ?? "");
    if (!found || !product) throw new Error("The listing is not there to be looked at");
    const run = await beginListingRun(found, product);
    const fixed = { pricePkr: 1800, fixedPricePkr: 1800 };
    await ground.db.listingVariant.update({ where: { id: variant.id }, data: fixed });
    await expect(syncPrices(run)).rejects.toMatchObject({ code: "price_moved", retryable: true });
    expect((await ground.getListing(listingId)).variants[0]).toMatchObject(fixed);
    expect((await standing(listingId)).price).toBe("1600.00");
  });

  it("puts older news away", async () => {
    const { listingId, variantId } = await listCooker();
    await ground.control.setPrice({ variantId, wholesalePrice: 1100 });
    await ground.hear(listingId);
    await ground.db.listing.update({
      where: { id: listingId },
      data: { seenAt: new Date(Date.now() + 60_000) },
    });
    await ground.hear(listingId, ["product.removed"]);
    expect(await ground.getListing(listingId)).toMatchObject({ offered: true });
  });
});

describe("what Shopify refuses", () => {
  it("is told to the service once, and so is its end", async () => {
    const { listingId, variantId } = await listCooker();
    const { variants } = await ground.getListing(listingId);
    const gid = variants[0]?.variantGid ?? "";
    await ground.control.setPrice({ variantId, wholesalePrice: 1100 });
    ground.shopify.faults({
      requests: [{ kind: "refused", field: "productVariantsBulkUpdate:run" }],
    });
    await ground.hear(listingId);
    expect(await ground.getListing(listingId)).toMatchObject({
      ...{ syncFailure: "user_errors", syncReported: "failed" },
    });
    expect(await ground.needs(listingId)).toEqual(["sync_failed"]);
    expect(gid).not.toBe("");
    await ground.control.setPrice({ variantId, wholesalePrice: 1150 });
    await ground.hear(listingId);
    expect(await ground.getListing(listingId)).toMatchObject({ syncFailure: null, syncReported: "ok" });
    expect(await ground.needs(listingId)).not.toContain("sync_failed");
    const reports = (await ground.control.requests({ method: "POST" })).filter(({ path }) =>
      path.endsWith("/sync-result"),
    );
    expect(reports).toHaveLength(2);
  });

  it("is written on a press of Try again, without further news", async () => {
    await ground.settings({ whenCostChanges: "keep_margin" });
    const { listingId, variantId } = await listCooker();
    await ground.control.setPrice({ variantId, wholesalePrice: 1100 });
    ground.shopify.faults({ requests: [{ kind: "refused", field: "productVariantsBulkUpdate:run" }] });
    await ground.hear(listingId);
    expect(await ground.needs(listingId)).toEqual(["sync_failed"]);
    ground.shopify.faults({ clear: true });
    expect(await tryAgain(await ground.context(), listingId)).toBe(true);
    await ground.work(listingId);
    expect(await standing(listingId)).toEqual({ price: "1700.00", cost: "1100.00" });
    expect(await ground.needs(listingId)).toEqual([]);
    expect(await ground.getListing(listingId)).toMatchObject({ syncFailure: null });
  });
});
