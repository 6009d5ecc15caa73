import { changed, goOn, type OrderRun, type StageResult } from "../order-run.ts";
import { writeUnderLease } from "../write-under-lease.server.ts";
import { toParcelReport } from "./parcel-report.ts";
import { saveReport } from "./save-reports.server.ts";

/** Reads the parcels that asked for it: one whose reports contradict each other, or one a person just acted on. */
export async function readAskedParcels(run: OrderRun): Promise<StageResult> {
  const asked = run.record.handoffs.flatMap((handoff) =>
    handoff.parcels.filter((parcel) => parcel.readAt === null).map((parcel) => ({ handoff, parcel })),
  );
  for (const { handoff, parcel } of asked) {
    const supplier = run.ctx.supplierOf(handoff);
    if (!supplier) continue;
    const record = await supplier.getOrder(parcel.supplierOrderId);
    const report = toParcelReport(record, { happenedAt: run.ctx.clock.now() });
    await writeUnderLease(run, (writer) =>
      saveReport(run, writer, handoff, report, { trusted: "fresh_read" }),
    );
  }
  return asked.length > 0 ? changed : goOn;
}
