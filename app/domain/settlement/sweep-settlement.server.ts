import type { Prisma } from "@prisma/client";
import type { ParcelId, ShopId } from "#app/platform/ids.ts";
import {
  numberOf,
  type Position,
  requestOrderReconciles,
  type SweepRun,
  type SweepStep,
  textOf,
} from "../sweeps/sweep-run.ts";
import { type CheckedOrderResult, checkOrder } from "./check-order.ts";
import { endCheck } from "./end-check.server.ts";
import { loadBatch, SETTLEMENT_BATCH, type SettlementBatch } from "./load-batch.server.ts";
import { retainDifferences, retainPutAside, saveDifferences } from "./save-differences.server.ts";

/**
 * The three-way check: what each ended parcel must have moved, the ledger's copy, and Shopify as last read. It reads our
 * own tables only; what it doubts is read again by its order, and looked at a while later.
 */
export async function sweepSettlement(run: SweepRun, position: Position | null): Promise<SweepStep> {
  const { ctx, startedAt } = run;
  const batch = await loadBatch(ctx, textOf(position, "after"));
  const judged = batch.orders.map((order) => checkBatchOrder(run, batch, order));
  const toRead = judged.flatMap((each) => each.toRead);
  const doubted = numberOf(position, "doubted") + toRead.length;
  const last = batch.orders.length < SETTLEMENT_BATCH ? undefined : batch.orders.at(-1);
  const saving = { shopId: ctx.shop.id, startedAt };
  return {
    next: last ? { after: last.id, doubted } : null,
    tally: tallyOf(judged),
    marks: requestOrderReconciles(
      batch.orders
        .filter((_, index) => (judged[index]?.toRead.length ?? 0) > 0)
        .map(({ orderGid }) => orderGid),
    ),
    write: async (tx) => {
      await saveDifferences(
        tx,
        saving,
        judged.flatMap(({ differences }) => differences),
      );
      await retainDifferences(
        tx,
        saving,
        judged.flatMap(({ notYet }) => notYet),
      );
      await retainPutAside(
        tx,
        saving,
        judged.flatMap(({ unknown }) => unknown),
      );
      await requestParcelReads(tx, ctx.shop.id, toRead);
      if (last === undefined) {
        await endCheck(tx, ctx, startedAt);
        if (doubted > 0) await requestEarlySweep(tx, run);
      }
      return undefined;
    },
  };
}

function checkBatchOrder(
  { ctx }: SweepRun,
  batch: SettlementBatch,
  order: SettlementBatch["orders"][number],
): CheckedOrderResult {
  return checkOrder(order, batch.entries.get(order.id) ?? [], {
    ...{ copiedAt: batch.copiedAt, gaps: batch.gaps, accountId: batch.accountId },
    ...{ marksPaid: ctx.shop.markPaidOnDelivery, now: ctx.clock.now() },
  });
}

function tallyOf(checked: readonly CheckedOrderResult[]): SweepStep["tally"] {
  const sum = (count: keyof CheckedOrderResult["counts"]) =>
    checked.reduce((total, { counts }) => total + counts[count], 0);
  const counts = {
    agree: sum("agree"),
    differs: sum("differs"),
    unknown: sum("unknown"),
    not_yet: sum("not_yet"),
  };
  return { seen: counts.agree + counts.differs + counts.unknown + counts.not_yet, ...counts };
}

async function requestParcelReads(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  ids: readonly ParcelId[],
): Promise<void> {
  if (ids.length === 0) return;
  await tx.parcel.updateMany({ where: { shopId, id: { in: [...ids] } }, data: { readAt: null } });
}

/** What is being read again is judged in a while, without a person. */
async function requestEarlySweep(tx: Prisma.TransactionClient, { ctx, schedule }: SweepRun): Promise<void> {
  await tx.$executeRaw`
    update schedule set next_run_at = least(next_run_at, clock_timestamp() + interval '20 minutes')
    where id = ${schedule.id}::uuid and shop_id = ${ctx.shop.id}::uuid`;
}
