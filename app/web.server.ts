import { access } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import { createRequestHandler } from "@remix-run/express";
import type { ServerBuild } from "@remix-run/node";
import compression from "compression";
import express from "express";
import sirv from "sirv";
import { type App, createApp, toShutdown } from "./app.server.ts";
import { startResealer } from "./jobs/resealer.server.ts";
import { workTable } from "./jobs/work-handlers.server.ts";
import { type RunningWorker, startWorker } from "./jobs/worker.server.ts";
import { startOps } from "./ops.server.ts";
import { limitConnections } from "./platform/database/limit-connections.server.ts";
import { watchProcess } from "./platform/observability/metrics.server.ts";
import { readEnv } from "./platform/process/env.server.ts";
import { armFailpoints } from "./platform/process/failpoint.ts";
import { type RunningProcess, runProcess } from "./platform/process/run-process.server.ts";
import { createOpsRouter } from "./routes/ops/health.server.ts";
import { recordingAccess } from "./routes/record-access.server.ts";
import { createWebhookDispatch } from "./routes/webhooks/dispatch.server.ts";

export type RunningWeb = { readonly url: string; readonly port: number; readonly close: () => Promise<void> };

const clientBuild = fileURLToPath(new URL("../build/client", import.meta.url));
const serverBuild = new URL("../build/server/index.js", import.meta.url);

/** A request that trickles in is ended soon after these times, not half a minute later. */
const serverOptions = { requestTimeout: 30_000, headersTimeout: 10_000, connectionsCheckingInterval: 2000 };

/** Each costs some 20 KB before it says anything. */
const mostConnections = 2000;

/** Listens: the intakes on bare HTTP first, then health, assets and Remix. Without a build there are no pages. */
export async function startWeb(
  app: App,
  build: ServerBuild | null,
  port = app.env.PORT,
): Promise<RunningWeb> {
  const takeWebhook = createWebhookDispatch(app);
  const pages = createPages(app, build);
  const server = createServer(serverOptions);
  server.maxHeadersCount = 100;
  limitConnections(server, mostConnections, (request, response) => {
    const taken = takeWebhook(request, response);
    if (taken === null) pages(request, response);
  });
  await new Promise<void>((settle, fail) => {
    server.once("error", fail);
    server.listen(port, () => settle());
  });
  const address = server.address();
  const listening = typeof address === "object" && address !== null ? address.port : port;
  app.log.info({ event: "listening", port: listening, role: app.env.ROLE });
  return { url: `http://localhost:${listening}`, port: listening, close: () => closeServer(server) };
}

const precompressed = { brotli: true, gzip: true };
const yearSeconds = 31_536_000;

function createPages(app: App, build: ServerBuild | null): express.Express {
  const pages = express();
  pages.disable("x-powered-by");
  pages.set("trust proxy", "loopback, linklocal, uniquelocal");
  pages.use(logAccess(app));
  pages.use(createOpsRouter(app));
  if (!build) return pages;
  // Files were compressed at the build; what is made for a request is compressed as it goes out.
  pages.use(
    "/assets",
    sirv(`${clientBuild}/assets`, { ...precompressed, immutable: true, maxAge: yearSeconds }),
  );
  pages.use(sirv(clientBuild, { ...precompressed, maxAge: 3600 }));
  pages.use(compression());
  pages.use(limitRequests);
  const mode = "production";
  const getLoadContext = () => ({ app, isFor: answersNobody });
  const answerPage = createRequestHandler({ build: recordingAccess(build), mode, getLoadContext });
  pages.all("*", (request, response, next) => {
    answerPage(request, response, next).catch(next);
  });
  return pages;
}

/** What loaders and actions are given instead records whose customers they open (D-101). */
function answersNobody(): never {
  throw new Error("A page is answered that records nobody's looks");
}

/** No form of ours is nearly as large but these; one that hides its length is not read at all. */
const formLimitBytes = 64 * 1024;
const largerForms: ReadonlyMap<string, number> = new Map([
  // A file of 1 MB with what a form adds, and room to say so of one that is larger.
  ["/mapping/csv", 1_100_000],
  ["/import/review", 512 * 1024],
]);

/** What is too large is still received up to here, and not kept. */
const mostThrownAwayBytes = 4_000_000;

/** Pages are read and forms are sent; nothing else is looked at. */
const limitRequests: express.RequestHandler = (request, response, next) => {
  const { method, path, headers } = request;
  response.setHeader("cache-control", "no-store");
  if (["GET", "HEAD", "OPTIONS"].includes(method)) return next();
  const size = Number(headers["content-length"] ?? Number.NaN);
  if (method === "POST" && size <= (largerForms.get(path) ?? formLimitBytes)) return next();
  const refusal = Number.isNaN(size) ? 411 : 413;
  response.setHeader("connection", "close");
  response.status(method === "POST" ? refusal : 405);
  if (!(size <= mostThrownAwayBytes)) return void response.end();
  // A browser that is cut off while it sends shows a broken connection instead of the answer.
  request.once("end", () => response.end());
  request.resume();
};

/** One line per request: the path without its query, which may carry a session token. */
function logAccess(app: App): express.RequestHandler {
  return (request, response, next) => {
    const startedAt = performance.now();
    const { method, path } = request;
    response.setHeader("x-content-type-options", "nosniff");
    response.setHeader("referrer-policy", "strict-origin-when-cross-origin");
    if (app.env.SHOPIFY_APP_URL.startsWith("https:")) {
      response.setHeader("strict-transport-security", "max-age=31536000");
    }
    response.once("finish", () => {
      const durationMs = Math.round(performance.now() - startedAt);
      app.log.info({ event: "http_request", method, path, status: response.statusCode, durationMs });
    });
    next();
  };
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((settle) => server.close(() => settle()));
  server.closeIdleConnections();
  await closed;
}

async function loadBuild(): Promise<ServerBuild> {
  await access(serverBuild).catch((cause) => {
    throw new Error("There is no build to serve: run `npm run build` first", { cause });
  });
  return import(serverBuild.href);
}

/** The process of `npm start`: pages and intakes, and work unless `ROLE=web`. */
async function main(): Promise<RunningProcess> {
  const env = readEnv();
  armFailpoints(env.FAILPOINTS);
  const build = env.ROLE === "worker" ? null : await loadBuild();
  const app = await createApp(env);
  watchProcess(app.metrics);
  const ops = build ? null : await startOps(app);
  const worker: RunningWorker | null = env.ROLE === "web" ? null : await startWorker(app, workTable);
  const resealer = env.ROLE === "web" ? null : startResealer(app);
  const web = build ? await startWeb(app, build) : null;
  app.log.info({ event: "started", role: env.ROLE });
  const stop = async () => {
    await Promise.all([web?.close(), worker?.stop(), resealer?.stop()]);
    await ops?.close();
    await app.close();
  };
  return { ...toShutdown(app), stop };
}

/** Runs the process until it is told to leave. */
export const runWeb = () => runProcess(main);

if (import.meta.main) await runWeb();
