import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { BulkRunId } from "#app/platform/ids.ts";
import type { BulkRunKind } from "./bulk-subject.ts";

type StopBulkRunInput = {
  readonly runId: BulkRunId;
  readonly kinds: readonly BulkRunKind[];
  /** `when_begun_ends`: it is over once no item is open any more (`closeRuns`). */
  readonly isOver: "now" | "when_begun_ends";
  /** What else is written with it. */
  readonly also: (tx: Prisma.TransactionClient) => Promise<void>;
};

/** Stops a run after the items it is at; false when it is not running. What it did stays done. */
export async function stopBulkRun(
  { shop, db, clock }: Pick<ShopContext, "shop" | "db" | "clock">,
  { runId, kinds, isOver, also }: StopBulkRunInput,
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.bulkRun.updateMany({
      where: { shopId: shop.id, id: runId, kind: { in: [...kinds] }, state: "running" },
      data: { state: "stopped", ...(isOver === "now" ? { finishedAt: clock.now() } : {}) },
    });
    if (count === 0) return false;
    await also(tx);
    return true;
  });
}
