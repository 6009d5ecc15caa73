/** Shops of others with a few rows in every table of connections, settings and people, named by a hash of their number. */
export function otherShopsSql(count: number): Readonly<Record<string, string>> {
  const each = "other_shop o";
  return {
    numbers: `create temp table other_shop as
     select n, md5('shop' || n)::uuid as shop_id, md5('account' || n) as account_key from generate_series(1, ${count}) n`,
    shop: `insert into shop (id, domain, name, set_up_at, updated_at)
     select shop_id, 'other-' || n || '.myshopify.com', 'Other ' || n, now(), now() from ${each}`,
    shopify_session: `insert into shopify_session (id, shop_id, is_online, updated_at)
     select 'offline_other-' || n, shop_id, false, now() from ${each}`,
    supplier_connection: `insert into supplier_connection (shop_id, mode, active, key_id, key_secret_enc, account_id, webhook_token_hash,
       webhook_token_enc, webhook_secret_enc, updated_at)
     select shop_id, 'live', true, 'lk_' || n, '', 'account_' || n, 'hash_' || n, '', '', now() from ${each}`,
    schedule: `insert into schedule (shop_id, kind, mode, every_ms, next_run_at)
     select shop_id, kind, 'live', 3600000, now() + interval '1 day' from ${each}, unnest(array['stock', 'ledger']) kind`,
    supplier_store: `insert into supplier_store (shop_id, mode, store_id, number) select shop_id, 'live', 's1', 1 from ${each}`,
    listing_settings: `insert into listing_settings (shop_id, updated_at) select shop_id, now() from ${each}`,
    auto_pay: `insert into auto_pay (shop_id) select shop_id from ${each}`,
    remembered_answer: `insert into remembered_answer (shop_id, question, subject, answer, by)
     select shop_id, 'setup_guide', '', 'put_away', '1' from ${each}`,
    order_rule: `insert into order_rule (shop_id, effect, kind, params, created_by)
     select shop_id, 'hold', 'value', '{"limit": 5000}', '1' from ${each}`,
    staff_member: `insert into staff_member (shop_id, user_id, seen_at) select shop_id, n::text, now() from ${each}`,
    api_token: `insert into api_token (shop_id, name, hint, hash, rights, created_by, created_at, expires_at)
     select shop_id, 'Sheet', 'abcd', 'hash_' || n, '{orders}', '1', now(), now() + interval '90 days' from ${each}`,
    delivery_charge: `insert into delivery_charge (shop_id, updated_at) select shop_id, now() from ${each}`,
    delivery_quote: `insert into delivery_quote (shop_id, account_key, mode, figure, key, pkr, seen_at)
     select shop_id, account_key, 'live', 'city', 'lahore', 200, now() from ${each}`,
    storefront_day: `insert into storefront_day (shop_id, day, pages) select shop_id, current_date - d, 5 from ${each}, generate_series(0, 2) d`,
    notification_settings: `insert into notification_settings (shop_id, updated_at) select shop_id, now() from ${each}`,
    notification_choice: `insert into notification_choice (shop_id, kind, urgency, notified_until)
     select shop_id, 'reserve_low', 'digest', now() from ${each}`,
    mail_recipient: `insert into mail_recipient (shop_id, address_enc, address_hash, added_by, updated_at)
     select shop_id, '', 'other', '1', now() from ${each}`,
    flow_switch: `insert into flow_switch (shop_id, name, enabled, changed_by, changed_at)
     select shop_id, 'held', false, '1', now() from ${each}`,
    terms: `insert into terms (account_key, mode, figure, value, source, seen_at)
     select account_key, 'live', 'deposit', '5000', 'wallet', now() from ${each}`,
    supplier_account: `insert into supplier_account (key, slots) select account_key, '{}' from ${each}`,
    ledger_copy: `insert into ledger_copy (account_key, mode) select account_key, 'live' from ${each}`,
    wallet_reading: `insert into wallet_reading (account_key, mode, asked_at) select account_key, 'live', now() from ${each}`,
  };
}
