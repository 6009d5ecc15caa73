import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { factSentence } from "#app/domain/orders/commands/fact-sentence.ts";
import { type TimelineLine, toLine } from "#app/domain/timeline/find-timeline.server.ts";
import { type OrderId, toOrderId } from "#app/platform/ids.ts";

const PAGE_SIZE = 50;

type ActivityLine = TimelineLine & {
  /** The order it is about, when it is about one. */
  readonly order: { readonly id: OrderId; readonly name: string } | null;
};

export type ActivityPage = {
  readonly lines: readonly ActivityLine[];
  readonly next: string | null;
  readonly asOf: Date;
};

/** What happened in a shop and who did it, newest first; `before` is the id a page ended at. */
export async function listActivity(
  ctx: ShopContext,
  { before }: { readonly before: bigint | null },
): Promise<ActivityPage> {
  const shopId = ctx.shop.id;
  const rows = await ctx.db.timelineEntry.findMany({
    where: { shopId, ...(before !== null && { id: { lt: before } }) },
    orderBy: { id: "desc" },
    take: PAGE_SIZE + 1,
  });
  const shown = rows.slice(0, PAGE_SIZE);
  const ofOrders = shown.flatMap(({ thing, thingId }) => (thing === "order" ? [toOrderId(thingId)] : []));
  const orders = await ctx.db.order.findMany({
    where: { shopId, id: { in: [...new Set(ofOrders)] } },
    select: { id: true, name: true },
  });
  const byId = new Map(orders.map((order) => [order.id, order]));
  return {
    lines: shown.map((row) => ({
      ...toLine(ctx, row, factSentence),
      order: byId.get(toOrderId(row.thingId)) ?? null,
    })),
    next: rows.length > PAGE_SIZE ? (shown.at(-1)?.id.toString() ?? null) : null,
    asOf: ctx.clock.now(),
  };
}
