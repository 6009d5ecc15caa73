import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { applyEventsToListings } from "#app/domain/catalog/listings/sync/apply-events-to-listings.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { checkListingNow } from "#app/domain/product-events/check-listing-now.server.ts";
import type { SupplierProduct } from "#app/supplier/catalog.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { type ListingHarness, startListingHarness } from "./listing-harness.ts";

let harness: ListingHarness;

beforeAll(async () => {
  harness = await startListingHarness();
});
beforeEach(async () => {
  await harness.forget();
  await harness.db.variantLink.deleteMany();
});
afterAll(() => harness.close());

const productId = "prd_cooker";
const MINUTE_MS = 60_000;

/** Imported, and looked at in the service's inventory, where it costs 1,100 by now. */
async function listRead() {
  const listingId = await harness.list(productId);
  const [variant] = (await harness.getListing(listingId)).variants;
  const supplierVariantId = variant?.supplierVariantId ?? "";
  await harness.control.setPrice({ variantId: supplierVariantId, wholesalePrice: 1100 });
  const { id: linkId } = await harness.db.variantLink.create({
    data: {
      ...{ shopId: harness.shopId, mode: "live", variantGid: "gid://shopify/ProductVariant/1", by: "Ali" },
      ...{
        supplierProductId: productId,
        supplierVariantId,
        wholesalePkr: rupees(1000),
        minResalePkr: rupees(1200),
      },
      parts: {
        create: {
          position: 0,
          supplierProductId: productId,
          supplierVariantId,
          wholesalePkr: rupees(1000),
          minResalePkr: rupees(1200),
          mode: "live",
        },
      },
    },
  });
  expect(await checkListingNow(await harness.context(), listingId)).toEqual({ kind: "asked" });
  const ours = async () => {
    const listing = await harness.getListing(listingId);
    const part = await harness.db.variantLinkPart.findFirstOrThrow({ where: { linkId } });
    return { offered: listing.offered, costs: [listing.variants[0]?.wholesalePkr, part.wholesalePkr] };
  };
  return { ours };
}

/** News of when it still cost 1,000, or that it was removed, of a moment before or after now. */
async function receiveEvent(minutesFromNow: number, isRemoved = false) {
  const ctx = await harness.context();
  const now = await ctx.supplier?.getProduct(productId);
  const before = (product: SupplierProduct): SupplierProduct => ({
    ...{ ...product, wholesalePrice: rupees(1000) },
    variants: product.variants?.map((variant) => ({ ...variant, wholesalePrice: rupees(1000) })),
  });
  await applyEventsToListings(ctx, [
    {
      ...{ mode: "live", productId, isRemoved, product: isRemoved || !now ? null : before(now) },
      names: [isRemoved ? "product.removed" : "product.updated"],
      productAt: new Date(Date.now() + minutesFromNow * MINUTE_MS),
    },
  ]);
}

describe("news that comes after a newer look at the inventory", () => {
  it("changes neither what goods cost, listed or linked, nor whether they are offered", async () => {
    const { ours } = await listRead();
    const read = { offered: true, costs: [1100, 1100] };
    expect(await ours()).toEqual(read);
    await receiveEvent(-10);
    expect(await ours()).toEqual(read);
    await receiveEvent(-9, true);
    expect(await ours()).toEqual(read);
  });

  it("does so where it is newer itself", async () => {
    const { ours } = await listRead();
    await receiveEvent(1);
    expect(await ours()).toEqual({ offered: true, costs: [1000, 1000] });
    await receiveEvent(2, true);
    expect(await ours()).toMatchObject({ offered: false });
  });

  it("waits in no circle with the writing of stock, which holds variants and then their listing", async () => {
    const listingId = await harness.list(productId);
    const [variant] = (await harness.getListing(listingId)).variants;
    const id = variant?.id ?? "";
    const isWaitedFor = async () => {
      const [row] = await harness.db.$queryRaw<{ waits: boolean }[]>`
        select exists (select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock') as waits`;
      return row?.waits;
    };
    // Begun outside of the transaction, as another run would: inside of one nothing is called.
    const locked = Promise.withResolvers<void>();
    const received = locked.promise.then(() => receiveEvent(1));
    await harness.db.$transaction(async (tx) => {
      await tx.$queryRaw`select id from listing_variant where id = ${id}::uuid for no key update`;
      locked.resolve();
      await waitFor(isWaitedFor, { what: "the news to wait for the variant" });
      await tx.listing.updateMany({ where: { id: listingId }, data: { confirmedBy: "event" } });
    });
    await received;
    expect((await harness.getListing(listingId)).variants[0]?.wholesalePkr).toBe(1000);
  });
});
