import type { Prisma } from "@prisma/client";
import {
  type AttentionScope,
  openAttention,
  resolveAttention,
} from "#app/domain/attention/open-attention.server.ts";
import { UNKNOWN_SUBJECT } from "#app/platform/queue/finish-work.server.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";

/** A process that dies of a row would die again, and an unknown subject stays so: that row waits until it is requested. */
const NOT_BY_ITSELF: readonly string[] = ["process_died", UNKNOWN_SUBJECT];
const RETRY_HOURS = 1;

/**
 * Work of the shop itself failed five times in the same way. No button of the merchant's repeats it, so most of
 * it comes back each hour by itself; until it succeeds, a person can read that it stopped.
 */
export async function recordStoppedWork(
  tx: Prisma.TransactionClient,
  writtenFor: AttentionScope,
  claim: ClaimedWork,
  code: string,
): Promise<void> {
  const retry = NOT_BY_ITSELF.includes(code) ? "on_request" : "hourly";
  await openAttention(tx, writtenFor, {
    ...toSubject(claim),
    code: "work_dead",
    params: { because: code, kind: claim.kind, retry },
  });
  if (retry === "on_request") return;
  await tx.$executeRaw`
    update work set dead_at = null, next_run_at = clock_timestamp() + ${RETRY_HOURS} * interval '1 hour'
    where id = ${claim.id}::uuid`;
}

/** It has succeeded: what was said about it is over. */
export async function endStoppedWork(
  tx: Prisma.TransactionClient,
  writtenFor: AttentionScope,
  claim: ClaimedWork,
): Promise<void> {
  await resolveAttention(tx, writtenFor, toSubject(claim), { by: "karwan" });
}

function toSubject({ kind, subject }: Pick<ClaimedWork, "kind" | "subject">) {
  return { thing: "shop", thingId: `${kind}/${subject}` } as const;
}
