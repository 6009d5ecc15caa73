import { isSupplierError } from "#app/supplier/errors.ts";
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
    const record = await supplier.getOrder(parcel.supplierOrderId);
    const report = toParcelReport(record, { happenedAt: run.ctx.clock.now() });
    await writeUnderLease(run, (writer) =>
      saveReport(run, writer, handoff, report, { trusted: "fresh_read" }),
    );
  }
  return asked.length > 0 ? changed : goOn;
}
