import { activateInventory } from "#app/shopify/operations/activate-inventory.ts";
import { findMoveTargets } from "#app/shopify/operations/find-move-targets.ts";
import { listInventoryLevels } from "#app/shopify/operations/list-inventory-levels.ts";
import { moveFulfillmentOrder } from "#app/shopify/operations/move-fulfillment-order.ts";
import { rejectFulfillmentRequest } from "#app/shopify/operations/reject-fulfillment-request.ts";
import type { ShopifyFulfillmentOrder } from "#app/shopify/order.ts";
import { findMoveWish, type MoveWish } from "../decisions/move-away.server.ts";
import { intend, settle } from "../effects.server.ts";
import { changed, goOn, noteFulfillmentOrder, type ReadRun, type StageResult } from "../order-run.ts";
import { writeUnderLease } from "../write-under-lease.server.ts";
import { handoffsOf, ourFulfillmentOrders } from "./our-fulfillment-orders.ts";

const REASON = "The store fulfils it itself";

/** States Shopify moves; what was accepted or is being cancelled stays. */
const MOVABLE = new Set(["OPEN", "ON_HOLD", "INCOMPLETE"]);

/** Moves what the merchant wants to fulfil from a location of its own away from ours, once nothing of it was sent. */
export async function moveAwayOpenUnits(run: ReadRun): Promise<StageResult> {
  const wish = findMoveWish(run.record);
  if (!wish) return goOn;
  for (const each of ourFulfillmentOrders(run).filter((one) => isMovable(run, one))) {
    if (each.requestStatus === "SUBMITTED") await giveBackRequest(run, each.id);
    await moveOne(run, each.id, wish);
  }
  await writeUnderLease(run, async ({ tx }) => {
    const ofOrder = { shopId: run.ctx.shop.id, orderId: run.record.id };
    await tx.orderDecision.updateMany({
      where: { ...ofOrder, kind: "move_away", at: wish.at },
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
async function giveBackRequest(run: ReadRun, id: string): Promise<void> {
  await rejectFulfillmentRequest(run.ctx.admin, { id, message: REASON, reason: "OTHER" });
  noteFulfillmentOrder(run, id, { requestStatus: "REJECTED" });
  await writeUnderLease(run, async ({ tx, tell }) => {
    const where = { shopId_gid: { shopId: run.ctx.shop.id, gid: id } };
    await tx.fulfillmentOrder.update({ where, data: { rejectedAt: run.ctx.clock.now() } });
    await tell({ actor: "karwan", code: "request_rejected", params: { reason: REASON } });
  });
}

async function moveOne(run: ReadRun, id: string, wish: MoveWish): Promise<void> {
  const key = `move:${id}:${wish.at.toISOString()}`;
  await intend(run, key);
  await stockThere(run, id, wish);
  await moveFulfillmentOrder(run.ctx.admin, { id, newLocationId: wish.locationGid });
  const fulfillmentOrders = run.shopify.fulfillmentOrders.map((each) =>
    each.id === id ? { ...each, locationId: wish.locationGid, locationName: wish.location } : each,
  );
  run.shopify = { ...run.shopify, fulfillmentOrders };
  await settle(run, { key, state: "done" }, async ({ tx, tell }) => {
    const where = { shopId_gid: { shopId: run.ctx.shop.id, gid: id } };
    await tx.fulfillmentOrder.update({ where, data: { atOurLocation: false } });
    await tell({ actor: "karwan", code: "moved_away", params: { location: wish.location } });
  });
}

/** Shopify moves only to where the goods are stocked: they are put there in exactly these units, and are taken by them. */
async function stockThere({ ctx }: ReadRun, id: string, { locationGid, at }: MoveWish): Promise<void> {
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
