import { join } from "node:path";
import { type Prisma, PrismaClient } from "@prisma/client";
import pg from "pg";
import { startEmbeddedPostgres } from "#app/platform/dev-postgres/embedded-postgres.server.ts";
import type { Env } from "#app/platform/process/env.server.ts";
import { DatabaseAdapter } from "./driver-failure.server.ts";
import { survivesLostSessions } from "./lost-sessions.server.ts";
import { runMigrations } from "./migrations.server.ts";
import { insideTransaction } from "./open-transaction.ts";
import { queryDirectly } from "./query-rows.server.ts";
import { createStatementNames } from "./statement-names.ts";

/** A client of the database, or the transaction it is inside of. */
export type Db = PrismaClient | Prisma.TransactionClient;

export type Database = {
  readonly url: string;
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  readonly close: () => Promise<void>;
};

export type OpenDatabaseOptions = {
  /** Called when a connection breaks while idle; the pool replaces it by itself. */
  readonly onIdleError?: (error: Error) => void;
  readonly poolSize?: number;
  /** Told when the migrations of a start have to wait. */
  readonly onMigrationWait?: (sentence: string) => void;
};

const sessionLimits =
  "-c statement_timeout=15000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=20000 -c timezone=UTC";

/** Connections of a process: what only takes deliveries and shows pages loses by more than about the cores can use. */
const poolSizes: Readonly<Record<Env["ROLE"], number>> = { web: 10, worker: 20, all: 20 };

/** Connects one pool, shared by Prisma and by prepared statements; starts the embedded server when no `DATABASE_URL` is given. */
export async function openDatabase(
  env: Pick<Env, "DATABASE_URL" | "DATA_DIR" | "ROLE">,
  options: OpenDatabaseOptions = {},
): Promise<Database> {
  const embedded =
    env.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({ directory: join(env.DATA_DIR, "postgres") })
      : null;
  const url = env.DATABASE_URL ?? embedded?.url ?? "";
  await runMigrations(url, { onWait: options.onMigrationWait });
  const connected = connectDatabase(url, { poolSize: poolSizes[env.ROLE], ...options });
  return {
    ...connected,
    close: async () => {
      await connected.close();
      if (embedded?.owned) await embedded.stop();
    },
  };
}

/** Connects to a database that is already migrated. */
export function connectDatabase(
  url: string,
  { onIdleError, poolSize = 20 }: OpenDatabaseOptions = {},
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: 5000,
    // With it go the plans of statements whose names were given up.
    maxLifetimeSeconds: 1800,
    options: sessionLimits,
    application_name: "karwan",
  });
  pool.on("error", (error) => onIdleError?.(error));
  survivesLostSessions(pool);
  const nameOf = createStatementNames();
  const adapter = new DatabaseAdapter(pool, { statementNameGenerator: nameOf });
  // Of the very type that `PrismaClient` names: else the compiler compares all models of both types, which takes it seconds.
  const prisma = new PrismaClient<Prisma.PrismaClientOptions>({ adapter });
  trackTransactions(prisma);
  queryDirectly(prisma, { pool, nameOf });
  return {
    url,
    pool,
    prisma,
    close: async () => {
      await prisma.$disconnect();
      await pool.end();
    },
  };
}

/** The clients of the two outside worlds know from then on whether they are called inside a transaction (R50). */
function trackTransactions(prisma: PrismaClient): void {
  const begin = prisma.$transaction;
  const known = (work: unknown, ...options: readonly unknown[]): unknown =>
    Reflect.apply(begin, prisma, [typeof work === "function" ? trackTransaction(work) : work, ...options]);
  Object.defineProperty(prisma, "$transaction", { value: known });
}

// biome-ignore lint/complexity/noBannedTypes: Prisma's own overloads say what the function is given.
function trackTransaction(work: Function) {
  return (...given: readonly unknown[]) => insideTransaction(() => Reflect.apply(work, undefined, given));
}
