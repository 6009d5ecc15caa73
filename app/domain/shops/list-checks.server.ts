import type { Schedule } from "@prisma/client";
import { type ConnectionView, listConnections } from "#app/domain/connection/list-connections.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { ScheduleMode } from "#app/domain/sweeps/schedule-mode.ts";
import { type SweepKind, sweepKinds, sweepRules } from "#app/domain/sweeps/sweep-kinds.ts";
import { type Tally, toTally } from "#app/domain/sweeps/sweep-run.ts";

/** One sweep as the merchant sees it. */
export type SweepCheck = {
  readonly kind: SweepKind;
  /** Of the connection it looks at; empty for Shopify's side. */
  readonly mode: ScheduleMode;
  readonly isRunning: boolean;
  readonly lastRanAt: Date | null;
  readonly nextRunAt: Date | null;
  readonly result: Tally;
  /** A code of what stood in the way of the last try; null when nothing did. */
  readonly lastError: string | null;
};

/** What of this shop is due now, how long the oldest of it has waited, and what was given up. */
type WorkHealth = { readonly due: number; readonly oldestDueSeconds: number; readonly dead: number };

export type ChecksPage = {
  readonly checks: readonly SweepCheck[];
  readonly work: WorkHealth;
  readonly connections: readonly ConnectionView[];
  readonly lastShopifyEventAt: Date | null;
  readonly asOf: Date;
};

/** Everything that watches over a shop: when it last looked, what it mended, and whether webhooks of both sides arrive. */
export async function listChecks(ctx: ShopContext): Promise<ChecksPage> {
  const shopId = ctx.shop.id;
  const [connections, rows, work, lastShopifyNews] = await Promise.all([
    listConnections(ctx),
    ctx.db.schedule.findMany({ where: { shopId } }),
    readWorkHealth(ctx),
    ctx.db.delivery.findFirst({
      where: { shopId, source: "shopify" },
      orderBy: { id: "desc" },
      select: { receivedAt: true },
    }),
  ]);
  return {
    checks: listPlaces(connections).map(({ kind, mode }) =>
      toCheck(kind, mode, rows.find((row) => row.kind === kind && row.mode === mode) ?? null),
    ),
    work,
    connections,
    lastShopifyEventAt: lastShopifyNews?.receivedAt ?? null,
    asOf: ctx.clock.now(),
  };
}

function listPlaces(connections: readonly ConnectionView[]): { kind: SweepKind; mode: ScheduleMode }[] {
  const ofShop = sweepKinds.filter((kind) => sweepRules[kind].per === "shop");
  const ofConnection = sweepKinds.filter((kind) => sweepRules[kind].per === "connection");
  return [
    ...ofShop.map((kind) => ({ kind, mode: "" as const })),
    ...connections.flatMap(({ mode }) => ofConnection.map((kind) => ({ kind, mode }))),
  ];
}

function toCheck(kind: SweepKind, mode: ScheduleMode, row: Schedule | null): SweepCheck {
  const isAsked = row?.queuedAt != null && (row.lastRanAt === null || row.lastRanAt < row.queuedAt);
  return {
    ...{ kind, mode },
    isRunning: row?.progress != null || (isAsked && row?.lastError === null),
    lastRanAt: row?.lastRanAt ?? null,
    nextRunAt: row?.nextRunAt ?? null,
    result: toTally(row?.lastResult),
    lastError: row?.lastError ?? null,
  };
}

async function readWorkHealth({ db, shop }: ShopContext): Promise<WorkHealth> {
  const [row] = await db.$queryRaw<WorkHealth[]>`
    select
      count(*) filter (where dead_at is null and next_run_at <= clock_timestamp()
        and (lease_until is null or lease_until <= clock_timestamp()))::int as due,
      coalesce(extract(epoch from clock_timestamp() - min(next_run_at) filter (
        where dead_at is null and next_run_at <= clock_timestamp()
          and (lease_until is null or lease_until <= clock_timestamp()))), 0)::int as "oldestDueSeconds",
      count(*) filter (where dead_at is not null)::int as dead
    from work where shop_id = ${shop.id}::uuid`;
  return row ?? { due: 0, oldestDueSeconds: 0, dead: 0 };
}
