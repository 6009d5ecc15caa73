import type { PrismaClient, Shop, SupplierConnection } from "@prisma/client";
import type pg from "pg";
import { createConnectionClients, createKeyClients } from "#app/domain/context/connection-client.server.ts";
import type { ConnectionKey } from "#app/domain/context/connection-key.ts";
import { openQueueConnection, type QueueConnection } from "#app/jobs/queue-backend.server.ts";
import { createWorkNotifier, type WorkNotifier } from "#app/jobs/work-notifier.server.ts";
import { type Crypto, createCrypto } from "#app/platform/crypto/crypto.ts";
import { readHashKey } from "#app/platform/crypto/hash-key.server.ts";
import { registerSealingKeys, startRecordingKeyUse } from "#app/platform/crypto/sealing-keys.server.ts";
import { createDatabaseClock } from "#app/platform/database/database-clock.server.ts";
import { type Database, openDatabase } from "#app/platform/database/db.server.ts";
import { createMailer, type Mailer } from "#app/platform/mail/mailer.server.ts";
import { createLog, type Log } from "#app/platform/observability/log.server.ts";
import { createMetrics, type Metrics } from "#app/platform/observability/metrics.server.ts";
import { createReportError, type ReportError } from "#app/platform/observability/report-error.server.ts";
import type { Env } from "#app/platform/process/env.server.ts";
import type { RunningProcess } from "#app/platform/process/run-process.server.ts";
import { type DueWork, requestReconcile } from "#app/platform/queue/work.server.ts";
import type { WorkRequest } from "#app/platform/queue/work-kinds.ts";
import type { Clock } from "#app/platform/time/clock.ts";
import { createAdminAccess } from "#app/shopify/admin-access.server.ts";
import type { AdminClient, ShopifyMeter } from "#app/shopify/admin-client.server.ts";
import { createSessionStorage } from "#app/shopify/session-storage.server.ts";
import { type AdminPace, createShopifyAdmin, type ShopifyAdmin } from "#app/shopify/shopify-admin.server.ts";
import { createShopifyApp, type ShopifyApp } from "#app/shopify/shopify-app.server.ts";
import { createShopifyFetch } from "#app/shopify/shopify-fetch.server.ts";
import { createTokenEndpoint, type TokenEndpoint } from "#app/shopify/token-endpoint.server.ts";
import type { CallMeter } from "#app/supplier/call-gate.ts";
import { type CallGates, createCallGates } from "#app/supplier/call-gates.server.ts";
import type { SupplierClient } from "#app/supplier/client.ts";

/** Everything a process shares: one per process, handed on, never imported. */
export type App = {
  readonly env: Env;
  readonly db: PrismaClient;
  /** The pool Prisma runs on, for prepared statements. */
  readonly pool: pg.Pool;
  readonly queue: QueueConnection;
  readonly crypto: Crypto;
  readonly clock: Clock;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly reportError: ReportError;
  readonly shopify: ShopifyApp;
  readonly tokenEndpoint: TokenEndpoint;
  readonly adminFor: (shop: Pick<Shop, "id" | "domain">, pace?: AdminPace) => AdminClient;
  readonly supplierFor: (connection: SupplierConnection) => SupplierClient;
  readonly clientOfKey: (key: ConnectionKey) => SupplierClient;
  /** Null where the operator has set up no mail server. */
  readonly mailer: Mailer | null;
  /** Limits and breakers of each account at the service. */
  readonly callGates: CallGates;
  /** What of Shopify this process gives a rest. */
  readonly restingAtShopify: ShopifyAdmin["resting"];
  /** Wakes workers for rows; call after commit. Never throws: the sweeper makes up for a lost notification. */
  readonly notify: (work: readonly DueWork[]) => Promise<void>;
  readonly countPendingNotifications: WorkNotifier["countPendingNotifications"];
  /** Requests work in a transaction of its own, then notifies workers. */
  readonly wake: (marks: readonly WorkRequest[]) => Promise<void>;
  /** Whether this process is about to end, which `/readyz` says: an object that changes once. */
  readonly leaving: { isLeaving: boolean };
  readonly close: () => Promise<void>;
};

export type AppOverrides = {
  readonly clock?: Clock;
  readonly log?: Log;
  /** A migrated database to use; the caller closes it. */
  readonly database?: Pick<Database, "url" | "pool" | "prisma">;
};

