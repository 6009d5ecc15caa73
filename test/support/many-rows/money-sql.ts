import { randomUUID } from "node:crypto";
import type pg from "pg";
import { ledgerRawPlace } from "#app/domain/wallet/ledger/save-page.server.ts";
import type { Crypto } from "#app/platform/crypto/crypto.ts";
import { accountKeyOf } from "#app/supplier/account-quota.server.ts";
import { asId } from "#test/support/as-id.ts";
import { bytes } from "./random-bytes.ts";

/** By table; each statement reads what those of orders wrote. */
export const moneySql: Readonly<Record<string, string>> = {
  statistics: `analyze "order"; analyze handoff; analyze handoff_item`,
  parcel: `
    insert into parcel (shop_id, handoff_id, mode, supplier_order_id, status, return_type, cod_pkr, prepaid_pkr,
      wholesale_pkr, resale_pkr, shipping_cost_pkr, shipping_charged_pkr, margin_pkr, platform_fee_pkr,
      expected_margin_pkr, rto_reserve_pkr, rto_charge_pkr, margin_status, margin_release_at, funds_deadline, contents,
      raw_enc, received_at, shipped_at, delivered_at, returned_at, read_at, reported_at, moved_at, still_since,
      still_usual_days, still_basis, courier, created_at, updated_at)
    select shop_id, handoff_id, 'live', 'p' || shop_at || '_' || n,
      case fate when 'waits' then 'AWAITING_FUNDS' when 'open' then 'SHIPPED' when 'refused' then 'RETURNED'
        else upper(fate) end,
      case fate when 'refused' then 'rto' end, case payment_mode when 'COD' then 1800 else 0 end,
      case payment_mode when 'COD' then 0 else 1200 end, 1000, 1600, 200, 200, 600, 60, 540, 350, 350,
      case when fate = 'refused' then 'NONE' when fate <> 'delivered' then null when k < 40 then null
        when days < 24 then 'PENDING' when k < 50 then 'REVERSED' else 'RELEASED' end,
      case when fate = 'delivered' and k >= 40 then at + interval '24 days' end,
      case when fate = 'waits' then at + interval '7 days' end,
      (select jsonb_agg(jsonb_build_object('handoffItemId', i.id, 'quantity', i.quantity)) from handoff_item i
        where i.shop_id = made.shop_id and i.handoff_id = made.handoff_id),
      ${bytes(900)}, case when fate <> 'waits' then at end, case when fate <> 'waits' then at + interval '1 day' end,
      case when fate = 'delivered' then at + interval '4 days' end, case when fate = 'refused' then at + interval '6 days' end,
      now(), now(), at, case when fate = 'open' and n % 9 = 0 then at end,
      case when fate = 'open' and n % 9 = 0 then 3 end, case when fate = 'open' and n % 9 = 0 then 'shop' end, 'TCS', at, now()
    from made where fate not in ('held', 'asked', 'to_place') order by shop_id, n desc`,
  payment_intent: `
    insert into payment_intent (shop_id, order_id, parcel_id, amount_pkr, state, requested_by, requested_at, sent_at,
      settled_at, evidence)
    select made.shop_id, order_id, p.id, 1200, 'paid', '1', made.at, made.at, made.at, 'answer'
    from made join parcel p on p.shop_id = made.shop_id and p.handoff_id = made.handoff_id
    where payment_mode = 'PREPAID' and fate <> 'waits'`,
  ledger_entry: `
    insert into ledger_entry (account_key, mode, entry_id, amount_pkr, type, status, booked_at, seen_at,
      supplier_order_id, owner_shop_id, owner_order_id, owner_parcel_id, raw_enc)
    select account_key, 'live', line.type || p.supplier_order_id, line.amount, line.type,
      case when n % 400 = 0 then 'pending' else 'completed' end, least(made.at + line.days * interval '1 day', now()), now(),
      p.supplier_order_id, made.shop_id, order_id, p.id, ${bytes(300)}
    from made join parcel p on p.shop_id = made.shop_id and p.handoff_id = made.handoff_id
      cross join (values ('RESERVE_HELD', -350, 0), ('RESERVE_RELEASED', 350, 4), ('MARGIN', 540, 24))
        as line (type, amount, days)
    order by made.shop_id, n desc`,
  settlement_difference: `
    insert into settlement_difference (shop_id, order_id, side, subject_id, kind, expected_pkr, found_pkr, parcel_ids,
      found_at, seen_at, put_aside_at)
    select made.shop_id, order_id, 'ledger', p.id, 'missing', 540, 0, array[p.id], made.at, now(),
      case when n % 100 = 0 then now() end
    from made join parcel p on p.shop_id = made.shop_id and p.handoff_id = made.handoff_id
    where n % 10 = 0`,
  ledger_copy: `
    insert into ledger_copy (account_key, mode, copied_at, entries, types, statuses)
    select account_key, 'live', now(), count(*), '{MARGIN,RESERVE_HELD,RESERVE_RELEASED,TOP_UP}', '{completed,pending}'
    from ledger_entry group by account_key
    on conflict (account_key, mode) do update set copied_at = now(), entries = excluded.entries,
      types = excluded.types, statuses = excluded.statuses`,
};

/** What belongs to no order: six top-ups a day, each said in words that a page opens. */
export async function writeMovements(
  client: pg.PoolClient,
  accountId: string,
  crypto: Crypto,
): Promise<void> {
  const ids = Array.from({ length: 3000 }, () => randomUUID());
  const sealed = ids.map((id) =>
    Buffer.from(crypto.seal(JSON.stringify({ id, description: "Top-up" }), ledgerRawPlace(id))),
  );
  await client.query(
    `insert into ledger_entry (id, account_key, mode, entry_id, amount_pkr, type, status, booked_at, seen_at, raw_enc)
     select id, $1, 'live', 't' || n, 5000, 'TOP_UP', case when n % 4 = 0 then 'pending' else 'completed' end,
       now() - n * interval '4 hours', now(), raw
     from unnest($2::uuid[], $3::bytea[]) with ordinality as movement (id, raw, n)`,
    [accountKeyOf(asId(accountId)), ids, sealed],
  );
}
