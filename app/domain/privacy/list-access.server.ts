import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { OrderId } from "#app/platform/ids.ts";
import { findStaffNames } from "../shops/staff.server.ts";

const PAGE_SIZE = 50;
/** So many orders of one row are named; of the others it is said how many they are. */
const NAMED = 5;

/** Some orders' customers, shown to one person at one place. */
export type AccessLine = {
  readonly id: string;
  /** Shopify's id of the person. */
  readonly person: string;
  /** As Shopify named the person when they last pressed something of the owner's; null where they never did. */
  readonly name: string | null;
  /** Where it was shown, by the name of a route. */
  readonly door: string;
  /** The first few; `name` is null for an order that is kept no more. */
  readonly orders: readonly { readonly id: OrderId; readonly name: string | null }[];
  /** How many orders there are beyond those. */
  readonly more: number;
  readonly firstSeenAt: Date;
  readonly lastSeenAt: Date;
  readonly times: number;
};

export type AccessPage = {
  readonly lines: readonly AccessLine[];
  readonly next: string | null;
  readonly asOf: Date;
};

type AccessQuery = {
  /** Only what was shown of this order; null for all. */
  readonly orderId: OrderId | null;
  /** The id a page ended at. */
  readonly before: bigint | null;
};

/** Who was shown which orders' customers, newest first. It names orders by their numbers, and no customer. */
export async function listAccess(ctx: ShopContext, { orderId, before }: AccessQuery): Promise<AccessPage> {
  const { shop, db, clock } = ctx;
  const rows = await db.customerAccess.findMany({
    where: {
      shopId: shop.id,
      ...(orderId !== null && { orderIds: { has: orderId } }),
      ...(before !== null && { id: { lt: before } }),
    },
    orderBy: { id: "desc" },
    take: PAGE_SIZE + 1,
  });
  const shown = rows.slice(0, PAGE_SIZE);
  const named = (orderIds: readonly OrderId[]) =>
    orderId === null ? orderIds.slice(0, NAMED) : [orderId].filter((id) => orderIds.includes(id));
  const [orders, names] = await Promise.all([
    db.order.findMany({
      where: { shopId: shop.id, id: { in: [...new Set(shown.flatMap((row) => named(row.orderIds)))] } },
      select: { id: true, name: true },
    }),
    findStaffNames(ctx, [...new Set(shown.map(({ person }) => person))]),
  ]);
  const nameOf = new Map(orders.map(({ id, name }) => [id, name]));
  return {
    lines: shown.map(({ id, person, door, orderIds, firstSeenAt, lastSeenAt, times }) => ({
      ...{ id: id.toString(), person, name: names.get(person) ?? null, door },
      orders: named(orderIds).map((order) => ({ id: order, name: nameOf.get(order) ?? null })),
      more: orderIds.length - named(orderIds).length,
      ...{ firstSeenAt, lastSeenAt, times },
    })),
    next: rows.length > PAGE_SIZE ? (shown.at(-1)?.id.toString() ?? null) : null,
    asOf: clock.now(),
  };
}
