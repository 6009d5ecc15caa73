import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type ErasableOrder, eraseOrder } from "#app/domain/privacy/erase-order.server.ts";
import type { Expired } from "./expired.ts";

const DAY_MS = 24 * 60 * 60_000;
/** How long a customer is kept after the last parcel of an order is final. */
const CUSTOMERS_KEPT_DAYS = 30;
/** How long at most after the order was made, or last placed, whatever became of it; Shopify itself shows 60 days. */
const CUSTOMERS_KEPT_AT_MOST_DAYS = 90;
const AT_ONCE = 200;

/** Erases the customers of orders that are long over. What is erased is not found again, so the next step goes on. */
export async function expireCustomers(
  ctx: Pick<ShopContext, "shop" | "db" | "clock" | "crypto">,
): Promise<Expired> {
  const orders = await listExpired(ctx);
  for (const order of orders) await ctx.db.$transaction((tx) => eraseOrder(ctx, tx, order));
  return { rows: orders.length, next: orders.length === AT_ONCE ? "" : null };
}

/**
 * Orders that are over, and those too old to need their customer, in whatever state they stand. A parcel's end is its delivery; for a returned or cancelled one, the last report of it.
 * An order placed again after it was erased is counted anew.
 */
async function listExpired({
  shop,
  db,
  clock,
}: Pick<ShopContext, "shop" | "db" | "clock">): Promise<readonly ErasableOrder[]> {
  const before = new Date(clock.now().getTime() - CUSTOMERS_KEPT_DAYS * DAY_MS);
  const agedBefore = new Date(clock.now().getTime() - CUSTOMERS_KEPT_AT_MOST_DAYS * DAY_MS);
  return db.$queryRaw<ErasableOrder[]>`
    with placed as (
      select handoff.order_id, max(handoff.created_at) as placed_at, bool_or(handoff.state = 'sending') as sends,
        bool_or(parcel.status not in ('DELIVERED', 'CANCELLED', 'RETURNED')) as moves,
        max(case when parcel.status = 'DELIVERED' then coalesce(parcel.delivered_at, parcel.updated_at)
          else parcel.updated_at end) as ended_at
      from handoff left join parcel on parcel.shop_id = handoff.shop_id and parcel.handoff_id = handoff.id
      where handoff.shop_id = ${shop.id}::uuid group by handoff.order_id
    )
    select "order".id, "order".order_gid as "orderGid" from "order"
    left join placed on placed.order_id = "order".id
    where "order".shop_id = ${shop.id}::uuid
      and ("order".erased_at is null or placed.placed_at > "order".erased_at)
      and (greatest("order".listed_at, placed.placed_at) < ${agedBefore}
        or not coalesce(placed.sends, false) and not coalesce(placed.moves, false)
          and case when placed.ended_at is not null then placed.ended_at < ${before}
            else "order".state in ('cancelled', 'not_ours') and "order".updated_at < ${before} end)
    order by "order".id limit ${AT_ONCE}`;
}
