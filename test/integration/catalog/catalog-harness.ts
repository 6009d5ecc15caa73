import { type CatalogFilter, wholeCatalog } from "#app/domain/catalog/browse/catalog-filter.ts";
import {
  type CatalogPage,
  type CatalogQuery,
  listCatalog,
} from "#app/domain/catalog/browse/list-catalog.server.ts";
import { bringForward } from "#app/domain/sweeps/bring-forward.server.ts";
import { runSweep } from "#app/domain/sweeps/run-sweep.server.ts";
import { sweepRegistry } from "#app/jobs/sweeps/sweeps.server.ts";
import type { ShopId } from "#app/platform/ids.ts";
import { claimWork } from "#app/platform/queue/work.server.ts";
import { createCallGate } from "#app/supplier/call-gate.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { connectInput } from "#test/integration/connection/connect-input.ts";
import type { SupplierStandinOptions } from "#test/standins/supplier/options.ts";
import { startSupplierStandin } from "#test/standins/supplier/server.ts";
import { asId } from "#test/support/as-id.ts";
import { connectSupplier } from "#test/support/connect-supplier.ts";
import { createTestDatabase } from "#test/support/postgres.ts";
import { createShopHarness } from "#test/support/shop-harness.ts";

export type CatalogHarness = Awaited<ReturnType<typeof startCatalogHarness>>;

type Narrow = Partial<CatalogFilter> & Partial<Pick<CatalogQuery, "sort" | "at">>;

/** Shops that are connected and whose walks through the catalog are taken by hand, step by step. */
export async function startCatalogHarness(options: SupplierStandinOptions = {}) {
  const database = await createTestDatabase();
  const supplier = await startSupplierStandin({ tickEveryMs: 0, catalogCacheSeconds: 0, ...options });
  const db = database.prisma;
  let gate = createCallGate();
  const harness = createShopHarness({ db, serviceBaseUrl: supplier.baseUrl, gateOf: () => gate });

  async function connected(keys: Parameters<typeof connectInput>[0] = {}) {
    const { id } = await harness.createShop({ locationGid: asId("gid://shopify/Location/1") });
    const outcome = await connectSupplier(await harness.contextOf(id), connectInput(keys));
    if (outcome.kind !== "connected") throw new Error(`Not connected: ${outcome.kind}`);
    return describe(id);
  }

  function describe(shopId: ShopId) {
    const fresh = () => harness.contextOf(shopId);
    const modeOf = async () => (await fresh()).connection?.mode ?? "live";

    /** One run of the walk's work, as a worker takes it; true when it has come to its end. */
    async function takeRun(mode: Mode): Promise<boolean> {
      const where = { shopId_kind_subject: { shopId, kind: "sweep.run", subject: `catalog/${mode}` } };
      const data = { nextRunAt: new Date(0), leaseToken: null, leaseUntil: null };
      const { id } = await db.work.update({ where, data });
      const claim = await claimWork(db, id, 60_000);
      if (!claim) throw new Error("The walk cannot be claimed");
      const { kind } = await runSweep(await fresh(), claim, { sweep: "catalog", mode }, sweepRegistry);
      return kind === "done";
    }

    return {
      ...{ shopId, fresh, takeRun },
      /** Walks until the work is done. */
      async walk(mode?: Mode): Promise<void> {
        const of = mode ?? (await modeOf());
        await db.$transaction((tx) => bringForward(tx, { shopId, mode: of }, "catalog"));
        while (!(await takeRun(of)));
      },
      schedule: (mode: Mode = "live") =>
        db.schedule.findUniqueOrThrow({ where: { shopId_kind_mode: { shopId, kind: "catalog", mode } } }),
      async page({ sort = "catalog", at = null, ...filter }: Narrow = {}): Promise<CatalogPage> {
        const { page } = await listCatalog(await fresh(), {
          filter: { ...wholeCatalog, ...filter },
          sort,
          at,
        });
        if (page.kind !== "page") throw new Error(`No page: ${page.kind}`);
        return page;
      },
      row: (supplierProductId: string, mode = "live") =>
        db.catalogProduct.findUnique({
          where: { shopId_mode_supplierProductId: { shopId, mode, supplierProductId } },
        }),
    };
  }

  return {
    ...{ database, db, supplier, ground: harness, connected },
    countAsked: async () => (await supplier.control.requests()).length,
    /** What the service was asked since; the path is that of its document. */
    async asked(since: number): Promise<readonly string[]> {
      const requests = await supplier.control.requests();
      return requests.slice(since).map(({ method, path }) => `${method} ${path}`);
    },
    async reset() {
      await db.shop.deleteMany();
      await supplier.control.reset();
      // What failed in one test keeps no call of the next one back.
      gate = createCallGate();
    },
    async close() {
      await supplier.close();
      await database.drop();
    },
  };
}
