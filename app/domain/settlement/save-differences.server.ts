import { Prisma } from "@prisma/client";
import type { ShopId } from "#app/platform/ids.ts";
import type { DifferenceResult } from "./check-order.ts";

const isSame = Prisma.sql`(known.expected_pkr = excluded.expected_pkr and known.found_pkr = excluded.found_pkr)`;

type SaveDifferencesInput = { readonly shopId: ShopId; readonly startedAt: Date };

/**
 * Keeps what a check found. What a person put aside stays so while its sums are the same; with others it is found anew.
 */
export async function saveDifferences(
  tx: Prisma.TransactionClient,
  { shopId, startedAt }: SaveDifferencesInput,
  found: readonly DifferenceResult[],
): Promise<void> {
  if (found.length === 0) return;
  const rows = found.map((each) => ({ ...each, keptStateAt: each.keptStateAt?.toISOString() ?? null }));
  await tx.$executeRaw`
    insert into settlement_difference as known (
      shop_id, order_id, side, subject_id, kind, expected_pkr, found_pkr, parcel_ids, entry_ids, kept_state_at,
      found_at, seen_at)
    select ${shopId}::uuid, "orderId", side, "subjectId", kind, "expectedPkr", "foundPkr",
      "parcelIds", "entryIds", "keptStateAt", ${startedAt}::timestamptz, ${startedAt}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as found (
      "orderId" uuid, side text, "subjectId" uuid, kind text, "expectedPkr" int, "foundPkr" int,
      "parcelIds" uuid[], "entryIds" text[], "keptStateAt" timestamptz)
    on conflict (shop_id, side, subject_id) do update set
      kind = excluded.kind, expected_pkr = excluded.expected_pkr, found_pkr = excluded.found_pkr,
      parcel_ids = excluded.parcel_ids, entry_ids = excluded.entry_ids, kept_state_at = excluded.kept_state_at,
      paired_with = null, seen_at = excluded.seen_at,
      found_at = case when ${isSame} then known.found_at else excluded.found_at end,
      put_aside_at = case when ${isSame} then known.put_aside_at end,
      put_aside_by = case when ${isSame} then known.put_aside_by end,
      put_aside_reason = case when ${isSame} then known.put_aside_reason end`;
}

/** Subjects that will be looked at again keep what was found of them. */
export async function retainDifferences(
  tx: Prisma.TransactionClient,
  { shopId, startedAt }: SaveDifferencesInput,
  subjectIds: readonly string[],
): Promise<void> {
  if (subjectIds.length === 0) return;
  await tx.settlementDifference.updateMany({
    where: { shopId, subjectId: { in: [...subjectIds] } },
    data: { seenAt: startedAt },
  });
}

/** Of subjects nobody can judge now nothing is claimed; what a person put aside is not asked about again for that. */
export async function retainPutAside(
  tx: Prisma.TransactionClient,
  { shopId, startedAt }: SaveDifferencesInput,
  subjectIds: readonly string[],
): Promise<void> {
  if (subjectIds.length === 0) return;
  await tx.settlementDifference.updateMany({
    where: { shopId, subjectId: { in: [...subjectIds] }, putAsideAt: { not: null } },
    data: { seenAt: startedAt },
  });
}
