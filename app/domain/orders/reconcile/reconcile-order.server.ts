import { isPaused, isPausing, pauseConnection } from "#app/domain/connection/pause-connection.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { isHoldCode } from "#app/domain/messages/holds/hold-codes.ts";
import { addChangeHold, completeCourierHold } from "#app/domain/orders/amendments/add-change-hold.server.ts";
import { replaceableParcels } from "#app/domain/orders/amendments/is-replaceable.ts";
import { replaceParcels } from "#app/domain/orders/amendments/replace-parcels.server.ts";
import { answerCancellations } from "#app/domain/orders/cancellation/answer-cancellations.server.ts";
import {
  cancelWholeOrder,
  recordCancelled,
} from "#app/domain/orders/cancellation/cancel-whole-order.server.ts";
import { rejectUnplaced } from "#app/domain/orders/cancellation/reject-unplaced.server.ts";
import { eraseLateBodies } from "#app/domain/orders/customer/erase-late-bodies.server.ts";
import { planCustomer } from "#app/domain/orders/customer/plan-customer.ts";
import { toCustomerInput } from "#app/domain/orders/customer/to-customer-input.ts";
import { acceptRequests } from "#app/domain/orders/fulfillment/accept-requests.server.ts";
import { answerHeldRequests } from "#app/domain/orders/fulfillment/answer-held-requests.server.ts";
import { closeFulfillmentOrders } from "#app/domain/orders/fulfillment/close-fulfillment-orders.server.ts";
import { createParcelEvents } from "#app/domain/orders/fulfillment/create-parcel-events.server.ts";
import { markPaid } from "#app/domain/orders/fulfillment/mark-paid.server.ts";
import { markPaidOnRequest } from "#app/domain/orders/fulfillment/mark-paid-on-request.server.ts";
import { moveAwayOpenUnits } from "#app/domain/orders/fulfillment/move-away.server.ts";
import { ourFulfillmentOrders } from "#app/domain/orders/fulfillment/our-fulfillment-orders.ts";
import { repairCancelledFulfillments } from "#app/domain/orders/fulfillment/repair-cancelled-fulfillments.server.ts";
import { sendTracking } from "#app/domain/orders/fulfillment/send-tracking.server.ts";
import { shipParcels } from "#app/domain/orders/fulfillment/ship-parcels.server.ts";
import { syncFulfillmentOrders } from "#app/domain/orders/fulfillment/sync-fulfillment-orders.server.ts";
import { tagRefused } from "#app/domain/orders/fulfillment/tag-refused.server.ts";
import { canSkipShopifyRead, isAtRest } from "#app/domain/orders/holds/can-skip-shopify-read.ts";
import { countedHandoffs } from "#app/domain/orders/money/counted-handoffs.ts";
import { findParcelHolds } from "#app/domain/orders/parcels/find-parcel-holds.ts";
import { foldEvents } from "#app/domain/orders/parcels/fold-events.server.ts";
import { msUntilDeadlineRead } from "#app/domain/orders/parcels/funds-deadline.ts";
import { isFinal } from "#app/domain/orders/parcels/parcel-status.ts";
import { readRequestedParcels } from "#app/domain/orders/parcels/read-requested-parcels.server.ts";
import { requestReadPastDeadline } from "#app/domain/orders/parcels/request-read-past-deadline.server.ts";
import { settlePayments } from "#app/domain/orders/parcels/settle-payments.server.ts";
import { isAccountLimit } from "#app/domain/orders/placement/account-limits.ts";
import { type PlacingResult, placeOpenUnits } from "#app/domain/orders/placement/place-open-units.server.ts";
import { settleUnknownOutcome } from "#app/domain/orders/placement/settle-unknown-outcome.server.ts";
import { syncOpenUnits } from "#app/domain/orders/placement/sync-open-units.server.ts";
import { endRefused } from "#app/domain/orders/returns/end-refused.server.ts";
import { writeRefusalNotes } from "#app/domain/orders/returns/write-refusal-notes.server.ts";
import type { OrderGid } from "#app/platform/ids.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { SubjectOf } from "#app/platform/queue/work-kinds.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { getOrderForPlacement } from "#app/shopify/operations/orders/get-order-for-placement.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import { isSupplierError, type SupplierError } from "#app/supplier/errors.ts";
import type { PlacementState } from "./derive-order-state.ts";
import { fenceShopifyMutations } from "./fence-shopify-mutations.server.ts";
import { addRefusalHold, withUserErrorHandling } from "./isolate-user-errors.server.ts";
import { findAgeHold } from "./order-age.ts";
import { loadOrderRecord } from "./order-record.server.ts";
import type { Hold, OrderRun, ReadRun, StepResult } from "./order-run.ts";
import { recordGateways } from "./record-gateways.server.ts";
import { reloadRecord } from "./reload-record.server.ts";
import { requeueAfterRefusal } from "./requeue-after-refusal.server.ts";
import { saveOrderState } from "./save-order-state.server.ts";
import { toOrderFacts } from "./to-order-facts.ts";

