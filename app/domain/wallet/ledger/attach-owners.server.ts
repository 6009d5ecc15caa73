import { Prisma } from "@prisma/client";
import type { LedgerKey } from "./ledger-key.ts";

/**
 * Says whose order an entry names, of any shop here that is connected to the account: by the parcel's id, else by our
 * name for the order; its parcel too where the order has one alone. Entries that know theirs are left as they are.
 */
export async function attachOwners(
  tx: Prisma.TransactionClient,
  { accountId, accountKey, mode }: LedgerKey,
  which: Prisma.Sql,
): Promise<void> {
  const ofAccount = Prisma.sql`handoff.mode = ${mode}
    and (handoff.account_id is null or handoff.account_id = ${accountId})`;
  await tx.$executeRaw`
    with wanted as (
      select id, supplier_order_id, external_order_id from ledger_entry
      where account_key = ${accountKey} and mode = ${mode} and owner_parcel_id is null and ${which}
    ),
    shops as (select shop_id from supplier_connection where account_id = ${accountId} and mode = ${mode}),
    found as (
      select wanted.id, owner.shop_id, owner.order_id, owner.parcel_id from wanted
      cross join lateral (
        select * from (
          (select handoff.shop_id, handoff.order_id, parcel.id as parcel_id, 1 as place from shops
            join parcel on parcel.shop_id = shops.shop_id and parcel.mode = ${mode}
              and parcel.supplier_order_id = wanted.supplier_order_id
            join handoff on handoff.shop_id = parcel.shop_id and handoff.id = parcel.handoff_id and ${ofAccount}
            limit 1)
          union all
          (select handoff.shop_id, handoff.order_id, single.id, 2 from shops
            join handoff on handoff.shop_id = shops.shop_id
              and handoff.external_order_id = wanted.external_order_id and ${ofAccount}
            left join lateral (
              select (min(parcel.id::text))::uuid as id from parcel
              where parcel.shop_id = handoff.shop_id and parcel.handoff_id = handoff.id
              having count(*) = 1 and max(parcel.of) = 1) as single on true
            limit 1)
        ) as candidate order by place limit 1
      ) as owner
    )
    update ledger_entry set owner_shop_id = found.shop_id, owner_order_id = found.order_id,
      owner_parcel_id = found.parcel_id
    from found where ledger_entry.id = found.id
      and (ledger_entry.owner_order_id, ledger_entry.owner_parcel_id) is distinct from
        (found.order_id, found.parcel_id)`;
}
