import { failpoint } from "#app/platform/failpoint.ts";
import type { ClaimedWork } from "#app/platform/work.server.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { getOrderForPlacement } from "#app/shopify/operations/get-order-for-placement.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import { isSupplierError, type SupplierError } from "#app/supplier/errors.ts";
import { isPaused, isPausing, pauseConnection } from "../shops/pause-connection.server.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";
import { shopItself } from "../shops/waiting-orders.ts";
import { isAccountLimit } from "./account-limits.ts";
import { answerCancellations } from "./cancel/answer-cancellations.server.ts";
import { cancelWholeOrder, noteCancelled } from "./cancel/cancel-whole-order.server.ts";
import { rejectUnplaced } from "./cancel/reject-unplaced.server.ts";
import { replaceableParcels } from "./changes/is-replaceable.ts";
import { lookForChanges, settleAlert } from "./changes/look-for-changes.server.ts";
import { replaceParcels } from "./changes/replace-parcels.server.ts";
import { planCustomer } from "./customer/plan-customer.ts";
import { toCustomerInput } from "./customer/to-customer-input.ts";
import type { PlacementState } from "./derive-order-state.ts";
import { fenceContext } from "./fence.server.ts";
import { forgetLateBodies } from "./forget-late-bodies.server.ts";
import { acceptRequests } from "./fulfillment/accept-requests.server.ts";
import { answerHeldRequests } from "./fulfillment/answer-held-requests.server.ts";
import { giveBack } from "./fulfillment/give-back.server.ts";
import { markPaid } from "./fulfillment/mark-paid.server.ts";
import { markPaidAsPressed } from "./fulfillment/mark-paid-by-hand.server.ts";
import { mendUndone } from "./fulfillment/mend-undone.server.ts";
import { moveAwayOpenUnits } from "./fulfillment/move-away.server.ts";
import { noteFulfillmentOrders } from "./fulfillment/note-fulfillment-orders.server.ts";
import { ourFulfillmentOrders } from "./fulfillment/our-fulfillment-orders.ts";
import { sendTracking } from "./fulfillment/send-tracking.server.ts";
import { shipParcels } from "./fulfillment/ship-parcels.server.ts";
import { tagRefused } from "./fulfillment/tag-refused.server.ts";
import { tellParcelEvents } from "./fulfillment/tell-parcel-events.server.ts";
import { noteOpenUnits } from "./handoff/note-open-units.server.ts";
import { type Placing, placeOpenUnits } from "./handoff/place-open-units.server.ts";
import { settleUnsure } from "./handoff/settle-unsure.server.ts";
import { isHoldCode } from "./hold-codes.ts";
import { isAtRest, isQuiet } from "./is-quiet.ts";
import { lookAgainAfterRefusal } from "./look-again.server.ts";
import { countedHandoffs } from "./money/counted-handoffs.ts";
import { noteGateways } from "./note-gateways.server.ts";
import { findAgeNeed } from "./order-age.ts";
import { loadOrderRecord } from "./order-record.server.ts";
import type { Heard, Need, OrderRun, ReadRun, StageResult } from "./order-run.ts";
import { askPastDeadline } from "./parcels/ask-past-deadline.server.ts";
import { findParcelNeeds } from "./parcels/find-parcel-needs.ts";
import { foldEvents } from "./parcels/fold-events.server.ts";
import { untilDeadlineLook } from "./parcels/funds-deadline.ts";
import { isFinal } from "./parcels/parcel-status.ts";
import { readAskedParcels } from "./parcels/read-asked-parcels.server.ts";
import { settlePayments } from "./parcels/settle-payments.server.ts";
import { endRefused } from "./refused/end-refused.server.ts";
import { noteRefused } from "./refused/note-refused.server.ts";
import { reloadRecord } from "./reload-record.server.ts";
import { saveOrderState } from "./save-order-state.server.ts";
import { needAfterRefusal, unlessRefused } from "./stand-alone.server.ts";
import { toOrderFacts } from "./to-order-facts.ts";

/** `upTo`: what was marked meanwhile and is done with as well. */
export type WorkResult =
  | { readonly kind: "done"; readonly upTo: Heard }
  | { readonly kind: "again"; readonly delayMs: number };

type Stage<Run extends OrderRun> = (run: Run) => Promise<StageResult>;

/** What can be done without Shopify, and must be done even when its token is dead (R44). */
const ownStages: readonly Stage<OrderRun>[] = [
  settleUnsure,
  foldEvents,
  askPastDeadline,
  settlePayments,
  readAskedParcels,
];

