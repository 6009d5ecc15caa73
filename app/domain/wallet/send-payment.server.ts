import { Prisma } from "@prisma/client";
import { isPausing, pauseConnection } from "#app/domain/connection/pause-connection.server.ts";
import { outdateWallet } from "#app/domain/context/read-wallet.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { PaymentState } from "#app/domain/money/payment-state.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { PaymentId, SupplierOrderId } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError, type SupplierError } from "#app/supplier/errors.ts";
import { listWithoutPay } from "../shops/staff.server.ts";
import { findPayment, type Payment } from "./find-payments.server.ts";
import { findAutoPay } from "./funds/auto-pay-setting.server.ts";
import { type PaymentOutcome, recordOutcome } from "./record-outcome.server.ts";

/** The call itself may take its 10 seconds after this; then nobody has it in flight any more. */
const SENT_WITHIN_MS = 10_000;

/**
 * Asks the service to take a payment that is wanted, once: who moves it from `wanted` to `sending` sends it, and the move
 * is committed before the bytes leave. Nothing is held meanwhile. The service's call has no key of its own (document,
 * Endpoints), so it is never repeated: an answer that does not come leaves `outcome_unknown`, to be settled by reading.
 * Nothing is sent for somebody whose right to pay was taken since they pressed (R55), or by itself once that is off. Null
 * when somebody else has it.
 */
export async function sendPayment(ctx: ShopContext, paymentId: PaymentId): Promise<PaymentOutcome | null> {
  const payment = await findPayment(ctx, paymentId);
  if (payment?.state !== "wanted") return null;
  const supplier = ctx.supplierOf(payment.parcel.handoff);
  if (!supplier) return refuseUnsent(ctx, payment, "not_connected");
  const { requestedBy } = payment;
  if ((await listWithoutPay(ctx, [requestedBy])).has(requestedBy))
    return refuseUnsent(ctx, payment, "not_granted");
  if (payment.byItself && (await findAutoPay(ctx))?.by !== requestedBy)
    return refuseUnsent(ctx, payment, "auto_pay_off");
  const since = momentOf();
  if (!(await startSending(ctx, payment))) return null;
  failpoint("Y2");
  const outcome = await callPay(supplier, payment.parcel.supplierOrderId, since);
  failpoint("Y4");
  // Of a process that stood still for long, somebody else may be finding out by now: its own answer tells more.
  const from: readonly PaymentState[] =
    outcome.kind === "outcome_unknown" ? ["sending"] : ["sending", "outcome_unknown"];
  await recordOutcome(ctx, payment, from, outcome);
  const { accountId, mode } = payment.parcel.handoff;
  if (outcome.kind !== "refused" && accountId !== null) await outdateWallet(ctx, { accountId, mode });
  if (outcome.kind === "refused" && isPausing(outcome.code))
    await pauseConnection(ctx, payment.parcel.mode, { code: outcome.code, message: outcome.message ?? "" });
  return outcome;
}

/** Ends a payment nobody has begun to send. Null when somebody else has it. */
export async function refuseUnsent(
  ctx: ShopContext,
  payment: Payment,
  code: string,
): Promise<PaymentOutcome | null> {
  const outcome = { kind: "refused", evidence: "never_sent", code } as const;
  return (await recordOutcome(ctx, payment, ["wanted"], outcome)) ? outcome : null;
}

async function startSending({ db, shop }: ShopContext, { id }: Payment): Promise<boolean> {
  const taken = await queryRows(
    db,
    Prisma.sql`
    update payment_intent set state = 'sending', sent_at = clock_timestamp()
    where shop_id = ${shop.id}::uuid and id = ${id}::uuid and state = 'wanted' returning id`,
  );
  return taken.length > 0;
}

async function callPay(
  supplier: SupplierClient,
  supplierOrderId: SupplierOrderId,
  since: Moment,
): Promise<PaymentOutcome> {
  try {
    await supplier.payOrder(supplierOrderId, { isDue: () => elapsedMs(since) < SENT_WITHIN_MS });
    return { kind: "paid", evidence: "answer" };
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    return toOutcome(error);
  }
}

/** A call that waits was not made, or refused before anything was done: the person sees that, and decides anew. */
function toOutcome({ kind, code, message, status }: SupplierError): PaymentOutcome {
  if (kind === "unknown_outcome") return { kind: "outcome_unknown" };
  return { kind: "refused", evidence: status === null ? "never_sent" : "answer", code, message };
}

type Moment = { readonly wallMs: number; readonly runningMs: number };

const momentOf = (): Moment => ({ wallMs: Date.now(), runningMs: performance.now() });

/** By both clocks of this machine: the one may be set back, the other stands still while the machine sleeps (D-33). */
function elapsedMs(since: Moment): number {
  const { wallMs, runningMs } = momentOf();
  return Math.max(wallMs - since.wallMs, runningMs - since.runningMs);
}
