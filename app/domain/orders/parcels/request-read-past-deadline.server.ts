import { writeInLeaseTransaction } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { OrderRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { listPastDeadline } from "./funds-deadline.ts";

/** Has parcels read whose time to be paid is over: what becomes of them then is the service's to say (R8, R33). */
export async function requestReadPastDeadline(run: OrderRun): Promise<StepResult> {
  const parcels = run.record.handoffs.flatMap((handoff) => handoff.parcels);
  const due = listPastDeadline(parcels, run.ctx.clock.now());
  if (due.length === 0) return continued;
  await writeInLeaseTransaction(run, async ({ tx }) => {
    const where = { shopId: run.ctx.shop.id, id: { in: [...due] } };
    await tx.parcel.updateMany({ where, data: { readAt: null } });
  });
  return continued;
}
