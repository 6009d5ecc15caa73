import { createApp, toShutdown } from "./app.server.ts";
import { startResealer } from "./jobs/resealer.server.ts";
import { workTable } from "./jobs/work-handlers.server.ts";
import { startWorker } from "./jobs/worker.server.ts";
import { startOps } from "./ops.server.ts";
import { watchProcess } from "./platform/observability/metrics.server.ts";
import { readEnv } from "./platform/process/env.server.ts";
import { armFailpoints } from "./platform/process/failpoint.ts";
import { type RunningProcess, runProcess } from "./platform/process/run-process.server.ts";

/** A process that only works: `node build/app/worker.server.js`, any number of them. */
async function main(): Promise<RunningProcess> {
  const env = { ...readEnv(), ROLE: "worker" as const };
  armFailpoints(env.FAILPOINTS);
  const app = await createApp(env);
  watchProcess(app.metrics);
  const ops = await startOps(app);
  const worker = await startWorker(app, workTable);
  const resealer = startResealer(app);
  app.log.info({ event: "working", role: env.ROLE });
  const stop = async () => {
    await Promise.all([worker.stop(), resealer.stop()]);
    await ops?.close();
    await app.close();
  };
  return { ...toShutdown(app), stop };
}

if (import.meta.main) await runProcess(main);
