import { randomBytes } from "node:crypto";
import { AppError } from "#app/platform/errors.ts";
import type { Log, LogEntry } from "./log.server.ts";
import type { Metrics } from "./metrics.server.ts";

/** Writes an error down and returns the short id a merchant can quote. */
export type ReportError = (error: unknown, entry: LogEntry) => string;

/**
 * Logs and counts errors; of an error only code, name, message, stack and status are written, and no message that
 * quotes what somebody else wrote.
 */
export function createReportError(log: Log, metrics: Metrics): ReportError {
  return (error, entry) => {
    const errorId = randomBytes(4).toString("hex");
    metrics.errors.inc({ event: entry.event });
    log.error({ ...entry, errorId, ...describe(error) });
    return errorId;
  };
}

function describe(error: unknown) {
  if (!(error instanceof Error))
    return { message: "Something that is no error was thrown", status: statusOf(error) };
  const causes = causesOf(error).map(
    (cause) => `\ncaused by ${cause.name}: ${messageOf(cause)}${framesOf(cause)}`,
  );
  return {
    code: error instanceof AppError ? error.code : "bug",
    errorName: error.name,
    message: messageOf(error),
    stack: `${error.name}: ${messageOf(error)}${framesOf(error)}${causes.join("")}`,
  };
}

/** These quote what they were given: text that is no JSON, rows that do not fit, an address that cannot be decoded. */
const QUOTING: ReadonlySet<string> = new Set([
  "SyntaxError",
  "PrismaClientValidationError",
  "ZodError",
  "URIError",
]);

function messageOf(error: Error): string {
  if (error instanceof AppError) return error.logged;
  return QUOTING.has(error.name) ? "[quotes what it was given]" : error.message;
}

/** The stack begins with the message, which has been said. */
function framesOf({ stack = "" }: Error): string {
  const at = stack.search(/\n\s+at /);
  return at === -1 ? "" : stack.slice(at);
}

/** Of an answer that was thrown where an error was expected. */
function statusOf(thrown: unknown): unknown {
  return typeof thrown === "object" && thrown !== null && "status" in thrown ? thrown.status : undefined;
}

function causesOf(error: Error): Error[] {
  return error.cause instanceof Error ? [error.cause, ...causesOf(error.cause)] : [];
}