/** Builds the app: the database (migrated), the queue, and the clients of both sides. */
export async function createApp(env: Env, overrides: AppOverrides = {}): Promise<App> {
  const log = overrides.log ?? createLog(env.LOG_LEVEL);
  const metrics = createMetrics();
  const reportError = createReportError(log, metrics);
  const onIdleError = (error: Error) => void reportError(error, { event: "database_connection_lost" });
  const onMigrationWait = (message: string) => log.warn({ event: "migration_waits", message });
  const opened = overrides.database ? null : await openDatabase(env, { onIdleError, onMigrationWait });
  const database = overrides.database ?? opened;
  if (!database) throw new Error("no database was opened");
  const crypto = await openCrypto(env, database.pool);
  const onQueueError = (error: Error) => void reportError(error, { event: "queue_error" });
  const queue = await openQueueConnection(env, database.url, onQueueError);
  const { prisma: db, pool } = database;
  const databaseClock = createDatabaseClock({ pool, log, metrics });
  const clock = overrides.clock ?? databaseClock;
  await databaseClock.sync();
  const clockKeeping = databaseClock.keep();
  const keyKeeping = startRecordingKeyUse(pool, crypto.newestKeyId);
  const workNotifier = createWorkNotifier(queue, { onError: onQueueError, clock });
  const notify = withReportedErrors(workNotifier, reportError);
  const mailer = openMailer(env, metrics);
  return {
    ...{ env, db, pool, queue, crypto, clock, log, metrics, reportError, notify, mailer },
    countPendingNotifications: workNotifier.countPendingNotifications,
    ...createClients({ env, db, pool, crypto, clock, log, metrics }),
    wake: async (marks) => {
      const marked = await requestReconcile(db, marks, { notifyFollows: true });
      await notify(marked.filter(({ isDue }) => isDue));
    },
    leaving: { isLeaving: false },
    close: async () => {
      clockKeeping.stop();
      keyKeeping.stop();
      mailer?.close();
      await workNotifier.close();
      await queue.close();
      await opened?.close();
    },
  };
}

/** What a process that runs this app does when it has to end. */
export function toShutdown({ env, leaving, log, reportError }: App): Omit<RunningProcess, "stop"> {
  const beginShutdown = () => {
    leaving.isLeaving = true;
    log.info({ event: "leaving" });
  };
  return { reportError, beginShutdown, drainMs: env.DRAIN_SECONDS * 1000 };
}

/** The key ring as it may be used on this database, with the database's own hash key. */
async function openCrypto({ ENCRYPTION_KEYS: keys }: Env, pool: pg.Pool): Promise<Crypto> {
  await registerSealingKeys(pool, keys);
  return createCrypto(keys, await readHashKey(pool, createCrypto(keys)));
}

function openMailer({ SMTP_URL: url, MAIL_FROM: from }: Env, { mails }: Metrics): Mailer | null {
  if (url === undefined || from === undefined) return null;
  return createMailer({ url, from, meter: (outcome) => mails.inc({ outcome }) });
}

/** A notification that fails is reported and left to the sweeper. */
function withReportedErrors(workNotifier: WorkNotifier, reportError: ReportError): App["notify"] {
  return (work) =>
    workNotifier.notify(work).catch((error: unknown) => {
      reportError(error, { event: "notify_failed", count: work.length });
    });
}

type ClientDeps = Pick<App, "env" | "db" | "pool" | "crypto" | "clock" | "log" | "metrics">;

function createClients(deps: ClientDeps) {
  const { env, db, pool, crypto, clock, log, metrics } = deps;
  const fetch = createShopifyFetch({ standinUrl: env.SHOPIFY_STANDIN_URL });
  const sessionStorage = createSessionStorage({ db, crypto });
  const apiKey = env.SHOPIFY_API_KEY;
  const apiSecrets = env.SHOPIFY_API_SECRET;
  const tokenEndpoint = createTokenEndpoint({ apiKey, apiSecrets, fetch, clock });
  const access = createAdminAccess({ db, crypto, tokenEndpoint, clock });
  const countCall: ShopifyMeter = ({ operation, outcome, points }) => {
    metrics.shopifyCalls.inc({ operation, outcome });
    if (points !== null) metrics.shopifyPoints.inc({ operation }, points);
  };
  const admin = createShopifyAdmin({ access, fetch, clock, log: plainly(log), meter: countCall });
  const meter: CallMeter = ({ group, priority, outcome, seconds }) => {
    metrics.supplierCalls.inc({ group, priority, outcome });
    if (outcome !== "not_sent") metrics.supplierSeconds.observe({ group }, seconds);
  };
  const callGates = createCallGates({ pool, meter });
  const { gateOf, openGate } = callGates;
  return {
    tokenEndpoint,
    callGates,
    restingAtShopify: admin.resting,
    shopify: createShopifyApp({
      apiKey,
      apiSecrets,
      appUrl: env.SHOPIFY_APP_URL,
      sessionStorage,
      fetch,
      log: plainly(log),
      clock,
    }),
    adminFor: (shop: Pick<Shop, "id" | "domain">, pace?: AdminPace) => admin.clientFor(shop, pace),
    supplierFor: createConnectionClients({
      ...{ baseUrl: env.SERVICE_BASE_URL, crypto, clock, gateOf },
      log: plainly(log),
    }),
    clientOfKey: createKeyClients({
      ...{ baseUrl: env.SERVICE_BASE_URL, clock, openGate },
      log: plainly(log),
    }),
  };
}

/** The log for rooms that write plain objects with an `event` among them. */
function plainly(log: Log) {
  const named = (entry: object) => ({ event: "unnamed", ...entry });
  return {
    debug: (entry: object) => log.debug(named(entry)),
    info: (entry: object) => log.info(named(entry)),
    warn: (entry: object) => log.warn(named(entry)),
  };
}
