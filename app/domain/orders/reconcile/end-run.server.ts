import { isPaused, isPausing, pauseConnection } from "#app/domain/connection/pause-connection.server.ts";
import { isHoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import { isAsked } from "#app/domain/orders/confirmation/is-asked.server.ts";
import { openCustomerEdit } from "#app/domain/orders/customer/open-customer-edit.server.ts";
import { planCustomerPhone, readOriginal } from "#app/domain/orders/customer/plan-customer.ts";
import { toCustomerInput } from "#app/domain/orders/customer/to-customer-input.ts";
import { answerHeldRequests } from "#app/domain/orders/fulfillment/answer-held-requests.server.ts";
import { ourFulfillmentOrders } from "#app/domain/orders/fulfillment/our-fulfillment-orders.ts";
import { msUntilDeadlineRead } from "#app/domain/orders/parcels/funds-deadline.ts";
import { isAccountLimit } from "#app/domain/orders/placement/account-limits.ts";
import { findHistoryColumns } from "#app/domain/orders/rules/find-earlier-orders.server.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import type { SupplierError } from "#app/supplier/errors.ts";
import type { Hold, OrderRun, ReadRun } from "./order-run.ts";
import { reloadRecord } from "./reload-record.server.ts";
import { saveOrderState } from "./save-order-state.server.ts";
import { mergeResult, type RunEnd } from "./step-result.ts";
import { type OrderFacts, toOrderFacts } from "./to-order-facts.ts";

/** A refused key or account is probed once for all its orders, which are woken when it is taken again (R22). */
const CONNECTION_FALLBACK_MS = 6 * 60 * 60_000;
const OUTAGE_PROBE_MS = 15_000;

/** Ends a run early: what it has learned until then is kept, and it comes again (R22). */
export async function endRun(run: OrderRun | ReadRun, end: RunEnd): Promise<WorkResult> {
  if (end.kind === "requeue") return pauseRun(run, end.afterMs);
  const { error } = end;
  const known = await reloadRecord(run);
  if (isAccountLimit(error.code)) {
    // The account may not call the service now: nobody has to act, so the order waits without a hold.
    const answered = await answerUnlessInConflict(known, error.code);
    return pauseRun(answered, error.retryAfterMs ?? OUTAGE_PROBE_MS, error.code);
  }
  // It stays on the list of calls meanwhile, so that its limit goes on.
  if (error.kind !== "connection" && (await isAsked(known)))
    return pauseRun(known, error.retryAfterMs ?? OUTAGE_PROBE_MS);
  const hold = toSupplierHold(error);
  const held = await answerUnlessInConflict(mergeResult(known, { holds: [hold] }), hold.code);
  if (error.kind !== "connection") return pauseRun(held, error.retryAfterMs ?? OUTAGE_PROBE_MS);
  return pauseWithConnection(held, error);
}

async function answerUnlessInConflict(run: OrderRun | ReadRun, code: string): Promise<OrderRun | ReadRun> {
  if (!isRead(run) || run.hasPlacementConflict) return run;
  return mergeResult(run, await answerHeldRequests(run, code));
}

/**
 * The service's own refusal pauses the connection. A run that met a pause may have begun before a probe ended it: it has
 * nothing to pause, and comes again at once, as what the probe woke may have been counted before this order stood still.
 */
async function pauseWithConnection(
  run: OrderRun,
  { code, message, status, mode: calledMode }: SupplierError,
): Promise<WorkResult> {
  const mode = calledMode ?? run.ctx.connection?.mode;
  if (!mode || !isPausing(code)) return pauseRun(run, CONNECTION_FALLBACK_MS);
  if (status !== null) await pauseConnection(run.ctx, mode, { code, message });
  const rest = await pauseRun(run, CONNECTION_FALLBACK_MS);
  return (await isPaused(run.ctx, mode)) ? rest : { kind: "requeue", afterMs: 0 };
}

function toSupplierHold({ kind, code, message }: SupplierError): Hold {
  const unnamed = kind === "connection" ? "invalid_key" : "placing_delayed";
  return { code: isHoldCode(code) ? code : unnamed, params: { because: code, message } };
}

/** Ends a run before it placed: what is known is saved, what was found before stays. */
export async function pauseRun(
  run: OrderRun | ReadRun,
  delayMs: number | null,
  waitsFor: string | null = null,
): Promise<WorkResult> {
  const known = await reloadRecord(run);
  const facts = isRead(known) ? await readFacts(known, ourFulfillmentOrders(known).length === 0) : {};
  const saved = await saveOrderState(known, { placement: null, waitsFor, isCancelled: false, facts });
  return toWorkResult(mergeResult(known, saved), delayMs);
}

function isRead(run: OrderRun | ReadRun): run is ReadRun {
  return "shopify" in run;
}

/** Of an order that is none of our business no person's data is kept. */
export async function readFacts(run: ReadRun, isForeign: boolean): Promise<OrderFacts> {
  const { ctx, shopify, record } = run;
  const scope = { orderId: record.id, ctx, now: ctx.clock.now() };
  if (isForeign) return toOrderFacts(shopify, null, scope);
  const input = { ...toCustomerInput(shopify), correction: openCustomerEdit(ctx, record) };
  const phone = planCustomerPhone(input);
  const calledPhone = phone.kind === "ready" ? phone.phone : null;
  const original = readOriginal(input);
  const facts = toOrderFacts(shopify, { original, calledPhone }, scope);
  return { ...facts, ...(await findHistoryColumns(run, original.phone)) };
}

/** The next look is the earliest that anything in the run asked for. */
export function toWorkResult(
  { ctx, record, requeueDelaysMs, observed }: OrderRun,
  delayMs: number | null = null,
): WorkResult {
  const parcels = record.handoffs.flatMap((handoff) => handoff.parcels);
  const own = [delayMs, msUntilDeadlineRead(parcels, ctx.clock.now())];
  const delays = [...requeueDelaysMs, ...own.filter((each) => each !== null)];
  return delays.length === 0
    ? { kind: "done", upTo: observed }
    : { kind: "requeue", afterMs: Math.min(...delays) };
}
