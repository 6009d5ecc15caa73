import { listOpenIssues } from "#app/domain/attention/list-attention.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { needsPerson } from "#app/domain/messages/holds/hold-codes.ts";
import { requestsOf, standingRequests } from "#app/domain/orders/commands/decisions/standing-decision.ts";
import { shadowSince } from "#app/domain/orders/shadow/shadow-mode.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { type AnsweredHold, placementBlocker } from "./placement-blocker.ts";

/** Whether the supplier has, or may have, something of an order that is not over. */
export async function hasOpenParcels({ db, shop }: ShopContext, orderId: OrderId): Promise<boolean> {
  const open = { status: { notIn: ["CANCELLED", "DELIVERED", "RETURNED"] } };
  const where = {
    shopId: shop.id,
    orderId,
    OR: [{ state: "sending" as const }, { parcels: { some: open } }],
  };
  return (await db.handoff.count({ where })) > 0;
}

/** Why an order will not go out once its question is answered, planned from how it stands now; null where it will. */
export async function findPlacementBlocker(
  ctx: ShopContext,
  orderId: OrderId,
  answered: AnsweredHold,
): Promise<string | null> {
  const { db, env, shop, connection } = ctx;
  const order = await db.order.findUnique({
    where: { shopId_id: { shopId: shop.id, id: orderId } },
    include: { decisions: standingRequests },
  });
  if (!order) return null;
  const open = (await listOpenIssues(ctx, "order", [orderId])).get(orderId) ?? [];
  const off = { autoCodSince: null, autoPrepaidSince: null };
  const switches = shadowSince(shop) ? { ...shop, ...off } : shop;
  const keeping = { shop: switches, connection, pausedForAll: env.PLACING_PAUSED };
  const questions = open.filter(({ code }) => needsPerson(code)).length;
  const { placeRequestedAt } = requestsOf(order.decisions);
  const blockable = { ...order, placeRequestedAt, questions, orderedAt: order.listedAt };
  return placementBlocker(answered, blockable, keeping);
}
