import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { factSentence } from "#app/domain/orders/commands/fact-sentence.ts";
import { type TimelineLine, type TimelineRow, toLine } from "#app/domain/timeline/find-timeline.server.ts";
import { type OrderGid, type OrderId, toOrderId } from "#app/platform/ids.ts";
import { type ActivityFilter, type FactCursor, toFactCursor } from "./activity-filter.ts";
import { explainFacts, type FactCause } from "./explain-facts.server.ts";
import { findFacts } from "./find-facts.server.ts";

const PAGE_SIZE = 50;

type OrderOfFact = { readonly id: OrderId; readonly name: string; readonly orderGid: OrderGid };

type ActivityLine = TimelineLine & {
  /** The order it is about, when it is about one. */
  readonly order: { readonly id: OrderId; readonly name: string } | null;
  /** Null where nothing is known but who did it. */
  readonly cause: FactCause | null;
};

export type ActivityPage = {
  readonly filter: ActivityFilter;
  readonly lines: readonly ActivityLine[];
  readonly next: string | null;
  readonly asOf: Date;
};

export type ActivityQuery = {
  readonly filter: ActivityFilter;
  readonly viewer: string;
  readonly before: FactCursor | null;
};

/** What happened in a shop, who did it and why, newest first; `before` is where a page ended. */
export async function listActivity(
  ctx: ShopContext,
  { filter, viewer, before }: ActivityQuery,
): Promise<ActivityPage> {
  const rows = await findFacts(ctx, { filter, viewer, after: before, limit: PAGE_SIZE + 1 });
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return {
    filter,
    lines: await toActivityLines(ctx, shown),
    next: rows.length > PAGE_SIZE && last ? toFactCursor(last) : null,
    asOf: ctx.clock.now(),
  };
}

async function toActivityLines(
  ctx: ShopContext,
  rows: readonly TimelineRow[],
): Promise<readonly ActivityLine[]> {
  const orders = await findOrdersOfFacts(ctx, rows);
  const causes = await explainFacts(ctx, rows, [...orders.values()]);
  return rows.map((row) => {
    const order = row.thing === "order" ? orders.get(toOrderId(row.thingId)) : undefined;
    return {
      ...toLine(ctx, row, factSentence),
      order: order ? { id: order.id, name: order.name } : null,
      cause: causes.get(row.id) ?? null,
    };
  });
}

/** The orders that facts are about, by their ids. */
export async function findOrdersOfFacts(
  { db, shop }: Pick<ShopContext, "db" | "shop">,
  rows: readonly TimelineRow[],
): Promise<ReadonlyMap<OrderId, OrderOfFact>> {
  const ids = rows.flatMap(({ thing, thingId }) => (thing === "order" ? [toOrderId(thingId)] : []));
  if (ids.length === 0) return new Map();
  const orders = await db.order.findMany({
    where: { shopId: shop.id, id: { in: [...new Set(ids)] } },
    select: { id: true, name: true, orderGid: true },
  });
  return new Map(orders.map((order) => [order.id, order]));
}
