import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { SupplierOrder } from "#app/supplier/order-schema.ts";
import { openSupplier } from "../open-supplier.ts";
import type { HandoffRecord, ParcelRecord } from "../order-record.server.ts";
import { changed, goOn, lookAgain, type OrderRun, type StageResult } from "../order-run.ts";
import { writeUnderLease } from "../write-under-lease.server.ts";
import { toParcelReport } from "./parcel-report.ts";
import { saveReport } from "./save-reports.server.ts";

const QUOTA_RETRY_MS = 60 * 60_000;

/**
 * Reads the parcels that asked for it: one whose reports contradict each other, or one a person just acted on. When the
 * day's reads are used up they wait for midnight, and the order goes on without them: placing is never refused for it.
 */
export async function readAskedParcels(run: OrderRun): Promise<StageResult> {
  const asked = run.record.handoffs.flatMap((handoff) =>
    handoff.parcels.filter((parcel) => parcel.readAt === null).map((parcel) => ({ handoff, parcel })),
  );
  try {
    return await readParcels(run, asked);
  } catch (error) {
    if (!isSupplierError(error) || error.code !== "daily_quota_exceeded") throw error;
    lookAgain(run, error.retryAfterMs ?? QUOTA_RETRY_MS);
    return changed;
  }
}

type Asked = { readonly handoff: HandoffRecord; readonly parcel: ParcelRecord };

async function readParcels(run: OrderRun, asked: readonly Asked[]): Promise<StageResult> {
  for (const { handoff, parcel } of asked) {
    const supplier = openSupplier(run, handoff);
    if (!supplier) continue;
    const record = await findRecord(supplier, parcel.supplierOrderId);
    if (!record) {
      await noteUnknown(run, parcel);
      continue;
    }
    const report = toParcelReport(record, { happenedAt: run.ctx.clock.now() });
    await writeUnderLease(run, (writer) =>
      saveReport(run, writer, handoff, report, { trusted: "fresh_read" }),
    );
  }
  return asked.length > 0 ? changed : goOn;
}

/** Null when the service does not know the parcel under this key: another account's, or one it has dropped. */
async function findRecord(supplier: SupplierClient, orderId: string): Promise<SupplierOrder | null> {
  try {
    return await supplier.getOrder(orderId);
  } catch (error) {
    if (isSupplierError(error) && error.code === "not_found") return null;
    throw error;
  }
}

/** It keeps what was last heard of it, and says that there is nothing to hear any more. */
async function noteUnknown(run: OrderRun, { id, part, of }: ParcelRecord): Promise<void> {
  await writeUnderLease(run, async ({ tx, tell }) => {
    const where = { shopId_id: { shopId: run.ctx.shop.id, id } };
    await tx.parcel.update({ where, data: { readAt: run.ctx.clock.now() } });
    await tell({ actor: "supplier", code: "parcel_not_found", params: { part, of } });
  });
}
