import type { Prisma, Schedule } from "@prisma/client";
import { findConnection } from "#app/domain/context/find-connection.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Db } from "#app/platform/database/db.server.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { type ClaimedWork, requestReconcile } from "#app/platform/queue/work.server.ts";
import type { SubjectOf } from "#app/platform/queue/work-kinds.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import { recordFact } from "../timeline/record.server.ts";
import { countCallsLeft, saveCalls } from "./budget.server.ts";
import { ruleOfSweep, type SweepKind, statesOfSweep } from "./sweep-kinds.ts";
import {
  addTally,
  isJsonObject,
  type Position,
  type RequestWork,
  type Sweep,
  type SweepRun,
  type SweepStep,
  type Tally,
  toTally,
} from "./sweep-run.ts";

const done: WorkResult = { kind: "done" };
/** So many steps, then others of the lane have their turn. */
const STEPS_AT_ONCE = 20;
/** No list is longer than this, a ledger of two million entries among them: whatever walks on is going in a circle. */
const MOST_STEPS = 20_000;

/** The steps and the paces of all sweeps. Each sweep lives in the room it looks after, so the table is handed in. */
export type SweepRegistry = {
  readonly stepOf: (kind: SweepKind) => Sweep;
  /** The interval from now on, once a whole run took so many steps. */
  readonly planNextPace: (db: Db, run: SweepRun, steps: number) => Promise<number>;
};

/** What of a run under way survives a crash. */
type Progress = {
  readonly position: Position | null;
  readonly tally: Tally;
  readonly steps: number;
  readonly watermark: string | null;
};

/**
 * Runs one sweep, page by page: each page is read, then what it asks for is written together with the place reached,
 * under the lease. A run that was cut off goes on from there. What a sweep finds it never writes into an order itself:
 * it requests the order's work, which reads and decides (idea 1).
 */
export async function runSweep(
  ctx: ShopContext,
  claim: ClaimedWork,
  subject: SubjectOf<"sweep.run">,
  registry: SweepRegistry,
): Promise<WorkResult> {
  const found = await findRun(ctx, claim, subject);
  if (!found) return done;
  const run = await begin(found);
  try {
    return await walk(run, parseProgress(run.schedule.progress), registry);
  } catch (error) {
    if (!isSupplierError(error) && !isShopifyError(error)) throw error;
    return recordFailure(run, error);
  }
}

/** Null when there is nothing to look at: not asked for, or the shop or connection is not there now. */
async function findRun(
  ctx: ShopContext,
  claim: ClaimedWork,
  { sweep: kind, mode }: SubjectOf<"sweep.run">,
): Promise<Omit<SweepRun, "startedAt"> | null> {
  if (!statesOfSweep(kind).includes(ctx.shop.state)) return null;
  const where = { shopId_kind_mode: { shopId: ctx.shop.id, kind, mode } };
  const schedule = await ctx.db.schedule.findUnique({ where });
  if (!schedule || isRequestHandled(schedule)) return null;
  const { budget, per } = ruleOfSweep(kind);
  if (per === "shop")
    return { ctx, claim, kind, schedule, callsLeft: Number.POSITIVE_INFINITY, service: null };
  if (mode === "") return null;
  const service = await findConnection(ctx, mode);
  if (!service || (kind !== "webhooks" && ctx.pausedIn(mode))) return null;
  const callsLeft = budget ? await countCallsLeft(ctx.db, service.connection, budget) : 0;
  return { ctx, claim, kind, schedule, callsLeft, service };
}

/** Asked for while the last run was still under way: that run has seen it. */
function isRequestHandled({ progress, queuedAt, lastRanAt }: Schedule): boolean {
  return progress === null && queuedAt !== null && lastRanAt !== null && queuedAt <= lastRanAt;
}

async function begin(run: Omit<SweepRun, "startedAt">): Promise<SweepRun> {
  const { schedule } = run;
  if (schedule.progress !== null && schedule.startedAt) return { ...run, startedAt: schedule.startedAt };
  return run.claim.lease.transaction(async (tx) => {
    // The database's clock, as for every time a sweep compares with.
    const [row] = await tx.$queryRaw<{ startedAt: Date }[]>`
      update schedule set started_at = clock_timestamp()
      where id = ${schedule.id}::uuid and shop_id = ${schedule.shopId}::uuid returning started_at as "startedAt"`;
    return { ...run, startedAt: row?.startedAt ?? run.ctx.clock.now() };
  });
}

async function walk(run: SweepRun, from: Progress, registry: SweepRegistry): Promise<WorkResult> {
  const step = registry.stepOf(run.kind);
  let progress = from;
  let callsLeft = run.callsLeft;
  for (let taken = 0; taken < STEPS_AT_ONCE; taken += 1) {
    if (callsLeft <= 0) return restUntilTomorrow(run);
    const found = await takeStep({ ...run, callsLeft }, step, progress.position);
    failpoint("R1");
    const kept = await saveProgress(run, progress, found, registry);
    failpoint("R2");
    if (kept.isOver) return done;
    progress = kept.progress;
    callsLeft -= kept.calls;
    if (found.pauseMs) return { kind: "requeue", afterMs: found.pauseMs };
  }
  return { kind: "requeue", afterMs: 0 };
}

