import type { Prisma } from "@prisma/client";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { finishListings } from "#app/domain/catalog/import/settle-listing.server.ts";
import { leaveListing } from "#app/domain/catalog/listings/leaving/leave-listing.server.ts";
import { unlinkListing } from "#app/domain/catalog/listings/leaving/unlink-listing.server.ts";
import { priceLock } from "#app/domain/catalog/listings/locks/listing-locks.ts";
import { unlockField } from "#app/domain/catalog/listings/locks/unlock-field.server.ts";
import { savePolicy } from "#app/domain/catalog/listings/policy/save-policy.server.ts";
import {
  beginListingSync,
  findListing,
  type ListingSync,
} from "#app/domain/catalog/listings/run/listing-sync.server.ts";
import { syncOffered } from "#app/domain/catalog/listings/sync/sync-offered.server.ts";
import { syncPrices } from "#app/domain/catalog/listings/sync/sync-prices.server.ts";
import { unmapVariants } from "#app/domain/catalog/mapping/unmap-variants.server.ts";
import { findConnection } from "#app/domain/context/find-connection.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { applyStockReports } from "#app/domain/inventory/apply-stock-reports.server.ts";
import { listStockedItemsByIds } from "#app/domain/inventory/load-stocked-items.server.ts";
import { saveEdits } from "#app/domain/inventory/save-edits.server.ts";
import { saveStockSettings } from "#app/domain/inventory/save-stock-settings.server.ts";
import {
  postponeStockedItems,
  saveGone,
  saveRefused,
  saveStockedItems,
} from "#app/domain/inventory/save-stocked-items.server.ts";
import type { StockRun } from "#app/domain/inventory/stock-run.server.ts";
import type { StockedItem } from "#app/domain/inventory/stocked-item.ts";
import { sweepShopifyStock } from "#app/domain/inventory/sweep-shopify-stock.server.ts";
import { sweepStock } from "#app/domain/inventory/sweep-stock.server.ts";
import { loadListingSettings } from "#app/domain/policy/pricing/load-settings.server.ts";
import { checkListingNow } from "#app/domain/product-events/check-listing-now.server.ts";
import { requestStockReconcile } from "#app/domain/stock-work/request-stock-reconcile.server.ts";
import type { ServiceRun, SweepStep } from "#app/domain/sweeps/sweep-run.ts";
import { connectDatabase, type Database } from "#app/platform/database/db.server.ts";
import type { ListingId, LocationGid, StockedItemId, SupplierVariantId } from "#app/platform/ids.ts";
import { claimWork } from "#app/platform/queue/work.server.ts";
import { getListedProduct } from "#app/shopify/operations/products/get-listed-product.ts";
import {
  type ListingHarness,
  startListingHarness,
} from "#test/integration/catalog/listings/listing-harness.ts";
import { asId } from "#test/support/as-id.ts";
import { waitFor } from "#test/support/wait-for.ts";

type VariantRow = { readonly id: StockedItemId; readonly supplierVariantId: SupplierVariantId };

let harness: ListingHarness;
/** Takes rows as they lie, where a statement does not say in which order. */
let database: Database;
let listingId: ListingId;
let low: VariantRow;
let high: VariantRow;

beforeAll(async () => {
  harness = await startListingHarness();
  const url = new URL(harness.side.pool.options.connectionString ?? "");
  url.searchParams.set("options", "-c enable_indexscan=off -c enable_bitmapscan=off");
  database = connectDatabase(url.href, { poolSize: 5 });
});
beforeEach(async () => {
  await harness.forget();
  await harness.list("prd_cooker");
  listingId = await harness.list("prd_urdu");
  const { variants } = await harness.getListing(listingId);
  const [first, last] = variants.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (!first || !last) throw new Error("Nothing was imported");
  [low, high] = [first, last];
  const { db, shopId } = harness;
  await db.stockedItem.updateMany({ data: { stockDueAt: null, stockMovedAt: null } });
  await db.work.deleteMany();
  await db.work.create({ data: { shopId, kind: "inventory.push", subject: "live", lane: "stock" } });
});
afterAll(async () => {
  await database.close();
  await harness.close();
});

async function context(): Promise<ShopContext> {
  return { ...(await harness.context()), db: database.prisma };
}

async function claim(kind: "inventory.push" | "listing.reconcile", subject: string) {
  const { id } = await harness.db.work.findFirstOrThrow({ where: { kind, subject } });
  await harness.db.work.update({ where: { id }, data: { nextRunAt: new Date(0) } });
  const claimed = await claimWork(database.prisma, id, 60_000);
  if (claimed === null) throw new Error("The work cannot be claimed");
  return claimed;
}

