import { createHash } from "node:crypto";
import type { Prisma } from "@prisma/client";
import type { ShopContext } from "../../shops/shop-context.server.ts";
import { openCustomer, openSentCustomer } from "../open-customer.server.ts";
import { hashWord } from "./hash-words.ts";
import { listSearchWords } from "./search-words.ts";

/** What of an order's rows its search terms are made from. */
export const searchedRows = {
  handoffs: { include: { parcels: true } },
} as const satisfies Prisma.OrderInclude;

type SearchedOrder = Prisma.OrderGetPayload<{ include: typeof searchedRows }>;

/**
 * Keeps an order's search terms what its rows say now; nothing is written while they are the same. Returns the digest
 * to keep in the order's row, in the same transaction. After erasure the rows hold no customer, so that saving the
 * terms again empties them of the person.
 */
export async function saveSearchTerms(
  ctx: Pick<ShopContext, "shop" | "crypto">,
  tx: Prisma.TransactionClient,
  order: SearchedOrder,
): Promise<string> {
  const terms = termsOf(ctx, order);
  const digest = createHash("sha256")
    .update(`${order.listedAt.getTime()} ${terms.join(" ")}`)
    .digest("base64url");
  if (digest === order.searchDigest) return digest;
  if (order.searchDigest !== null)
    await tx.orderSearchTerm.deleteMany({ where: { shopId: ctx.shop.id, orderId: order.id } });
  await tx.$executeRaw`
    insert into order_search_term (shop_id, order_id, term, listed_at)
    select ${ctx.shop.id}::uuid, ${order.id}::uuid, term, ${order.listedAt}
    from unnest(${[...terms]}::text[]) as term`;
  return digest;
}

/** The same for an order whose row is not written besides. */
export async function refreshSearchTerms(
  ctx: Pick<ShopContext, "shop" | "crypto">,
  tx: Prisma.TransactionClient,
  order: SearchedOrder,
): Promise<void> {
  const searchDigest = await saveSearchTerms(ctx, tx, order);
  if (searchDigest === order.searchDigest) return;
  await tx.order.updateMany({ where: { shopId: ctx.shop.id, id: order.id }, data: { searchDigest } });
}

function termsOf(ctx: Pick<ShopContext, "shop" | "crypto">, order: SearchedOrder): readonly string[] {
  // An order that is none of our business is in no list.
  if (order.state === "not_ours") return [];
  const customers = [openCustomer(ctx, order), ...order.handoffs.map((each) => openSentCustomer(ctx, each))];
  const parcels = order.handoffs.flatMap((handoff) => handoff.parcels);
  const words = listSearchWords({
    orderName: order.name,
    names: customers.map((customer) => customer?.name ?? null),
    phones: customers.map((customer) => customer?.phone ?? null),
    ids: [
      ...order.handoffs.map((handoff) => handoff.externalOrderId),
      ...parcels.flatMap((parcel) => [parcel.orderNumber, parcel.supplierOrderId, parcel.trackingNumber]),
    ],
  });
  return words.map((word) => hashWord(ctx.crypto, ctx.shop.id, word)).sort();
}

const BATCH = 200;

/** Writes the terms of orders that have none yet, a few at a time; false while more are left. */
export async function fillSearchTerms(ctx: ShopContext): Promise<boolean> {
  const orders = await ctx.db.order.findMany({
    where: { shopId: ctx.shop.id, searchDigest: null },
    include: searchedRows,
    take: BATCH,
  });
  for (const order of orders) {
    await ctx.db.$transaction((tx) => refreshSearchTerms(ctx, tx, order));
  }
  return orders.length < BATCH;
}
