import type { Prisma } from "@prisma/client";
import { type AttentionScope, openAttention } from "#app/domain/attention/open-attention.server.ts";
import type { ListingRunKind } from "#app/domain/catalog/listings/run/listing-run-kinds.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import type { ListingId } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { PlannedChange } from "./plan-reprice.server.ts";

/** Kept with the run (`brake`), and shown. */
export type ChangeGuardFigures = {
  readonly what: "prices" | "stock";
  readonly changing: number;
  readonly of: number;
  readonly percent: number;
};

export type ApprovalRequest = {
  readonly mode: Mode;
  /** Of a subject of runs: it does the listings once a person says so. */
  readonly kind: ListingRunKind;
  readonly params?: Prisma.InputJsonObject;
  readonly figures: ChangeGuardFigures;
  /** For prices: what would change. */
  readonly changes?: readonly PlannedChange[];
  /** For anything else: the listings it would be done to. */
  readonly listingIds?: readonly ListingId[];
};

/**
 * Something would change too much at once (`exceedsChangeGuard`): nothing of it is done, a run `asking` holds what it would be,
 * and attention leads a person to it. Asking again for the same kind replaces what it holds. Gives the run's id.
 */
export async function requireApproval(
  tx: Prisma.TransactionClient,
  { shopId, now }: AttentionScope,
  asking: ApprovalRequest,
): Promise<string> {
  const { mode, kind, params = {}, figures, changes = [], listingIds = [] } = asking;
  const existing = await tx.bulkRun.findFirst({ where: { shopId, mode, kind, state: "asking" } });
  const data = { params, brake: { ...figures } };
  const { id: runId } = existing
    ? await tx.bulkRun.update({ where: { shopId_id: { shopId, id: existing.id } }, data })
    : await tx.bulkRun.create({ data: { shopId, mode, kind, state: "asking", by: "karwan", ...data } });
  await tx.priceChange.deleteMany({ where: { shopId, runId } });
  await tx.bulkItem.deleteMany({ where: { shopId, runId } });
  await tx.priceChange.createMany({ data: changes.map((change) => ({ ...change, shopId, runId })) });
  await tx.bulkItem.createMany({
    data: listingIds.map((listingId, position) => ({ shopId, runId, listingId, position })),
  });
  const about = {
    thing: "shop",
    thingId: runId,
    code: `brake_${figures.what}`,
    params: { ...figures },
  } as const;
  await openAttention(tx, { shopId, now }, about);
  if (!existing) await recordFact(tx, shopId, { ...about, actor: "karwan" });
  return runId;
}
