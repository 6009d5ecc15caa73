import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { continueBulkRun } from "#app/domain/bulk-actions/continue-bulk-run.server.ts";
import { importProduct } from "#app/domain/catalog/import/import-product.server.ts";
import { leaveListing } from "#app/domain/catalog/listings/leaving/leave-listing.server.ts";
import { deleteListing, unlinkListing } from "#app/domain/catalog/listings/leaving/unlink-listing.server.ts";
import {
  type RunChoice,
  startListingsRun,
} from "#app/domain/catalog/listings/run/start-listings-run.server.ts";
import { applyProductDeletionWebhook } from "#app/domain/catalog/listings/sync/apply-product-webhook.server.ts";
import { listStockedItemsByIds } from "#app/domain/inventory/load-stocked-items.server.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { bulkSubjects } from "#app/jobs/bulk-subjects.server.ts";
import type { BulkRunId, ListingId, ProductGid, ShopId } from "#app/platform/ids.ts";
import { armFailpoints } from "#app/platform/process/failpoint.ts";
import { type ClaimedWork, claimWork, requestReconcile } from "#app/platform/queue/work.server.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { asId } from "#test/support/as-id.ts";
import { type ListingHarness, startListingHarness } from "./listing-harness.ts";

let harness: ListingHarness;

beforeAll(async () => {
  harness = await startListingHarness();
});
beforeEach(() => harness.forget());
afterAll(() => harness.close());

async function list() {
  const listingId = await harness.list("prd_cooker");
  const { productGid } = await harness.getListing(listingId);
  harness.shopify.requests({ clear: true });
  return {
    listingId,
    productGid: productGid ?? asId<ProductGid>(""),
    shown: () => harness.inShopify(productGid),
  };
}

/** A run of the listing's work that has stood still for a while. */
async function lend(shopId: ShopId, listingId: ListingId): Promise<ClaimedWork> {
  await requestReconcile(harness.db, [{ shopId, kind: "listing.reconcile", subject: { listingId } }]);
  const where = { shopId_kind_subject: { shopId, kind: "listing.reconcile", subject: listingId } };
  const { id } = await harness.db.work.findUniqueOrThrow({ where });
  const claim = await claimWork(harness.db, id, 15_000);
  if (claim === null) throw new Error("The listing's work cannot be claimed");
  return claim;
}

async function imports() {
  return (await harness.control.audit()).imports.filter(({ deleted }) => !deleted);
}

const gone = { productGid: null, importId: null, leaving: null, unlinkedAt: expect.any(Date) };

describe("a listing that is unlinked", () => {
  it.each([
    [true, "ACTIVE"],
    [false, "DRAFT"],
  ])("leaves a product nobody can buy from our location (kept: %s)", async (keepProduct, status) => {
    const { listingId, shown } = await list();
    // The merchant has some of it at a location of their own; where it is stocked nowhere else, Shopify keeps a level of 0.
    const own = harness.shopify.state({ shop: DEMO_SHOP }).locations.find(({ isPrimary }) => isPrimary);
    const variantId = shown()?.variants[0]?.id ?? "";
    harness.shopify.setStock({ shop: DEMO_SHOP, variantId, locationId: own?.id ?? "", available: 3 });
    expect(await unlinkListing(await harness.context(), { listingId, by: "Ali", keepProduct })).toEqual({
      kind: "begun",
    });
    await harness.work(listingId);
    const { shop } = await harness.context();
    expect(shown()?.status).toBe(status);
    const ours = shown()?.variants[0]?.levels.find(({ locationId }) => locationId === shop.locationGid);
    expect(ours).toMatchObject({ available: 0, isActive: false });
    expect(await imports()).toEqual([]);
    expect(await harness.getListing(listingId)).toMatchObject({ ...gone, state: "unlinked" });
  });

  it.each([
    ["inventorySetQuantities", "cut_after"],
    ["inventoryDeactivate", "cut_after"],
    ["metafieldsDelete", "cut_after"],
  ] as const)("goes on after %s was %s", async (field, kind) => {
    const { listingId } = await list();
    await unlinkListing(await harness.context(), { listingId, by: "Ali", keepProduct: true });
    harness.shopify.faults({ requests: [{ kind, field, times: 1 }] });
    await harness.work(listingId).catch((error: unknown) => expect(error).toMatchObject({ retryable: true }));
    await harness.work(listingId);
    expect(await imports()).toEqual([]);
    expect(await harness.getListing(listingId)).toMatchObject(gone);
  });

  it("is not in the service's way when its answer to DELETE was lost", async () => {
    const { listingId } = await list();
    await unlinkListing(await harness.context(), { listingId, by: "Ali", keepProduct: true });
    await harness.control.armFault({
      kind: "error",
      when: "after",
      method: "DELETE",
      path: "/imports",
      times: 1,
    });
    await harness.work(listingId).catch((error: unknown) => expect(error).toMatchObject({ retryable: true }));
    await harness.work(listingId);
    expect(await harness.getListing(listingId)).toMatchObject(gone);
  });

  it("stays empty while the service cannot be asked, whatever fills it again", async () => {
    const { listingId, shown } = await list();
    await unlinkListing(await harness.context(), { listingId, by: "Ali", keepProduct: true });
    const { shop } = await harness.context();
    const variantId = shown()?.variants[0]?.id ?? "";
    const atOurs = () =>
      shown()?.variants[0]?.levels.find(({ locationId }) => locationId === shop.locationGid)?.available;
    const available = atOurs() ?? 0;
    armFailpoints("N4:throw");
    await expect(harness.work(listingId)).rejects.toThrow();
    armFailpoints(undefined);
    expect(atOurs()).toBe(0);
    const { variants, mode } = await harness.getListing(listingId);
    const ids = variants.map(({ id }) => id);
    const settings = await loadListingSettings(await harness.context());
    expect(await listStockedItemsByIds(harness.db, { shopId: shop.id, mode }, settings, ids)).toEqual([]);
    const locationId = shop.locationGid ?? "";
    harness.shopify.setStock({ shop: DEMO_SHOP, variantId, locationId, available });
    await harness.work(listingId);
    expect(await harness.getListing(listingId)).toMatchObject(gone);
    expect(atOurs()).toBe(0);
  });

  it("can be imported anew, as another product than the one that stayed", async () => {
    const { listingId, productGid } = await list();
    await unlinkListing(await harness.context(), { listingId, by: "Ali", keepProduct: true });
    await harness.work(listingId);
    expect(await harness.list("prd_cooker")).toBe(listingId);
    const again = await harness.getListing(listingId);
    expect(again).toMatchObject({ state: "ready" });
    expect(again.productGid).not.toBe(productGid);
    expect(await imports()).toHaveLength(1);
  });
});

