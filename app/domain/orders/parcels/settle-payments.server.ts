import { isSupplierError } from "#app/supplier/errors.ts";
import { listUnsettledPayments, type Payment } from "../../wallet/find-payments.server.ts";
import { type Settled, settlePayment } from "../../wallet/settle-payment.server.ts";
import { changed, goOn, lookAgain, type OrderRun, type StageResult } from "../order-run.ts";

const OUTAGE_RETRY_MS = 60_000;

/**
 * Brings payments from the wallet to their end that nobody else will: whose sender died, or lost the service's answer.
 * What cannot be found out now is looked at again, and keeps nothing else of the order waiting.
 */
export async function settlePayments(run: OrderRun): Promise<StageResult> {
  const mayBePaid = run.record.handoffs.some(
    ({ paymentMode, parcels }) => paymentMode === "PREPAID" && parcels.length > 0,
  );
  if (!mayBePaid) return goOn;
  const payments = await listUnsettledPayments(run.ctx, run.record.id);
  for (const payment of payments) {
    const result = await settleOrWait(run, payment);
    if (result.kind === "later") lookAgain(run, result.delayMs);
  }
  run.isStale ||= payments.length > 0;
  return payments.length > 0 ? changed : goOn;
}

async function settleOrWait(run: OrderRun, payment: Payment): Promise<Settled> {
  try {
    return await settlePayment(run.ctx, payment);
  } catch (error) {
    if (!isSupplierError(error) || error.kind === "definite") throw error;
    return { kind: "later", delayMs: Math.max(error.retryAfterMs ?? 0, OUTAGE_RETRY_MS) };
  }
}