/** What a run of stock does with its items, those with the higher id first. */
const asRun = (write: (run: StockRun, items: readonly StockedItem[]) => Promise<void>) => async () => {
  const ctx = await context();
  const place = { shopId: harness.shopId, mode: "live" } as const;
  const ids = [low.id, high.id];
  await harness.db.$transaction((tx) => requestStockReconcile(tx, place.shopId, ids));
  const settings = await loadListingSettings(ctx);
  const held = await claim("inventory.push", place.mode);
  const run = {
    ctx,
    claim: held,
    mode: place.mode,
    locationGid: ctx.shop.locationGid ?? asId<LocationGid>(""),
    settings,
  };
  const items = await listStockedItemsByIds(harness.db, place, settings, ids);
  return () =>
    write(
      run,
      items.toSorted((a, b) => (a.id > b.id ? -1 : 1)),
    );
};

const asSweep = (step: (run: ServiceRun) => Promise<SweepStep>) => async () => {
  const ctx = await context();
  const service = await findConnection(ctx, "live");
  const { write } = await step({ ctx, service } as ServiceRun);
  if (!write) throw new Error("The sweep has nothing to write");
  return () => ctx.db.$transaction((tx) => write(tx, async () => undefined));
};

const asPage = (press: (ctx: ShopContext) => Promise<unknown>) => async () => {
  const ctx = await context();
  return () => press(ctx);
};

/** A step of the listing's own work, once something was heard of its product. */
const asListing =
  (receive: () => Promise<void>, step: (run: ListingSync) => Promise<unknown>) => async () => {
    await receive();
    const ctx = await context();
    const found = await findListing(ctx, await claim("listing.reconcile", listingId), listingId);
    const gid = found?.listing.productGid ?? "";
    const product = await getListedProduct(ctx.admin, asId(gid), { withChannels: false });
    if (found === null || product === null) throw new Error("The listing is gone");
    const run = await beginListingSync(found, product);
    return () => step(run);
  };

const setStock = async (stock: number) => {
  for (const { supplierVariantId: variantId } of [low, high])
    await harness.control.setStock({ variantId, stock });
};

const writers: Readonly<Record<string, () => Promise<() => Promise<unknown>>>> = {
  "whoever marks it": asPage(({ db, shop }) =>
    db.$transaction((tx) => requestStockReconcile(tx, shop.id, [high.id, low.id])),
  ),
  "events of the service": asPage((ctx) => {
    const said = { stock: 7, at: new Date() };
    const reports = [high, low].map(({ supplierVariantId }) => ({ supplierVariantId, ...said }));
    return applyStockReports(ctx, { mode: "live", by: "event" }, reports);
  }),
  "a run that wrote it": asRun((run, items) =>
    saveStockedItems(
      run,
      items.map((item) => ({ item, quantity: 7, from: 50, isUnsettled: false })),
    ),
  ),
  "a run that puts it off": asRun(postponeStockedItems),
  "a run that Shopify refused it": asRun((run, items) =>
    saveRefused(
      run,
      items.map((item) => ({ item, words: "No." })),
    ),
  ),
  "a run that found it gone": asRun(saveGone),
  "a run that found it set by hand": asRun((run, items) => {
    const found = { foundQuantity: 3, plannedQuantity: 50, isEdited: true, isLeft: true };
    return saveEdits(
      run,
      items.map((item) => ({ item, ...found })),
    );
  }),
  "the sweep that asks the service": asSweep(async (run) => {
    await setStock(7);
    return sweepStock(run, null);
  }),
  "the sweep that hears what is not offered": asSweep(async (run) => {
    await harness.control.removeProduct({ productId: "prd_urdu" });
    return sweepStock(run, null);
  }),
  "the sweep that asks Shopify": asSweep(async (run) => {
    const ids = [low.id, high.id];
    await harness.db.stockedItem.updateMany({ where: { id: { in: ids } }, data: { pushedQuantity: 3 } });
    return sweepShopifyStock(run, null);
  }),
  "a look at one listing": asPage((ctx) => checkListingNow(ctx, listingId)),
  "settings of the shop": asPage((ctx) => saveStockSettings(ctx, { stockBuffer: 2, by: "7" })),
  "a policy of the listing": asPage((ctx) =>
    savePolicy(ctx, { listingId, changes: { stockBuffer: 2 }, by: "7" }),
  ),
  "a price that is given back": asPage((ctx) =>
    unlockField(ctx, { listingId, field: priceLock(low), by: "7" }),
  ),
  "an import that ends": async () => {
    const where = { id: listingId };
    const listing = await harness.db.listing.update({ where, data: { state: "importing" } });
    return async () => finishListings(await context(), [listing]);
  },
  "a product that is unmapped": async () => {
    await harness.db.listing.update({ where: { id: listingId }, data: { origin: "mapped" } });
    const { variants } = await harness.getListing(listingId);
    const input = { variantGids: variants.flatMap(({ variantGid }) => variantGid ?? []), by: "7" };
    const ctx = await context();
    return () => unmapVariants(ctx, input);
  },
  "its listing that leaves": async () => {
    await unlinkListing(await harness.context(), { listingId, by: "7", keepProduct: true });
    const found = await findListing(await context(), await claim("listing.reconcile", listingId), listingId);
    if (found === null) throw new Error("The listing is gone");
    return () => leaveListing(found);
  },
  "its listing that is not offered": asListing(
    () => harness.receiveEvent(listingId, ["product.removed"]),
    syncOffered,
  ),
  "its listing that costs more than it sells for": asListing(async () => {
    await harness.settings({ whenCostChanges: "hold_sales" });
    const cost = { wholesalePrice: 9000, minResalePrice: 9500 };
    for (const { supplierVariantId: variantId } of [low, high])
      await harness.control.setPrice({ variantId, ...cost });
    await harness.receiveEvent(listingId);
  }, syncPrices),
};

