import { cancelParcel, toWaiting } from "#app/domain/orders/cancellation/cancel-parcels.server.ts";
import { settleDecisions } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import { findDecision } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { isParcelStatus, PARCEL_STATUSES } from "#app/domain/orders/parcels/parcel-status.ts";
import { writeInLeaseTransaction } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { HandoffRecord, ParcelRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { continued, endRunFor, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import { replaceableParcels } from "./is-replaceable.ts";

const REASON = "The order was changed and is placed again";
const READ_AGAIN_MS = 15_000;

type OpenHandoffParcel = { readonly handoff: HandoffRecord; readonly parcel: ParcelRecord };

/**
 * First half of *Cancel and place again*: cancels every parcel that has not left. The request stays open until the
 * service has the replacement; nothing is placed before every cancellation is confirmed, and nothing at all once a
 * parcel is packed.
 */
export async function replaceParcels(run: ReadRun): Promise<StepResult> {
  const request = findDecision(run.record.decisions, "replace");
  if (!request) return continued;
  if (run.shopify.cancelledAt) return settleReplacement(run);
  const open = listOpen(run);
  for (const { handoff, parcel } of open) {
    const outcome = await cancelParcel(run, handoff, parcel, {
      trigger: `replace:${request.at.toISOString()}`,
      reason: REASON,
    });
    if (outcome === "late") return recordTooLate(run, parcel);
    if (typeof outcome === "object") return toWaiting(outcome);
  }
  if (open.length > 0) return readUnconfirmed(run, open);
  failpoint("P8");
  return continued;
}

/** What is furthest along is asked first: if it is packed, the others were not cancelled for nothing. */
function listOpen({ record }: ReadRun): readonly OpenHandoffParcel[] {
  const rank = (status: string) => (isParcelStatus(status) ? PARCEL_STATUSES.indexOf(status) : -1);
  return record.handoffs
    .filter(({ state }) => state === "placed")
    .flatMap((handoff) => replaceableParcels(handoff.parcels).map((parcel) => ({ handoff, parcel })))
    .toSorted((a, b) => rank(b.parcel.status) - rank(a.parcel.status));
}

/** The service said yes: its record has to say CANCELLED before anything is placed again. */
async function readUnconfirmed(run: ReadRun, open: readonly OpenHandoffParcel[]): Promise<StepResult> {
  const ids = open.map(({ parcel }) => parcel.id);
  const where = { shopId: run.ctx.shop.id, id: { in: ids }, status: { not: "CANCELLED" } };
  const { count } = await writeInLeaseTransaction(run, ({ tx }) =>
    tx.parcel.updateMany({ where, data: { readAt: null } }),
  );
  if (count > 0) return endRunFor(READ_AGAIN_MS);
  failpoint("P8");
  return continued;
}

async function recordTooLate(run: ReadRun, { part, of }: ParcelRecord): Promise<StepResult> {
  const { ctx, record } = run;
  const scope = { shopId: ctx.shop.id, orderId: record.id };
  await writeInLeaseTransaction(run, async ({ tx, addFact }) => {
    await settleDecisions(tx, scope, ["replace"], ctx.clock.now());
    await addFact({ actor: "karwan", code: "replace_too_late", params: { part, of } });
  });
  return continued;
}

async function settleReplacement(run: ReadRun): Promise<StepResult> {
  const { ctx, record } = run;
  const scope = { shopId: ctx.shop.id, orderId: record.id };
  await writeInLeaseTransaction(run, ({ tx }) => settleDecisions(tx, scope, ["replace"], ctx.clock.now()));
  return continued;
}
