import { setTimeout as pause } from "node:timers/promises";
import type { Prisma, PrismaClient } from "@prisma/client";
import type { ScheduleSpec } from "#app/domain/sweeps/schedule-spec.ts";
import { AppError } from "#app/platform/errors.ts";
import { runInLane } from "#app/platform/http/bulkhead.server.ts";
import { transientDatabaseCode } from "#app/platform/http/transient-failure.ts";
import type { Log } from "#app/platform/observability/log.server.ts";
import type { Metrics } from "#app/platform/observability/metrics.server.ts";
import type { ReportError } from "#app/platform/observability/report-error.server.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import {
  type FinishWorkResult,
  finishWork,
  maxUnfinishedRuns,
  UNKNOWN_SUBJECT,
  type WorkOutcome,
} from "#app/platform/queue/finish-work.server.ts";
import { toLane } from "#app/platform/queue/lanes.ts";
import type { ClaimedWork, DueWork } from "#app/platform/queue/work.server.ts";
import { parseSubject, restMsAfter, type WorkKind } from "#app/platform/queue/work-kinds.ts";
import type { WorkHandlers } from "./handlers.ts";
import { laneConcurrency } from "./lanes.ts";
import { backoffMs, planOutcome } from "./plan-outcome.ts";

/** What running work needs of the process. */
export type RunWorkDeps = {
  readonly db: PrismaClient;
  readonly log: Log;
  readonly metrics: Metrics;
  readonly reportError: ReportError;
  readonly env: { readonly WORK_LEASE_MS: number };
};

/**
 * Opens an issue for a person in the transaction that gives work up, so that no dead letter is without one. `null` as
 * code: work that had failed before has succeeded.
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

/**
 * What became of a row that was run, and the rows it requested that are to be run next. `yielded`: the run could continue
 * at once, and lets others have their turn before.
 */
export type RunWorkResult = {
  readonly became: FinishWorkResult | "yielded";
  readonly next: readonly DueWork[];
};

/** Runs the handler of a row that was claimed, and writes down what came of it. */
export async function runWork<App extends RunWorkDeps>(
  app: App,
  { handlers, onDead }: WorkTable<App>,
  claim: ClaimedWork,
): Promise<RunWorkResult> {
  const startedAt = performance.now();
  const renewal = startLeaseRenewal(app, claim);
  const { outcome, became } = await handle(app, handlers, claim)
    .then((ended) => withRest(ended, restMsAfter(claim.kind)))
    .then(async (outcome) => ({ outcome, became: await finishWithRetries(app, onDead, claim, outcome) }))
    .finally(() => clearInterval(renewal));
  if (claim.kind === "order.reconcile") failpoint("H10");
  app.metrics.workRuns.inc({ kind: claim.kind, outcome: outcome.kind });
  app.log.info({
    event: "work_ran",
    workId: claim.id,
    kind: claim.kind,
    outcome: outcome.kind,
    ...("code" in outcome ? { code: outcome.code } : {}),
    durationMs: Math.round(performance.now() - startedAt),
  });
  const hasYielded = became === "waiting" && outcome.kind === "requeue" && outcome.afterMs === 0;
  return {
    became: hasYielded ? "yielded" : became,
    next: outcome.kind === "done" ? (outcome.next ?? []) : [],
  };
}

/** A run whose end is not written counts as unfinished, and five of those in a row are a dead letter. */
const maxFinishAttempts = 8;
const longestPauseMs = 5000;

/** Writes the end of a run, again where the database could not be asked: its lease is kept meanwhile. */
async function finishWithRetries<App extends RunWorkDeps>(
  app: App,
  onDead: OnDeadWork<App> | undefined,
  claim: ClaimedWork,
  outcome: WorkOutcome,
): Promise<FinishWorkResult> {
  for (let ending = 1; ; ending += 1) {
    try {
      return await finish(app, onDead, claim, outcome);
    } catch (error) {
      if (ending === maxFinishAttempts || transientDatabaseCode(error) === null) throw error;
      app.log.warn({ event: "work_end_unwritten", workId: claim.id, kind: claim.kind, ending });
      await pause(Math.min(longestPauseMs, backoffMs(ending - 1, Math.random())));
    }
  }
}

/** Writes the end of a run and the issue for a person in one step: a crash leaves both or neither. */
async function finish<App extends RunWorkDeps>(
  app: App,
  onDead: OnDeadWork<App> | undefined,
  claim: ClaimedWork,
  outcome: WorkOutcome,
): Promise<FinishWorkResult> {
  const mayDie = outcome.kind === "failed" || outcome.kind === "dead";
  const hasRecovered = outcome.kind === "done" && claim.hasFailed;
  if (!onDead || !(mayDie || hasRecovered)) return finishWork(app.db, claim, outcome);
  return app.db.$transaction(async (tx) => {
    const finished = await finishWork(tx, claim, outcome);
    if (finished === "dead" && mayDie) await onDead(app, tx, claim, outcome.code);
    if (finished !== "lost" && hasRecovered) await onDead(app, tx, claim, null);
    return finished;
  });
}

/** A rest the run chose itself stays where it is longer. */
function withRest(outcome: WorkOutcome, restMs: number): WorkOutcome {
  return restMs > (outcome.restMs ?? 0) ? { ...outcome, restMs } : outcome;
}

async function handle<App extends RunWorkDeps>(
  app: App,
  handlers: WorkHandlers<App>,
  claim: ClaimedWork,
): Promise<WorkOutcome> {
  if (claim.unfinishedRuns > maxUnfinishedRuns) return { kind: "dead", code: "process_died" };
  try {
    const { lane } = claim;
    return await runInLane(lane, laneConcurrency[toLane(lane)], () =>
      runHandler(app, handlers, claim.kind, claim),
    );
  } catch (error) {
    const outcome = planOutcome(error, claim.attempts, Math.random());
    if (outcome.kind === "failed") {
      const { id: workId, kind, shopId } = claim;
      app.reportError(error, { event: "work_failed", workId, kind, shopId });
    }
    return outcome;
  }
}

/** Gives the handler of a kind what the row's subject means; a subject that means nothing to the kind goes no further. */
async function runHandler<App extends RunWorkDeps, Kind extends WorkKind>(
  app: App,
  handlers: WorkHandlers<App>,
  kind: Kind,
  claim: ClaimedWork,
): Promise<WorkOutcome> {
  const subject = parseSubject(kind, claim.subject);
  if (subject !== null) return handlers[kind](app, claim, subject);
  const sentence = `Work ${claim.id} has a subject that is none of ${kind}`;
  const error = new AppError(UNKNOWN_SUBJECT, sentence, { retryable: false });
  app.reportError(error, { event: "work_subject_unknown", workId: claim.id, kind, shopId: claim.shopId });
  return { kind: "dead", code: UNKNOWN_SUBJECT };
}

function startLeaseRenewal(app: RunWorkDeps, claim: ClaimedWork): NodeJS.Timeout {
  const renew = () => {
    claim.lease.renew().catch((error: unknown) => {
      app.reportError(error, { event: "lease_renewal_failed", workId: claim.id });
    });
  };
  return setInterval(renew, Math.max(250, claim.lease.ms / 3));
}
