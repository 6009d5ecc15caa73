import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { completeCourierHold, findChangeHold } from "#app/domain/orders/amendments/add-change-hold.server.ts";
import { replaceableParcels } from "#app/domain/orders/amendments/is-replaceable.ts";
import { requestedAt } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { eraseLateBodies } from "#app/domain/orders/customer/erase-late-bodies.server.ts";
import { answerHeldRequests } from "#app/domain/orders/fulfillment/answer-held-requests.server.ts";
import { findCashAtTheDoor } from "#app/domain/orders/fulfillment/cash-at-the-door.ts";
import { listMarkedParcelIds } from "#app/domain/orders/fulfillment/list-uncovered-parcels.ts";
import { canSkipShopifyRead, isAtRest } from "#app/domain/orders/holds/can-skip-shopify-read.ts";
import { countedHandoffs } from "#app/domain/orders/money/counted-handoffs.ts";
import { findParcelHolds } from "#app/domain/orders/parcels/find-parcel-holds.ts";
import { isFinal } from "#app/domain/orders/parcels/parcel-status.ts";
import { placeOpenUnits } from "#app/domain/orders/placement/place-open-units.server.ts";
import type { PlacingResult } from "#app/domain/orders/placement/placing-result.ts";
import { syncOpenUnits } from "#app/domain/orders/placement/sync-open-units.server.ts";
import { failpoint } from "#app/platform/process/failpoint.ts";
import type { ClaimedWork } from "#app/platform/queue/work.server.ts";
import type { SubjectOf } from "#app/platform/queue/work-kinds.ts";
import type { WorkResult } from "#app/platform/queue/work-result.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import { isSupplierError } from "#app/supplier/errors.ts";
import type { PlacementState } from "./derive-order-state.ts";
import { endRun, pauseRun, readFacts, toWorkResult } from "./end-run.server.ts";
import { fenceShopifyMutations } from "./fence-shopify-mutations.server.ts";
import { findAgeHold } from "./order-age.ts";
import { loadOrderRecord } from "./order-record.server.ts";
import { beginRun, type Hold, type OrderRun, type ReadRun } from "./order-run.ts";
import { ownSteps, placedSteps, shopifySteps } from "./order-steps.server.ts";
import { readShopify } from "./read-shopify.server.ts";
import { reloadRecord } from "./reload-record.server.ts";
import { requeueAfterRefusal } from "./requeue-after-refusal.server.ts";
import { runSteps } from "./run-steps.server.ts";
import { saveOrderState } from "./save-order-state.server.ts";
import { mergeResult } from "./step-result.ts";
import { toRefusal, toRefusalHold } from "./take-turns.server.ts";

const SHOP_UNAVAILABLE_RETRY_MS = 60 * 60_000;

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
  const begun = beginRun(fenceShopifyMutations(ctx, claim.lease), claim, record);
  const { run, end } = await runSteps(begun, ownSteps);
  const result = end ? await endRun(run, end) : await reconcile(run);
  await eraseLateBodies(run);
  return result;
}

async function reconcile(run: OrderRun): Promise<WorkResult> {
  const { ctx, record } = run;
  if (canSkipShopifyRead(run)) return pauseRun(run, null);
  if (!ctx.shop.locationGid) return pauseRun(run, SHOP_UNAVAILABLE_RETRY_MS);
  const shopify = await readShopify(ctx, record.orderGid);
  if (shopify === "unavailable") return pauseWithShop(run);
  if (shopify === "missing_scope") {
    return pauseRun(mergeResult(run, { holds: [{ code: "missing_scope" }] }), SHOP_UNAVAILABLE_RETRY_MS);
  }
  if (shopify === null) {
    const holds = listAgeHolds(run, record.shopifyCreatedAt, "no");
    return pauseRun(mergeResult(run, { holds }), null);
  }
  failpoint("H2");
  return reconcileWithShopify({ ...run, shopify, locationGid: ctx.shop.locationGid });
}

/** The shop itself is looked at, which pauses it; of one that left, only what is unsettled is looked at again (R44). */
async function pauseWithShop(run: OrderRun): Promise<WorkResult> {
  const { shop } = run.ctx;
  if (shop.state === "installed") await run.ctx.wake([{ kind: "shop.reconcile", subject: "shop" }]);
  const isUnsettled = run.record.handoffs.some(({ state }) => state === "sending");
  const isOver = shop.state === "uninstalled" && !isUnsettled;
  return pauseRun(run, isOver ? null : SHOP_UNAVAILABLE_RETRY_MS);
}

async function reconcileWithShopify(read: ReadRun): Promise<WorkResult> {
  const { run, end } = await runSteps(read, shopifySteps);
  if (end) return endRun(run, end);
  if (run.hasPlacementConflict) return pauseRun(run, null);
  const placing = await placeOrHold(run);
  const { placement: _, ...result } = placing;
  const placed = mergeResult(run, result);
  if (placing.end?.kind === "outage") return endRun(placed, placing.end);
  const followed =
    countPlaced(placed) > countPlaced(run) ? await runSteps(placed, placedSteps) : { run: placed };
  const synced = await syncAfterPlacing(followed.run);
  if (placing.placement === undefined) return endRun(synced, placing.end);
  const { placement } = placing;
  return finishRun(synced, { placement, requests: run.record.decisions, observedBefore: read.observed });
}

