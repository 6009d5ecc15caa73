import { type DestinationStream, pino } from "pino";
import { redactText } from "./redact-text.ts";

/** What a log line may carry. `event` names it; other keys are listed below, and values are short scalars. */
export type LogEntry = { readonly event: string } & Readonly<Record<string, unknown>>;

export type Log = {
  debug(entry: LogEntry): void;
  info(entry: LogEntry): void;
  warn(entry: LogEntry): void;
  error(entry: LogEntry): void;
};

/** The only keys that reach the log: ids, names of things, counts and codes. Never bodies, addresses or tokens. */
const allowedKeys: ReadonlySet<string> = new Set([
  ...[
    "event",
    "message",
    "code",
    "kind",
    "status",
    "method",
    "route",
    "path",
    "operation",
    "outcome",
    "reason",
  ],
  ...[
    "shop",
    "shopId",
    "topic",
    "source",
    "mode",
    "lane",
    "workId",
    "subject",
    "orderId",
    "handoffId",
    "parcelId",
  ],
  ...[
    "attempt",
    "attempts",
    "durationMs",
    "delayMs",
    "cost",
    "count",
    "bytes",
    "port",
    "role",
    "url",
    "errorId",
  ],
  ...[
    "errorName",
    "stack",
    "connectionId",
    "listingId",
    "requestId",
    "migrations",
    "step",
    "failpoint",
    "action",
  ],
  ...["invocation", "name"],
]);

/** No address of ours is nearly as long. */
const longestOf: ReadonlyMap<string, number> = new Map([
  ["path", 300],
  ["url", 300],
]);

/**
 * A logger of JSON lines that drops every key not on the list (and says which), and hides whatever looks
 * like a token, an address or a phone in the values left.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const out = destination ? pino(options, destination) : pino(options);
  return {
    debug: (entry) => out.debug(toLine(entry)),
    info: (entry) => out.info(toLine(entry)),
    warn: (entry) => out.warn(toLine(entry)),
    error: (entry) => out.error(toLine(entry)),
  };
}

function toLine(entry: LogEntry): Record<string, unknown> {
  const line: Record<string, unknown> = {};
  const dropped: string[] = [];
  for (const [key, value] of Object.entries(entry)) {
    if (allowedKeys.has(key)) line[key] = toScalar(value, longestOf.get(key));
    else dropped.push(key);
  }
  return dropped.length === 0 ? line : { ...line, dropped };
}

function toScalar(value: unknown, longest: number | undefined): unknown {
  if (typeof value === "string") return redactText(value, longest);
  if (typeof value === "bigint") return value.toString();
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  if (value === undefined) return undefined;
  return value instanceof Date ? value.toISOString() : "[not a scalar]";
}
