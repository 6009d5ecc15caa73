import { continueBulkRun } from "#app/domain/bulk-actions/continue-bulk-run.server.ts";
import { importProduct } from "#app/domain/catalog/import/import-product.server.ts";
import { runImport } from "#app/domain/catalog/import/run-import.server.ts";
import { applyEventsToListings } from "#app/domain/catalog/listings/sync/apply-events-to-listings.server.ts";
import { reconcileListing } from "#app/domain/catalog/listings/sync/reconcile-listing.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { timelineSentence } from "#app/domain/messages/timeline/timeline-sentence.ts";
import { installShop } from "#app/domain/shops/install-shop.server.ts";
import { findTimeline } from "#app/domain/timeline/find-timeline.server.ts";
import { bulkSubjects } from "#app/jobs/bulk-subjects.server.ts";
import type { BulkRunId, ListingId } from "#app/platform/ids.ts";
import { finishWork } from "#app/platform/queue/finish-work.server.ts";
import { claimWork } from "#app/platform/queue/work.server.ts";
import type { SupplierProduct } from "#app/supplier/catalog.ts";
import { connectInput } from "#test/integration/connection/connect-input.ts";
import { APP_URL, startShopifySide } from "#test/integration/shopify/harness.ts";
import { DEMO_SHOP } from "#test/standins/shopify/defaults.ts";
import { startSupplierStandin } from "#test/standins/supplier/server.ts";
import { asId } from "#test/support/as-id.ts";
import { connectSupplier } from "#test/support/connect-supplier.ts";
import { createShopHarness } from "#test/support/shop-harness.ts";

/** One shop between both stand-ins, whose listings get events and are worked on when a test says so. */
export async function startListingHarness() {
  const side = await startShopifySide();
  const standin = await startSupplierStandin({ tickEveryMs: 0, catalogCacheSeconds: 0 });
  const harness = createShopHarness({
    db: side.db,
    serviceBaseUrl: standin.baseUrl,
    adminFor: (shop) => side.shopifyAdmin.clientFor(shop),
  });
  const { shopId } = await installShop(await side.openShop(), { appUrl: APP_URL });
  await connectSupplier(await harness.contextOf(shopId), connectInput());
  const { db } = side;
  const context = (): Promise<ShopContext> => harness.contextOf(shopId);
  const getListing = (id: ListingId) =>
    db.listing.findUniqueOrThrow({
      where: { id },
      include: { variants: { orderBy: { supplierVariantId: "asc" } } },
    });
  const workOf = (listingId: ListingId) =>
    db.work.findUnique({
      where: { shopId_kind_subject: { shopId, kind: "listing.reconcile", subject: listingId } },
    });

  /** Runs the listing's work once, due or not; false where nothing is marked. */
  async function work(listingId: ListingId): Promise<boolean> {
    const row = await workOf(listingId);
    if (row === null || row.requestedGeneration === row.observedGeneration) return false;
    await db.work.update({ where: { id: row.id }, data: { nextRunAt: new Date(0), leaseUntil: null } });
    const claim = await claimWork(db, row.id, 15_000);
    if (claim === null) throw new Error("The listing's work cannot be claimed");
    await reconcileListing(await context(), claim, { listingId });
    await finishWork(db, claim, { kind: "done" });
    return true;
  }

  /** The service's event about a product as it is now, or as it is told, folded in. */
  async function receiveEvent(
    listingId: ListingId,
    names: readonly string[] = ["product.updated"],
    as: (product: SupplierProduct) => SupplierProduct = (product) => product,
  ): Promise<void> {
    const { mode, supplierProductId: productId } = await getListing(listingId);
    const isRemoved = names.includes("product.removed");
    const now = isRemoved ? null : ((await (await context()).supplier?.getProduct(productId)) ?? null);
    const product = now && as(now);
    await applyEventsToListings(await context(), [
      { mode, productId, names, isRemoved, product, productAt: new Date() },
    ]);
  }

  return {
    ...{ side, standin, db, shopId, context, getListing, receiveEvent, work, time: harness.time },
    control: standin.control,
    shopify: side.standin.control,
    /** Imports a product; its listing's id. */
    async list(supplierProductId: string): Promise<ListingId> {
      const outcome = await importProduct(await context(), {
        supplierProductId: asId(supplierProductId),
        by: "Ali",
      });
      if (outcome.kind !== "started") throw new Error(`The import did not start: ${outcome.kind}`);
      await runImport(await context(), outcome.listingId);
      return outcome.listingId;
    },
    /** The event, folded in; then the listing's own work. */
    async applyEvents(listingId: ListingId, ...timelineOf: [names?: readonly string[]]): Promise<void> {
      await receiveEvent(listingId, ...timelineOf);
      await work(listingId);
    },
    /** Does a run over listings to its end. */
    async run(runId: BulkRunId): Promise<void> {
      const { id } = await db.work.findUniqueOrThrow({
        where: { shopId_kind_subject: { shopId, kind: "bulkRun.continue", subject: runId } },
      });
      const claim = await claimWork(db, id, 15_000);
      if (claim === null) throw new Error("The run's work cannot be claimed");
      await continueBulkRun({ db, contextFor: context }, claim, { bulkRunId: runId }, bulkSubjects);
      await finishWork(db, claim, { kind: "done" });
    },
    /** What its timeline says, the newest first. */
    async timelineOf(thingId: string): Promise<readonly string[]> {
      const lines = await findTimeline(await context(), { thing: "listing", thingId }, timelineSentence);
      return lines.map(({ sentence }) => sentence);
    },
    /** The merchant's settings. */
    settings: (data: Readonly<Record<string, string | number>>) =>
      db.listingSettings.upsert({ where: { shopId }, create: { shopId, ...data }, update: data }),
    inShopify(productGid: string | null) {
      return side.standin.control.state({ shop: DEMO_SHOP }).products.find(({ id }) => id === productGid);
    },
    async openCodes(thingId: string): Promise<readonly string[]> {
      const rows = await db.attention.findMany({ where: { shopId, thingId, resolvedAt: null } });
      return rows.map(({ code }) => code).toSorted();
    },
    /** How often an operation was sent to Shopify since the last look. */
    callsOf: (operation: string) =>
      side.standin.control
        .requests()
        .filter((request) => "operation" in request && request.operation === operation).length,
    async forget(): Promise<void> {
      side.standin.control.faults({ clear: true });
      await standin.control.clearFaults();
      await standin.control.reset();
      await db.$transaction([
        db.bulkRun.deleteMany(),
        db.listing.deleteMany(),
        db.attention.deleteMany(),
        db.costChange.deleteMany(),
        db.listingSettings.deleteMany(),
        db.work.deleteMany(),
      ]);
      for (const { id } of side.standin.control.state({ shop: DEMO_SHOP }).products)
        side.standin.control.deleteProduct({ id });
      side.standin.control.requests({ clear: true });
    },
    async close(): Promise<void> {
      await standin.close();
      await side.stop();
    },
  };
}

export type ListingHarness = Awaited<ReturnType<typeof startListingHarness>>;
