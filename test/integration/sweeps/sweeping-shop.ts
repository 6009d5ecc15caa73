import { runSweepNow } from "#app/domain/sweeps/bring-forward.server.ts";
import { ruleOfSweep, type SweepKind } from "#app/domain/sweeps/sweep-kinds.ts";
import { toTally } from "#app/domain/sweeps/sweep-run.ts";
import { toWorkRow } from "#app/platform/queue/work-kinds.ts";
import { type PlacingShop, startPlacingShop } from "#test/integration/orders/placing-shop.ts";

/** A placing shop whose sweeps run when they are told to, and only then. */
export type SweepingShop = Awaited<ReturnType<typeof startSweepingShop>>;

const MINUTE_MS = 60_000;

/** Both sides are five minutes behind: what happens there is an event that is surely late. */
export async function startSweepingShop(options: Parameters<typeof startPlacingShop>[0] = {}) {
  const behind = { at: new Date(Date.now() - 5 * MINUTE_MS).toISOString() };
  const shop = await startPlacingShop({ ...options, supplier: { clock: behind, ...options.supplier } });
  shop.shopify.control.clock({ advance: { minutes: -5 } });
  await trustSince(shop, new Date(Date.now() - 60 * MINUTE_MS));
  return { ...shop, ...describeSweeps(shop) };
}

function describeSweeps(shop: PlacingShop) {
  const { app, shopId } = shop;
  const modeOf = (kind: SweepKind) => (isOfShop(kind) ? "" : "live");
  const row = (kind: SweepKind) =>
    app.db.schedule.findUnique({ where: { shopId_kind_mode: { shopId, kind, mode: modeOf(kind) } } });
  const ask = async (kind: SweepKind) => runSweepNow(await shop.context(), { kind, mode: modeOf(kind) });
  return {
    row,
    ask,
    /** Has a sweep run as a press on *Run now* does, and gives what it counted. */
    async sweep(kind: SweepKind): Promise<Readonly<Record<string, number>>> {
      await ask(kind);
      return shop.soon(`the sweep of ${kind}`, async () => {
        const found = await row(kind);
        const isOver = found?.lastRanAt && found.queuedAt && found.lastRanAt >= found.queuedAt;
        return isOver ? toTally(found.lastResult) : null;
      });
    },
    /** Waits until the sweep's work has come to rest, however it went. */
    async sweepWork(kind: SweepKind) {
      const row = toWorkRow({ kind: "sweep.run", subject: { sweep: kind, mode: modeOf(kind) } });
      const where = { shopId_kind_subject: { shopId, kind: row.kind, subject: row.subject } };
      return shop.soon(`the work of ${kind} to rest`, async () => {
        const work = await app.db.work.findUnique({ where });
        const isResting =
          work && work.leaseToken === null && !(work.nextRunAt && work.nextRunAt <= new Date());
        return isResting ? work : null;
      });
    },
    loseShopifyEvents: () => shop.shopify.control.faults({ webhooks: [{ kind: "lost", times: 1_000_000 }] }),
    loseServiceEvents: (log: "failed" | "delivered" | "absent" = "absent") =>
      shop.supplier.control.armFault({ kind: "webhook_lost", times: 1_000_000, log }),
    async receiveEventsAgain() {
      shop.shopify.control.faults({ clear: true });
      await shop.supplier.control.clearFaults();
    },
    /** What the service was asked since; the path is that of its document. */
    async asked(since: number): Promise<readonly string[]> {
      const requests = await shop.supplier.control.requests();
      return requests.slice(since).map(({ method, path }) => `${method} ${path}`);
    },
    countAsked: async () => (await shop.supplier.control.requests()).length,
    work: (gid: string) =>
      app.db.work.findUnique({
        where: { shopId_kind_subject: { shopId, kind: "order.reconcile", subject: gid } },
      }),
    activity: async () => {
      const where = { shopId, code: "sweep_mended" } as const;
      const rows = await app.db.timelineEntry.findMany({ where, orderBy: { id: "asc" } });
      return rows.map(({ params }) => params);
    },
  };
}

/** The switches reach back, so that orders of some minutes ago are still automatic (R36). */
async function trustSince({ app, shopId }: PlacingShop, since: Date): Promise<void> {
  const data = { installedAt: since, autoCodSince: since, autoPrepaidSince: since };
  await app.db.shop.update({ where: { id: shopId }, data });
  await app.db.supplierConnection.updateMany({
    where: { shopId },
    data: { connectedAt: since, activatedAt: since },
  });
}

function isOfShop(kind: SweepKind): boolean {
  return ruleOfSweep(kind).per === "shop";
}