async function doesSomebodyWait(): Promise<boolean> {
  const waiting = await harness.db.$queryRaw<unknown[]>`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  return waiting.length > 0;
}

type Place = (tx: Prisma.TransactionClient) => Promise<unknown>;

/** Whoever holds one of these takes those below it, too. */
const places = {
  "what it is made of": [
    (tx) => tx.$queryRaw`select from stocked_component where item_id = ${low.id}::uuid for no key update`,
    (tx) => tx.$queryRaw`select from stocked_component where item_id = ${high.id}::uuid for no key update`,
  ],
  "its variant": [
    (tx) => tx.$queryRaw`select from listing_variant where id = ${low.id}::uuid for no key update`,
    (tx) => tx.$queryRaw`select from listing_variant where id = ${high.id}::uuid for no key update`,
  ],
  "the item": [
    (tx) => tx.$queryRaw`select from stocked_item where id = ${low.id}::uuid for no key update`,
    (tx) => tx.$queryRaw`select from stocked_item where id = ${high.id}::uuid for no key update`,
  ],
  "its listing": [
    (tx) => tx.$queryRaw`select from listing where id = ${listingId}::uuid for no key update`,
    (tx) => tx.$queryRaw`select from work where kind = 'inventory.push' for update`,
  ],
} satisfies Readonly<Record<string, readonly Place[]>>;

/** Each may be the first where somebody is met: those before it are free. */
const meetings = Object.keys(places).map(
  (place, at) => [place, Object.values(places).slice(at).flat()] as const,
);

/** What the database reads in no order of its own lies with the lower id last. */
async function layLowBehind(): Promise<void> {
  const { db } = harness;
  await db.stockedComponent.updateMany({ where: { itemId: low.id }, data: { quantity: 1 } });
  await db.listingVariant.update({ where: { id: low.id }, data: { fixedPricePkr: null } });
  await db.stockedItem.update({ where: { id: low.id }, data: { stockCap: null } });
}

/** Takes the first of these places, and the others once `write` waits for somebody, or has ended. */
async function takeInOrder(
  [first, ...others]: readonly Place[],
  write: () => Promise<unknown>,
): Promise<void> {
  const isHeld = Promise.withResolvers<void>();
  let isOver = false;
  // Outside of the transaction: some of them call out before they write.
  const under = isHeld.promise.then(write).finally(() => {
    isOver = true;
  });
  const taken = harness.db.$transaction(async (tx) => {
    await tx.$executeRaw`set local lock_timeout = '300ms'`;
    await first?.(tx);
    isHeld.resolve();
    await waitFor(async () => isOver || (await doesSomebodyWait()), { what: "the writer", everyMs: 20 });
    for (const take of others) await take(tx);
  });
  await Promise.allSettled([taken, under]);
  await Promise.all([taken, under]);
}

describe("components, variants and items are written by their ids, then their listing, the row of work last", () => {
  describe.each(meetings)("meeting somebody at %s", (_, inOrder) => {
    it.each(Object.entries(writers))("by %s", async (_, begin) => {
      const write = await begin();
      await layLowBehind();
      await expect(takeInOrder(inOrder, write)).resolves.toBeUndefined();
    });
  });
});
