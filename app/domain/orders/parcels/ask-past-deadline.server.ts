import { changed, goOn, type OrderRun, type StageResult } from "../order-run.ts";
import { writeUnderLease } from "../write-under-lease.server.ts";
import { listPastDeadline } from "./funds-deadline.ts";

/** Has parcels read whose time to be paid is over: what becomes of them then is the service's to say (R8, R33). */
export async function askPastDeadline(run: OrderRun): Promise<StageResult> {
  const parcels = run.record.handoffs.flatMap((handoff) => handoff.parcels);
  const due = listPastDeadline(parcels, run.ctx.clock.now());
  if (due.length === 0) return goOn;
  await writeUnderLease(run, async ({ tx }) => {
    const where = { shopId: run.ctx.shop.id, id: { in: [...due] } };
    await tx.parcel.updateMany({ where, data: { readAt: null } });
  });
  return changed;
}
