import type { PrismaClient } from "@prisma/client";
import type { ScheduleSpec } from "#app/domain/sweeps/schedule-spec.ts";
import type { Log } from "#app/platform/observability/log.server.ts";
import { type Metrics, recordBacklog } from "#app/platform/observability/metrics.server.ts";
import type { ReportError } from "#app/platform/observability/report-error.server.ts";
import { listDueWork, maxReportWaitMs, readBacklog } from "#app/platform/queue/due-work.server.ts";
import { type Lane, lanes, toLane } from "#app/platform/queue/lanes.ts";
import type { DueWork, UnstartedWork } from "#app/platform/queue/work.server.ts";
import { laneConcurrency } from "./lanes.ts";
import { ensureSchedules, queueDueSchedules } from "./schedule.server.ts";

export type SweeperDeps = {
  readonly db: PrismaClient;
  readonly metrics: Metrics;
  readonly reportError: ReportError;
  readonly log: Pick<Log, "warn">;
  readonly notify: (work: readonly DueWork[]) => Promise<void>;
  readonly countPendingNotifications: (lane: Lane) => Promise<number>;
  readonly env: { readonly SWEEP_INTERVAL_SCALE: number };
};

export type Sweeper = { readonly stop: () => Promise<void> };

const everyMs = 1000;
const mostOfALane = 500;
/** A notification is taken for lost after so long, if none waits in the row's lane. */
const lostAfterMs = 3000;
/** While some wait there, it is most likely among them: it is taken for lost after so long. */
const lostAfterWhileBusyMs = 15_000;
/** How soon a new shop or connection gets its rows in the schedule. */
const ensureEveryMs = 60_000;

/**
 * Notifies at once of every row whose time came by itself (it was put off, its worker's lease ran out, or whoever
 * requested it notifies nobody), and after a while of what is still due. The rows remember whatever the queue lost. What
 * may wait in a long queue is not sent again and again: a notification costs as much as work does. No more are sent at
 * once than a process runs of a lane: who answers a late one continues with all that waits. Any number of sweepers may
 * run; a notification too many finds the row taken or not due. What the schedule has due becomes such rows first.
 */
export function startSweeper(
  deps: SweeperDeps,
  kinds: readonly string[],
  schedules: readonly ScheduleSpec[] = [],
): Sweeper {
  const sent: SentNotifications = new Map();
  const watchBacklog = createBacklogWatch(deps, kinds);
  const schedule = createScheduleRunner(deps, schedules);
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let sweeping = Promise.resolve();

  function next(): void {
    sweeping = schedule()
      .then(watchBacklog)
      .then(() => sweep(deps, kinds, sent))
      .catch((error: unknown) => {
        deps.reportError(error, { event: "sweep_failed" });
      })
      .then(() => {
        if (!stopped) timer = setTimeout(next, everyMs);
      });
  }

  next();
  return {
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await sweeping;
    },
  };
}

function createScheduleRunner({ db, env }: SweeperDeps, specs: readonly ScheduleSpec[]): () => Promise<void> {
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

/** Shows the backlog, and logs each kind that nobody here knows, once while rows of it are due. */
function createBacklogWatch({ db, metrics, log }: SweeperDeps, kinds: readonly string[]) {
  let logged = new Set<string>();
  return async () => {
    const backlog = await readBacklog(db, kinds);
    recordBacklog(metrics, backlog);
    const unknown = new Set(backlog.flatMap(({ unknownKind }) => unknownKind ?? []));
    for (const kind of unknown) if (!logged.has(kind)) log.warn({ event: "work_kind_unknown", kind });
    logged = unknown;
  };
}

/** By row: when we sent a notification, and for which due time. */
type SentNotifications = Map<string, { readonly at: number; readonly dueAt: number }>;

async function sweep(deps: SweeperDeps, kinds: readonly string[], sent: SentNotifications): Promise<void> {
  const now = performance.now();
  for (const [id, { at }] of sent) if (now - at > 2 * maxReportWaitMs) sent.delete(id);
  const due = await listDueWork(deps.db, mostOfALane, kinds);
  deps.metrics.sweeperRanAt.setToCurrentTime();
  const unnotified = await findUnnotified(
    deps,
    due.map((row) => ({ row, notifiedMsAgo: sinceNotification(row, sent, now) })),
  );
  const toNotify = lanes.flatMap((lane) =>
    unnotified.filter((row) => toLane(row.lane) === lane).slice(0, laneConcurrency[lane]),
  );
  await deps.notify(toNotify);
  for (const row of toNotify) sent.set(row.id, { at: now, dueAt: row.dueAt.getTime() });
}

/** How long ago a notification was last sent for a row's due time, by us or by who requested it; null when none was. */
function sinceNotification(row: UnstartedWork, sent: SentNotifications, now: number): number | null {
  const ours = sent.get(row.id);
  return ours?.dueAt === row.dueAt.getTime() ? now - ours.at : row.notifiedMsAgo;
}

type UnstartedRow = { readonly row: UnstartedWork; readonly notifiedMsAgo: number | null };

async function findUnnotified(deps: SweeperDeps, due: readonly UnstartedRow[]): Promise<UnstartedWork[]> {
  const late = due.filter(({ notifiedMsAgo }) => notifiedMsAgo === null || notifiedMsAgo >= lostAfterMs);
  const maybeQueued = late.filter(
    ({ row, notifiedMsAgo }) => notifiedMsAgo !== null && notifiedMsAgo < longestWaitOf(row),
  );
  const busy = new Set<Lane>();
  for (const lane of new Set(maybeQueued.map(({ row }) => toLane(row.lane)))) {
    if ((await deps.countPendingNotifications(lane)) > 0) busy.add(lane);
  }
  const waits = new Set(maybeQueued.filter(({ row }) => busy.has(toLane(row.lane))));
  const unnotified = late.filter((each) => !waits.has(each));
  // A report that has waited so long waits no more behind what comes anew.
  return unnotified.map(({ row, notifiedMsAgo }) =>
    (notifiedMsAgo ?? 0) < longestWaitOf(row) ? row : { ...row, isReport: false },
  );
}

function longestWaitOf({ isReport }: UnstartedWork): number {
  return isReport ? maxReportWaitMs : lostAfterWhileBusyMs;
}
