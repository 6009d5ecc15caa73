import { createPostgresBackend, Worker } from "bullmq";
import { type Lane, lanes } from "#app/platform/queue/lanes.ts";
import { createLaneRunner, type LaneRunner, type LaneRunnerDeps } from "./lane-runner.server.ts";
import { laneConcurrency } from "./lanes.ts";
import { watchLoop } from "./loop-load.server.ts";
import type { QueueConnection } from "./queue-backend.server.ts";
import type { WorkTable } from "./run-work.server.ts";
import { type SweeperDeps, startSweeper } from "./sweeper.server.ts";
import { queueName, type WorkNotification } from "./work-notifier.server.ts";

export type WorkerDeps = LaneRunnerDeps & SweeperDeps & { readonly queue: QueueConnection };

export type RunningWorker = {
  /** Waits up to 20 s for running work; another worker takes up the rest when its lease expires. */
  readonly stop: () => Promise<void>;
};

const graceMs = 20_000;

/** Works through every lane and keeps the sweeper going. */
export async function startWorker<App extends WorkerDeps>(
  app: App,
  table: WorkTable<App>,
): Promise<RunningWorker> {
  const isBusy = watchLoop();
  const runners = lanes.map((lane) => ({ lane, runner: createLaneRunner(app, lane, table, isBusy) }));
  const listeners = runners.map(({ lane, runner }) => listen(app, lane, runner));
  await Promise.all(listeners.map((listener) => listener.waitUntilReady()));
  await table.onStart?.(app);
  const sweeper = startSweeper(app, Object.keys(table.handlers), table.schedules);
  return {
    stop: async () => {
      for (const { runner } of runners) runner.stop();
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

function listen(app: WorkerDeps, lane: Lane, runner: LaneRunner): LaneWorker {
  const name = queueName(lane);
  const process = ({ data }: { data: WorkNotification }) => runner.handle(data);
  // The row decides what becomes a dead letter, so the queue never gives up on a stalled job.
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

async function closeWithin(worker: LaneWorker, limitMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((settle) => {
    timer = setTimeout(settle, limitMs);
  });
  await Promise.race([worker.close(), limit]);
  clearTimeout(timer);
}
