import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";

/** What a shop that leaves still has under way here; live orders and parcels alone, as nothing moves a test parcel. */
export type LeavingCounts = {
  /** Products of the store that sell the supplier's goods. */
  readonly products: number;
  /** Parcels the supplier has and that are not over. */
  readonly openParcels: number;
  /** Of them: those that wait to be paid for. */
  readonly unpaidParcels: number;
  /** Orders of which something is not sent to the supplier yet. */
  readonly unsentOrders: number;
};

/** Counts what leaving concerns, from our own rows. */
export async function countLeaving({ db, shop }: Pick<ShopContext, "db" | "shop">): Promise<LeavingCounts> {
  const [counts] = await queryRows<LeavingCounts>(
    db,
    Prisma.sql`
    select
      (select count(distinct product) from (
        select product_gid as product from listing
        where shop_id = ${shop.id}::uuid and product_gid is not null and unlinked_at is null
        union all
        select product_gid from product_mapping where shop_id = ${shop.id}::uuid) as sold)::int as products,
      (select count(*) from parcel
        where shop_id = ${shop.id}::uuid and mode = 'live'
          and status not in ('DELIVERED', 'CANCELLED', 'RETURNED'))::int as "openParcels",
      (select count(*) from parcel
        where shop_id = ${shop.id}::uuid and mode = 'live' and status = 'AWAITING_FUNDS')::int as "unpaidParcels",
      (select count(*) from "order"
        where shop_id = ${shop.id}::uuid and state in ('to_place', 'held', 'waiting', 'placing'))::int as "unsentOrders"`,
  );
  return counts ?? { products: 0, openParcels: 0, unpaidParcels: 0, unsentOrders: 0 };
}
