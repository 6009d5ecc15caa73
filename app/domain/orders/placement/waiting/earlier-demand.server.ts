import { Prisma } from "@prisma/client";
import type { ReadOrder } from "#app/domain/orders/reconcile/order-run.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { SupplierVariantId } from "#app/platform/ids.ts";

/** Units older orders of the shop wait for, by the service's variant, the oldest order first. */
export type EarlierDemand = ReadonlyMap<SupplierVariantId, readonly number[]>;

/** Who waited longer for a variant is served first: what is back in stock is theirs before it is this order's. */
export async function loadEarlierDemand({ ctx, record, shopify }: ReadOrder): Promise<EarlierDemand> {
  const createdAt = new Date(shopify.createdAt);
  const rows = await queryRows<{ variantId: SupplierVariantId; wanted: number }>(
    ctx.db,
    Prisma.sql`
    select attention.params->>'variantId' as "variantId", coalesce((attention.params->>'wanted')::int, 1) as wanted
    from attention
    join "order" as waiting on waiting.shop_id = attention.shop_id and waiting.id::text = attention.thing_id
    where attention.shop_id = ${ctx.shop.id}::uuid and attention.thing = 'order' and attention.code = 'out_of_stock'
      and attention.resolved_at is null and attention.params->>'variantId' is not null
      and waiting.id <> ${record.id}::uuid and waiting.shopify_created_at is not null
      and (waiting.shopify_created_at, length(waiting.order_gid), waiting.order_gid)
        < (${createdAt}, ${record.orderGid.length}::int, ${record.orderGid})
    order by waiting.shopify_created_at, length(waiting.order_gid), waiting.order_gid`,
  );
  const wanted = new Map<SupplierVariantId, number[]>();
  for (const row of rows) wanted.set(row.variantId, [...(wanted.get(row.variantId) ?? []), row.wanted]);
  return wanted;
}

/** What is left of a stock once every older order that it can serve has its units. */
export function leftOf(stock: number, earlierDemand: readonly number[] = []): number {
  return earlierDemand.reduce((left, wanted) => (wanted <= left ? left - wanted : left), stock);
}
