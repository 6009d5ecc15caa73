import type { Prisma } from "@prisma/client";
import { isPausing } from "#app/domain/connection/pause-connection.server.ts";
import type { Words } from "#app/domain/context/sealed-words.ts";
import { isHoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import { requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import type { HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { Hold, ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { isAccountLimit } from "./account-limits.ts";
import { isPlaceRequested } from "./decide-placing.ts";
import { heldBy, heldFor, type PlacingResult, rests } from "./placing-result.ts";
import { openRefusal } from "./refusal-words.ts";
import { admitToDailyCapQueue } from "./waiting/daily-cap-queue.server.ts";

/** A hold with a known end is checked then; this interval is for events that never came. */
const LONGEST_WAIT_MS = 6 * 60 * 60_000;

/** A refused handoff keeps its place in the order of handoffs: its correction is its next attempt. */
export function lastRefused({ record }: Pick<ReadRun, "record">, mode: Mode): HandoffRecord | null {
  const last = record.handoffs.filter((handoff) => handoff.mode === mode).at(-1);
  return last?.state === "refused" ? last : null;
}

/** After a refusal: when a person asks for it, while the attempt was on its way or later, or when its time has come. */
export function mayTryAgain(run: ReadRun, refused: HandoffRecord): boolean {
  const { retryAt, createdAt } = refused.attempts.at(-1) ?? { retryAt: null, createdAt: null };
  const retryRequestedAt = requestedAt(run.record.decisions, "retry");
  const isRetryRequested = retryRequestedAt !== null && (createdAt === null || retryRequestedAt > createdAt);
  return isPlaceRequested(run) || isRetryRequested || (retryAt !== null && retryAt <= run.ctx.clock.now());
}

/** What ends for all orders in one place wakes them itself: the probe of a connection, the head of the day's queue. */
export async function holdAfterRefusal(run: ReadRun, refused: HandoffRecord): Promise<PlacingResult> {
  const { errorCode } = refused.attempts.at(-1) ?? { errorCode: null };
  if (errorCode === "daily_cap_reached") {
    const admission = await admitToDailyCapQueue(run, refused.mode);
    if (admission.kind === "queued") return heldFor(admission.hold, admission.requeueAfterMs);
  }
  const held = heldByRefusal(run, refused);
  return isPausing(errorCode ?? "") ? { ...held, requeueDelaysMs: [LONGEST_WAIT_MS] } : held;
}

export function heldByRefusal(run: ReadRun, refused: HandoffRecord): PlacingResult {
  const { retryAt, errorCode } = refused.attempts.at(-1) ?? { retryAt: null, errorCode: null };
  const held = isAccountLimit(errorCode)
    ? rests({ kind: "waiting", code: errorCode })
    : heldBy(toRefusedHold(run, refused));
  if (!retryAt) return held;
  return { ...held, requeueDelaysMs: [Math.max(1000, retryAt.getTime() - run.ctx.clock.now().getTime())] };
}

/** A refused order whose request was closed keeps its reason; it is placed again only when a person asks (R8). */
export function findRejectedRequestHold(run: ReadRun): Hold | null {
  const refused = run.record.handoffs.findLast(({ state }) => state === "refused");
  return refused ? toRefusedHold(run, refused) : null;
}

function toRefusedHold({ ctx }: ReadRun, { attempts }: HandoffRecord): Hold {
  // One of which nothing was sent was refused by nobody.
  const attempt = attempts.findLast(({ sends }) => sends > 0) ?? attempts.at(-1);
  const code = attempt?.errorCode ?? "validation_error";
  const params = attempt ? openRefusal(ctx, attempt) : {};
  const unnamed = attempt?.retryAt ? "placing_delayed" : "validation_error";
  return { code: isHoldCode(code) ? code : unnamed, params: { ...withoutNulls(params), because: code } };
}

function withoutNulls(params: Words): Prisma.InputJsonObject {
  return JSON.parse(JSON.stringify(params));
}
