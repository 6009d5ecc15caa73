import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import {
  type Position,
  requestOrderReconciles,
  type SweepRun,
  type SweepStep,
  textOf,
} from "#app/domain/sweeps/sweep-run.ts";
import {
  type AssignedFulfillmentOrder,
  listAssignedFulfillmentOrders,
} from "#app/shopify/operations/fulfillment/list-assigned-fulfillment-orders.ts";

const statuses = ["FULFILLMENT_REQUESTED", "CANCELLATION_REQUESTED"] as const;
/** Our clock and Shopify's may differ, and a change may be read before it shows. */
const MARGIN_MS = 15 * 60_000;
const ON_ITS_WAY_MS = 60_000;

/**
 * Fulfillment orders at our location that wait for our answer. A cancellation is always looked at, as its answer is owed
 * within minutes (R39); a fulfillment request only when the order was not read since, as a held one waits on purpose (R8).
 */
export async function sweepRequests({ ctx }: SweepRun, position: Position | null): Promise<SweepStep> {
  const status = statuses.find((each) => each === textOf(position, "status")) ?? statuses[0];
  const after = textOf(position, "after");
  const { locationGid } = ctx.shop;
  if (!locationGid) return { next: null, tally: {} };
  const page = await listAssignedFulfillmentOrders(ctx.admin, { locationId: locationGid, status, after });
  const unread = await listUnread(ctx, page.fulfillmentOrders);
  const toLookAt = status === "CANCELLATION_REQUESTED" ? page.fulfillmentOrders : unread.early;
  return {
    next: nextPosition(status, page.next === after ? null : page.next),
    tally: { seen: page.fulfillmentOrders.length, mended: unread.late.length },
    marks: requestOrderReconciles(toLookAt.map(({ orderId }) => orderId)),
  };
}

function nextPosition(status: (typeof statuses)[number], after: string | null): Position | null {
  if (after !== null) return { status, after };
  return status === "FULFILLMENT_REQUESTED" ? { status: "CANCELLATION_REQUESTED" } : null;
}

/**
 * `early`: perhaps not read since the request; `late`: surely not read since, although its webhook should have come.
 */
async function listUnread(ctx: ShopContext, requests: readonly AssignedFulfillmentOrder[]) {
  const rows = await ctx.db.order.findMany({
    where: { shopId: ctx.shop.id, orderGid: { in: requests.map(({ orderId }) => orderId) } },
    select: { orderGid: true, readAt: true },
  });
  const readAt = new Map(rows.map((row) => [row.orderGid, row.readAt?.getTime() ?? 0]));
  const overdueAt = ctx.clock.now().getTime() - ON_ITS_WAY_MS * ctx.env.SWEEP_INTERVAL_SCALE;
  const changedAt = ({ updatedAt }: AssignedFulfillmentOrder) => new Date(updatedAt).getTime();
  const early = requests.filter((each) => (readAt.get(each.orderId) ?? 0) < changedAt(each) + MARGIN_MS);
  const late = early.filter(
    (each) => (readAt.get(each.orderId) ?? 0) < changedAt(each) && changedAt(each) <= overdueAt,
  );
  return { early, late };
}
