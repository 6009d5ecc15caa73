import { createServer, type Server } from "node:http";
import path from "node:path";
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
import { answerFailure } from "./platform/http/answer-failure.server.ts";
import { watchProcess } from "./platform/observability/metrics.server.ts";
import { type Env, readEnv } from "./platform/process/env.server.ts";
import { armFailpoints } from "./platform/process/failpoint.ts";
import { PROJECT_FOLDER } from "./platform/process/project-folder.server.ts";
import { type RunningProcess, runProcess } from "./platform/process/run-process.server.ts";
import { createApiRouter } from "./routes/api/answer-api.server.ts";
import { allowExtensions } from "./routes/extensions/allow-extensions.server.ts";
import { createMailLinksRouter } from "./routes/mail/answer-mail-links.server.ts";
import { createOpsRouter } from "./routes/ops/health.server.ts";
import { recordingAccess } from "./routes/record-access.server.ts";
import { createAccountRouter } from "./routes/storefront/answer-account.server.ts";
import { createRatesRouter } from "./routes/storefront/answer-rates.server.ts";
import { createStorefrontRouter } from "./routes/storefront/answer-storefront.server.ts";
import { type CustomerPages, openCustomerPages } from "./routes/storefront/customer-pages.server.ts";
import { createWebhookDispatch } from "./routes/webhooks/dispatch.server.ts";

export type RunningWeb = { readonly url: string; readonly port: number; readonly close: () => Promise<void> };

const clientBuild = path.join(PROJECT_FOLDER, "build/client");

/**
 * A request that trickles in is ended soon after these times, not half a minute later. A connection is kept for longer than
 * load balancers keep theirs: what is sent on it at the moment it is closed is lost, and Shopify sends it again a minute
 * later at best.
 */
const serverOptions = {
  requestTimeout: 30_000,
  headersTimeout: 10_000,
  connectionsCheckingInterval: 2000,
  keepAliveTimeout: 65_000,
};

/** Each costs some 20 KB before it says anything. */
const mostConnections = 2000;

/** The pages of a process: the routes, and the files a browser asks for beside them. */
export type Pages = {
  readonly mode: "production" | "development";
  readonly files: readonly express.RequestHandler[];
  /** A function where the routes change while the process runs. */
  readonly build: ServerBuild | (() => Promise<ServerBuild>);
  readonly close: () => Promise<void>;
};

/** Opens the pages of a server that does not listen yet. */
export type OpenPages = (server: Server) => Promise<Pages>;

/** Listens: the intakes on bare HTTP first, then whoever comes without a session, then files and Remix. Null serves no pages. */
export async function startWeb(
  app: App,
  openPages: OpenPages | null,
  port = app.env.PORT,
): Promise<RunningWeb> {
  const takeWebhook = createWebhookDispatch(app);
  const server = createServer(serverOptions);
  server.maxHeadersCount = 100;
  const pages = openPages && (await openPages(server));
  const customerPages = openCustomerPages(app);
  const answer = createAnswer(app, pages, customerPages);
  limitConnections(server, mostConnections, (request, response) => {
    const taken = takeWebhook(request, response);
    if (taken === null) answer(request, response);
  });
  await new Promise<void>((settle, fail) => {
    server.once("error", fail);
    server.listen(port, () => settle());
  });
  const address = server.address();
  const listening = typeof address === "object" && address !== null ? address.port : port;
  app.log.info({ event: "listening", port: listening, role: app.env.ROLE });
  const close = async () => {
    await pages?.close();
    await closeServer(server);
    await customerPages.pageCounter.stop();
  };
  return { url: `http://localhost:${listening}`, port: listening, close };
}

function createAnswer(app: App, pages: Pages | null, customerPages: CustomerPages): express.Express {
  const answer = express();
  answer.disable("x-powered-by");
  answer.set("trust proxy", "loopback, linklocal, uniquelocal");
  answer.use(logAccess(app));
  answer.use(createOpsRouter(app));
  answer.use("/mail", limitRequests);
  answer.use(createMailLinksRouter(app));
  answer.use(createStorefrontRouter({ ...app, ...customerPages }));
  answer.use(createAccountRouter({ ...app, ...customerPages }));
  answer.use("/api", compression());
  answer.use(createApiRouter(app));
  answer.use(createRatesRouter(app));
  if (pages) answer.use(createPagesRouter(app, pages));
  answer.use(answerFailure(app.reportError));
  return answer;
}

function createPagesRouter(app: App, { mode, files, build }: Pages): express.Router {
  const answer = express.Router();
  answer.use(allowExtensions(app.env.EXTENSION_ORIGIN));
  for (const file of files) answer.use(file);
  answer.use(compression());
  answer.use(limitRequests);
  const getLoadContext = () => ({ app, isFor: answersNobody });
  const recorded =
    typeof build === "function" ? async () => recordingAccess(await build()) : recordingAccess(build);
  const answerPage = createRequestHandler({ build: recorded, mode, getLoadContext });
  answer.all("*", (request, response, next) => {
    answerPage(request, response, next).catch(next);
  });
  return answer;
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

const closeIdleEveryMs = 100;

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((settle) => server.close(() => settle()));
  server.closeIdleConnections();
  // What is answered from now on would else be kept for its next request.
  const closing = setInterval(() => server.closeIdleConnections(), closeIdleEveryMs);
  await closed;
  clearInterval(closing);
}

const precompressed = { brotli: true, gzip: true };
const yearSeconds = 31_536_000;

/** What `npm run build` made. Its files were compressed there; what is made for a request is compressed as it goes out. */
async function findBuild(): Promise<OpenPages> {
  const build = await import("#build/server/index.js");
  const immutable = { ...precompressed, immutable: true, maxAge: yearSeconds };
  const assets = express.Router().use("/assets", sirv(`${clientBuild}/assets`, immutable));
  const files = [assets, sirv(clientBuild, { ...precompressed, maxAge: 3600 })];
  return async () => ({ mode: "production", files, build, close: async () => undefined });
}

/** A process: pages and intakes, and work unless `ROLE=web`. Without its pages it opens nothing. */
async function main(findPages: (env: Env) => Promise<OpenPages>): Promise<RunningProcess> {
  const env = readEnv();
  armFailpoints(env.FAILPOINTS);
  const openPages = env.ROLE === "worker" ? null : await findPages(env);
  const app = await createApp(env);
  watchProcess(app.metrics);
  const ops = openPages ? null : await startOps(app);
  const worker: RunningWorker | null = env.ROLE === "web" ? null : await startWorker(app, workTable);
  const resealer = env.ROLE === "web" ? null : startResealer(app);
  const web = openPages ? await startWeb(app, openPages) : null;
  app.log.info({ event: "started", role: env.ROLE });
  const stop = async () => {
    await Promise.all([web?.close(), worker?.stop(), resealer?.stop()]);
    await ops?.close();
    await app.close();
  };
  return { ...toShutdown(app), stop };
}

/** Runs the process until it is told to leave: that of `npm start`, unless its pages come from elsewhere. */
export const runWeb = (findPages: (env: Env) => Promise<OpenPages> = findBuild) =>
  runProcess(() => main(findPages));

if (import.meta.main) await runWeb();
