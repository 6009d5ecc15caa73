import { findMoveRequest, type MoveRequest } from "#app/domain/orders/commands/decisions/move-away.server.ts";
import { settleDecision } from "#app/domain/orders/commands/decisions/record-decision.server.ts";
import { intendEffect, settleEffect } from "#app/domain/orders/reconcile/effects.server.ts";
import { writeInLeaseTransaction } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import type { ReadRun } from "#app/domain/orders/reconcile/order-run.ts";
import { withFulfillmentOrder } from "#app/domain/orders/reconcile/shopify-changes.ts";
import {
  continued,
  joinResults,
  mergeResult,
  type StepResult,
} from "#app/domain/orders/reconcile/step-result.ts";
import { toRefusal } from "#app/domain/orders/reconcile/take-turns.server.ts";
import type { FulfillmentOrderGid } from "#app/platform/ids.ts";
import { findMoveTargets } from "#app/shopify/operations/fulfillment/find-move-targets.ts";
import { moveFulfillmentOrder } from "#app/shopify/operations/fulfillment/move-fulfillment-order.ts";
import { rejectFulfillmentRequest } from "#app/shopify/operations/fulfillment/reject-fulfillment-request.ts";
import { activateInventory } from "#app/shopify/operations/inventory/activate-inventory.ts";
import { listInventoryLevels } from "#app/shopify/operations/inventory/list-inventory-levels.ts";
import type { ShopifyFulfillmentOrder } from "#app/shopify/order.ts";
import { isMovable } from "./is-movable.ts";
import { ourFulfillmentOrders } from "./our-fulfillment-orders.ts";

const REASON = "The store fulfils it itself";

/** Moves what the merchant wants to fulfil from a location of its own away from ours, once nothing of it was sent. */
export async function moveAwayOpenUnits(run: ReadRun): Promise<StepResult> {
  const request = findMoveRequest(run.record);
  if (!request) return continued;
  const movable = ourFulfillmentOrders(run).filter((each) => hasMovableUnits(run, each));
  if (movable.length === 0) return giveMoveUp(run, request);
  let result = continued;
  for (const fulfillmentOrder of movable) {
    const now = mergeResult(run, result);
    try {
      result = joinResults(result, await answerAndMove(now, fulfillmentOrder, request));
    } catch (error) {
      return joinResults(result, toRefusal(now, error));
    }
  }
  await writeInLeaseTransaction(run, async ({ tx }) => {
    const ofOrder = { shopId: run.ctx.shop.id, orderId: run.record.id };
    const handledAt = run.ctx.clock.now();
    await settleDecision(tx, { ...ofOrder, kind: "move_away", at: request.at, handledAt });
    await tx.orderDecision.deleteMany({ where: { ...ofOrder, kind: "customer" } });
  });
  return result;
}

/** An open request is answered first: Shopify moves nothing that waits for a fulfillment service. */
async function answerAndMove(
  run: ReadRun,
  { id, requestStatus }: ShopifyFulfillmentOrder,
  request: MoveRequest,
): Promise<StepResult> {
  const answered = requestStatus === "SUBMITTED" ? await rejectRequest(run, id) : continued;
  return joinResults(answered, await moveOne(mergeResult(run, answered), id, request));
}

function hasMovableUnits({ record }: ReadRun, { id, status, lines }: ShopifyFulfillmentOrder): boolean {
  return isMovable({ gid: id, status }, record.handoffs) && lines.some((line) => line.remainingQuantity > 0);
}

/** What could be moved when it was asked for may be gone by now: that is said, and everything else stays as it was. */
async function giveMoveUp(run: ReadRun, { at, location }: MoveRequest): Promise<StepResult> {
  await writeInLeaseTransaction(run, async ({ tx, addFact }) => {
    const decision = { shopId: run.ctx.shop.id, orderId: run.record.id, kind: "move_away" as const, at };
    await settleDecision(tx, { ...decision, handledAt: run.ctx.clock.now() });
    await addFact({ actor: "karwan", code: "not_moved", params: { location } });
  });
  return continued;
}

async function rejectRequest(run: ReadRun, id: FulfillmentOrderGid): Promise<StepResult> {
  await rejectFulfillmentRequest(run.ctx.admin, { id, message: REASON, reason: "OTHER" });
  await writeInLeaseTransaction(run, async ({ tx, addFact }) => {
    const where = { shopId_gid: { shopId: run.ctx.shop.id, gid: id } };
    await tx.fulfillmentOrder.update({ where, data: { rejectedAt: run.ctx.clock.now() } });
    await addFact({ actor: "karwan", code: "request_rejected", params: { reason: REASON } });
  });
  return { shopify: withFulfillmentOrder(run.shopify, id, { requestStatus: "REJECTED" }) };
}

async function moveOne(run: ReadRun, id: FulfillmentOrderGid, request: MoveRequest): Promise<StepResult> {
  const key = `move:${id}:${request.at.toISOString()}`;
  await intendEffect(run, key);
  await stockThere(run, id, request);
  await moveFulfillmentOrder(run.ctx.admin, { id, newLocationId: request.locationGid });
  await settleEffect(run, { key, state: "done" }, async ({ tx, addFact }) => {
    const where = { shopId_gid: { shopId: run.ctx.shop.id, gid: id } };
    await tx.fulfillmentOrder.update({ where, data: { atOurLocation: false } });
    await addFact({ actor: "karwan", code: "moved_away", params: { location: request.location } });
  });
  const moved = { locationId: request.locationGid, locationName: request.location };
  return { shopify: withFulfillmentOrder(run.shopify, id, moved) };
}

/** Shopify moves only to where the goods are stocked: they are put there in exactly these units, and are taken by them. */
async function stockThere(
  { ctx }: ReadRun,
  id: FulfillmentOrderGid,
  { locationGid, at }: MoveRequest,
): Promise<void> {
  const units = (await findMoveTargets(ctx.admin, id))?.units ?? [];
  const items = units.map(({ inventoryItemId }) => inventoryItemId);
  const levels = await listInventoryLevels(ctx.admin, items);
  for (const { inventoryItemId, quantity } of units) {
    const isStocked = levels.some(
      (level) =>
        level.active && level.inventoryItemId === inventoryItemId && level.locationId === locationGid,
    );
    if (isStocked) continue;
    const key = `move:${id}:${inventoryItemId.split("/").at(-1)}:${at.getTime()}`;
    await activateInventory(ctx.admin, {
      inventoryItemId,
      locationId: locationGid,
      available: quantity,
      key,
    });
  }
}
