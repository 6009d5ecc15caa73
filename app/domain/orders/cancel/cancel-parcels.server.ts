import { failpoint } from "#app/platform/failpoint.ts";
import { requireLease } from "#app/platform/work.server.ts";
import type { SupplierClient } from "#app/supplier/client.ts";
import { isSupplierError, type SupplierError } from "#app/supplier/errors.ts";
import { intend, isSettled, settle } from "../effects.server.ts";
import { openSupplier } from "../open-supplier.ts";
import type { HandoffRecord, ParcelRecord } from "../order-record.server.ts";
import type { OrderRun } from "../order-run.ts";
import { contentsByLine } from "../parcels/contents-by-line.ts";
import { toParcelReport } from "../parcels/parcel-report.ts";
import { saveReport } from "../parcels/save-reports.server.ts";

export type CancelOutcome =
  /** Nothing of it will be shipped. */
  | { readonly kind: "all_cancelled" }
  /** At least one parcel is packed or on its way; `stopped` counts those that are cancelled, by whomever. */
  | { readonly kind: "too_late"; readonly parcels: readonly ParcelRecord[]; readonly stopped: number }
  | Unsure;

/** `putOff`: it can only be told by a read, and the day's reads are used up; the rest of the order need not wait. */
type Unsure = { readonly kind: "unsure"; readonly retryInMs: number; readonly putOff?: boolean };

const RETRY_MS = 15_000;
/** A refusal that only the service's own people can end. */
const REFUSED_RETRY_MS = 10 * 60_000;
const NOT_CONNECTED_MS = 60 * 60_000;

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

type Cancelling = {
  readonly handoffs: readonly HandoffRecord[];
  /** Only parcels that hold units of these order lines; a parcel whose contents are unknown may hold any. */
  readonly onlyLines?: ReadonlySet<string>;
  /** What asked for it: each asks the service once per parcel. */
  readonly trigger: string;
  readonly reason: string;
};

/** Cancels every parcel that still can be; PROCESSING has no event, so the service's own answer decides (R14). */
export async function cancelParcels(
  run: OrderRun,
  { handoffs, onlyLines, trigger, reason }: Cancelling,
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
      if (typeof outcome === "object") return { kind: "unsure", ...outcome };
    }
  }
  return late.length > 0 ? { kind: "too_late", parcels: late, stopped } : { kind: "all_cancelled" };
}

type ParcelOutcome = "cancelled" | "late" | Omit<Unsure, "kind">;

/** Whether a parcel may hold units of these order lines. */
export function holdsAny(
  handoff: HandoffRecord,
  parcel: ParcelRecord,
  lines: ReadonlySet<string> | undefined,
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
): Promise<ParcelOutcome> {
  const key = cancelKey(parcel, trigger);
  if (["SHIPPED", "DELIVERED", "RETURNED"].includes(parcel.status)) return "late";
  if (isSettled(run.record, key)) return isDone(run, key) ? "cancelled" : "late";
  const supplier = openSupplier(run, handoff);
  if (!supplier) return { retryInMs: NOT_CONNECTED_MS };
  await intend(run, key);
  failpoint("C2");
  await requireLease(run.ctx.db, run.claim);
  try {
    const answer = await supplier.cancelOrder(parcel.supplierOrderId, reason);
    failpoint("C3");
    const report = toParcelReport(answer, { happenedAt: run.ctx.clock.now() });
    await settle(run, { key, state: "done" }, async (writer) => {
      await saveReport(run, writer, handoff, report, { trusted: "fresh_read" });
    });
    return "cancelled";
  } catch (error) {
    if (!isSupplierError(error)) throw error;
    if (error.kind === "connection") throw error;
    if (error.code === "order_not_cancellable") return afterRefusal(run, handoff, parcel, key);
    explainDelay(run, key, error);
    const usual = error.kind === "definite" ? REFUSED_RETRY_MS : RETRY_MS;
    return { retryInMs: error.retryAfterMs ?? usual };
  }
}

/** Told at once where the service refused to answer, else from the second time on: most lost answers come then. */
function explainDelay(
  { record, needs }: OrderRun,
  key: string,
  { kind, code, message }: SupplierError,
): void {
  const wasAskedBefore = record.effects.some((effect) => effect.key === key);
  if (kind !== "definite" && !wasAskedBefore) return;
  needs.push({ code: "cancel_delayed", params: { because: code, message } });
}

function isDone({ record }: OrderRun, key: string): boolean {
  return record.effects.some((effect) => effect.key === key && effect.state === "done");
}

async function readUnlessUsedUp(supplier: SupplierClient, { supplierOrderId }: ParcelRecord) {
  try {
    return await supplier.getOrder(supplierOrderId);
  } catch (error) {
    if (!isSupplierError(error) || error.code !== "daily_quota_exceeded") throw error;
    return { retryInMs: error.retryAfterMs ?? NOT_CONNECTED_MS, putOff: true };
  }
}

/** A refusal may also mean that our own earlier call, whose answer was lost, has cancelled it: the parcel tells. */
async function afterRefusal(
  run: OrderRun,
  handoff: HandoffRecord,
  parcel: ParcelRecord,
  key: string,
): Promise<ParcelOutcome> {
  const supplier = openSupplier(run, handoff);
  if (!supplier) return { retryInMs: NOT_CONNECTED_MS };
  const record = await readUnlessUsedUp(supplier, parcel);
  if ("retryInMs" in record) return record;
  const cancelled = record.status === "CANCELLED";
  const report = toParcelReport(record, { happenedAt: run.ctx.clock.now() });
  await settle(run, { key, state: cancelled ? "done" : "given_up" }, async (writer) => {
    await saveReport(run, writer, handoff, report, { trusted: "fresh_read" });
    if (cancelled) return;
    await writer.tell({ actor: "supplier", code: "service_cancel_refused", params: { part: parcel.part } });
  });
  return cancelled ? "cancelled" : "late";
}
