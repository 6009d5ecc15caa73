import type { Prisma, PrismaClient } from "@prisma/client";
import pg from "pg";
import { withUnavailableError } from "./driver-failure.server.ts";

type DirectConnection = {
  readonly pool: pg.Pool;
  readonly nameOf: (query: { readonly sql: string }) => string;
};

/** The pools that clients run on. A transaction's client is none of them. */
const pools = new WeakMap<object, DirectConnection>();

/** As Prisma reads them: whole numbers that may be beyond 2^53 are bigints. */
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format),
};

/** From now on the statements of this client that stand alone go past Prisma; names as in `createStatementNames`. */
export function queryDirectly(prisma: PrismaClient, direct: DirectConnection): void {
  pools.set(prisma, direct);
}

/**
 * The rows of one statement, which PostgreSQL is asked for directly: half of the time of a short one is Prisma's otherwise
 * (D-69). Inside a transaction Prisma asks, on the transaction's connection. Parameters: text, numbers, bigints, booleans,
 * dates, bytes, null, and lists of them; JSON is given as text. Columns: those, and JSON. `plan: "anew"` for what is read in
 * another way when its values are others, as sums of a week and of years are.
 * @throws AppError `database_unavailable` where PostgreSQL could not be asked; else what it answered, with its SQLSTATE
 */
export async function queryRows<T extends pg.QueryResultRow>(
  db: PrismaClient | Prisma.TransactionClient,
  statement: Prisma.Sql,
  { plan = "kept" }: { readonly plan?: "kept" | "anew" } = {},
): Promise<T[]> {
  const direct = pools.get(db);
  if (!direct) return db.$queryRaw<T[]>(statement);
  const { text, values } = statement;
  const name = plan === "anew" ? "" : direct.nameOf({ sql: text });
  const pending = direct.pool.query<T>({ text, values, types, ...(name === "" ? {} : { name }) });
  return (await withUnavailableError(pending)).rows;
}