const readStages: readonly Stage<ReadRun>[] = [
  noteFulfillmentOrders,
  noteOpenUnits,
  noteGateways,
  noteCancelled,
  markPaidAsPressed,
  answerCancellations,
  cancelWholeOrder,
  replaceParcels,
  rejectUnplaced,
  moveAwayOpenUnits,
  acceptRequests,
  mendUndone,
  shipParcels,
  sendTracking,
  tellParcelEvents,
  markPaid,
  tagRefused,
  noteRefused,
  giveBack,
  endRefused,
];

/** While an order of ours may be at the service unseen, only the parcels that are known are followed (R39). */
const stagesInDoubt: readonly Stage<ReadRun>[] = [
  noteFulfillmentOrders,
  noteOpenUnits,
  noteGateways,
  noteCancelled,
  shipParcels,
  tellParcelEvents,
  tagRefused,
];

const SHOP_UNAVAILABLE_RETRY_MS = 60 * 60_000;
/** A refused key or account is probed once for all its orders, which are woken when it is taken again (R22). */
const CONNECTION_FALLBACK_MS = 6 * 60 * 60_000;
const OUTAGE_PROBE_MS = 15_000;

/**
 * One pass over one Shopify order (idea 1): settle what is unsure, fold in what the service reported, read the truth
 * once, then bring both sides to where they should be, each step intended under the lease before it is done.
 */
export async function workOrder(ctx: ShopContext, claim: ClaimedWork): Promise<WorkResult> {
  failpoint("H1");
  const record = await loadOrderRecord(ctx.db, ctx.shop.id, claim.subject);
  const run: OrderRun = {
    ctx: fenceContext(ctx, claim),
    claim,
    record,
    isStale: false,
    heard: claim,
    needs: [],
    later: [],
    inDoubt: false,
  };
  const result = await unlessOutage(run, passOver);
  await forgetLateBodies(run);
  return result;
}

/** When the service cannot be asked, the pass keeps what it has learned until then and comes again (R22). */
async function unlessOutage<Run extends OrderRun>(
  run: Run,
  work: (run: Run) => Promise<WorkResult>,
): Promise<WorkResult> {
  try {
    return await work(run);
  } catch (error) {
    if (!isSupplierError(error) || error.kind === "definite") throw error;
    if (isAccountLimit(error.code)) return pauseAtLimit(run, error);
    run.needs.push(toSupplierNeed(error));
    if (isRead(run) && !run.inDoubt) await answerHeldRequests(run, run.needs.at(-1)?.code ?? null);
    if (error.kind !== "connection") return pauseRun(run, error.retryAfterMs ?? OUTAGE_PROBE_MS);
    return pauseWithTheKey(run, error);
  }
}

/** The account may not ask now: nobody has to do anything, so the order waits and needs nobody. */
async function pauseAtLimit(run: OrderRun, { code, retryAfterMs }: SupplierError): Promise<WorkResult> {
  if (isRead(run) && !run.inDoubt) await answerHeldRequests(run, code);
  return pauseRun(run, retryAfterMs ?? OUTAGE_PROBE_MS, code);
}

/**
 * The service's own refusal pauses the connection. A run that met a pause may have begun before a probe ended it: it has
 * nothing to pause, and comes again at once, as what the probe woke may have been counted before this order stood still.
 */
async function pauseWithTheKey(run: OrderRun, { code, message, status }: SupplierError): Promise<WorkResult> {
  const mode = run.askedMode ?? run.ctx.connection?.mode;
  if (!mode || !isPausing(code)) return pauseRun(run, CONNECTION_FALLBACK_MS);
  if (status !== null) await pauseConnection(run.ctx, mode, { code, message });
  const rest = await pauseRun(run, CONNECTION_FALLBACK_MS);
  return (await isPaused(run.ctx, mode)) ? rest : { kind: "again", delayMs: 0 };
}

async function passOver(run: OrderRun): Promise<WorkResult> {
  const { ctx, claim } = run;
  const own = await runStages(run, ownStages);
  if (own.kind === "come_again") return pauseRun(run, own.delayMs);
  if (isQuiet(run)) return pauseRun(run, null);
  if (!ctx.shop.locationGid) return pauseRun(run, SHOP_UNAVAILABLE_RETRY_MS);
  const shopify = await readShopify(ctx, claim.subject);
  if (shopify === "unavailable") return pauseWithTheShop(run);
  if (shopify === "missing_scope") {
    run.needs.push({ code: "missing_scope" });
    return pauseRun(run, SHOP_UNAVAILABLE_RETRY_MS);
  }
  if (shopify === null) {
    noteAge(run, run.record.shopifyCreatedAt, "no");
    return pauseRun(run, null);
  }
  failpoint("H2");
  return unlessOutage({ ...run, shopify, locationGid: ctx.shop.locationGid }, workRead);
}

