import { type App, type AppOverrides, createApp } from "#app/app.server.ts";
import type { WorkHandlers } from "#app/jobs/handlers.ts";
import type { OnDeadWork } from "#app/jobs/run-work.server.ts";
import { type RunningWorker, startWorker } from "#app/jobs/worker.server.ts";
import { readEnv } from "#app/platform/process/env.server.ts";
import { type RunningWeb, startWeb } from "#app/web.server.ts";
import { createTestDatabase, type TestDatabase } from "./postgres.ts";

export type TestApp = {
  readonly app: App;
  readonly database: TestDatabase;
  /** The running web server, intakes and health only; `url` ends without a slash. */
  readonly web: RunningWeb;
  readonly worker: RunningWorker | null;
  readonly close: () => Promise<void>;
};

export type TestAppOptions = {
  /** Variables over the defaults, as in the environment. */
  readonly env?: Readonly<Record<string, string>>;
  readonly overrides?: AppOverrides;
  /** Starts a worker too, with these handlers. */
  readonly handlers?: WorkHandlers<App>;
  readonly onDead?: OnDeadWork<App>;
};

/** The app on a database of its own: intakes listening on a free port, and a worker when handlers are given. */
export async function startTestApp({
  env = {},
  overrides,
  handlers,
  onDead,
}: TestAppOptions = {}): Promise<TestApp> {
  const database = await createTestDatabase();
  const variables = { NODE_ENV: "test", LOG_LEVEL: "silent", PORT: "0", ...env };
  const app = await createApp(readEnv(variables), { database, ...overrides });
  const web = await startWeb(app, null);
  const worker = handlers ? await startWorker(app, { handlers, onDead }) : null;
  return {
    app,
    database,
    web,
    worker,
    close: async () => {
      await web.close();
      await worker?.stop();
      await app.close();
      await database.drop();
    },
  };
}

/** Handlers that do nothing, for tests that replace one. */
export const idleHandlers: WorkHandlers<App> = {
  "order.reconcile": async () => ({ kind: "done" }),
  "fulfillmentOrder.resolve": async () => ({ kind: "done" }),
  "orders.reconcileWaiting": async () => ({ kind: "done" }),
  "orders.reconcileUnlinked": async () => ({ kind: "done" }),
  "orders.reconcileOpen": async () => ({ kind: "done" }),
  "orders.reconcileAssigned": async () => ({ kind: "done" }),
  "parcel.refresh": async () => ({ kind: "done" }),
  "bulkRun.continue": async () => ({ kind: "done" }),
  "shop.reconcile": async () => ({ kind: "done" }),
  "privacy.process": async () => ({ kind: "done" }),
  "connection.probe": async () => ({ kind: "done" }),
  "connection.endKeys": async () => ({ kind: "done" }),
  "wallet.watch": async () => ({ kind: "done" }),
  "listing.import": async () => ({ kind: "done" }),
  "listing.reconcile": async () => ({ kind: "done" }),
  "listing.pushPrices": async () => ({ kind: "done" }),
  "imports.continue": async () => ({ kind: "done" }),
  "mapping.reconcile": async () => ({ kind: "done" }),
  "catalog.adoptAll": async () => ({ kind: "done" }),
  "catalog.adoptMissing": async () => ({ kind: "done" }),
  "catalog.restock": async () => ({ kind: "done" }),
  "catalog.recalculateLosses": async () => ({ kind: "done" }),
  "product.applyChange": async () => ({ kind: "done" }),
  "product.applyDeletion": async () => ({ kind: "done" }),
  "product.applyEvents": async () => ({ kind: "done" }),
  "inventory.push": async () => ({ kind: "done" }),
  "inventory.zero": async () => ({ kind: "done" }),
  "mails.send": async () => ({ kind: "done" }),
  "flow.send": async () => ({ kind: "done" }),
  "sweep.run": async () => ({ kind: "done" }),
};
