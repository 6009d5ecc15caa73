import {
  type FulfillmentOrderAssignmentStatus,
  listAssignedFulfillmentOrders,
} from "#app/shopify/operations/list-assigned-fulfillment-orders.ts";
import type { ShopContext } from "../shops/shop-context.server.ts";

const waitingForUs = ["FULFILLMENT_REQUESTED", "CANCELLATION_REQUESTED"] as const;

/** Marks every order dirty that has a request waiting for our answer, whether or not its webhook arrived (R39). */
export async function findAssignedOrders(ctx: ShopContext): Promise<void> {
  for (const status of waitingForUs) {
    const orders = await listOrderGids(ctx, status);
    await ctx.wake(orders.map((subject) => ({ kind: "order", subject })));
  }
}

async function listOrderGids(ctx: ShopContext, status: FulfillmentOrderAssignmentStatus): Promise<string[]> {
  const locationId = ctx.shop.locationGid;
  if (!locationId) return [];
  const gids = new Set<string>();
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listAssignedFulfillmentOrders>> =
      await listAssignedFulfillmentOrders(ctx.admin, { locationId, status, after });
    for (const { orderId } of page.fulfillmentOrders) gids.add(orderId);
    after = page.next;
  } while (after !== null);
  return [...gids];
}