/** The shop itself is looked at, which pauses it; of one that left, only what is unsettled is looked at again (R44). */
async function pauseWithTheShop(run: OrderRun): Promise<WorkResult> {
  const { shop } = run.ctx;
  if (shop.state === "installed") await run.ctx.wake([shopItself]);
  const isUnsettled = run.record.handoffs.some(({ state }) => state === "sending");
  const isOver = shop.state === "uninstalled" && !isUnsettled;
  return pauseRun(run, isOver ? null : SHOP_UNAVAILABLE_RETRY_MS);
}

async function workRead(run: ReadRun): Promise<WorkResult> {
  const heardBefore = run.heard;
  const stages = await runStages(run, run.inDoubt ? stagesInDoubt : readStages);
  if (stages.kind === "come_again") return pauseRun(run, stages.delayMs);
  if (run.inDoubt) return pauseRun(run, null);
  const servedPress = run.record.placeRequestedAt;
  const wish = run.record.replaceRequestedAt;
  const placing = await placeUnlessRefused(run);
  await reloadRecord(run);
  await noteOpenUnits(run);
  if (placing.kind === "come_again") return pauseRun(run, placing.delayMs);
  const parcels = run.record.handoffs.flatMap((handoff) => handoff.parcels);
  const counted = countedHandoffs(run.record.handoffs).flatMap((handoff) => handoff.parcels);
  const parcelNeeds = findParcelNeeds(counted, run.shopify.totalOutstanding);
  run.needs.push(...parcelNeeds.flatMap((need) => settleAlert(run, need)));
  lookForChanges(run);
  await answerWhileHeld(run, placing.placement);
  if (isUnfinished(placing.placement, parcels)) noteAge(run, new Date(run.shopify.createdAt), "yes");
  await saveOrderState(run, {
    placement: placing.placement,
    servedPress,
    // A parcel of which the service has not answered yet is still to be replaced.
    servedWish: replaceableParcels(parcels).length === 0 ? wish : null,
    isCancelled:
      run.shopify.cancelledAt !== null || run.record.cancelRequestedAt !== null || isEmptied(run.shopify),
    isFulfilled: isFulfilled(run.shopify),
    facts: readFacts(run, placing.placement.kind === "not_ours"),
  });
  failpoint("H9");
  if (!isAtRest(run)) run.heard = heardBefore;
  await lookAgainAfterRefusal(run);
  return toResult(run, placing.lookAgainInMs);
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

function noteAge(run: OrderRun, createdAt: Date | null, readable: "yes" | "no"): void {
  const state = readable === "yes" ? "unfinished" : run.record.state;
  const need = findAgeNeed({ state, createdAt, now: run.ctx.clock.now() }, readable);
  if (need) run.needs.push(need);
}

/** The next look is the earliest that anything in the pass asked for. */
function toResult({ ctx, record, later, heard }: OrderRun, delayMs: number | null): WorkResult {
  const parcels = record.handoffs.flatMap((handoff) => handoff.parcels);
  const own = [delayMs, untilDeadlineLook(parcels, ctx.clock.now())];
  const delays = [...later, ...own.filter((each) => each !== null)];
  return delays.length === 0
    ? { kind: "done", upTo: heard }
    : { kind: "again", delayMs: Math.min(...delays) };
}

/** Of an order that is none of our business no person's data is kept. */
function readFacts({ ctx, shopify, record }: ReadRun, isForeign: boolean) {
  const customer = isForeign ? null : planCustomer(toCustomerInput(shopify)).original;
  return toOrderFacts(shopify, customer, { orderId: record.id, ctx, now: ctx.clock.now() });
}

function toSupplierNeed({ kind, code, message }: SupplierError): Need {
  const unnamed = kind === "connection" ? "invalid_key" : "placing_delayed";
  return { code: isHoldCode(code) ? code : unnamed, params: { because: code, message } };
}

async function runStages<Run extends OrderRun>(
  run: Run,
  stages: readonly Stage<Run>[],
): Promise<StageResult> {
  for (const stage of stages) {
    const result = await unlessRefused(run, () => stage(run));
    if (result.kind === "come_again") return result;
    if (result.kind === "changed") await reloadRecord(run);
  }
  return { kind: "go_on" };
}

async function placeUnlessRefused(run: ReadRun): Promise<Placing> {
  try {
    return await placeOpenUnits(run);
  } catch (error) {
    const { code } = needAfterRefusal(run, error);
    return { kind: "rests", placement: { kind: "held", code }, lookAgainInMs: null };
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
  orderGid: string,
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
