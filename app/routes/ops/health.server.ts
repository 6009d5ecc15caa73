import { type Response, Router } from "express";
import type { App } from "#app/app.server.ts";
import { oldestDueSeconds } from "#app/platform/work.server.ts";
import { answerMetrics, type MetricsGround } from "./answer-metrics.server.ts";

/** Work waiting longer than this means that no worker keeps up: the process is alive, and not ready. */
const longestWaitSeconds = 300;

/** `/healthz`: the process answers. `/readyz`: its database does, and work is being done. `/metrics`: for Prometheus. */
export function createOpsRouter(app: MetricsGround): Router {
  const router = Router();
  router.get("/healthz", (_request, response) => void response.json({ ok: true }));
  router.get("/readyz", (_request, response) => void answerReadiness(app, response));
  router.get("/metrics", (request, response) => void answerMetrics(app, request, response));
  return router;
}

async function answerReadiness(app: Pick<App, "db" | "reportError">, response: Response): Promise<void> {
  try {
    const seconds = await oldestDueSeconds(app.db);
    const ok = seconds < longestWaitSeconds;
    response.status(ok ? 200 : 503).json({ ok, database: "up", oldestDueSeconds: Math.round(seconds) });
  } catch (error) {
    app.reportError(error, { event: "not_ready" });
    response.status(503).json({ ok: false, database: "down" });
  }
}
