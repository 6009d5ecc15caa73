import type { Prisma } from "@prisma/client";
import type { ItemState } from "#app/domain/bulk-actions/item-state.ts";
import { stopBulkRun } from "#app/domain/bulk-actions/stop-bulk-run.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { describeImportFailure, type ImportFailure } from "#app/domain/messages/failures/import-failure.ts";
import type { BulkRunId } from "#app/platform/ids.ts";

type StopImportDeps = Pick<ShopContext, "shop" | "db" | "clock">;

/** Stops one run: what has begun is brought to its end, what has not is left. False when it is over. */
export async function stopImport(ctx: StopImportDeps, runId: BulkRunId): Promise<boolean> {
  const reason = describeImportFailure("left_out").title;
  return stopBulkRun(ctx, {
    runId,
    kinds: ["import"],
    isOver: "when_begun_ends",
    also: (tx) => leaveWaiting(tx, ctx, [runId], reason),
  });
}

/** What is true of the key or the shop stops every run of it, with its reason; they can be continued. */
export async function stopRuns(ctx: StopImportDeps, failure: ImportFailure): Promise<void> {
  const { title } = describeImportFailure(failure.code);
  const reason = failure.detail ? `${title} ${failure.detail}`.slice(0, 500) : title;
  await ctx.db.$transaction(async (tx) => {
    const where = { shopId: ctx.shop.id, kind: "import", finishedAt: null } as const;
    const runs = await tx.bulkRun.findMany({ where, select: { id: true, params: true } });
    for (const { id, params } of runs) {
      const kept = typeof params === "object" && params !== null && !Array.isArray(params) ? params : {};
      await tx.bulkRun.update({
        where: { shopId_id: { shopId: ctx.shop.id, id } },
        data: { state: "stopped", finishedAt: ctx.clock.now(), params: { ...kept, stoppedBy: failure.code } },
      });
    }
    const ids = runs.map(({ id }) => id);
    await leaveWaiting(tx, ctx, ids, reason, ["waiting", "begun"]);
  });
}

async function leaveWaiting(
  tx: Prisma.TransactionClient,
  { shop, clock }: StopImportDeps,
  runIds: readonly BulkRunId[],
  reason: string,
  states: readonly ItemState[] = ["waiting"],
): Promise<void> {
  const shopId = shop.id;
  const items = await tx.bulkItem.findMany({
    where: { shopId, runId: { in: [...runIds] }, state: { in: [...states] } },
    select: { listingId: true },
  });
  const listingIds = items.flatMap(({ listingId }) => listingId ?? []);
  await tx.bulkItem.updateMany({
    where: { shopId, runId: { in: [...runIds] }, state: { in: [...states] } },
    data: { state: "refused", reason, settledAt: clock.now() },
  });
  const elsewhere = await tx.bulkItem.findMany({
    where: { shopId, listingId: { in: listingIds }, state: { in: ["waiting", "begun"] } },
    select: { listingId: true },
  });
  const wanted = new Set(elsewhere.map(({ listingId }) => listingId));
  await tx.listing.updateMany({
    where: { shopId, id: { in: listingIds.filter((id) => !wanted.has(id)) }, state: "importing" },
    data: { state: "failed", failure: "left_out" },
  });
}
