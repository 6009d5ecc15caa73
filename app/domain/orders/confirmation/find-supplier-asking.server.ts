import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";

/** How many cash parcels are looked at, and of how many the service asked the customer itself. */
export type SupplierAsking = { readonly parcels: number; readonly asked: number };

const LOOKED_AT = 50;
const DAYS_MS = 30 * 24 * 60 * 60_000;

/** Whether the service has asked customers of this account of late (R16); null where it asked none, or nothing is known. */
export async function findSupplierAsking({
  db,
  shop,
  clock,
  connection,
}: Pick<ShopContext, "db" | "shop" | "clock" | "connection">): Promise<SupplierAsking | null> {
  if (!connection) return null;
  const since = new Date(clock.now().getTime() - DAYS_MS);
  const [found] = await queryRows<SupplierAsking>(
    db,
    Prisma.sql`
    select count(*)::int as parcels,
      count(*) filter (where confirmation in ('PENDING', 'CONFIRMED', 'FAILED'))::int as asked
    from (
      select parcel.confirmation from parcel
      join handoff on handoff.shop_id = parcel.shop_id and handoff.id = parcel.handoff_id
      where parcel.shop_id = ${shop.id}::uuid and parcel.mode = ${connection.mode}
        and parcel.created_at > ${since}::timestamptz and parcel.confirmation is not null
        and handoff.account_id = ${connection.accountId} and handoff.payment_mode = 'COD'
      order by parcel.created_at desc, parcel.id desc limit ${LOOKED_AT}) as latest`,
  );
  return found && found.asked > 0 ? found : null;
}
