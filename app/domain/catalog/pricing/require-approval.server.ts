import type { Prisma } from "@prisma/client";
import { type AttentionScope, openAttention } from "#app/domain/attention/open-attention.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { BulkRunId, ListingId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";

/** Kept with the run (`guard`), and shown. */
export type ChangeGuardFigures = {
  readonly changing: number;
  readonly of: number;
  readonly percent: number;
};

export type ApprovalRequest = {
  readonly mode: Mode;
  readonly figures: ChangeGuardFigures;
  /** The listings it would be done to. */
  readonly listingIds: readonly ListingId[];
};

/**
 * Too many listings ran out of stock at once (`exceedsChangeGuard`): none is taken off the store, a run `asking` holds which
 * would be, and attention leads a person to it. Asking again replaces what it holds. Gives the run's id.
 */
export async function requireApproval(
  tx: Prisma.TransactionClient,
  { shopId, now }: AttentionScope,
  asking: ApprovalRequest,
): Promise<BulkRunId> {
  const { mode, figures, listingIds } = asking;
  const kind = "out_of_stock";
  const existing = await tx.bulkRun.findFirst({ where: { shopId, mode, kind, state: "asking" } });
  // An older version beside this one reads `what`.
  const data = { guard: { what: "stock", ...figures } };
  const { id: runId } = existing
    ? await tx.bulkRun.update({ where: { shopId_id: { shopId, id: existing.id } }, data })
    : await tx.bulkRun.create({ data: { shopId, mode, kind, state: "asking", by: "karwan", ...data } });
  await tx.bulkItem.deleteMany({ where: { shopId, runId } });
  await tx.bulkItem.createMany({
    data: listingIds.map((listingId, position) => ({ shopId, runId, listingId, position })),
  });
  const about = {
    thing: "shop",
    thingId: runId,
    code: "brake_stock",
    params: { ...figures },
  } as const;
  await openAttention(tx, { shopId, now }, about);
  if (!existing) await recordFact(tx, shopId, { ...about, actor: "karwan" });
  return runId;
}
