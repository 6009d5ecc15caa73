import { createServer } from "node:http";
import express from "express";
import type { MetricsDeps } from "./routes/ops/answer-metrics.server.ts";
import { createOpsRouter } from "./routes/ops/health.server.ts";

export type RunningOps = { readonly port: number; readonly close: () => Promise<void> };

/** Health, readiness and metrics of a process that serves no pages, on `METRICS_PORT`; nothing where that is not set. */
export async function startOps(app: MetricsDeps): Promise<RunningOps | null> {
  const wanted = app.env.METRICS_PORT;
  if (wanted === undefined) return null;
  const pages = express();
  pages.disable("x-powered-by");
  pages.use(createOpsRouter(app));
  const server = createServer(pages);
  await new Promise<void>((settle, fail) => {
    server.once("error", fail);
    server.listen(wanted, () => settle());
  });
  const address = server.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : wanted,
    close: () =>
      new Promise((settle) => {
        server.close(() => settle());
        server.closeAllConnections();
      }),
  };
}
