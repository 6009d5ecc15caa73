import { createHash } from "node:crypto";
import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { openCustomer, openSentCustomer } from "#app/domain/orders/customer/open-customer.server.ts";
import { openOrderLines } from "#app/domain/orders/reconcile/order-lines.ts";
import { hashWord } from "./hash-words.ts";
import { listSearchWords } from "./search-words.ts";

/** What of an order's rows its search terms are made from. */
export const searchedRows = {
  handoffs: { include: { parcels: true } },
} as const satisfies Prisma.OrderInclude;

type SearchedOrder = Prisma.OrderGetPayload<{ include: typeof searchedRows }>;

/** An order's search terms as its rows say now, and a digest that shows whether they differ from those kept. */
export type SearchTerms = { readonly terms: readonly string[]; readonly digest: string };

/** After erasure the rows hold no customer, so that saving the terms again empties them of the person. */
export function planSearchTerms(
  ctx: Pick<ShopContext, "shop" | "crypto">,
  order: SearchedOrder,
): SearchTerms {
  const terms = termsOf(ctx, order);
  const hash = createHash("sha256").update(`${order.listedAt.getTime()} ${terms.join(" ")}`);
  return { terms, digest: hash.digest("base64url") };
}

/** SQL that keeps them for an order that has none; its `from` may go on, in the statement that keeps the digest. */
export function insertTermsSql(
  { shopId, id, listedAt }: Pick<SearchedOrder, "shopId" | "id" | "listedAt">,
  { terms }: SearchTerms,
): Prisma.Sql {
  return Prisma.sql`
    insert into order_search_term (shop_id, order_id, term, listed_at)
    select ${shopId}::uuid, ${id}::uuid, term, ${listedAt}::timestamptz from unnest(${[...terms]}::text[]) as term`;
}

/** Keeps the terms and the digest of an order whose row is not written besides; nothing while they are the same. */
export async function refreshSearchTerms(
  ctx: Pick<ShopContext, "shop" | "crypto">,
  tx: Prisma.TransactionClient,
  order: SearchedOrder,
): Promise<void> {
  const terms = planSearchTerms(ctx, order);
  if (terms.digest === order.searchDigest) return;
  await dropTerms(tx, order);
  await tx.$executeRaw(insertTermsSql(order, terms));
  const where = { shopId: ctx.shop.id, id: order.id };
  await tx.order.updateMany({ where, data: { searchDigest: terms.digest } });
}

/** Call before others are written, in the same transaction. */
export async function dropTerms(
  tx: Prisma.TransactionClient,
  { shopId, id, searchDigest }: Pick<SearchedOrder, "shopId" | "id" | "searchDigest">,
): Promise<void> {
  if (searchDigest !== null) await tx.orderSearchTerm.deleteMany({ where: { shopId, orderId: id } });
}

function termsOf(ctx: Pick<ShopContext, "shop" | "crypto">, order: SearchedOrder): readonly string[] {
  // An order that is none of our business is in no list.
  if (order.state === "not_ours") return [];
  const customers = [openCustomer(ctx, order), ...order.handoffs.map((each) => openSentCustomer(ctx, each))];
  const parcels = order.handoffs.flatMap((handoff) => handoff.parcels);
  const lines = openOrderLines(order.lines) ?? [];
  const words = listSearchWords({
    orderName: order.name,
    names: customers.map((customer) => customer?.name ?? null),
    cities: [order.city, ...customers.map((customer) => customer?.city ?? null)],
    products: lines.flatMap(({ title, variantTitle }) => [title, variantTitle]),
    phones: customers.map((customer) => customer?.phone ?? null),
    ids: [
      ...order.handoffs.map((handoff) => handoff.externalOrderId),
      ...lines.map(({ sku }) => sku),
      ...parcels.flatMap((parcel) => [parcel.orderNumber, parcel.supplierOrderId, parcel.trackingNumber]),
    ],
  });
  return words.map((word) => hashWord(ctx.crypto, ctx.shop.id, word)).sort();
}
