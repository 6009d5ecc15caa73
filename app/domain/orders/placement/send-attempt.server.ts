import { createHash } from "node:crypto";
import { Prisma } from "@prisma/client";
import { openSupplier } from "#app/domain/orders/parcels/open-supplier.ts";
import { writeInLeaseStatement } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { AttemptRecord, HandoffRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { OrderRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { invariant } from "#app/platform/errors.ts";
import type { AttemptId } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import type { PlacedOrder } from "#app/supplier/orders.ts";
import { adoptOrder } from "./adopt-order.server.ts";
import { savePlaced } from "./save-placed.server.ts";
import { settleRefusal } from "./settle-refusal.server.ts";
import { waitingForAccount } from "./wait-for-account.ts";

/** The place of an attempt's frozen bytes. */
export function attemptBodyPlace(attemptId: AttemptId) {
  return { table: "handoff_attempt", row: attemptId, column: "body_enc" };
}

/**
 * Sends an attempt's frozen bytes with its key. Safe to call again after any interruption: the service answers the
 * same bytes with the same key with its first answer (document, Idempotency rules 1 to 4), so an unknown outcome is
 * settled by sending again and never by guessing (idea 3).
 */
export async function sendAttempt(
  run: OrderRun,
  handoff: HandoffRecord,
  attempt: AttemptRecord,
): Promise<StepResult> {
  const supplier = openSupplier(run, handoff);
  if (!supplier) return waitingForAccount;
  const bodyBytes = run.ctx.crypto.open(attempt.bodyEnc, attemptBodyPlace(attempt.id));
  invariant(
    sha256(bodyBytes) === attempt.bodySha256,
    `attempt ${attempt.id} holds the bytes that were frozen`,
  );
  await recordSending(run, handoff, attempt);
  failpoint("H3");
  await run.claim.lease.assertHeld();
  let placed: PlacedOrder;
  try {
    placed = await supplier.createOrder({ idempotencyKey: attempt.idempotencyKey, bodyBytes });
  } catch (error) {
    return settleRefusal(run, handoff, attempt, error);
  }
  failpoint("H6");
  if (!holdsEveryParcel(placed)) {
    return adoptOrder(run, { handoff, attempt, otherwise: "duplicate_differs", mayAppearLater: true });
  }
  await savePlaced(run, handoff, attempt, {
    records: placed.parcels,
    how: "accepted",
    replayed: placed.replayed,
  });
  failpoint("H7");
  return continued;
}

/** Committed before the bytes leave: what may have arrived is never taken for what was never sent. */
async function recordSending(run: OrderRun, handoff: HandoffRecord, attempt: AttemptRecord): Promise<void> {
  const sending = Prisma.sql`
    update handoff_attempt set sends = sends + 1 from held
    where shop_id = ${run.ctx.shop.id}::uuid and idempotency_key = ${attempt.idempotencyKey}`;
  const code = attempt.sends === 0 ? "handoff_sent" : "handoff_outcome_unknown";
  const params = { externalOrderId: handoff.externalOrderId, attempt: attempt.number };
  await writeInLeaseStatement(run, { changes: { sending }, facts: [{ actor: "karwan", code, params }] });
}

/** Whether the answer names all parcels; otherwise they are read (R9). */
function holdsEveryParcel({ parcels }: PlacedOrder): boolean {
  const announced = parcels[0]?.parcel?.of ?? parcels.length;
  return parcels.length > 0 && parcels.length === announced;
}

export function sha256(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}
