import type { OrderGid } from "#app/platform/ids.ts";

/** For so long an order that was just placed is taken for the one a routing speaks of. */
const correlationWindowMs = 4000;

type RecentOrder = { readonly orderGid: OrderGid; readonly untilMs: number };

export type RecentOrderCorrelation = ReturnType<typeof createRecentOrderCorrelation>;

/**
 * The orders whose creation a webhook has just reported to this process, by shop. The routing of a new order names its fulfillment order
 * alone; where one order of the shop waits for its routing, that is the one to look at first, and Shopify need not be
 * asked (D-68). A hint, which may be wrong or missing.
 */
export function createRecentOrderCorrelation(nowMs: () => number = () => performance.now()) {
  const byShop = new Map<string, readonly RecentOrder[]>();
  const waitingIn = (domain: string) => (byShop.get(domain) ?? []).filter((each) => each.untilMs > nowMs());
  return {
    recordOrder(domain: string, orderGid: OrderGid): void {
      const others = waitingIn(domain).filter((each) => each.orderGid !== orderGid);
      byShop.set(domain, [...others.slice(-1), { orderGid, untilMs: nowMs() + correlationWindowMs }]);
    },
    /** The only one of the shop that waits, which does so no longer; null where several wait, or none. */
    takeOnlyOrder(domain: string): OrderGid | null {
      const waiting = waitingIn(domain);
      const [only] = waiting;
      if (only === undefined || waiting.length > 1) return null;
      byShop.delete(domain);
      return only.orderGid;
    },
  };
}