type Step<Run extends OrderRun> = (run: Run) => Promise<StepResult>;

/** What can be done without Shopify, and must be done even when its token is dead (R44). */
const ownSteps: readonly Step<OrderRun>[] = [
  settleUnknownOutcome,
  foldEvents,
  requestReadPastDeadline,
  settlePayments,
  readRequestedParcels,
];

const steps: readonly Step<ReadRun>[] = [
  syncFulfillmentOrders,
  syncOpenUnits,
  recordGateways,
  recordCancelled,
  markPaidOnRequest,
  answerCancellations,
  cancelWholeOrder,
  replaceParcels,
  rejectUnplaced,
  moveAwayOpenUnits,
  acceptRequests,
  repairCancelledFulfillments,
  shipParcels,
  sendTracking,
  createParcelEvents,
  markPaid,
  tagRefused,
  writeRefusalNotes,
  closeFulfillmentOrders,
  endRefused,
];

/** While an order of ours may be at the service unseen, only the parcels that are known are followed (R39). */
const stepsDuringPlacementConflict: readonly Step<ReadRun>[] = [
  syncFulfillmentOrders,
  syncOpenUnits,
  recordGateways,
  recordCancelled,
  shipParcels,
  createParcelEvents,
  tagRefused,
];

const SHOP_UNAVAILABLE_RETRY_MS = 60 * 60_000;
/** A refused key or account is probed once for all its orders, which are woken when it is taken again (R22). */
const CONNECTION_FALLBACK_MS = 6 * 60 * 60_000;
const OUTAGE_PROBE_MS = 15_000;

/**
 * One run over one Shopify order (idea 1): settle unknown outcomes, fold in what the service reported, read the truth
 * once, then bring both sides to where they should be, each step intended under the lease before it is done.
 */
export async function reconcileOrder(
  ctx: ShopContext,
  claim: ClaimedWork,
  { orderGid }: SubjectOf<"order.reconcile">,
): Promise<WorkResult> {
  failpoint("H1");
  const record = await loadOrderRecord(ctx.db, ctx.shop.id, orderGid);
  const run: OrderRun = {
    ctx: fenceShopifyMutations(ctx, claim.lease),
    claim,
    record,
    needsReload: false,
    observed: claim,
    holds: [],
    requeueDelaysMs: [],
    hasPlacementConflict: false,
  };
  const result = await withOutageHandling(run, reconcile);
  await eraseLateBodies(run);
  return result;
}

/** When the service cannot be asked, the pass keeps what it has learned until then and comes again (R22). */
async function withOutageHandling<Run extends OrderRun>(
  run: Run,
  reconcile: (run: Run) => Promise<WorkResult>,
): Promise<WorkResult> {
  try {
    return await reconcile(run);
  } catch (error) {
    if (!isSupplierError(error) || error.kind === "definite") throw error;
    if (isAccountLimit(error.code)) return pauseAtLimit(run, error);
    run.holds.push(toSupplierHold(error));
    if (isRead(run) && !run.hasPlacementConflict)
      await answerHeldRequests(run, run.holds.at(-1)?.code ?? null);
    if (error.kind !== "connection") return pauseRun(run, error.retryAfterMs ?? OUTAGE_PROBE_MS);
    return pauseWithConnection(run, error);
  }
}

/** The account may not call the service now: nobody has to act, so the order waits without a hold. */
async function pauseAtLimit(run: OrderRun, { code, retryAfterMs }: SupplierError): Promise<WorkResult> {
  if (isRead(run) && !run.hasPlacementConflict) await answerHeldRequests(run, code);
  return pauseRun(run, retryAfterMs ?? OUTAGE_PROBE_MS, code);
}

/**
 * The service's own refusal pauses the connection. A run that met a pause may have begun before a probe ended it: it has
 * nothing to pause, and comes again at once, as what the probe woke may have been counted before this order stood still.
 */
