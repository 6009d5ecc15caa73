import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { FulfillmentOrderGid, OrderGid } from "#app/platform/ids.ts";
import {
  type FulfillmentOrderAssignmentStatus,
  listAssignedFulfillmentOrders,
} from "#app/shopify/operations/fulfillment/list-assigned-fulfillment-orders.ts";

const AWAITING_US = ["FULFILLMENT_REQUESTED", "CANCELLATION_REQUESTED"] as const;

/** What we submitted ourselves so lately is being placed, and the request accepted by the same work (D-39). */
const OWN_REQUEST_MS = 60_000;

/**
 * Requests a reconcile of every order with a request that waits for our answer, whether or not its webhook arrived
 * (R39).
 */
export async function requestAssignedOrdersReconcile(ctx: ShopContext): Promise<void> {
  for (const status of AWAITING_US) {
    const orders = await listOrderGids(ctx, status);
    await ctx.wake(orders.map((orderGid) => ({ kind: "order.reconcile", subject: { orderGid } })));
  }
}

async function listOrderGids(
  ctx: ShopContext,
  status: FulfillmentOrderAssignmentStatus,
): Promise<OrderGid[]> {
  const locationId = ctx.shop.locationGid;
  if (!locationId) return [];
  const own =
    status === "FULFILLMENT_REQUESTED" ? await listOwnRequests(ctx) : new Set<FulfillmentOrderGid>();
  const gids = new Set<OrderGid>();
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listAssignedFulfillmentOrders>> =
      await listAssignedFulfillmentOrders(ctx.admin, { locationId, status, after });
    for (const { id, orderId } of page.fulfillmentOrders) if (!own.has(id)) gids.add(orderId);
    after = page.next;
  } while (after !== null);
  return [...gids];
}

async function listOwnRequests({ db, shop, clock }: ShopContext): Promise<ReadonlySet<FulfillmentOrderGid>> {
  const since = new Date(clock.now().getTime() - OWN_REQUEST_MS);
  const where = { shopId: shop.id, submittedByUsAt: { gt: since }, acceptedAt: null };
  const rows = await db.fulfillmentOrder.findMany({ where, select: { gid: true } });
  return new Set(rows.map(({ gid }) => gid));
}
