import { randomUUID } from "node:crypto";
import type pg from "pg";
import { addressPlace } from "#app/domain/notifications/recipient-place.ts";
import type { Crypto } from "#app/platform/crypto/crypto.ts";
import type { FilledShop } from "./fill-tables.ts";
import { idFrom } from "./made-id.ts";
import { bytes } from "./random-bytes.ts";

/** Two hundred orders a day: what is removed after so many days is of the newest alone. */
const ofDays = (days: number) => `n <= ${days * 200}`;

/** What happened and was noted of the orders, by table; each statement reads \`made\`. */
export const recordsSql: Readonly<Record<string, string>> = {
  attention: `
    insert into attention (shop_id, code, thing, thing_id, params, opened_at, resolved_at, resolved_by)
    select shop_id, case fate when 'held' then 'comes_back' when 'asked' then 'awaiting_confirmation' else 'order_waited_long' end,
      'order', order_id::text,
      case fate when 'asked' then jsonb_build_object('dueAt', at + interval '3 days', 'otherwise', 'hold', 'rules', '[]'::jsonb)
        else '{}' end,
      at, case when fate not in ('held', 'asked') then at + interval '1 hour' end,
      case when fate not in ('held', 'asked') then '1' end
    from made where fate in ('held', 'asked') or n % 4 = 0 and ${ofDays(30)}`,
  timeline_entry: `
    insert into timeline_entry (shop_id, thing, thing_id, topic, actor, by, code, at)
    select shop_id, 'order', order_id::text, fact.topic, fact.actor, case fact.actor when 'person' then '1' end, fact.code,
      at + fact.hours * interval '1 hour'
    from made cross join (values ('orders', 'shopify', 'order_seen', 0), ('orders', 'karwan', 'handoff_sent', 1),
      ('orders', 'supplier', 'handoff_placed', 1), ('orders', 'person', 'place_pressed', 1),
      ('money', 'karwan', 'marked_paid', 96)) as fact (topic, actor, code, hours)
    where case fact.code when 'marked_paid' then fate = 'delivered' when 'place_pressed' then n % 20 = 0
      when 'order_seen' then ${ofDays(30)} else fate not in ('held', 'asked', 'to_place') and ${ofDays(30)} end
    order by shop_id, n desc`,
  delivery: `
    insert into delivery (shop_id, source, key, topic, subject, body_enc, folded_at, received_at)
    select shop_id, received.source,
      case received.source when 'shopify' then '' else 'live/' end || received.topic || '/' || n, received.topic,
      case received.source when 'shopify' then 'gid://shopify/Order/' || 700000000 + n else 'x-' || n end, ${bytes(500)}, at, at
    from made cross join (values ('shopify', 'orders/create'), ('supplier', 'order.received'), ('supplier', 'order.shipped'))
      as received (source, topic)
    where ${ofDays(14)} order by shop_id, n desc`,
  supplier_event_id: `
    insert into supplier_event_id (shop_id, key, received_at, is_of_order)
    select shop_id, 'live/evt_' || n || '_' || g, at, true from made, generate_series(1, 2) g`,
  work: `
    insert into work (shop_id, kind, subject, lane, requested_generation, observed_generation, next_run_at, created_at)
    select shop_id, 'order.reconcile', 'gid://shopify/Order/' || 700000000 + n, 'orders', 1, 1, null, at
    from made where ${ofDays(30)}`,
  bulk_run: `
    insert into bulk_run (id, shop_id, kind, state, by, created_at, finished_at)
    select ${idFrom("shop_id || 'run' || n")}, shop_id, 'place', 'done', '1', at, at from made where n % 10 = 0`,
  bulk_item: `
    insert into bulk_item (shop_id, run_id, order_id, position, state, settled_at)
    select shop_id, ${idFrom("shop_id || 'run' || n / 10 * 10")}, order_id, n % 10, 'done', at
    from made where n >= 10 and n % 2 = 0`,
  customer_access: `
    insert into customer_access (shop_id, person, door, order_ids, first_seen_at, last_seen_at)
    select shop_id, (1 + n % 3)::text, 'orders', array[order_id], at, at from made where n % 3 = 0`,
  press: `
    insert into press (shop_id, id, outcome, created_at)
    select shop_id, gen_random_uuid(), 'done', at from made where ${ofDays(2)}`,
  storefront_try: `
    insert into storefront_try (shop_id, key, tries, since)
    select shop_id, 'order/' || md5(n::text), 1, at from made where ${ofDays(1)}`,
  mail: `
    insert into mail (shop_id, recipient_id, kind, message_id, state, due_at, created_at, ended_at)
    select made.shop_id, r.id, 'digest', 'mail-' || r.id || n, 'sent', made.at, made.at, made.at
    from made join mail_recipient r on r.shop_id = made.shop_id and r.address_hash = 'filled' where n % 5 = 0`,
  flow_event: `
    insert into flow_event (shop_id, trigger, thing_id, at)
    select shop_id, 'placed', order_id::text, at from made where ${ofDays(2)}`,
  privacy_request: `
    insert into privacy_request (shop_id, topic, delivery_key, order_gids, received_at, due_at, done_at)
    select shop_id, 'customers/redact', 'filled/' || n, array['gid://shopify/Order/' || 700000000 + n], at,
      at + interval '30 days', at
    from made where n % 10 = 0`,
};

export async function writeRecipients(
  client: pg.PoolClient,
  shops: readonly FilledShop[],
  crypto: Crypto,
): Promise<void> {
  for (const { id: shopId } of shops) {
    const id = randomUUID();
    const address = crypto.seal("shop@rang.example", addressPlace(id));
    await client.query(
      `insert into mail_recipient (id, shop_id, address_enc, address_hash, state, added_by, confirmed_at, updated_at)
       values ($1, $2, $3, 'filled', 'confirmed', '1', now(), now())`,
      [id, shopId, Buffer.from(address)],
    );
  }
}