async function pauseWithConnection(
  run: OrderRun,
  { code, message, status }: SupplierError,
): Promise<WorkResult> {
  const mode = run.lastCalledMode ?? run.ctx.connection?.mode;
  if (!mode || !isPausing(code)) return pauseRun(run, CONNECTION_FALLBACK_MS);
  if (status !== null) await pauseConnection(run.ctx, mode, { code, message });
  const rest = await pauseRun(run, CONNECTION_FALLBACK_MS);
  return (await isPaused(run.ctx, mode)) ? rest : { kind: "requeue", afterMs: 0 };
}

async function reconcile(run: OrderRun): Promise<WorkResult> {
  const { ctx, record } = run;
  const own = await runSteps(run, ownSteps);
  if (own.kind === "requeue_after") return pauseRun(run, own.delayMs);
  if (canSkipShopifyRead(run)) return pauseRun(run, null);
  if (!ctx.shop.locationGid) return pauseRun(run, SHOP_UNAVAILABLE_RETRY_MS);
  const shopify = await readShopify(ctx, record.orderGid);
  if (shopify === "unavailable") return pauseWithShop(run);
  if (shopify === "missing_scope") {
    run.holds.push({ code: "missing_scope" });
    return pauseRun(run, SHOP_UNAVAILABLE_RETRY_MS);
  }
  if (shopify === null) {
    addAgeHold(run, run.record.shopifyCreatedAt, "no");
    return pauseRun(run, null);
  }
  failpoint("H2");
  return withOutageHandling({ ...run, shopify, locationGid: ctx.shop.locationGid }, reconcileWithShopify);
}

/** The shop itself is looked at, which pauses it; of one that left, only what is unsettled is looked at again (R44). */
async function pauseWithShop(run: OrderRun): Promise<WorkResult> {
  const { shop } = run.ctx;
  if (shop.state === "installed") await run.ctx.wake([{ kind: "shop.reconcile", subject: "shop" }]);
  const isUnsettled = run.record.handoffs.some(({ state }) => state === "sending");
  const isOver = shop.state === "uninstalled" && !isUnsettled;
  return pauseRun(run, isOver ? null : SHOP_UNAVAILABLE_RETRY_MS);
}

async function reconcileWithShopify(run: ReadRun): Promise<WorkResult> {
  const observedBefore = run.observed;
  const outcome = await runSteps(run, run.hasPlacementConflict ? stepsDuringPlacementConflict : steps);
  if (outcome.kind === "requeue_after") return pauseRun(run, outcome.delayMs);
  if (run.hasPlacementConflict) return pauseRun(run, null);
  const placeRequestedAt = run.record.placeRequestedAt;
  const replaceRequestedAt = run.record.replaceRequestedAt;
  const placing = await placeOpenUnitsOrHold(run);
  await reloadRecord(run);
  await syncOpenUnits(run);
  if (placing.kind === "requeue_after") return pauseRun(run, placing.delayMs);
  const parcels = run.record.handoffs.flatMap((handoff) => handoff.parcels);
  const counted = countedHandoffs(run.record.handoffs).flatMap((handoff) => handoff.parcels);
  const parcelHolds = findParcelHolds(counted, run.shopify.totalOutstanding);
  run.holds.push(...parcelHolds.flatMap((hold) => completeCourierHold(run, hold)));
  addChangeHold(run);
  await answerWhileHeld(run, placing.placement);
  if (isUnfinished(placing.placement, parcels)) addAgeHold(run, new Date(run.shopify.createdAt), "yes");
  await saveOrderState(run, {
    placement: placing.placement,
    handledPlaceRequestAt: placeRequestedAt,
    // A parcel of which the service has not answered yet is still to be replaced.
    handledReplaceRequestAt: replaceableParcels(parcels).length === 0 ? replaceRequestedAt : null,
    isCancelled:
      run.shopify.cancelledAt !== null || run.record.cancelRequestedAt !== null || isEmptied(run.shopify),
    isFulfilled: isFulfilled(run.shopify),
    facts: readFacts(run, placing.placement.kind === "not_ours"),
  });
  failpoint("H9");
  if (!isAtRest(run)) run.observed = observedBefore;
  await requeueAfterRefusal(run);
  return toResult(run, placing.requeueAfterMs);
}

