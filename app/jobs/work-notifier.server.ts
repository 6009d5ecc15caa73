import { createPostgresBackend, Queue } from "bullmq";
import type { ShopId } from "#app/platform/ids.ts";
import { type Lane, lanes, toLane } from "#app/platform/queue/lanes.ts";
import type { DueWork } from "#app/platform/queue/work.server.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import { bulkFrom, coalesceNotifications } from "./coalesce-notifications.ts";
import type { QueueConnection } from "./queue-backend.server.ts";

/** A job says only which row to look at; everything else lives in that row. Older versions sent the id alone. */
export type WorkNotification = {
  readonly workId: string;
  readonly shopId?: ShopId;
  /** When it was sent, or since when the row has been due where nobody had sent one: milliseconds since 1970. */
  readonly at?: number;
};

/** What the work notifier needs of the process. */
export type WorkNotifierDeps = {
  readonly onError: (error: Error) => void;
  readonly clock: Pick<Clock, "now">;
};

export type WorkNotifier = {
  /** Wakes a worker for each row. Call after commit; the sweeper makes up for a notification that is lost. */
  readonly notify: (work: readonly DueWork[]) => Promise<void>;
  /** How many notifications of a lane nobody has taken yet, reports and others; 0 where the queue cannot tell. */
  readonly countPendingNotifications: (lane: Lane) => Promise<number>;
  readonly close: () => Promise<void>;
};

// Keeping finished jobs by count or age deadlocks on PostgreSQL (found in our trials of this version).
const jobOptions = { removeOnComplete: true, removeOnFail: true, attempts: 1 } as const;
/** BullMQ takes these after all that have no priority, on PostgreSQL and on Redis: they may wait as long as those come. */
const reportOptions = { ...jobOptions, priority: 1 } as const;

export function queueName(lane: Lane): string {
  return `work-${lane}`;
}

export function createWorkNotifier(connection: QueueConnection, deps: WorkNotifierDeps): WorkNotifier {
  const { onError } = deps;
  const notifiers = new Map(lanes.map((lane) => [lane, openLaneNotifier(lane, connection, deps)]));
  return {
    notify: async (work) => {
      const sends = [...notifiers].map(([lane, { notifications }]) => {
        const ofLane = work.filter((row) => toLane(row.lane) === lane);
        return ofLane.length === 0 ? null : notifications.add(ofLane);
      });
      await Promise.all(sends);
    },
    countPendingNotifications: async (lane) => {
      try {
        const counts = (await notifiers.get(lane)?.queue.getJobCounts("waiting", "prioritized")) ?? {};
        return Object.values(counts).reduce((sum, count) => sum + count, 0);
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)));
        return 0;
      }
    },
    close: async () => {
      await Promise.all([...notifiers.values()].map(({ notifications }) => notifications.close()));
      await Promise.all([...notifiers.values()].map(({ queue }) => queue.close()));
    },
  };
}

function openLaneNotifier(lane: Lane, connection: QueueConnection, { onError, clock }: WorkNotifierDeps) {
  const queue = openQueue(lane, connection, onError);
  const notifications = coalesceNotifications(async (rows) => {
    try {
      await addNotifications(queue, rows, clock.now());
    } catch (error) {
      if (!isMissingTable(error)) throw error;
      await connection.repair();
      await addNotifications(queue, rows, clock.now());
    }
  });
  return { queue, notifications };
}

async function addNotifications(queue: LaneQueue, rows: readonly DueWork[], now: Date): Promise<void> {
  const jobs = rows.map(({ id, shopId, dueAt, isReport }) => ({
    name: "notify",
    data: { workId: id, shopId, at: (dueAt ?? now).getTime() },
    opts: isReport ? reportOptions : jobOptions,
  }));
  if (jobs.length >= bulkFrom) await queue.addBulk(jobs);
  else await Promise.all(jobs.map(({ name, data, opts }) => queue.add(name, data, opts)));
}

/** The queue's tables were dropped, or restored without: PostgreSQL's codes for a missing table, function or schema. */
function isMissingTable(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "42P01" || error.code === "42883" || error.code === "3F000";
}

type NotificationOptions = typeof jobOptions | typeof reportOptions;

/** What we use of BullMQ's queue; its own type differs by what it runs on. */
type LaneQueue = {
  add(name: string, data: WorkNotification, opts: NotificationOptions): Promise<unknown>;
  addBulk(jobs: { name: string; data: WorkNotification; opts: NotificationOptions }[]): Promise<unknown>;
  getJobCounts(...types: ("waiting" | "prioritized")[]): Promise<Readonly<Record<string, number>>>;
  close(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): unknown;
};

function openQueue(lane: Lane, connection: QueueConnection, onError: (error: Error) => void): LaneQueue {
  const name = queueName(lane);
  const queue: LaneQueue =
    connection.kind === "postgres"
      ? new Queue(name, { connection: connection.pool, skipMetasUpdate: true }, createPostgresBackend)
      : // Without Redis a notification fails at once: its sender does not wait for what the sweeper makes up for.
        new Queue(name, { connection: { url: connection.url, enableOfflineQueue: false } });
  queue.on("error", onError);
  return queue;
}
