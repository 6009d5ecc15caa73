import { contentsByLine } from "#app/domain/orders/parcels/contents-by-line.ts";
import { openSupplier } from "#app/domain/orders/parcels/open-supplier.ts";
import { toParcelReport } from "#app/domain/orders/parcels/parcel-report.ts";
import { saveReport } from "#app/domain/orders/parcels/save-reports.server.ts";
import { intendEffect, isEffectSettled, settleEffect } from "#app/domain/orders/reconcile/effects.server.ts";
import type { HandoffRecord, ParcelRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { Hold, OrderRun } from "#app/domain/orders/reconcile/order-run.ts";
import { endRunFor, requeueAfter, type StepResult } from "#app/domain/orders/reconcile/step-result.ts";
import type { LineItemGid } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError, type SupplierError } from "#app/supplier/errors.ts";

export type CancelOutcome =
  /** Nothing of it will be shipped. */
  | { readonly kind: "all_cancelled" }
  /** At least one parcel is packed or on its way; `stopped` counts those that are cancelled, by whomever. */
  | { readonly kind: "too_late"; readonly parcels: readonly ParcelRecord[]; readonly stopped: number }
  | OutcomeUnknown;

/** `isPostponed`: only a read can show it, and the day's reads are used up; the rest of the order continues. */
type OutcomeUnknown = {
  readonly kind: "outcome_unknown";
  readonly requeueAfterMs: number;
  readonly isPostponed?: boolean;
  /** Why it takes longer, where a person is to know. */
  readonly hold?: Hold;
};

const RETRY_MS = 15_000;
/** A refusal that only the service's own people can end. */
const REFUSED_RETRY_MS = 10 * 60_000;
const NOT_CONNECTED_MS = 60 * 60_000;

/** What a cancellation whose outcome is unknown means for the run: the rest waits for it, unless it is postponed. */
export function toWaiting({ requeueAfterMs, isPostponed, hold }: Omit<OutcomeUnknown, "kind">): StepResult {
  if (isPostponed) return requeueAfter(requeueAfterMs);
  return { ...endRunFor(requeueAfterMs), holds: hold ? [hold] : [] };
}

/** The key under which we intend to cancel a parcel; a CANCELLED parcel without one was cancelled by the service. */
function cancelKey(parcel: Pick<ParcelRecord, "id">, trigger: string): string {
  return `cancel:${parcel.id}:${trigger}`;
}

/** The answer to our call may be lost and its event come first: an intent that was not refused is ours too. */
export function isCancelledByUs(run: OrderRun, parcel: Pick<ParcelRecord, "id">): boolean {
  return run.record.effects.some(
    (effect) => effect.key.startsWith(`cancel:${parcel.id}:`) && effect.state !== "given_up",
  );
}

type CancelParcelsInput = {
  readonly handoffs: readonly HandoffRecord[];
  /** Only parcels that hold units of these order lines; a parcel whose contents are unknown may hold any. */
  readonly onlyLines?: ReadonlySet<LineItemGid>;
  /** What asked for it: each asks the service once per parcel. */
  readonly trigger: string;
  readonly reason: string;
};

/** Cancels every parcel that still can be; PROCESSING has no event, so the service's own answer decides (R14). */
export async function cancelParcels(
  run: OrderRun,
  { handoffs, onlyLines, trigger, reason }: CancelParcelsInput,
): Promise<CancelOutcome> {
  const late: ParcelRecord[] = [];
  let stopped = 0;
  for (const handoff of handoffs) {
    const concerned = handoff.parcels.filter((each) => holdsAny(handoff, each, onlyLines));
    stopped += concerned.filter((each) => each.status === "CANCELLED").length;
    for (const parcel of concerned.filter((each) => each.status !== "CANCELLED")) {
      const outcome = await cancelParcel(run, handoff, parcel, { trigger, reason });
      if (outcome === "late") late.push(parcel);
      if (outcome === "cancelled") stopped += 1;
      if (typeof outcome === "object") return { kind: "outcome_unknown", ...outcome };
    }
  }
  return late.length > 0 ? { kind: "too_late", parcels: late, stopped } : { kind: "all_cancelled" };
}