async function answerWhileHeld(run: ReadRun, placement: PlacementState): Promise<void> {
  if (placement.kind !== "held" && placement.kind !== "waiting") return;
  await answerHeldRequests(run, placement.code);
  await reloadRecord(run);
}

/** Everything that is still in the order and is to be shipped has left, whoever sent it. */
function isFulfilled({ lines }: ShopifyOrder): boolean {
  const shipped = lines.filter((line) => line.requiresShipping && line.currentQuantity > 0);
  return shipped.length > 0 && shipped.every((line) => line.unfulfilledQuantity === 0);
}

/** Everything was removed from the order, or refunded without leaving it to be sent. */
function isEmptied({ lines }: ShopifyOrder): boolean {
  return lines.length > 0 && lines.every(({ currentQuantity }) => currentQuantity === 0);
}

function isUnfinished(placement: PlacementState, parcels: readonly { readonly status: string }[]): boolean {
  if (placement.kind === "not_ours") return false;
  return placement.kind !== "nothing_open" || parcels.some(({ status }) => !isFinal(status));
}

function addAgeHold(run: OrderRun, createdAt: Date | null, readable: "yes" | "no"): void {
  const state = readable === "yes" ? null : run.record.state;
  const hold = findAgeHold({ state, createdAt, now: run.ctx.clock.now() }, readable);
  if (hold) run.holds.push(hold);
}

/** The next look is the earliest that anything in the pass asked for. */
function toResult({ ctx, record, requeueDelaysMs, observed }: OrderRun, delayMs: number | null): WorkResult {
  const parcels = record.handoffs.flatMap((handoff) => handoff.parcels);
  const own = [delayMs, msUntilDeadlineRead(parcels, ctx.clock.now())];
  const delays = [...requeueDelaysMs, ...own.filter((each) => each !== null)];
  return delays.length === 0
    ? { kind: "done", upTo: observed }
    : { kind: "requeue", afterMs: Math.min(...delays) };
}

/** Of an order that is none of our business no person's data is kept. */
function readFacts({ ctx, shopify, record }: ReadRun, isForeign: boolean) {
  const customer = isForeign ? null : planCustomer(toCustomerInput(shopify)).original;
  return toOrderFacts(shopify, customer, { orderId: record.id, ctx, now: ctx.clock.now() });
}

function toSupplierHold({ kind, code, message }: SupplierError): Hold {
  const unnamed = kind === "connection" ? "invalid_key" : "placing_delayed";
  return { code: isHoldCode(code) ? code : unnamed, params: { because: code, message } };
}

async function runSteps<Run extends OrderRun>(run: Run, steps: readonly Step<Run>[]): Promise<StepResult> {
  for (const step of steps) {
    const result = await withUserErrorHandling(run, () => step(run));
    if (result.kind === "requeue_after") return result;
    if (result.kind === "changed") await reloadRecord(run);
  }
  return { kind: "continue" };
}

async function placeOpenUnitsOrHold(run: ReadRun): Promise<PlacingResult> {
  try {
    return await placeOpenUnits(run);
  } catch (error) {
    const { code } = addRefusalHold(run, error);
    return { kind: "rests", placement: { kind: "held", code }, requeueAfterMs: null };
  }
}

/** Ends a pass early: what is known is saved, what was found before stays. */
async function pauseRun(
  run: OrderRun,
  delayMs: number | null,
  waitsFor: string | null = null,
): Promise<WorkResult> {
  await reloadRecord(run);
  const facts = isRead(run) ? readFacts(run, ourFulfillmentOrders(run).length === 0) : {};
  await saveOrderState(run, { placement: null, waitsFor, isCancelled: false, facts });
  return toResult(run, delayMs);
}

function isRead(run: OrderRun | ReadRun): run is ReadRun {
  return "shopify" in run;
}

const outOfReach = new Set(["unauthorized", "token_dead", "shop_unavailable"]);

async function readShopify(
  ctx: ShopContext,
  orderGid: OrderGid,
): Promise<ShopifyOrder | null | "unavailable" | "missing_scope"> {
  // Nothing new is begun for a shop that left; whoever notices its return has its orders looked at (R44).
  if (ctx.shop.state === "uninstalled") return "unavailable";
  try {
    return await getOrderForPlacement(ctx.admin, orderGid);
  } catch (error) {
    if (isShopifyError(error) && outOfReach.has(error.kind)) return "unavailable";
    if (isShopifyError(error, "access_denied")) return "missing_scope";
    throw error;
  }
}
