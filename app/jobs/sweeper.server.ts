import type { PrismaClient } from "@prisma/client";
import type { Metrics } from "#app/platform/metrics.server.ts";
import type { ReportError } from "#app/platform/report-error.server.ts";
import { ensureSchedules, queueDueSchedules, type ScheduleSpec } from "#app/platform/schedule.server.ts";
import { type DueWork, listDueWork, oldestDueSeconds } from "#app/platform/work.server.ts";

export type SweeperGround = {
  readonly db: PrismaClient;
  readonly metrics: Metrics;
  readonly reportError: ReportError;
  readonly ring: (work: readonly DueWork[]) => Promise<void>;
  readonly env: { readonly SWEEP_INTERVAL_SCALE: number };
};

export type Sweeper = { readonly stop: () => Promise<void> };

const everyMs = 1000;
const mostOfALane = 500;
/** What was rung for one due time is left to the queue for so long before it is rung again. */
const patienceMs = 5000;
/** How soon a new shop or connection gets its rows in the schedule. */
const ensureEveryMs = 60_000;

/**
 * The scheduler: rings every row whose time has come. As the rows are the memory, this also heals whatever
 * the queue lost. Any number of sweepers may run; a ring too many finds the row taken or not due.
 * What the schedule has due becomes such rows first.
 */
export function startSweeper(ground: SweeperGround, schedules: readonly ScheduleSpec[] = []): Sweeper {
  const rung: Rung = new Map();
  const schedule = keepSchedule(ground, schedules);
  let stopped = false;
  let wake: NodeJS.Timeout | undefined;
  let sweeping = Promise.resolve();

  function next(): void {
    sweeping = schedule()
      .then(() => sweep(ground, rung))
      .catch((error: unknown) => {
        ground.reportError(error, { event: "sweep_failed" });
      })
      .then(() => {
        if (!stopped) wake = setTimeout(next, everyMs);
      });
  }

  next();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(wake);
      await sweeping;
    },
  };
}

function keepSchedule({ db, env }: SweeperGround, specs: readonly ScheduleSpec[]): () => Promise<void> {
  const scale = env.SWEEP_INTERVAL_SCALE;
  let ensuredAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (specs.length === 0) return;
    const now = performance.now();
    if (now - ensuredAt >= Math.min(1, scale) * ensureEveryMs) {
      await ensureSchedules(db, specs, scale);
      ensuredAt = now;
    }
    await queueDueSchedules(db, specs, scale);
  };
}

/** By row: when it was rung, and for which due time. */
type Rung = Map<string, { readonly at: number; readonly dueAt: number }>;

async function sweep(ground: SweeperGround, rung: Rung): Promise<void> {
  const now = performance.now();
  for (const [id, { at }] of rung) if (now - at > patienceMs) rung.delete(id);
  const due = await listDueWork(ground.db, mostOfALane);
  ground.metrics.oldestDueSeconds.set(await oldestDueSeconds(ground.db));
  const unheard = due.filter((row) => rung.get(row.id)?.dueAt !== row.dueAt.getTime());
  ground.metrics.sweeperRanAt.setToCurrentTime();
  await ground.ring(unheard);
  for (const row of unheard) rung.set(row.id, { at: now, dueAt: row.dueAt.getTime() });
}
