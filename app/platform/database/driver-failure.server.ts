import { PrismaPg } from "@prisma/adapter-pg";
import pg from "pg";
import { z } from "zod";
import { AppError } from "#app/platform/errors.ts";
import { DATABASE_UNAVAILABLE } from "#app/platform/http/transient-failure.ts";

type Connection = Awaited<ReturnType<PrismaPg["connect"]>>;
type Transaction = Awaited<ReturnType<Connection["startTransaction"]>>;
type Queries = Pick<Connection, "queryRaw" | "executeRaw">;

/** Prisma's driver for PostgreSQL, whose failures without an SQLSTATE are `database_unavailable`, whichever way they come. */
export class DatabaseAdapter extends PrismaPg {
  override async connect(): Promise<Connection> {
    const connection = await super.connect();
    const { startTransaction } = connection;
    const begin = startTransaction.bind(connection);
    connection.startTransaction = async (level) => translateEnds(await withUnavailableError(begin(level)));
    return translateQueries(connection);
  }
}

function translateQueries<T extends Queries>(queries: T): T {
  const queryRaw = queries.queryRaw.bind(queries);
  const executeRaw = queries.executeRaw.bind(queries);
  queries.queryRaw = (query) => withUnavailableError(queryRaw(query));
  queries.executeRaw = (query) => withUnavailableError(executeRaw(query));
  return queries;
}

function translateEnds(transaction: Transaction): Transaction {
  const commit = transaction.commit.bind(transaction);
  const rollback = transaction.rollback.bind(transaction);
  transaction.commit = () => withUnavailableError(commit());
  transaction.rollback = () => withUnavailableError(rollback());
  return translateQueries(transaction);
}

/** Prisma's form of an answer of PostgreSQL, and of a column Prisma cannot read; anything else tells of the connection. */
const ofStatement = z.object({
  name: z.literal("DriverAdapterError"),
  cause: z.union([
    z.object({ originalCode: z.string() }),
    z.object({ kind: z.literal("UnsupportedNativeDataType") }),
  ]),
});

/**
 * What the driver was asked for.
 * @throws AppError `database_unavailable`, retryable, for a pool without a free connection, a lost session or a server
 * that is not reached; what PostgreSQL itself answered is thrown as it came
 */
export async function withUnavailableError<T>(pending: Promise<T>): Promise<T> {
  try {
    return await pending;
  } catch (cause) {
    if (cause instanceof pg.DatabaseError || ofStatement.safeParse(cause).success) throw cause;
    throw new AppError(DATABASE_UNAVAILABLE, "The database could not be asked", { retryable: true, cause });
  }
}
