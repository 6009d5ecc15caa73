import type { PrismaClient } from "@prisma/client";
import { listDueWork, readBacklog, reportPatienceMs } from "#app/platform/due-work.server.ts";
import { type Lane, lanes, toLane } from "#app/platform/lanes.ts";
import { type Metrics, showBacklog } from "#app/platform/metrics.server.ts";
import type { ReportError } from "#app/platform/report-error.server.ts";
import { ensureSchedules, queueDueSchedules, type ScheduleSpec } from "#app/platform/schedule.server.ts";
import type { DueWork, WaitingWork } from "#app/platform/work.server.ts";
import { laneConcurrency } from "./lanes.ts";

export type SweeperGround = {
  readonly db: PrismaClient;
  readonly metrics: Metrics;
  readonly reportError: ReportError;
  readonly ring: (work: readonly DueWork[]) => Promise<void>;
  readonly countRings: (lane: Lane) => Promise<number>;
  readonly env: { readonly SWEEP_INTERVAL_SCALE: number };
};

export type Sweeper = { readonly stop: () => Promise<void> };

const everyMs = 1000;
const mostOfALane = 500;
/** A ring is taken for lost after so long, if the row's lane has no ring waiting. */
const patienceMs = 3000;
/** While rings wait there, it is most likely among them: it is taken for lost after so long. */
const busyPatienceMs = 15_000;
/** How soon a new shop or connection gets its rows in the schedule. */
const ensureEveryMs = 60_000;

/**
 * The scheduler: rings at once every row whose time came by itself (it was put off, its worker's lease ran out, or whoever
 * marked it does not ring), and after a while what was rung and is still due. As the rows are the memory, this heals
 * whatever the queue lost. A lane may have a long queue, so what waits in it is not rung again and again: each ring costs
 * as much as work does. No more is rung at once than a process runs of a lane: who answers a late ring goes on by itself
 * with all that waits. Any number of sweepers may run; a ring too many finds the row taken or not due. What the schedule
 * has due becomes such rows first.
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

/** By row: when we rang for it, and for which due time. */
type Rung = Map<string, { readonly at: number; readonly dueAt: number }>;

async function sweep(ground: SweeperGround, rung: Rung): Promise<void> {
  const now = performance.now();
  for (const [id, { at }] of rung) if (now - at > 2 * reportPatienceMs) rung.delete(id);
  const due = await listDueWork(ground.db, mostOfALane);
  showBacklog(ground.metrics, await readBacklog(ground.db));
  ground.metrics.sweeperRanAt.setToCurrentTime();
  const unheard = await findUnheard(
    ground,
    due.map((row) => ({ row, rungMsAgo: sinceRing(row, rung, now) })),
  );
  const rings = lanes.flatMap((lane) =>
    unheard.filter((row) => toLane(row.lane) === lane).slice(0, laneConcurrency[lane]),
  );
  await ground.ring(rings);
  for (const row of rings) rung.set(row.id, { at: now, dueAt: row.dueAt.getTime() });
}

/** How long ago a row was last rung for its due time, by us or by who marked it; null when nobody did. */
function sinceRing(row: WaitingWork, rung: Rung, now: number): number | null {
  const ours = rung.get(row.id);
  return ours?.dueAt === row.dueAt.getTime() ? now - ours.at : row.rungMsAgo;
}

type Waiting = { readonly row: WaitingWork; readonly rungMsAgo: number | null };

async function findUnheard(ground: SweeperGround, due: readonly Waiting[]): Promise<WaitingWork[]> {
  const late = due.filter(({ rungMsAgo }) => rungMsAgo === null || rungMsAgo >= patienceMs);
  const inDoubt = late.filter(({ row, rungMsAgo }) => rungMsAgo !== null && rungMsAgo < longestWaitOf(row));
  const busy = new Set<Lane>();
  for (const lane of new Set(inDoubt.map(({ row }) => toLane(row.lane)))) {
    if ((await ground.countRings(lane)) > 0) busy.add(lane);
  }
  const waits = new Set(inDoubt.filter(({ row }) => busy.has(toLane(row.lane))));
  const unheard = late.filter((each) => !waits.has(each));
  // A report that has waited so long waits no more behind what comes anew.
  return unheard.map(({ row, rungMsAgo }) =>
    (rungMsAgo ?? 0) < longestWaitOf(row) ? row : { ...row, isReport: false },
  );
}

function longestWaitOf({ isReport }: WaitingWork): number {
  return isReport ? reportPatienceMs : busyPatienceMs;
}
