/** For so long an order that was just placed is taken for the one a routing speaks of. */
const newbornMs = 4000;

type Newborn = { readonly orderGid: string; readonly untilMs: number };

export type NewbornOrders = ReturnType<typeof createNewbornOrders>;

/**
 * The orders whose birth this process has just heard of, by shop. The routing of a new order names its fulfillment order
 * alone; where one order of the shop waits for its routing, that is the one to look at first, and Shopify need not be
 * asked (D-68). A hint, which may be wrong or missing.
 */
export function createNewbornOrders(nowMs: () => number = () => performance.now()) {
  const byShop = new Map<string, readonly Newborn[]>();
  const waitingIn = (domain: string) => (byShop.get(domain) ?? []).filter((each) => each.untilMs > nowMs());
  return {
    note(domain: string, orderGid: string): void {
      const others = waitingIn(domain).filter((each) => each.orderGid !== orderGid);
      byShop.set(domain, [...others.slice(-1), { orderGid, untilMs: nowMs() + newbornMs }]);
    },
    /** The only one of the shop that waits, which does so no longer; null where several wait, or none. */
    takeOnly(domain: string): string | null {
      const waiting = waitingIn(domain);
      const [only] = waiting;
      if (only === undefined || waiting.length > 1) return null;
      byShop.delete(domain);
      return only.orderGid;
    },
  };
}
