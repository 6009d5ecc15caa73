import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  applyProductChange,
  applyProductDeletionWebhook,
} from "#app/domain/catalog/listings/sync/apply-product-webhook.server.ts";
import type { ListingId, ProductGid } from "#app/platform/ids.ts";
import { receiveProductChange } from "#app/platform/product-change.server.ts";
import { toIso } from "#test/standins/shopify/clock.ts";
import { asId } from "#test/support/as-id.ts";
import { type ListingHarness, startListingHarness } from "./listing-harness.ts";

let harness: ListingHarness;

beforeAll(async () => {
  harness = await startListingHarness();
});
beforeEach(() => harness.forget());
afterAll(() => harness.close());

const isMarked = async (listingId: ListingId) => {
  const where = { shopId: harness.shopId, kind: "listing.reconcile", subject: listingId };
  const row = await harness.db.work.findFirst({ where });
  return row !== null && row.requestedGeneration > row.observedGeneration;
};

/** Imported, its price once brought up to date by us. */
async function listWritten() {
  await harness.settings({ whenCostChanges: "keep_margin" });
  const listingId = await harness.list("prd_cooker");
  await harness.control.setPrice({ variantId: "prd_cooker", wholesalePrice: 1100 });
  await harness.applyEvents(listingId);
  const { productGid, writtenAt } = await harness.getListing(listingId);
  return { listingId, productGid: productGid ?? asId<ProductGid>(""), writtenAt };
}

/** What the intake makes of Shopify's webhook of a change, and the look it asks for. */
async function touch(productGid: ProductGid, changedAt: Date) {
  const ctx = await harness.context();
  const change = { kind: "product_change", productGid, changedAt } as const;
  const marked = await receiveProductChange(harness.side.pool, { id: ctx.shop.id }, change);
  if (marked !== null) await applyProductChange(ctx, productGid);
  return marked;
}

describe("a product Shopify says was changed", () => {
  it("is looked at, so that what the merchant edited is locked soon", async () => {
    const { listingId, productGid, writtenAt } = await listWritten();
    harness.shopify.editProduct({ id: productGid, title: "Mera Gasket" });
    await touch(productGid, new Date((writtenAt?.getTime() ?? 0) + 1000));
    expect(await harness.work(listingId)).toBe(true);
    expect((await harness.getListing(listingId)).locked).toEqual({ title: expect.any(String) });
    expect(harness.callsOf("ProductContentSet")).toBe(0);
  });

  it("is not looked at for the echo of our own write", async () => {
    const { listingId, productGid, writtenAt } = await listWritten();
    expect(writtenAt).not.toBeNull();
    expect(await touch(productGid, writtenAt ?? new Date())).toBeNull();
    expect(await isMarked(listingId)).toBe(false);
  });

  it("is not looked at where the echo was faster than we noted our write", async () => {
    const { listingId, productGid, writtenAt } = await listWritten();
    await harness.db.listing.update({ where: { id: listingId }, data: { writtenAt: new Date(0) } });
    const echo = { kind: "product_change", productGid, changedAt: writtenAt } as const;
    expect(await receiveProductChange(harness.side.pool, { id: harness.shopId }, echo)).not.toBeNull();
    await harness.db.listing.update({ where: { id: listingId }, data: { writtenAt } });
    await applyProductChange(await harness.context(), productGid);
    expect(await isMarked(listingId)).toBe(false);
  });

  it("is looked at for an edit just before our own write, whose echo comes after it", async () => {
    const { listingId, productGid, writtenAt } = await listWritten();
    await touch(productGid, new Date((writtenAt?.getTime() ?? 0) - 1000));
    await touch(productGid, writtenAt ?? new Date());
    expect(await isMarked(listingId)).toBe(true);
  });

  it("is not looked at for the echo of its import", async () => {
    const listingId = await harness.list("prd_mugs");
    const { productGid, writtenAt } = await harness.getListing(listingId);
    expect(await touch(productGid ?? asId<ProductGid>(""), writtenAt ?? new Date())).toBeNull();
    const seen = harness.shopify.state().products.find(({ id }) => id === productGid);
    expect(toIso(writtenAt ?? new Date(0))).toBe(toIso(new Date(seen?.updatedAt ?? 0)));
  });

  it("costs nothing where it is not ours", async () => {
    const own = harness.shopify.addOwnProduct();
    harness.shopify.requests({ clear: true });
    expect(await touch(asId(own.productId), new Date())).toBeNull();
    expect(harness.shopify.requests()).toEqual([]);
    expect(await harness.db.work.count()).toBe(0);
  });

  it("is not believed to be deleted while it stands in the shop", async () => {
    const { listingId, productGid } = await listWritten();
    await applyProductDeletionWebhook(await harness.context(), productGid);
    expect(await isMarked(listingId)).toBe(false);
    expect(await harness.getListing(listingId)).toMatchObject({ leaving: null, productGid });
  });
});
