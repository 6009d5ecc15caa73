import {
  assertSchemaCompatibility,
  LATEST_SCHEMA_VERSION,
  runMigrations,
  SchemaMigrationRequiredError,
} from "bullmq";
import pg from "pg";
import { survivesLostSession, survivesLostSessions } from "#app/platform/database/lost-sessions.server.ts";
import type { Env } from "#app/platform/process/env.server.ts";
import { laneConcurrency } from "./lanes.ts";

/** BullMQ's tables live in a schema of their own, beside ours. */
const queueSchema = "bullmq";

export type QueueConnection =
  | { readonly kind: "postgres"; readonly pool: pg.Pool; readonly repair: Effect; readonly close: Effect }
  | { readonly kind: "redis"; readonly url: string; readonly repair: Effect; readonly close: Effect };

type Effect = () => Promise<void>;

/** Opens what BullMQ runs on: Redis when `REDIS_URL` is set, else a pool of its own on our PostgreSQL. */
export async function openQueueConnection(
  env: Pick<Env, "REDIS_URL" | "ROLE">,
  databaseUrl: string,
  onError: (error: Error) => void,
): Promise<QueueConnection> {
  if (env.REDIS_URL !== undefined)
    return { kind: "redis", url: env.REDIS_URL, repair: nothing, close: nothing };
  const repair = () => prepareQueueSchema(databaseUrl);
  await repair();
  const pool = createQueuePool(databaseUrl, env.ROLE === "web" ? 3 : workerPoolSize, onError);
  return { kind: "postgres", pool, repair, close: () => pool.end() };
}

const nothing = async () => undefined;

/** A process that dies or is stopped while it does this loses its locks before others give up waiting for them. */
const setupLimits =
  "-c lock_timeout=30000 -c idle_in_transaction_session_timeout=20000 -c client_connection_check_interval=1000";

/**
 * Brings the queue's tables up to this version of BullMQ; safe to run at every start. BullMQ's migrations alter a table
 * also where nothing is to be done, which waits for whoever reads it, a backup say: so they only run where something is.
 */
export async function prepareQueueSchema(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl, options: setupLimits });
  survivesLostSession(client);
  await client.connect();
  try {
    if (!(await isCurrent(client))) await runMigrations(client, queueSchema);
  } finally {
    await client.end();
  }
}

async function isCurrent(client: pg.Client): Promise<boolean> {
  try {
    return (await assertSchemaCompatibility(client, queueSchema)) >= LATEST_SCHEMA_VERSION;
  } catch (error) {
    if (error instanceof SchemaMigrationRequiredError) return false;
    throw error;
  }
}

/** One listener per lane, and enough beside them for taking and finishing jobs. */
const workerPoolSize = Object.keys(laneConcurrency).length * 2 + 4;

function createQueuePool(databaseUrl: string, size: number, onError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: size,
    connectionTimeoutMillis: 5000,
    // The sweeper makes up for a notification that a crash of the database loses: nobody waits for the disk.
    options: `-c search_path=${queueSchema} -c synchronous_commit=off`,
    application_name: "karwan-queue",
  });
  pool.on("error", onError);
  survivesLostSessions(pool);
  // Each lane's queue and worker listen for its errors too.
  pool.setMaxListeners(Object.keys(laneConcurrency).length * 2 + 2);
  return pool;
}
