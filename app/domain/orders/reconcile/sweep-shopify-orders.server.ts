import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { reportMissingShopifyEvents } from "#app/domain/orders/placement/report-missing-shopify-events.server.ts";
import {
  type Position,
  requestOrderReconciles,
  type SweepRun,
  type SweepStep,
  textOf,
} from "#app/domain/sweeps/sweep-run.ts";
import { listOrdersUpdated, type UpdatedOrder } from "#app/shopify/operations/orders/list-orders-updated.ts";

const MINUTE_MS = 60_000;
/** Looked at twice, as a change may become visible late. */
const OVERLAP_MS = 15 * MINUTE_MS;
const FIRST_LOOK_MS = 24 * 60 * MINUTE_MS;
const WEEK_MS = 7 * FIRST_LOOK_MS;
/** The webhook of a change this young may still be on its way, and does not count as lost. */
const ON_ITS_WAY_MS = MINUTE_MS;
/** How long after our answer Shopify may still write its own order. */
const ECHO_MS = 5000;

/**
 * Orders changed in Shopify since the last look, ids only. An order we have not read since it changed is looked at; where
 * the last look ended is read from the changes themselves, in Shopify's time. Where the last change is our own acceptance,
 * only the look over the week reads it, for what a merchant changed in the seconds of that run (D-39).
 */
export async function sweepShopifyOrders(run: SweepRun, position: Position | null): Promise<SweepStep> {
  const since = textOf(position, "since") ?? (await findStart(run)).toISOString();
  const after = textOf(position, "after");
  const { orders, next } = await listOrdersUpdated(run.ctx.admin, { since: new Date(since), after });
  const unread = await listUnread(run.ctx, orders);
  const overdueAt = run.ctx.clock.now().getTime() - ON_ITS_WAY_MS * run.ctx.env.SWEEP_INTERVAL_SCALE;
  const mended = unread.filter(
    ({ updatedAt, isOurs }) => !isOurs && new Date(updatedAt).getTime() <= overdueAt,
  );
  const toRead = unread.filter(({ isOurs }) => !isOurs || run.kind === "shopify_orders_week");
  return {
    next: next === null || next === after ? null : { since, after: next },
    tally: { seen: orders.length, mended: mended.length },
    marks: requestOrderReconciles(toRead.map(({ id }) => id)),
    watermark: latestChange(orders),
    write: async (tx) => {
      if (run.kind === "shopify_orders") await reportMissingShopifyEvents(run, tx, mended.length);
      return undefined;
    },
  };
}

async function findStart({ ctx, kind, schedule }: SweepRun): Promise<Date> {
  const where = { shopId_kind_mode: { shopId: ctx.shop.id, kind: "shopify_orders", mode: "" } };
  const usual = kind === "shopify_orders" ? schedule : await ctx.db.schedule.findUnique({ where });
  const seenTo = usual?.watermark?.getTime() ?? null;
  if (kind === "shopify_orders_week") return new Date((seenTo ?? ctx.clock.now().getTime()) - WEEK_MS);
  return new Date(seenTo === null ? ctx.clock.now().getTime() - FIRST_LOOK_MS : seenTo - OVERLAP_MS);
}

type UnreadOrder = UpdatedOrder & {
  /** Whether the last change was made by our own acceptance. */
  readonly isOurs: boolean;
};

async function listUnread(ctx: ShopContext, orders: readonly UpdatedOrder[]): Promise<UnreadOrder[]> {
  const rows = await ctx.db.order.findMany({
    where: { shopId: ctx.shop.id, orderGid: { in: orders.map(({ id }) => id) } },
    select: {
      orderGid: true,
      shopifyUpdatedAt: true,
      fulfillmentOrders: { select: { acceptedInShopifyAt: true } },
    },
  });
  const known = new Map(rows.map((row) => [row.orderGid, row]));
  return orders.flatMap((order) => {
    const row = known.get(order.id);
    const changedAt = new Date(order.updatedAt);
    if (!row?.shopifyUpdatedAt) return [{ ...order, isOurs: false }];
    if (row.shopifyUpdatedAt >= changedAt) return [];
    return [{ ...order, isOurs: row.fulfillmentOrders.some((each) => isEchoOf(each, changedAt)) }];
  });
}

function isEchoOf({ acceptedInShopifyAt }: { acceptedInShopifyAt: Date | null }, changedAt: Date): boolean {
  if (acceptedInShopifyAt === null) return false;
  const afterMs = changedAt.getTime() - acceptedInShopifyAt.getTime();
  return afterMs >= 0 && afterMs <= ECHO_MS;
}

function latestChange(orders: readonly UpdatedOrder[]): Date | null {
  const times = orders.map(({ updatedAt }) => new Date(updatedAt).getTime());
  return times.length === 0 ? null : new Date(Math.max(...times));
}
