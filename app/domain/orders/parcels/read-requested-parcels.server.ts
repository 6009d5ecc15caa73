import { writeInLeaseTransaction } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { HandoffRecord, ParcelRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { OrderRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, requeueAfter, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import type { SupplierOrderId } from "#app/platform/ids.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { SupplierOrder } from "#app/supplier/order-schema.ts";
import { openSupplier } from "./open-supplier.ts";
import { toParcelReport } from "./parcel-report.ts";
import { saveReport } from "./save-reports.server.ts";

const QUOTA_RETRY_MS = 60 * 60_000;

/**
 * Reads the parcels that asked for it: one whose reports contradict each other, or one a person just acted on. When the
 * day's reads are used up they wait for midnight, and the order goes on without them: placing is never refused for it.
 */
export async function readRequestedParcels(run: OrderRun): Promise<StepResult> {
  const requested = run.record.handoffs.flatMap((handoff) =>
    handoff.parcels.filter((parcel) => parcel.readAt === null).map((parcel) => ({ handoff, parcel })),
  );
  try {
    await readParcels(run, requested);
    return continued;
  } catch (error) {
    if (!isSupplierError(error) || error.code !== "daily_quota_exceeded") throw error;
    return requeueAfter(error.retryAfterMs ?? QUOTA_RETRY_MS);
  }
}

type RequestedParcel = { readonly handoff: HandoffRecord; readonly parcel: ParcelRecord };

async function readParcels(run: OrderRun, requested: readonly RequestedParcel[]): Promise<void> {
  for (const { handoff, parcel } of requested) {
    const supplier = openSupplier(run, handoff);
    if (!supplier) continue;
    const record = await findRecord(supplier, parcel.supplierOrderId);
    if (!record) {
      await recordNotFound(run, parcel);
      continue;
    }
    const report = toParcelReport(record, { happenedAt: run.ctx.clock.now() });
    await writeInLeaseTransaction(run, (writer) =>
      saveReport(run, writer, handoff, report, { trusted: "fresh_read" }),
    );
  }
}

/** Null when the service does not know the parcel under this key: another account's, or one it has dropped. */
async function findRecord(supplier: SupplierClient, orderId: SupplierOrderId): Promise<SupplierOrder | null> {
  try {
    return await supplier.getOrder(orderId);
  } catch (error) {
    if (isSupplierError(error) && error.code === "not_found") return null;
    throw error;
  }
}

/** Keeps the parcel's last report, and records that the service no longer has the parcel. */
async function recordNotFound(run: OrderRun, { id, part, of }: ParcelRecord): Promise<void> {
  await writeInLeaseTransaction(run, async ({ tx, addFact }) => {
    const where = { shopId_id: { shopId: run.ctx.shop.id, id } };
    await tx.parcel.update({ where, data: { readAt: run.ctx.clock.now() } });
    await addFact({ actor: "supplier", code: "parcel_not_found", params: { part, of } });
  });
}
