import { runImports } from "#app/domain/catalog/import/run-imports.server.ts";
import { importWork, startImport } from "#app/domain/catalog/import/start-import.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { installShop } from "#app/domain/shops/install-shop.server.ts";
import type { BulkRunId, ShopId, SupplierProductId } from "#app/platform/ids.ts";
import { finishWork } from "#app/platform/queue/finish-work.server.ts";
import { claimWork } from "#app/platform/queue/work.server.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import { createCallGates } from "#app/supplier/call-gates.server.ts";
import { connectInput } from "#test/integration/connection/connect-input.ts";
import { APP_URL, DEMO_SHOP, startShopifySide } from "#test/integration/shopify/harness.ts";
import { startSupplierStandin } from "#test/standins/supplier/server.ts";
import { asId } from "#test/support/as-id.ts";
import { connectSupplier } from "#test/support/connect-supplier.ts";
import { createShopHarness } from "#test/support/shop-harness.ts";

type StartInput = Partial<Parameters<typeof startImport>[1]>;

type ImportHarnessOptions = {
  /** Other shops that Shopify knows; `addShop` sets them up. */
  readonly otherShops?: readonly string[];
};

/** A shop that is set up and connected, beside both stand-ins, and a hand that does the work of its imports. */
export async function startImportHarness({ otherShops = [] }: ImportHarnessOptions = {}) {
  const side = await startShopifySide([DEMO_SHOP, ...otherShops]);
  const standin = await startSupplierStandin({ tickEveryMs: 0, catalogCacheSeconds: 0 });
  const harness = createShopHarness({
    db: side.db,
    serviceBaseUrl: standin.baseUrl,
    adminFor: (shop) => side.shopifyAdmin.clientFor(shop, "bulk"),
    gateOf: createCallGates({ pool: side.pool, meter: () => undefined }).gateOf,
  });
  const opened = await side.openShop();
  const { shopId } = await installShop(opened, { appUrl: APP_URL });
  const fresh = (id = shopId): Promise<ShopContext> => harness.contextOf(id);
  await standin.control.setAccount({ plan: "scale" });
  await connectSupplier(await fresh(), connectInput());

  /** One run of the work; null where nothing was due. Throws what the run threw, after writing it down. */
  async function workOnce(ctx: ShopContext): Promise<WorkResult | null> {
    const where = { shopId: ctx.shop.id, kind: importWork.kind };
    const row = await side.db.work.findFirst({ where });
    const claim = row && (await claimWork(side.db, row.id, 60_000));
    if (!claim) return null;
    try {
      const outcome = await runImports(ctx, claim);
      await finishWork(side.db, claim, outcome);
      return outcome;
    } catch (error) {
      await finishWork(side.db, claim, { kind: "retry", code: "test", delayMs: 0 });
      throw error;
    }
  }

  return {
    ...{ side, standin, ground: harness, shopId, fresh, workOnce },
    /** One of the other shops, set up and connected to the same account by an integration of its own. */
    async addShop(domain: string): Promise<ShopId> {
      const key = { id: "lk_other", secret: "live-secret-other" };
      await standin.control.addKey({ ...key, mode: "live", integrationId: `int_${domain}` });
      const { shopId: id } = await installShop(await side.openShop(domain), { appUrl: APP_URL });
      const asked = connectInput({ keyId: key.id, secret: key.secret });
      const { kind } = await connectSupplier(await fresh(id), asked);
      if (kind !== "connected") throw new Error(`${domain} is ${kind}`);
      return id;
    },
    /** Works until nothing is due. */
    async work(id = shopId): Promise<void> {
      while ((await workOnce(await fresh(id))) !== null);
    },
    async start(ids: readonly string[], more: StartInput = {}, id = shopId): Promise<BulkRunId> {
      const supplierProductIds = ids.map(asId<SupplierProductId>);
      const asked = { supplierProductIds, choices: {}, common: {}, by: "Ali", ...more };
      const outcome = await startImport(await fresh(id), asked);
      if (outcome.kind !== "started") throw new Error(`The import did not start: ${outcome.kind}`);
      return outcome.runId;
    },
    /** Our copy of the catalog, as a walk leaves it. */
    async cacheCatalog(ids: readonly string[], seenAt = harness.time.now): Promise<void> {
      const { supplier } = await fresh();
      for (const supplierProductId of ids.map(asId<SupplierProductId>)) {
        const product = await supplier?.getProduct(supplierProductId);
        if (!product) throw new Error(`The service has no ${supplierProductId}`);
        const data = {
          ...{ shopId, mode: "live" as const, supplierProductId, seenAt, product: Object(product.raw) },
          ...{ title: product.title, wholesalePkr: product.wholesalePrice ?? rupees(0), hasVariants: true },
        };
        await side.db.catalogProduct.create({ data });
      }
    },
    productsInShopify: (domain: string = DEMO_SHOP) => side.standin.control.state({ shop: domain }).products,
    operations: () => side.standin.control.requests().map(({ operation }) => operation),
    async calls(method: string, path: string): Promise<number> {
      const requests = await standin.control.requests();
      return requests.filter((each) => each.method === method && each.path.startsWith(path)).length;
    },
    async itemsOf(runId: BulkRunId) {
      const items = await side.db.bulkItem.findMany({
        where: { runId },
        orderBy: { position: "asc" },
        include: { listing: { include: { variants: true } }, run: true },
      });
      return items.flatMap(({ listing, ...item }) =>
        listing ? [{ ...item, listing, listingId: listing.id }] : [],
      );
    },
    async clear(): Promise<void> {
      await side.db.bulkRun.deleteMany();
      await side.db.listing.deleteMany();
      await side.db.catalogProduct.deleteMany();
      await side.db.attention.deleteMany();
      await side.db.work.deleteMany();
      for (const { domain } of await side.db.shop.findMany()) {
        for (const { id } of side.standin.control.state({ shop: domain }).products)
          side.standin.control.deleteProduct({ shop: domain, id });
      }
      side.standin.control.requests({ clear: true });
      side.standin.control.faults({ clear: true });
      await standin.control.clearFaults();
    },
    async stop(): Promise<void> {
      await standin.close();
      await side.stop();
    },
  };
}

export type ImportHarness = Awaited<ReturnType<typeof startImportHarness>>;
