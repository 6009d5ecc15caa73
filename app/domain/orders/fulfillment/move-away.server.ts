import { findMoveRequest, type MoveRequest } from "#app/domain/orders/commands/decisions/move-away.server.ts";
import { intendEffect, settleEffect } from "#app/domain/orders/reconcile/effects.server.ts";
import { writeInLeaseTransaction } from "#app/domain/orders/reconcile/lease-writes.server.ts";
import {
  changed,
  continued,
  type ReadRun,
  type StepResult,
  updateFulfillmentOrder,
} from "#app/domain/orders/reconcile/order-run.ts";
import { findMoveTargets } from "#app/shopify/operations/fulfillment/find-move-targets.ts";
import { moveFulfillmentOrder } from "#app/shopify/operations/fulfillment/move-fulfillment-order.ts";
import { rejectFulfillmentRequest } from "#app/shopify/operations/fulfillment/reject-fulfillment-request.ts";
import { activateInventory } from "#app/shopify/operations/inventory/activate-inventory.ts";
import { listInventoryLevels } from "#app/shopify/operations/inventory/list-inventory-levels.ts";
import type { ShopifyFulfillmentOrder } from "#app/shopify/order.ts";
import { handoffsOf, ourFulfillmentOrders } from "./our-fulfillment-orders.ts";

const REASON = "The store fulfils it itself";

/** States Shopify moves; what was accepted or is being cancelled stays. */
const MOVABLE = new Set(["OPEN", "ON_HOLD", "INCOMPLETE"]);

/** Moves what the merchant wants to fulfil from a location of its own away from ours, once nothing of it was sent. */
export async function moveAwayOpenUnits(run: ReadRun): Promise<StepResult> {
  const request = findMoveRequest(run.record);
  if (!request) return continued;
  for (const each of ourFulfillmentOrders(run).filter((one) => isMovable(run, one))) {
    if (each.requestStatus === "SUBMITTED") await rejectRequest(run, each.id);
    await moveOne(run, each.id, request);
  }
  await writeInLeaseTransaction(run, async ({ tx }) => {
    const ofOrder = { shopId: run.ctx.shop.id, orderId: run.record.id };
    await tx.orderDecision.updateMany({
      where: { ...ofOrder, kind: "move_away", at: request.at },
      data: { servedAt: run.ctx.clock.now() },
    });
    await tx.orderDecision.deleteMany({ where: { ...ofOrder, kind: "customer" } });
  });
  return changed;
}

function isMovable(run: ReadRun, { id, status, lines }: ShopifyFulfillmentOrder): boolean {
  const parcels = handoffsOf(run, id).flatMap((handoff) => handoff.parcels);
  const isAlive = parcels.some((parcel) => parcel.status !== "CANCELLED");
  return MOVABLE.has(status) && !isAlive && lines.some((line) => line.remainingQuantity > 0);
}

/** An open request is answered first: Shopify moves nothing that waits for a fulfillment service. */
async function rejectRequest(run: ReadRun, id: string): Promise<void> {
  await rejectFulfillmentRequest(run.ctx.admin, { id, message: REASON, reason: "OTHER" });
  updateFulfillmentOrder(run, id, { requestStatus: "REJECTED" });
  await writeInLeaseTransaction(run, async ({ tx, addFact }) => {
    const where = { shopId_gid: { shopId: run.ctx.shop.id, gid: id } };
    await tx.fulfillmentOrder.update({ where, data: { rejectedAt: run.ctx.clock.now() } });
    await addFact({ actor: "karwan", code: "request_rejected", params: { reason: REASON } });
  });
}

async function moveOne(run: ReadRun, id: string, request: MoveRequest): Promise<void> {
  const key = `move:${id}:${request.at.toISOString()}`;
  await intendEffect(run, key);
  await stockThere(run, id, request);
  await moveFulfillmentOrder(run.ctx.admin, { id, newLocationId: request.locationGid });
  const fulfillmentOrders = run.shopify.fulfillmentOrders.map((each) =>
    each.id === id ? { ...each, locationId: request.locationGid, locationName: request.location } : each,
  );
  run.shopify = { ...run.shopify, fulfillmentOrders };
  await settleEffect(run, { key, state: "done" }, async ({ tx, addFact }) => {
    const where = { shopId_gid: { shopId: run.ctx.shop.id, gid: id } };
    await tx.fulfillmentOrder.update({ where, data: { atOurLocation: false } });
    await addFact({ actor: "karwan", code: "moved_away", params: { location: request.location } });
  });
}

/** Shopify moves only to where the goods are stocked: they are put there in exactly these units, and are taken by them. */
async function stockThere({ ctx }: ReadRun, id: string, { locationGid, at }: MoveRequest): Promise<void> {
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
