import type { OrderRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { listUnfinishedPayments, type Payment } from "#app/domain/wallet/find-payments.server.ts";
import { type FinishPaymentResult, finishPayment } from "#app/domain/wallet/finish-payment.server.ts";
import { isSupplierError } from "#app/supplier/errors.ts";

const OUTAGE_RETRY_MS = 60_000;
/** No count of writes: the rows are loaded again. */
const NEVER_LOADED = -1;

/**
 * Brings payments from the wallet to their end that nobody else will: whose sender died, or lost the service's answer.
 * What cannot be found out now is looked at again, and keeps nothing else of the order waiting.
 */
export async function finishPayments(run: OrderRun): Promise<StepResult> {
  const mayBePaid = run.record.handoffs.some(
    ({ paymentMode, parcels }) => paymentMode === "PREPAID" && parcels.length > 0,
  );
  if (!mayBePaid) return continued;
  const payments = await listUnfinishedPayments(run.ctx, run.record.id);
  if (payments.length === 0) return continued;
  const requeueDelaysMs: number[] = [];
  for (const payment of payments) {
    const result = await finishOrWait(run, payment);
    if (result.kind === "later") requeueDelaysMs.push(result.delayMs);
  }
  // A payment is written under its own lock, not under this run's lease.
  return { requeueDelaysMs, recordedWrites: NEVER_LOADED };
}

async function finishOrWait(run: OrderRun, payment: Payment): Promise<FinishPaymentResult> {
  try {
    return await finishPayment(run.ctx, payment);
  } catch (error) {
    if (!isSupplierError(error) || error.kind === "definite") throw error;
    return { kind: "later", delayMs: Math.max(error.retryAfterMs ?? 0, OUTAGE_RETRY_MS) };
  }
}
