import { z } from "zod";

/**
 * The classes of SQLSTATE that blame our statement or its data (appendix A of PostgreSQL's manual). All others tell of
 * the server, the session, or a conflict with others, and pass: 08 26 28 3D 40 53 55 57 58 72 F0 XX.
 */
const permanentClasses: ReadonlySet<string> = new Set([
  ...[
    "03",
    "09",
    "0B",
    "0F",
    "0L",
    "0P",
    "0Z",
    "10",
    "20",
    "21",
    "22",
    "23",
    "24",
    "25",
    "27",
    "2B",
    "2D",
    "2F",
  ],
  ...["34", "38", "39", "3B", "3F", "42", "44", "54", "HV", "P0"],
]);

/** In class 25 these do not: a server that only reads (a standby), and sessions ended for being idle or slow. */
const transientInPermanentClasses: ReadonlySet<string> = new Set(["25006", "25P03", "25P04"]);

/** Prisma's own: a transaction that got no connection or was lost, a conflict, and all that begins with P1. */
const transientPrismaCodes: ReadonlySet<string> = new Set(["P2024", "P2028", "P2034", "P2037"]);

/** What Node.js says of a connection that broke or was not to be had. */
const brokenConnection: ReadonlySet<string> = new Set([
  ...["ECONNREFUSED", "ECONNRESET", "ECONNABORTED", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"],
  ...["ENOTFOUND", "EAI_AGAIN", "EMFILE", "ENFILE"],
]);

/** Of a pool without a free connection, a lost session, or a server that is not reached: the driver gives no code. */
export const DATABASE_UNAVAILABLE = "database_unavailable";

const answer = z.object({ originalCode: z.string() });
/** Where Prisma keeps PostgreSQL's own code: that of its error says no more than that a statement failed. */
const ofDriver = z.object({ meta: z.object({ driverAdapterError: z.object({ cause: answer }) }) });
/** The end of a transaction throws the driver's error as it is. */
const ofCommit = z.object({ name: z.literal("DriverAdapterError"), cause: answer });
const ofItself = z.object({ code: z.string() });

/** The code of a failure of the database that ends by itself; null for anything else. */
export function transientDatabaseCode(error: unknown): string | null {
  const code =
    ofDriver.safeParse(error).data?.meta.driverAdapterError.cause.originalCode ??
    ofCommit.safeParse(error).data?.cause.originalCode ??
    ofItself.safeParse(error).data?.code;
  return code !== undefined && isTransientCode(code) ? code : null;
}

function isTransientCode(code: string): boolean {
  if (code === DATABASE_UNAVAILABLE || brokenConnection.has(code)) return true;
  if (transientPrismaCodes.has(code) || transientInPermanentClasses.has(code)) return true;
  if (/^P1\d{3}$/.test(code)) return true;
  const isSqlState = /^(\d[0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/.test(code);
  return isSqlState && !permanentClasses.has(code.slice(0, 2));
}

/** Whether an error says of itself that it passes, or is one of the database that does. */
export function isTransient(error: unknown): boolean {
  const saysSo = typeof error === "object" && error !== null && "retryable" in error;
  return saysSo ? error.retryable === true : transientDatabaseCode(error) !== null;
}
