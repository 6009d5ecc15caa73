import { z } from "zod";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type CommandResult, orderGone } from "#app/domain/orders/commands/command-result.ts";
import { isMovable } from "#app/domain/orders/fulfillment/is-movable.ts";
import type { OrderState } from "#app/domain/orders/reconcile/derive-order-state.ts";
import { findOrderRecord, type OrderRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import { type LocationGid, type OrderId, toLocationGid } from "#app/platform/ids.ts";
import { findMoveTargets, type MoveTargets } from "#app/shopify/operations/fulfillment/find-move-targets.ts";
import { decideForOrder } from "./decide-for-order.server.ts";
import { findDecision } from "./standing-decision.ts";

type MoveAwayInput = {
  readonly orderId: OrderId;
  readonly by: string;
  /** Null: the only one there is. */
  readonly locationGid: LocationGid | null;
};

type Choice = { readonly value: string; readonly label: string };

export type MoveAwayResult =
  | { readonly ok: true; readonly to: string }
  | { readonly ok: false; readonly reason: string; readonly choices?: readonly Choice[] };

const MOVABLE: ReadonlySet<OrderState> = new Set(["new", "waiting", "to_place", "held"]);

const refusals = {
  placed: "The order is already with the supplier. Cancel it there first.",
  nothing:
    "Shopify has nothing to move in this order right now, or a parcel of it is still with the supplier. Where the supplier has just cancelled it, try again in a moment.",
  noLocation: "Your store has no location of its own. Add one in Shopify, under Settings, Locations.",
  which: "Which of your locations ships it?",
} as const;

/**
 * *Fulfil from my own location instead*: the order's open units leave our location. Shopify is asked for the merchant's
 * locations now; the move itself is done by the order's own work, and nothing of the order is placed meanwhile.
 */
export async function moveAway(
  ctx: ShopContext,
  { orderId, by, locationGid }: MoveAwayInput,
): Promise<MoveAwayResult> {
  const order = await findOrderRecord(ctx.db, ctx.shop.id, { id: orderId });
  if (!order) return orderGone;
  if (!MOVABLE.has(order.state)) return { ok: false, reason: refusals.placed };
  const targets = await readTargets(ctx, order);
  if (!targets) return { ok: false, reason: refusals.nothing };
  const { locations } = targets;
  const chosen = locationGid ? locations.find((each) => each.locationGid === locationGid) : null;
  const [only] = locations;
  if (!only) return { ok: false, reason: refusals.noLocation };
  if (!chosen && locations.length > 1) {
    const choices = locations.map((each) => ({ value: each.locationGid, label: each.name }));
    return { ok: false, reason: refusals.which, choices };
  }
  const to = chosen ?? only;
  const params = { locationGid: to.locationGid, location: to.name };
  const recorded = { fact: "move_asked", factParams: { location: to.name } } as const;
  const decided: CommandResult = await decideForOrder(ctx, order, {
    kind: "move_away",
    by,
    params,
    ...recorded,
  });
  return decided.ok ? { ok: true, to: to.name } : decided;
}

/** The newest fulfillment order with units that can be moved says where they can go. */
async function readTargets(
  ctx: ShopContext,
  { fulfillmentOrders, handoffs }: OrderRecord,
): Promise<MoveTargets | null> {
  const ours = fulfillmentOrders.filter((each) => each.atOurLocation);
  for (const { gid } of ours.toReversed()) {
    const targets = await findMoveTargets(ctx.admin, gid);
    if (targets && targets.units.length > 0 && isMovable({ gid, status: targets.status }, handoffs))
      return targets;
  }
  return null;
}

const storedRequest = z.object({ locationGid: z.string().transform(toLocationGid), location: z.string() });

/** A move that was asked for and is not done yet. */
export type MoveRequest = z.infer<typeof storedRequest> & { readonly at: Date };

export function findMoveRequest({ decisions }: Pick<OrderRecord, "decisions">): MoveRequest | null {
  const decision = findDecision(decisions, "move_away");
  const request = storedRequest.safeParse(decision?.params).data;
  return decision && request ? { ...request, at: decision.at } : null;
}
