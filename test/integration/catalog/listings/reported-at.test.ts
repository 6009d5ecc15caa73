import { Prisma } from "@prisma/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { applyEventsToListings } from "#app/domain/catalog/listings/sync/apply-events-to-listings.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { checkListingNow } from "#app/domain/product-events/check-listing-now.server.ts";
import type { SupplierVariantId } from "#app/platform/ids.ts";
import type { SupplierProduct } from "#app/supplier/catalog.ts";
import { asId } from "#test/support/as-id.ts";
import { createLinkedVariant } from "#test/support/create-linked-variant.ts";
import { waitFor } from "#test/support/wait-for.ts";
import { type ListingHarness, startListingHarness } from "./listing-harness.ts";

let harness: ListingHarness;

beforeAll(async () => {
  harness = await startListingHarness();
});
beforeEach(async () => {
  await harness.forget();
  await harness.db.stockedItem.deleteMany();
});
afterAll(() => harness.close());

const productId = "prd_cooker";
const MINUTE_MS = 60_000;

/** Imported, and looked at in the service's inventory, where it costs 1,100 by now. */
async function listRead() {
  const listingId = await harness.list(productId);
  const [variant] = (await harness.getListing(listingId)).variants;
  const supplierVariantId = variant?.supplierVariantId ?? asId<SupplierVariantId>("");
  await harness.control.setPrice({ variantId: supplierVariantId, wholesalePrice: 1100 });
  const { id: itemId } = await createLinkedVariant(
    harness.db,
    { shopId: harness.shopId, mode: "live", variantGid: asId("gid://shopify/ProductVariant/1"), by: "Ali" },
    { supplierProductId: asId(productId), supplierVariantId },
  );
  expect(await checkListingNow(await harness.context(), listingId)).toEqual({ kind: "asked" });
  const ours = async () => {
    const listing = await harness.getListing(listingId);
    const linked = await harness.db.stockedComponent.findFirstOrThrow({ where: { itemId } });
    return { offered: listing.offered, costs: [listing.variants[0]?.wholesalePkr, linked.wholesalePkr] };
  };
  return { ours };
}

/** An event of when it still cost 1,000, or that it was removed, of a moment before or after now. */
async function receiveEvent(minutesFromNow: number, isRemoved = false) {
  const ctx = await harness.context();
  const now = await ctx.supplier?.getProduct(asId(productId));
  const before = (product: SupplierProduct): SupplierProduct => ({
    ...{ ...product, wholesalePrice: rupees(1000) },
    variants: product.variants?.map((variant) => ({ ...variant, wholesalePrice: rupees(1000) })),
  });
  await applyEventsToListings(ctx, [
    {
      ...{
        mode: "live",
        productId: asId(productId),
        isRemoved,
        product: isRemoved || !now ? null : before(now),
      },
      names: [isRemoved ? "product.removed" : "product.updated"],
      productAt: new Date(Date.now() + minutesFromNow * MINUTE_MS),
    },
  ]);
}

describe("an event that comes after a newer look at the inventory", () => {
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

  it.each([
    ["stock, which holds what variants are made of", "stocked_component", "item_id", false],
    ["prices, which holds variants", "listing_variant", "id", false],
    ["quantities, which holds items", "stocked_item", "id", true],
  ])("waits in no circle with the writing of %s and then their listing", async (_, table, id, isRemoved) => {
    const listingId = await harness.list(productId);
    const [variant] = (await harness.getListing(listingId)).variants;
    await harness.db.stockedComponent.updateMany({ data: { wholesalePkr: rupees(900) } });
    const row = Prisma.sql`${Prisma.raw(table)} where ${Prisma.raw(id)} = ${variant?.id}::uuid`;
    const isWaitedFor = async () => {
      const [row] = await harness.db.$queryRaw<{ waits: boolean }[]>`
        select exists (select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock') as waits`;
      return row?.waits;
    };
    // Begun outside of the transaction, as another run would: inside of one nothing is called.
    const locked = Promise.withResolvers<void>();
    const received = locked.promise.then(() => receiveEvent(1, isRemoved));
    await harness.db.$transaction(async (tx) => {
      await tx.$queryRaw`select from ${row} for no key update`;
      locked.resolve();
      await waitFor(isWaitedFor, { what: "the event to wait for the variant" });
      await tx.listing.updateMany({ where: { id: listingId }, data: { confirmedBy: "event" } });
    });
    await received;
    const heard = isRemoved ? { offered: false } : { variants: [{ wholesalePkr: 1000 }] };
    expect(await harness.getListing(listingId)).toMatchObject(heard);
  });
});
