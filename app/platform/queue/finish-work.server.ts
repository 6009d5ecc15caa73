import { Prisma } from "@prisma/client";
import type { Db } from "#app/platform/database/db.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import { type ClaimedWork, coalesceReportsMs } from "./work.server.ts";
import type { ObservedRequests, WorkResult } from "./work-result.ts";

/** How a run ended: by what its handler returned, or by what went wrong. */
export type WorkOutcome = WorkResult | (WorkFailure & { readonly restMs?: number });

export type WorkFailure =
  /** The outside world failed in a way that passes: counted for the back-off, never given up. */
  | { readonly kind: "retry"; readonly code: string; readonly delayMs: number }
  /** It failed in a way that will hardly pass: given up after five times with one code. */
  | { readonly kind: "failed"; readonly code: string; readonly delayMs: number }
  | { readonly kind: "dead"; readonly code: string };

/** What became of the row. `lost`: another worker has the lease, and this run's word no longer counts. */
export type FinishWorkResult = "idle" | "due" | "waiting" | "dead" | "lost";

/** The code of work whose subject its kind cannot read: running it again would not help. */
export const UNKNOWN_SUBJECT = "unknown_subject";

export const maxSameFailures = 5;

/** After so many runs under which a process died, the row is not run any more. */
export const maxUnfinishedRuns = 5;

type RowChange = {
  readonly isDone: boolean;
  readonly code: string | null;
  readonly delayMs: number;
  readonly deadAt: number | null;
  /** What was requested until then is handled; until the run began when it is not said. */
  readonly upTo?: ObservedRequests;
};

/**
 * Ends a run. A row requested while it ran is due at once, whatever came of the run, or a little later if all requests
 * were reports: others go first, and several reports are one run. A run that ends with a rest puts both off. A request
 * revives dead work.
 */
export async function finishWork(
  db: Db,
  claim: ClaimedWork,
  outcome: WorkOutcome,
): Promise<FinishWorkResult> {
  claim.lease.forgetRenewal();
  const finish = toRowChange(outcome);
  const { requestedGeneration, requestedReports } = finish.upTo ?? claim;
  const { restMs = 0 } = outcome;
  const coalesceMs = finish.isDone ? coalesceReportsMs : Math.min(coalesceReportsMs, finish.delayMs);
  const rows = await queryRows<{ nextRunAt: Date | null; deadAt: Date | null; isDue: boolean }>(
    db,
    Prisma.sql`
    with run as (
      select id, requested_generation > ${requestedGeneration} as is_requested,
        requested_generation - ${requestedGeneration} > requested_reports - ${requestedReports} as needs_read,
        case when ${finish.code}::text is null then 0
             when last_error = ${finish.code} then attempts + 1 else 1 end as failures
      from work where id = ${claim.id}::uuid and lease_token = ${claim.lease.token}::uuid for update)
    update work set
      observed_generation = case when ${finish.isDone} then ${requestedGeneration} else observed_generation end,
      observed_reports = case when ${finish.isDone} then greatest(observed_reports, ${requestedReports})
        else requested_reports end,
      lease_token = null, lease_until = null, updated_at = clock_timestamp(),
      attempts = run.failures,
      unfinished_runs = 0,
      last_error = ${finish.code},
      dead_at = case when not run.is_requested and run.failures >= ${finish.deadAt}::int then clock_timestamp() end,
      next_run_at = case
        when run.needs_read then clock_timestamp() + ${restMs} * interval '1 millisecond'
        when run.is_requested then clock_timestamp() + ${Math.max(restMs, coalesceMs)} * interval '1 millisecond'
        when ${finish.isDone} or run.failures >= ${finish.deadAt}::int then null
        else clock_timestamp() + ${finish.delayMs} * interval '1 millisecond' end,
      notified_at = case when run.needs_read then clock_timestamp() else notified_at end,
      rests_until = case when ${restMs} > 0 then clock_timestamp() + ${restMs} * interval '1 millisecond' end
    from run where work.id = run.id
    returning next_run_at as "nextRunAt", dead_at as "deadAt", run.needs_read as "isDue"`,
  );
  const [row] = rows;
  if (!row) return "lost";
  if (row.deadAt) return "dead";
  if (row.isDue && restMs === 0) return "due";
  return row.nextRunAt ? "waiting" : "idle";
}

function toRowChange(outcome: WorkOutcome): RowChange {
  switch (outcome.kind) {
    case "done":
      return { isDone: true, code: null, delayMs: 0, deadAt: null, upTo: outcome.upTo };
    case "requeue":
      return { isDone: false, code: null, delayMs: outcome.afterMs, deadAt: null };
    case "retry":
      return { isDone: false, code: outcome.code, delayMs: outcome.delayMs, deadAt: null };
    case "failed":
      return { isDone: false, code: outcome.code, delayMs: outcome.delayMs, deadAt: maxSameFailures };
    case "dead":
      return { isDone: false, code: outcome.code, delayMs: 0, deadAt: 0 };
  }
}