describe("many at once", () => {
  async function press(choice: RunChoice, listingId: ListingId) {
    const started = await startListingsRun(await harness.context(), {
      choice,
      listingIds: [listingId],
      by: "Ali",
    });
    const runId = started.ok ? started.runId : asId<BulkRunId>("");
    const row = await harness.db.work.findFirstOrThrow({
      where: { kind: "bulkRun.continue", subject: runId },
    });
    const claim = await claimWork(harness.db, row.id, 15_000);
    if (claim === null) throw new Error("The run cannot be claimed");
    await continueBulkRun(
      { db: harness.db, contextFor: harness.context },
      claim,
      { bulkRunId: runId },
      bulkSubjects,
    );
    return harness.db.bulkItem.findFirst({ where: { runId } });
  }

  it("deletes what is for sale only where a person said so", async () => {
    const { listingId, shown } = await list();
    expect(await press({ kind: "delete", activeToo: false }, listingId)).toMatchObject({ state: "refused" });
    expect(await harness.getListing(listingId)).toMatchObject({ leaving: null });
    expect(await press({ kind: "delete", activeToo: true }, listingId)).toMatchObject({ state: "done" });
    await harness.work(listingId);
    expect(shown()).toBeUndefined();
  });

  it("unlinks, and finds done what was unlinked before", async () => {
    const { listingId, shown } = await list();
    expect(await press({ kind: "unlink", hide: true }, listingId)).toMatchObject({ state: "done" });
    await harness.work(listingId);
    expect(shown()?.status).toBe("DRAFT");
    expect(await press({ kind: "unlink", hide: true }, listingId)).toMatchObject({ state: "done" });
  });
});

describe("a listing that is deleted", () => {
  it("takes its product with it", async () => {
    const { listingId, shown } = await list();
    expect(await deleteListing(await harness.context(), { listingId, by: "Ali" })).toEqual({ kind: "begun" });
    await harness.work(listingId);
    expect(shown()).toBeUndefined();
    expect(await imports()).toEqual([]);
    expect(await harness.getListing(listingId)).toMatchObject({ ...gone, failure: "deleted_in_shopify" });
  });

  it("is not taken back by the end of its leaving once a press adds it anew", async () => {
    const { listingId, productGid } = await list();
    harness.shopify.deleteProduct({ id: productGid });
    const ctx = await harness.context();
    const where = { shopId_id: { shopId: ctx.shop.id, id: listingId } };
    const failed = { state: "failed" as const, failure: "deleted_in_shopify", leaving: "deleted" as const };
    const include = { variants: true };
    const listing = await harness.db.listing.update({ where, data: failed, include });
    const claim = await lend(ctx.shop.id, listingId);
    await importProduct(ctx, { supplierProductId: asId("prd_cooker"), by: "Ali" });
    await expect(leaveListing({ ctx, claim, listing })).rejects.toMatchObject({ code: "begun_anew" });
    expect(await harness.getListing(listingId)).toMatchObject({ state: "importing", leaving: null });
    await harness.list("prd_cooker");
    const again = await harness.getListing(listingId);
    expect(again).toMatchObject({ state: "ready", leaving: null });
    expect(again.productGid).not.toBe(productGid);
  });

  it("stays while open orders hold units of it", async () => {
    const { listingId, productGid, shown } = await list();
    const [variant] = shown()?.variants ?? [];
    harness.shopify.setChannels({ id: productGid });
    harness.shopify.placeOrder({
      lines: [{ variantId: variant?.id ?? "", price: 1600, quantity: 2 }],
      payment: "cod",
    });
    expect(await deleteListing(await harness.context(), { listingId, by: "Ali" })).toEqual({
      ...{ kind: "in_open_orders", units: 2 },
    });
    expect(shown()).toBeDefined();
  });

  it("leaves the service when the merchant deleted the product in Shopify", async () => {
    const { listingId, productGid } = await list();
    harness.shopify.deleteProduct({ id: productGid });
    await applyProductDeletionWebhook(await harness.context(), productGid);
    await harness.work(listingId);
    expect(await imports()).toEqual([]);
    expect(await harness.getListing(listingId)).toMatchObject({
      ...gone,
      state: "failed",
      failure: "deleted_in_shopify",
    });
  });

  it("is found deleted by the next look, where the webhook of it was lost", async () => {
    const { listingId, productGid } = await list();
    harness.shopify.deleteProduct({ id: productGid });
    await harness.applyEvents(listingId);
    expect(await harness.getListing(listingId)).toMatchObject(gone);
    expect(await imports()).toEqual([]);
  });
});