type CancelParcelResult = "cancelled" | "late" | Omit<OutcomeUnknown, "kind">;

/** Whether a parcel may hold units of these order lines. */
export function holdsAny(
  handoff: HandoffRecord,
  parcel: ParcelRecord,
  lines: ReadonlySet<LineItemGid> | undefined,
): boolean {
  const contents = contentsByLine(handoff, parcel);
  return !lines || !contents || contents.some(({ lineGid }) => lines.has(lineGid));
}

/** Cancels one parcel, once per trigger; `late`: it is packed or further. */
export async function cancelParcel(
  run: OrderRun,
  handoff: HandoffRecord,
  parcel: ParcelRecord,
  { trigger, reason }: { readonly trigger: string; readonly reason: string },
): Promise<CancelParcelResult> {
  const key = cancelKey(parcel, trigger);
  if (["SHIPPED", "DELIVERED", "RETURNED"].includes(parcel.status)) return "late";
  if (isEffectSettled(run.record, key)) return isDone(run, key) ? "cancelled" : "late";
  const supplier = openSupplier(run, handoff);
  if (!supplier) return { requeueAfterMs: NOT_CONNECTED_MS };
  await intendEffect(run, key);
  failpoint("C2");
  await run.claim.lease.assertHeld();
  try {
    const answer = await supplier.cancelOrder(parcel.supplierOrderId, reason);
    failpoint("C3");
    const report = toParcelReport(answer, { happenedAt: run.ctx.clock.now() });
    await settleEffect(run, { key, state: "done" }, async (writer) => {
      await saveReport(run, writer, handoff, report, { trusted: "fresh_read" });
    });
    return "cancelled";
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    if (error.kind === "connection") throw error;
    if (error.code === "order_not_cancellable") return afterRefusal(run, handoff, parcel, key);
    const usual = error.kind === "definite" ? REFUSED_RETRY_MS : RETRY_MS;
    return { requeueAfterMs: error.retryAfterMs ?? usual, ...findDelayHold(run, key, error) };
  }
}

/**
 * Reported at once when the service refused to answer, else from the second time on: most lost answers arrive by then.
 */
function findDelayHold(
  { record }: OrderRun,
  key: string,
  { kind, code, message }: SupplierError,
): Pick<OutcomeUnknown, "hold"> {
  const wasAskedBefore = record.effects.some((effect) => effect.key === key);
  if (kind !== "definite" && !wasAskedBefore) return {};
  return { hold: { code: "cancel_delayed", params: { because: code, message } } };
}

function isDone({ record }: OrderRun, key: string): boolean {
  return record.effects.some((effect) => effect.key === key && effect.state === "done");
}

async function readUnlessUsedUp(supplier: SupplierClient, { supplierOrderId }: ParcelRecord) {
  try {
    return await supplier.getOrder(supplierOrderId);
  } catch (error) {
    if (!isSupplierError(error) || error.code !== "daily_quota_exceeded") throw error;
    return { requeueAfterMs: error.retryAfterMs ?? NOT_CONNECTED_MS, isPostponed: true };
  }
}

/**
 * A refusal may also mean that our earlier call, whose answer was lost, cancelled it; the parcel's status shows which.
 */
async function afterRefusal(
  run: OrderRun,
  handoff: HandoffRecord,
  parcel: ParcelRecord,
  key: string,
): Promise<CancelParcelResult> {
  const supplier = openSupplier(run, handoff);
  if (!supplier) return { requeueAfterMs: NOT_CONNECTED_MS };
  const record = await readUnlessUsedUp(supplier, parcel);
  if ("requeueAfterMs" in record) return record;
  const cancelled = record.status === "CANCELLED";
  const report = toParcelReport(record, { happenedAt: run.ctx.clock.now() });
  await settleEffect(run, { key, state: cancelled ? "done" : "given_up" }, async (writer) => {
    await saveReport(run, writer, handoff, report, { trusted: "fresh_read" });
    if (cancelled) return;
    await writer.addFact({
      actor: "supplier",
      code: "service_cancel_refused",
      params: { part: parcel.part },
    });
  });
  return cancelled ? "cancelled" : "late";
}
