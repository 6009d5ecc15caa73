import { z } from "zod";
import {
  documentedCodes,
  isDocumentedCode,
  type SupplierErrorKind,
  type TransportCode,
} from "./error-codes.ts";
import { parseErrorDetails } from "./error-details.ts";
import { SupplierError } from "./errors.ts";
import { parseJson } from "./parse-json.ts";
import { boundWaitMs, millisecondsToQuotaReset, parseRetryAfterMs } from "./retry-after.ts";
import { millisecondsToMidnight, serviceTimeMs } from "./service-time.ts";

/** What the error map needs to know of a request: only a write can have an unknown outcome. */
export type RequestEffect = "read" | "write";

type Refusal = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly effect: RequestEffect;
  readonly now: Date;
};

const DAILY_CAP_PROBE_MS = 30 * 60_000;
const RATE_WINDOW_MS = 60_000;
const LONGEST_OUTAGE_WAIT_MS = 5 * 60_000;

const errorBody = z.object({
  error: z.looseObject({ code: z.string().regex(/^[\w.-]{1,60}$/), message: z.string().catch("") }),
});

/** The one map from a refusing answer to an error (section Errors). */
export function toSupplierError(refusal: Refusal): SupplierError {
  const body = parseErrorBody(refusal.text);
  const code = body?.code ?? codeOfStatus(refusal.status);
  const kind = kindOf(code, refusal);
  return new SupplierError(code, body?.message || `The service answered ${refusal.status} ${code}`, {
    kind,
    status: refusal.status,
    retryable: kind === "wait" || kind === "unknown_outcome",
    retryAfterMs: retryAfterMs(code, refusal),
    details: parseErrorDetails(code, body?.details),
    logged: `The service answered ${refusal.status} ${code}`,
  });
}

/** A call that got no usable answer. `sent` is false only when no byte can have reached the service. */
export function toTransportError(
  code: TransportCode,
  request: {
    readonly effect: RequestEffect;
    readonly sent: boolean;
    readonly status?: number;
    readonly retryAfterMs?: number;
    readonly cause?: unknown;
  },
): SupplierError {
  const kind = request.sent && request.effect === "write" ? "unknown_outcome" : "wait";
  return new SupplierError(code, transportSentence[code], {
    kind,
    retryable: true,
    status: request.status,
    retryAfterMs: request.retryAfterMs,
    cause: request.cause,
  });
}

/** A call that was not sent because the account's limits have no room for it: the code the service would have given. */
export function toLimitError(because: "rate" | "day", waitMs: number): SupplierError {
  const code = because === "day" ? "daily_quota_exceeded" : "rate_limited";
  const sentence =
    because === "day" ? "Today's requests are kept or used up" : "This minute's requests are used up";
  return new SupplierError(code, sentence, { kind: "wait", retryable: true, retryAfterMs: waitMs });
}

const transportSentence: Record<TransportCode, string> = {
  timed_out: "The service did not answer in time",
  unreachable: "The service could not be reached",
  connection_lost: "The connection to the service broke before the whole answer had arrived",
  unexpected_response: "The service's answer could not be read",
  too_many_waiting: "The service answers slowly, and enough calls wait for it already",
  circuit_open: "The service failed again and again, and is given a moment",
};

function kindOf(code: string, { status, effect }: Refusal): SupplierErrorKind {
  const uncertain: SupplierErrorKind = effect === "write" ? "unknown_outcome" : "wait";
  if (code === "unexpected_response" || status >= 500) return uncertain;
  if (isDocumentedCode(code)) {
    const kind = documentedCodes[code];
    return kind === "unknown_outcome" ? uncertain : kind;
  }
  if (status === 401 || status === 403) return "connection";
  if (status === 429 || status === 408) return "wait";
  return "definite";
}

/** Without the service's own error body only these statuses speak for themselves; the rest may be a proxy's. */
function codeOfStatus(status: number): string {
  if (status === 401) return "invalid_key";
  if (status === 429) return "rate_limited";
  return status >= 500 ? "internal_error" : "unexpected_response";
}

/** When to ask again: what the service says, within bounds of our own (D-81). */
function retryAfterMs(code: string, { headers, now }: Refusal): number | undefined {
  const asked = parseRetryAfterMs(headers.get("retry-after"), now);
  const toMidnightMs = millisecondsToMidnight(serviceTimeMs(headers, now));
  if (code === "daily_quota_exceeded")
    return boundWaitMs(asked ?? millisecondsToQuotaReset(headers, now), toMidnightMs);
  if (code === "daily_cap_reached") return boundWaitMs(asked ?? DAILY_CAP_PROBE_MS, toMidnightMs);
  if (code === "rate_limited") return boundWaitMs(asked ?? RATE_WINDOW_MS, RATE_WINDOW_MS);
  return asked === undefined ? undefined : boundWaitMs(asked, LONGEST_OUTAGE_WAIT_MS);
}

/** The document prints the third member under another name than the `details` it speaks of: any name is read. */
function parseErrorBody(text: string): { code: string; message: string; details: unknown } | null {
  const parsed = errorBody.safeParse(parseJson(text));
  if (!parsed.success) return null;
  const { code, message, details, ...others } = parsed.data.error;
  return { code, message, details: details ?? Object.values(others)[0] };
}