/** A step that fails has used its calls all the same. */
async function takeStep(run: SweepRun, step: Sweep, position: Position | null): Promise<SweepStep> {
  const countSent = () => run.service?.client.countSent() ?? 0;
  const sentBefore = countSent();
  try {
    return await step(run, position);
  } catch (error) {
    const calls = countSent() - sentBefore;
    if (calls > 0) await run.claim.lease.transaction((tx) => saveCalls(tx, run.schedule, calls));
    throw error;
  }
}

/** Commits a step: its marks, its writes, and the place reached; with the last one the whole run. */
async function saveProgress(
  run: SweepRun,
  progress: Progress,
  found: SweepStep,
  registry: SweepRegistry,
): Promise<{ readonly progress: Progress; readonly calls: number; readonly isOver: boolean }> {
  const { ctx, schedule } = run;
  const shopId = ctx.shop.id;
  return run.claim.lease.transaction(async (tx) => {
    const mark: RequestWork = async (marks) => {
      await requestReconcile(
        tx,
        marks.map((each) => ({ ...each, shopId })),
      );
    };
    // The rows of work first, as the orders' own runs lock them before whatever they write.
    await mark(found.marks ?? []);
    const more = (await found.write?.(tx, mark)) ?? { tally: {} };
    const calls = (found.calls ?? 0) + (more.calls ?? 0);
    const next: Progress = {
      position: found.next,
      tally: addTally(progress.tally, addTally(found.tally, more.tally)),
      steps: progress.steps + 1,
      watermark: laterOf(progress.watermark, found.watermark),
    };
    await mark(more.marks ?? []);
    await saveCalls(tx, schedule, calls);
    const isOver = found.next === null || next.steps >= MOST_STEPS;
    if (isOver) await finish(tx, run, next, registry);
    else {
      const where = { shopId_id: { shopId, id: schedule.id } };
      await tx.schedule.update({ where, data: { progress: { ...next, tally: { ...next.tally } } } });
    }
    return { progress: next, calls, isOver };
  });
}

async function finish(
  tx: Prisma.TransactionClient,
  run: SweepRun,
  { tally, steps, watermark }: Progress,
  { planNextPace }: SweepRegistry,
): Promise<void> {
  const { ctx, schedule, kind } = run;
  const shopId = ctx.shop.id;
  const everyMs = await planNextPace(tx, run, steps);
  await tx.$executeRaw`
    update schedule set
      progress = null, last_error = null, last_ran_at = clock_timestamp(), every_ms = ${everyMs},
      last_result = ${JSON.stringify(tally)}::jsonb,
      watermark = coalesce(${watermark}::timestamptz, watermark)
    where id = ${schedule.id}::uuid and shop_id = ${shopId}::uuid`;
  if ((tally.mended ?? 0) === 0) return;
  await recordFact(tx, shopId, {
    ...{ thing: "shop", thingId: shopId, at: ctx.clock.now() },
    ...{ actor: "karwan", code: "sweep_mended" },
    params: { sweep: kind, mode: schedule.mode, mended: tally.mended ?? 0 },
  });
}

/** The share of the day is used up: the run goes on from here after midnight UTC. */
async function restUntilTomorrow({ claim, schedule }: SweepRun): Promise<WorkResult> {
  await claim.lease.transaction(async (tx) => {
    await tx.$executeRaw`
      update schedule set last_error = 'share_of_quota_used',
        next_run_at = greatest(next_run_at,
          (date_trunc('day', clock_timestamp() at time zone 'utc') + interval '1 day') at time zone 'utc')
      where id = ${schedule.id}::uuid and shop_id = ${schedule.shopId}::uuid`;
  });
  return done;
}

/**
 * What passes is tried again by the work's own back-off, and not sooner than the other side asked. What will not pass by
 * itself ends the run, and its place with it: a list may have become unreadable at that very place.
 */
async function recordFailure(
  { claim, schedule }: SweepRun,
  error: { readonly code: string; readonly retryable: boolean; readonly retryAfterMs?: number },
): Promise<WorkResult> {
  const { code, retryable, retryAfterMs = 0 } = error;
  await claim.lease.transaction(async (tx) => {
    await tx.$executeRaw`
      update schedule set last_error = ${code},
        progress = case when ${retryable} then progress end,
        next_run_at = greatest(next_run_at, clock_timestamp() + ${retryAfterMs} * interval '1 millisecond')
      where id = ${schedule.id}::uuid and shop_id = ${schedule.shopId}::uuid`;
  });
  if (retryable) throw error;
  return done;
}

function parseProgress(stored: Prisma.JsonValue): Progress {
  const fresh: Progress = { position: null, tally: {}, steps: 0, watermark: null };
  if (!isJsonObject(stored)) return fresh;
  const { position, tally, steps, watermark } = stored;
  return {
    position: isJsonObject(position) ? (position as Prisma.InputJsonObject) : null,
    tally: toTally(tally),
    steps: typeof steps === "number" ? steps : 0,
    watermark: typeof watermark === "string" ? watermark : null,
  };
}

function laterOf(known: string | null, seen: Date | null | undefined): string | null {
  if (!seen) return known;
  return known !== null && new Date(known) >= seen ? known : seen.toISOString();
}
