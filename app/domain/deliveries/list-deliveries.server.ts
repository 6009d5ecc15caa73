import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { DeliverySource } from "#app/domain/deliveries/delivery-source.ts";
import { type OrderId, toExternalOrderId, toOrderGid } from "#app/platform/ids.ts";

const PAGE_SIZE = 50;

/** One receipt of the inbox; its body stays sealed. */
export type DeliveryLine = {
  readonly id: string;
  readonly source: DeliverySource;
  readonly topic: string;
  readonly receivedAt: Date;
  /** done: it was read in, or its order was marked to be looked at · waiting: not read in yet · ignored */
  readonly outcome: "done" | "waiting" | "ignored";
  /** A code, where it was ignored. */
  readonly why: string | null;
  readonly order: { readonly id: OrderId; readonly name: string } | null;
  readonly canReplay: boolean;
};

export type DeliveriesPage = {
  readonly deliveries: readonly DeliveryLine[];
  readonly next: string | null;
  readonly asOf: Date;
};

type DeliveriesQuery = { readonly source: DeliverySource | null; readonly before: bigint | null };

/** What arrived from both sides, newest first; `before` is the id a page ended at. */
export async function listDeliveries(
  ctx: ShopContext,
  { source, before }: DeliveriesQuery,
): Promise<DeliveriesPage> {
  const rows = await ctx.db.delivery.findMany({
    where: {
      shopId: ctx.shop.id,
      ...(source && { source }),
      ...(before !== null && { id: { lt: before } }),
    },
    orderBy: { id: "desc" },
    take: PAGE_SIZE + 1,
    omit: { bodyEnc: true },
  });
  const shown = rows.slice(0, PAGE_SIZE);
  const orders = await findOrders(
    ctx,
    shown.flatMap(({ subject }) => subject ?? []),
  );
  return {
    deliveries: shown.map((row) => ({
      id: row.id.toString(),
      source: row.source,
      topic: row.topic,
      receivedAt: row.receivedAt,
      outcome: outcomeOf(row),
      why: row.ignored,
      order: orders.get(row.subject ?? "") ?? null,
      canReplay: orders.has(row.subject ?? ""),
    })),
    next: rows.length > PAGE_SIZE ? (shown.at(-1)?.id.toString() ?? null) : null,
    asOf: ctx.clock.now(),
  };
}

type DeliveryOutcomeRow = {
  readonly source: DeliverySource;
  readonly foldedAt: Date | null;
  readonly ignored: string | null;
};

/** A hint of Shopify's is done once its order is marked; a report of the service's when it was folded in. */
function outcomeOf({ source, foldedAt, ignored }: DeliveryOutcomeRow): DeliveryLine["outcome"] {
  if (ignored !== null) return "ignored";
  return source === "supplier" && foldedAt === null ? "waiting" : "done";
}

/** By subject: an order's gid, or the name of a handoff at the service. */
async function findOrders({ db, shop }: ShopContext, subjects: readonly string[]) {
  const wanted = [...new Set(subjects)];
  const [orders, handoffs] = await Promise.all([
    db.order.findMany({
      where: { shopId: shop.id, orderGid: { in: wanted.map(toOrderGid) } },
      select: { id: true, name: true, orderGid: true },
    }),
    db.handoff.findMany({
      where: { shopId: shop.id, externalOrderId: { in: wanted.map(toExternalOrderId) } },
      select: { externalOrderId: true, order: { select: { id: true, name: true } } },
    }),
  ]);
  return new Map<string, NonNullable<DeliveryLine["order"]>>([
    ...orders.map(({ orderGid, ...order }) => [orderGid, order] as const),
    ...handoffs.map(({ externalOrderId, order }) => [externalOrderId, order] as const),
  ]);
}
