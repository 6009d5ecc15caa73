import { writeInLeaseTransaction } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { AttemptRecord, HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { OrderRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { releaseAllocations } from "./sync-open-units.server.ts";

/**
 * Settles an attempt of which nothing ever left as not sent: its bytes are as old as the run that died on them, so they
 * are not sent now. What is to be placed is decided anew from a fresh look at Shopify, as the handoff's next attempt
 * under the same external id (D-29); pause, cancellation and gate count again.
 */
export async function settleUnsent(
  run: OrderRun,
  { handoff, attempt }: { readonly handoff: HandoffRecord; readonly attempt: AttemptRecord },
): Promise<StepResult> {
  const shopId = run.ctx.shop.id;
  const now = run.ctx.clock.now();
  await writeInLeaseTransaction(run, async ({ tx, addFact }) => {
    await tx.handoffAttempt.update({
      where: { shopId_idempotencyKey: { shopId, idempotencyKey: attempt.idempotencyKey }, sends: 0 },
      data: { state: "refused", errorCode: "not_sent", retryAt: now, settledAt: now },
    });
    await tx.handoff.update({ where: { shopId_id: { shopId, id: handoff.id } }, data: { state: "refused" } });
    await releaseAllocations(tx, { shopId, orderId: run.record.id });
    await addFact({ actor: "karwan", code: "handoff_not_sent", params: { attempt: attempt.number } });
  });
  return continued;
}
