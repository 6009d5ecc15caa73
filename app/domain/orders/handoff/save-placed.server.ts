import type { SupplierOrder } from "#app/supplier/order-schema.ts";
import { noWish } from "../changes/no-wish.ts";
import type { AttemptRecord, HandoffRecord } from "../order-record.server.ts";
import type { OrderRun } from "../order-run.ts";
import { toParcelReport } from "../parcels/parcel-report.ts";
import { saveReport } from "../parcels/save-reports.server.ts";
import { writeUnderLease } from "../write-under-lease.server.ts";

type Placement = {
  readonly records: readonly SupplierOrder[];
  readonly how: "accepted" | "adopted";
  readonly replayed: boolean;
};

/** Commits that the service has the order: the attempt settled, the handoff placed, every parcel stored. */
export async function savePlaced(
  run: OrderRun,
  handoff: HandoffRecord,
  attempt: AttemptRecord,
  { records, how, replayed }: Placement,
): Promise<void> {
  const now = run.ctx.clock.now();
  const shopId = run.ctx.shop.id;
  await writeUnderLease(run, async (writer) => {
    await writer.tx.handoffAttempt.updateMany({
      where: { shopId, idempotencyKey: attempt.idempotencyKey },
      data: { state: how, settledAt: now, errorCode: null },
    });
    await writer.tx.handoff.updateMany({
      where: { shopId, id: handoff.id },
      data: { state: "placed", placedAt: now, takenAt: takenAt(records), doubt: null, decision: null },
    });
    if (run.record.replaceRequestedAt !== null)
      await writer.tx.order.updateMany({ where: { shopId, id: run.record.id }, data: noWish });
    await writer.tell({
      actor: "supplier",
      code: how === "adopted" ? "handoff_adopted" : "handoff_placed",
      params: {
        externalOrderId: handoff.externalOrderId,
        parcels: records.length,
        collects: handoff.collectsPkr,
        replayed,
      },
    });
    for (const record of records) {
      const report = toParcelReport(record, { happenedAt: now });
      await saveReport(run, writer, handoff, report, { trusted: "fresh_read" });
    }
  });
}

/** By the service's clock, which its stock is told by; null where its answer does not say. */
function takenAt(records: readonly SupplierOrder[]): Date | null {
  const times = records.map(({ createdAt }) => new Date(createdAt ?? Number.NaN).getTime());
  const latest = Math.max(...times);
  return Number.isFinite(latest) ? new Date(latest) : null;
}
