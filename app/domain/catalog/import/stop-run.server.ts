import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { RunItemState } from "#app/domain/idempotency/run-item-state.ts";
import { describeImportFailure, type ImportFailure } from "#app/domain/messages/failures/import-failure.ts";

type StopImportDeps = Pick<ShopContext, "shop" | "db" | "clock">;

/** Stops one run: what has begun is brought to its end, what has not is left. */
export async function stopRun(
  ctx: StopImportDeps,
  runId: string,
): Promise<{ readonly kind: "stopped" | "over" }> {
  return ctx.db.$transaction(async (tx) => {
    const { count } = await tx.listingRun.updateMany({
      where: { shopId: ctx.shop.id, id: runId, kind: "import", state: "running" },
      data: { state: "stopped" },
    });
    if (count === 0) return { kind: "over" };
    await leaveWaiting(tx, ctx, [runId], describeImportFailure("left_out").title);
    return { kind: "stopped" };
  });
}

/** What is true of the key or the shop stops every run of it, with its reason; they can be continued. */
export async function stopRuns(ctx: StopImportDeps, failure: ImportFailure): Promise<void> {
  const { title } = describeImportFailure(failure.code);
  const reason = failure.detail ? `${title} ${failure.detail}`.slice(0, 500) : title;
  await ctx.db.$transaction(async (tx) => {
    const where = { shopId: ctx.shop.id, kind: "import", finishedAt: null } as const;
    const runs = await tx.listingRun.findMany({ where, select: { id: true, params: true } });
    for (const { id, params } of runs) {
      const kept = typeof params === "object" && params !== null && !Array.isArray(params) ? params : {};
      await tx.listingRun.update({
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
  runIds: readonly string[],
  reason: string,
  states: readonly RunItemState[] = ["waiting"],
): Promise<void> {
  const shopId = shop.id;
  const items = await tx.listingRunItem.findMany({
    where: { shopId, runId: { in: [...runIds] }, state: { in: [...states] } },
    select: { listingId: true },
  });
  const listingIds = items.map(({ listingId }) => listingId);
  await tx.listingRunItem.updateMany({
    where: { shopId, runId: { in: [...runIds] }, state: { in: [...states] } },
    data: { state: "refused", reason, settledAt: clock.now() },
  });
  const elsewhere = await tx.listingRunItem.findMany({
    where: { shopId, listingId: { in: listingIds }, state: { in: ["waiting", "begun"] } },
    select: { listingId: true },
  });
  const wanted = new Set(elsewhere.map(({ listingId }) => listingId));
  await tx.listing.updateMany({
    where: { shopId, id: { in: listingIds.filter((id) => !wanted.has(id)) }, state: "importing" },
    data: { state: "failed", failure: "left_out" },
  });
}