/** A change that Shopify refused keeps the units where they are; what the service does not answer ends the run. */
async function placeOrHold(run: ReadRun): Promise<PlacingResult> {
  try {
    return await placeOpenUnits(run);
  } catch (error) {
    if (isSupplierError(error) && error.kind !== "definite") return { end: { kind: "outage", error } };
    const { code } = toRefusalHold(error);
    return { ...toRefusal(run, error), placement: { kind: "held", code } };
  }
}

function countPlaced({ record }: OrderRun): number {
  return record.handoffs.filter(({ state }) => state === "placed").length;
}

async function syncAfterPlacing(run: ReadRun): Promise<ReadRun> {
  const now = await reloadRecord(run);
  return mergeResult(now, await syncOpenUnits(now));
}

type FinishRunInput = {
  readonly placement: PlacementState;
  /** The requests this run read before it placed: a later one is another run's. */
  readonly requests: OrderRun["record"]["decisions"];
  readonly observedBefore: OrderRun["observed"];
};

/** Says what the order waits for and saves how it stands. */
async function finishRun(placed: ReadRun, input: FinishRunInput): Promise<WorkResult> {
  const { placement, requests, observedBefore } = input;
  const held = mergeResult(placed, { holds: listHolds(placed) });
  const answered = await answerWhileHeld(held, placement);
  const run = mergeResult(answered, { holds: listAgeHoldsOf(answered, placement) });
  const saved = await saveOrderState(run, {
    placement,
    handledPlaceRequestAt: requestedAt(requests, "place"),
    // A parcel of which the service has not answered yet is still to be replaced.
    handledReplaceRequestAt:
      replaceableParcels(parcelsOf(run)).length === 0 ? requestedAt(requests, "replace") : null,
    isCancelled: isCancelled(run),
    isFulfilled: isFulfilled(run.shopify),
    facts: await readFacts(run, placement.kind === "not_ours"),
  });
  failpoint("H9");
  const ended = mergeResult(run, saved);
  const observed = isAtRest(ended) ? ended.observed : observedBefore;
  return toWorkResult(mergeResult({ ...ended, observed }, await requeueAfterRefusal(ended)));
}

function listHolds(run: ReadRun): readonly Hold[] {
  const { shopify, record } = run;
  const handoffs = countedHandoffs(record.handoffs);
  const parcels = handoffs.flatMap((handoff) =>
    handoff.parcels.map((parcel) => ({ ...parcel, city: handoff.city })),
  );
  const cash = findCashAtTheDoor({
    ...{ shopify, handoffs },
    markedParcels: listMarkedParcelIds(record.effects),
  });
  const parcelHolds = findParcelHolds(parcels, cash);
  const change = findChangeHold(run);
  return [...parcelHolds.flatMap((hold) => completeCourierHold(run, hold)), ...(change ? [change] : [])];
}

async function answerWhileHeld(run: ReadRun, placement: PlacementState): Promise<ReadRun> {
  if (placement.kind !== "held" && placement.kind !== "waiting") return run;
  return reloadRecord(mergeResult(run, await answerHeldRequests(run, placement.code)));
}

/** Everything that is still in the order and is to be shipped has left, whoever sent it. */
function isFulfilled({ lines }: ShopifyOrder): boolean {
  const shipped = lines.filter((line) => line.requiresShipping && line.currentQuantity > 0);
  return shipped.length > 0 && shipped.every((line) => line.unfulfilledQuantity === 0);
}

function isCancelled({ shopify, record }: ReadRun): boolean {
  return (
    shopify.cancelledAt !== null || requestedAt(record.decisions, "cancel") !== null || isEmptied(shopify)
  );
}

/** Everything was removed from the order, or refunded without leaving it to be sent. */
function isEmptied({ lines }: ShopifyOrder): boolean {
  return lines.length > 0 && lines.every(({ currentQuantity }) => currentQuantity === 0);
}

function listAgeHoldsOf(run: ReadRun, placement: PlacementState): readonly Hold[] {
  if (!isUnfinished(run, placement)) return [];
  return listAgeHolds(run, new Date(run.shopify.createdAt), "yes");
}

function isUnfinished(run: ReadRun, placement: PlacementState): boolean {
  if (placement.kind === "not_ours") return false;
  return placement.kind !== "nothing_open" || parcelsOf(run).some(({ status }) => !isFinal(status));
}

function listAgeHolds(
  { ctx, record }: OrderRun,
  createdAt: Date | null,
  readable: "yes" | "no",
): readonly Hold[] {
  const state = readable === "yes" ? null : record.state;
  const hold = findAgeHold({ state, createdAt, now: ctx.clock.now() }, readable);
  return hold ? [hold] : [];
}

function parcelsOf({ record }: OrderRun) {
  return record.handoffs.flatMap((handoff) => handoff.parcels);
}
