import { z } from "zod";

/**
 * Database conflicts and outages that end by trying again: serialization, deadlock, lock or statement timeout; a server
 * that leaves, is told to, or is not ready yet; a connection that broke or was not to be had.
 */
const passingDatabaseCodes: ReadonlySet<string> = new Set([
  "40001",
  "40P01",
  "55P03",
  "57014",
  "57P01",
  "57P02",
  "57P03",
  "08000",
  "08003",
  "08006",
  "53300",
  "ECONNREFUSED",
  "ECONNRESET",
  "P2034",
  "P2028",
  "P2024",
  "P1001",
  "P1008",
  "P1017",
]);

/** Where Prisma keeps PostgreSQL's own code: that of its error says no more than that a statement failed. */
const ofDriver = z.object({
  meta: z.object({ driverAdapterError: z.object({ cause: z.object({ originalCode: z.string() }) }) }),
});
const ofItself = z.object({ code: z.string() });

/** The code of a failure of the database that ends by itself; null for anything else. */
export function passingDatabaseCode(error: unknown): string | null {
  const codes = [
    ofDriver.safeParse(error).data?.meta.driverAdapterError.cause.originalCode,
    ofItself.safeParse(error).data?.code,
  ];
  return codes.find((code) => code !== undefined && passingDatabaseCodes.has(code)) ?? null;
}

/** Whether an error says of itself that it passes, or is one of the database that does. */
export function isPassing(error: unknown): boolean {
  const saysSo = typeof error === "object" && error !== null && "retryable" in error;
  return saysSo ? error.retryable === true : passingDatabaseCode(error) !== null;
}
