import type { Prisma, PrismaClient } from "@prisma/client";
import { failpoint } from "#app/platform/failpoint.ts";
import {
  deadlyClaims,
  type FinishedWork,
  finishWork,
  type WorkOutcome,
} from "#app/platform/finish-work.server.ts";
import type { Log } from "#app/platform/log.server.ts";
import type { Metrics } from "#app/platform/metrics.server.ts";
import type { ReportError } from "#app/platform/report-error.server.ts";
import type { ScheduleSpec } from "#app/platform/schedule.server.ts";
import { type ClaimedWork, claimWork, type DueWork, stillMine } from "#app/platform/work.server.ts";
import type { WorkHandled, WorkHandlers } from "./handlers.ts";
import { planOutcome } from "./plan-outcome.ts";

/** What running work needs of the process. */
export type WorkGround = {
  readonly db: PrismaClient;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly reportError: ReportError;
  readonly env: { readonly WORK_LEASE_MS: number };
};

/**
 * Writes, in the transaction that gives work up, that a person has to hear of it: work is never dead and unheard of.
 * `null` as code: work that had failed before has succeeded.
 */
export type OnDeadWork<App> = (
  app: App,
  tx: Prisma.TransactionClient,
  claim: ClaimedWork,
  code: string | null,
) => Promise<void>;

/** What is done, by kind; what is done about work that was given up; and what comes up again by itself or at a start. */
export type WorkTable<App> = {
  readonly handlers: WorkHandlers<App>;
  readonly onDead?: OnDeadWork<App>;
  readonly schedules?: readonly ScheduleSpec[];
  /** Once, when a process begins to work. */
  readonly onStart?: (app: App) => Promise<void>;
};

/** What became of a row that was run, and the rows it marked that are to be run next. */
export type RanWork = { readonly became: FinishedWork; readonly next: readonly DueWork[] };

/** Claims a row, runs its handler and writes down what came of it; null when it was not due or another worker has it. */
export async function runWork<App extends WorkGround>(
  app: App,
  { handlers, onDead }: WorkTable<App>,
  workId: string,
): Promise<RanWork | null> {
  const claim = await claimWork(app.db, workId, app.env.WORK_LEASE_MS);
  if (!claim) return null;
  const startedAt = performance.now();
  const renewal = keepLease(app, claim);
  const outcome = await handle(app, handlers, claim).finally(() => clearInterval(renewal));
  const became = await finish(app, onDead, claim, outcome);
  if (claim.kind === "order") failpoint("H10");
  app.metrics.workRuns.inc({ kind: claim.kind, outcome: outcome.kind });
  app.log.info({
    event: "work_ran",
    workId,
    kind: claim.kind,
    outcome: outcome.kind,
    ...("code" in outcome ? { code: outcome.code } : {}),
    durationMs: Math.round(performance.now() - startedAt),
  });
  return { became, next: "next" in outcome ? (outcome.next ?? []) : [] };
}

/** The end of a run, and what a person has to hear of it, in one step: a crash leaves both or neither. */
async function finish<App extends WorkGround>(
  app: App,
  onDead: OnDeadWork<App> | undefined,
  claim: ClaimedWork,
  outcome: WorkOutcome,
): Promise<FinishedWork> {
  const mayDie = outcome.kind === "failed" || outcome.kind === "dead";
  const hasRecovered = outcome.kind === "done" && claim.attempts > 0;
  if (!onDead || !(mayDie || hasRecovered)) return finishWork(app.db, claim, outcome);
  return app.db.$transaction(async (tx) => {
    const finished = await finishWork(tx, claim, outcome);
    if (finished === "dead" && mayDie) await onDead(app, tx, claim, outcome.code);
    if (finished !== "lost" && hasRecovered) await onDead(app, tx, claim, null);
    return finished;
  });
}

async function handle<App extends WorkGround>(
  app: App,
  handlers: WorkHandlers<App>,
  claim: ClaimedWork,
): Promise<WorkOutcome | WorkHandled> {
  if (claim.claims > deadlyClaims) return { kind: "dead", code: "process_died" };
  try {
    return await handlers[claim.kind](app, claim);
  } catch (error) {
    const outcome = planOutcome(error, claim.attempts, Math.random());
    if (outcome.kind === "failed") {
      const { id: workId, kind, shopId } = claim;
      app.reportError(error, { event: "work_failed", workId, kind, shopId });
    }
    return outcome;
  }
}

function keepLease(app: WorkGround, claim: ClaimedWork): NodeJS.Timeout {
  const renew = () =>
    stillMine(app.db, claim).catch((error: unknown) => {
      app.reportError(error, { event: "lease_renewal_failed", workId: claim.id });
    });
  return setInterval(renew, Math.max(250, claim.leaseMs / 3));
}
