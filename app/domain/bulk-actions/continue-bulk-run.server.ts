import type { BulkItem } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { SubjectOf } from "#app/platform/queue/work-kinds.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import type { Purpose } from "#app/supplier/call-class.ts";
import type { BulkScope, BulkSubject, BulkSubjects, ItemOutcome, ItemWrite } from "./bulk-subject.ts";
import { closeRuns } from "./close-runs.server.ts";
import { openItemStates } from "./item-state.ts";
import { settleItem } from "./settle-item.server.ts";

type BulkSource = Pick<ShopContext, "db"> & {
  readonly contextFor: (purpose: Purpose) => Promise<ShopContext>;
};

/**
 * Does a run's items, a few at a time, each as it stands when its turn comes. What is done is settled item by item, so
 * that it may be left, stopped or killed at any moment.
 * @throws AppError when a failure may pass; the run goes on where it stood
 */
export async function continueBulkRun(
  { db, contextFor }: BulkSource,
  claim: ClaimedWork,
  { bulkRunId }: SubjectOf<"bulkRun.continue">,
  subjects: BulkSubjects,
): Promise<WorkResult> {
  const where = { shopId_id: { shopId: claim.shopId, id: bulkRunId } };
  const run = await db.bulkRun.findUnique({ where });
  const subject = run && subjects[run.kind];
  if (!subject || run.state !== "running") return { kind: "done" };
  const scope = { ctx: await contextFor(subject.purpose), claim, run };
  if (subject.begin && (await isBeginning(scope))) await subject.begin(scope);
  return takeTurn(scope, subject);
}

async function takeTurn(scope: BulkScope, subject: BulkSubject): Promise<WorkResult> {
  const { claim, run, ctx } = scope;
  for (let taken = 0; taken < subject.itemsPerTurn; taken += subject.width) {
    const items = await findNextItems(scope, subject.width);
    if (items.length === 0) {
      const of = { shopId: run.shopId, id: run.id };
      await claim.lease.transaction((tx) => closeRuns(tx, of, ctx.clock.now()));
      return { kind: "done" };
    }
    await claim.lease.assertHeld();
    await Promise.all(items.map((item) => doItem(scope, subject, item)));
    failpoint("B1");
  }
  return { kind: "requeue", afterMs: 0 };
}

/** Nothing of the run is settled: a run that goes on after others had their turn does not begin again. */
async function isBeginning({ ctx, run }: BulkScope): Promise<boolean> {
  const where = { shopId: run.shopId, runId: run.id, settledAt: { not: null } };
  return (await ctx.db.bulkItem.count({ where })) === 0;
}

/** None once the run was stopped. */
function findNextItems({ ctx, run }: BulkScope, take: number): Promise<BulkItem[]> {
  return ctx.db.bulkItem.findMany({
    where: {
      shopId: run.shopId,
      runId: run.id,
      state: { in: [...openItemStates] },
      run: { state: "running" },
    },
    orderBy: { position: "asc" },
    take,
  });
}

/** A failure that is this item's own is its result; what it wrote in the transaction that settles it is gone. */
async function doItem(scope: BulkScope, subject: BulkSubject, item: BulkItem): Promise<void> {
  try {
    await settle(scope, subject, item, await subject.doItem(scope, item));
  } catch (error) {
    const reason = subject.refusalOf?.(scope, item, error) ?? null;
    if (reason === null) throw error;
    await settle(scope, subject, item, { kind: "refused", reason });
  }
}

async function settle(
  { ctx, claim }: BulkScope,
  { sealsReasons: isSealed }: BulkSubject,
  item: BulkItem,
  result: ItemOutcome | ItemWrite,
): Promise<void> {
  await claim.lease.transaction(async (tx) => {
    const outcome = result.kind === "write" ? await result.write(tx) : result;
    await settleItem(ctx, tx, { item, outcome, isSealed });
  });
}
