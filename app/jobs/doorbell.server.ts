import { createPostgresBackend, Queue } from "bullmq";
import type { DueWork } from "#app/platform/work.server.ts";
import { type Lane, lanes, toLane } from "./lanes.ts";
import type { QueueConnection } from "./queue-backend.server.ts";

/** A job says only which row to look at; everything else lives in that row. */
export type Ring = { readonly workId: string };

export type Doorbell = {
  /** Wakes a worker for each row. Call after commit; a ring that is lost is made up for by the sweeper. */
  readonly ring: (work: readonly DueWork[]) => Promise<void>;
  /** How many rings of a lane nobody has taken yet, reports and others; 0 where the queue cannot tell. */
  readonly countRings: (lane: Lane) => Promise<number>;
  readonly close: () => Promise<void>;
};

// Keeping finished jobs by count or age deadlocks on PostgreSQL (found in our trials of this version).
const jobOptions = { removeOnComplete: true, removeOnFail: true, attempts: 1 } as const;
/** BullMQ takes these after all that have no priority, on PostgreSQL and on Redis: they may wait as long as those come. */
const reportOptions = { ...jobOptions, priority: 1 } as const;

export function queueName(lane: Lane): string {
  return `work-${lane}`;
}

export function createDoorbell(connection: QueueConnection, onError: (error: Error) => void): Doorbell {
  const queues = new Map(lanes.map((lane) => [lane, openQueue(lane, connection, onError)]));
  const ring = async (work: readonly DueWork[]) => {
    for (const [lane, queue] of queues) {
      const ofLane = work.filter((row) => toLane(row.lane) === lane);
      // One by one: what BullMQ adds in bulk goes through two temporary tables on PostgreSQL, for one ring as for many.
      await Promise.all(
        ofLane.map(({ id, isReport }) =>
          queue.add("ring", { workId: id }, isReport ? reportOptions : jobOptions),
        ),
      );
    }
  };
  return {
    ring: async (work) => {
      try {
        await ring(work);
      } catch (error) {
        if (!isMissingTable(error)) throw error;
        await connection.repair();
        await ring(work);
      }
    },
    countRings: async (lane) => {
      try {
        const counts = (await queues.get(lane)?.getJobCounts("waiting", "prioritized")) ?? {};
        return Object.values(counts).reduce((sum, count) => sum + count, 0);
      } catch (error) {
        onError(error instanceof Error ? error : new Error(String(error)));
        return 0;
      }
    },
    close: async () => {
      await Promise.all([...queues.values()].map((queue) => queue.close()));
    },
  };
}

/** The queue's tables were dropped, or restored without: PostgreSQL's codes for a missing table, function or schema. */
function isMissingTable(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "42P01" || error.code === "42883" || error.code === "3F000";
}

/** What we use of BullMQ's queue; its own type differs by what it runs on. */
type LaneQueue = {
  add(name: string, data: Ring, opts: typeof jobOptions | typeof reportOptions): Promise<unknown>;
  getJobCounts(...types: ("waiting" | "prioritized")[]): Promise<Readonly<Record<string, number>>>;
  close(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): unknown;
};

function openQueue(lane: Lane, connection: QueueConnection, onError: (error: Error) => void): LaneQueue {
  const name = queueName(lane);
  const queue: LaneQueue =
    connection.kind === "postgres"
      ? new Queue(name, { connection: connection.pool, skipMetasUpdate: true }, createPostgresBackend)
      : // Without Redis a ring fails at once: whoever rings is not kept waiting for what the sweeper makes up for.
        new Queue(name, { connection: { url: connection.url, enableOfflineQueue: false } });
  queue.on("error", onError);
  return queue;
}
