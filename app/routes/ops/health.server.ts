import { type Response, Router } from "express";
import { answerMetrics, type MetricsDeps } from "./answer-metrics.server.ts";

/** `/healthz`: the process answers. `/readyz`: it can serve, its database answers too. `/metrics`: for Prometheus. */
export function createOpsRouter(app: MetricsDeps): Router {
  const router = Router();
  router.get("/healthz", (_request, response) => void response.json({ ok: true }));
  router.get("/readyz", (_request, response) => void answerReadiness(app, response));
  router.get("/metrics", (request, response) => void answerMetrics(app, request, response));
  return router;
}

/** Work that waits is no reason to take a process out: that is a metric of all of them (R51). */
async function answerReadiness(
  { pool, reportError, leaving }: MetricsDeps,
  response: Response,
): Promise<void> {
  if (leaving.isLeaving) return void response.status(503).json({ ok: false, leaving: true });
  try {
    await pool.query("select 1");
    response.status(200).json({ ok: true, database: "up" });
  } catch (error) {
    reportError(error, { event: "not_ready" });
    response.status(503).json({ ok: false, database: "down" });
  }
}
