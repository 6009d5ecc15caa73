import { createPostgresBackend, Worker } from "bullmq";
import type { DueWork } from "#app/platform/work.server.ts";
import { queueName, type Ring } from "./doorbell.server.ts";
import { type Lane, laneConcurrency, lanes } from "./lanes.ts";
import type { QueueConnection } from "./queue-backend.server.ts";
import { runWork, type WorkGround, type WorkTable } from "./run-work.server.ts";
import { type SweeperGround, startSweeper } from "./sweeper.server.ts";

export type WorkerGround = WorkGround & SweeperGround & { readonly queue: QueueConnection };

export type RunningWorker = {
  /** Lets what runs come to its end, for twenty seconds; what does not is taken up by its lease running out. */
  readonly stop: () => Promise<void>;
};

const graceMs = 20_000;
const mostInARow = 3;

/** Works through every lane and keeps the sweeper going. */
export async function startWorker<App extends WorkerGround>(
  app: App,
  table: WorkTable<App>,
): Promise<RunningWorker> {
  const listeners = lanes.map((lane) => listen(app, lane, table));
  await Promise.all(listeners.map((listener) => listener.waitUntilReady()));
  await table.onStart?.(app);
  const sweeper = startSweeper(app, table.schedules);
  return {
    stop: async () => {
      await sweeper.stop();
      await Promise.all(listeners.map((listener) => closeWithin(listener, graceMs)));
    },
  };
}

/** What we use of BullMQ's worker; its own type differs by what it runs on. */
type LaneWorker = {
  waitUntilReady(): Promise<unknown>;
  close(): Promise<void>;
  on(event: "error", listener: (error: Error) => void): unknown;
  on(event: "failed", listener: (job: unknown, error: Error) => void): unknown;
  on(event: "stalled", listener: () => void): unknown;
};

function listen<App extends WorkerGround>(app: App, lane: Lane, table: WorkTable<App>): LaneWorker {
  const name = queueName(lane);
  const process = async ({ data }: { data: Ring }) => {
    const next = await runInARow(app, table, { id: data.workId, lane });
    const elsewhere = next.filter((row) => row.lane !== lane);
    // What a row found is run by the same job; what that finds in turn waits for its own.
    for (const row of next) if (row.lane === lane) elsewhere.push(...(await runInARow(app, table, row)));
    if (elsewhere.length > 0) await app.ring(elsewhere);
  };
  // The row decides what is poison, so the queue never gives up on a stalled job.
  const options = {
    concurrency: laneConcurrency[lane],
    lockDuration: 15_000,
    stalledInterval: 5000,
    maxStalledCount: 10,
  };
  const worker: LaneWorker =
    app.queue.kind === "postgres"
      ? new Worker(name, process, { ...options, connection: app.queue.pool }, createPostgresBackend)
      : new Worker(name, process, {
          ...options,
          connection: { url: app.queue.url, maxRetriesPerRequest: null },
        });
  worker.on("error", (error) => app.reportError(error, { event: "queue_worker_error", lane }));
  worker.on("failed", (_job, error) => app.reportError(error, { event: "queue_job_failed", lane }));
  worker.on("stalled", () => app.log.warn({ event: "queue_job_stalled", lane }));
  return worker;
}

/**
 * Runs a row, and at once again what was marked meanwhile; after a few times the others in its lane have their turn.
 * Returns the rows that are to be run next.
 */
async function runInARow<App extends WorkerGround>(
  app: App,
  table: WorkTable<App>,
  row: DueWork,
): Promise<readonly DueWork[]> {
  let ran = await runWork(app, table, row.id);
  const next = [...(ran?.next ?? [])];
  for (let more = 0; more < mostInARow && ran?.became === "due"; more += 1) {
    ran = await runWork(app, table, row.id);
    next.push(...(ran?.next ?? []));
  }
  if (ran?.became === "due") await app.ring([row]);
  return next;
}

async function closeWithin(worker: LaneWorker, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((settle) => {
    timer = setTimeout(settle, limitMs);
  });
  await Promise.race([worker.close(), limit]);
  clearTimeout(timer);
}
