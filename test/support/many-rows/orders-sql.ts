import type pg from "pg";
import { hashWord } from "#app/domain/orders/search/hash-words.ts";
import { listSearchWords } from "#app/domain/orders/search/search-words.ts";
import type { Crypto } from "#app/platform/crypto/crypto.ts";
import type { FilledShop } from "./fill-tables.ts";
import { FIRST_NAMES } from "./made-orders.ts";
import { bytes } from "./random-bytes.ts";

/** A quote as it is frozen, and as long as one is. */
const TERMS = `jsonb_build_object('quote', '{"platformFeePercent": 10, "platformFeeBasis": "margin"}'::jsonb,
  'explanation', repeat(md5(n::text), 18))`;

/** Of these something was handed to the service. */
const HANDED = "fate not in ('held', 'asked', 'to_place')";

/** By table; each statement reads \`made\`. */
export const ordersSql: Readonly<Record<string, string>> = {
  order: `
    insert into "order" (id, shop_id, order_gid, name, state, hold_code, route, city, city_key, total_pkr, outstanding_pkr,
      net_payment_pkr, customer_enc, phone_hash, needs_you, units, shopify_created_at, listed_at, created_at, updated_at)
    select order_id, shop_id, 'gid://shopify/Order/' || 700000000 + n, '#' || 10000 + n,
      case when fate in ('held', 'asked') then 'held' when fate = 'waits' then 'awaiting_funds'
        when fate = 'open' then 'on_the_way' else fate end,
      case fate when 'held' then 'comes_back' when 'asked' then 'awaiting_confirmation' when 'to_place' then 'automatic_off' end,
      payment_mode, city, lower(city), 1800 + k, case when fate in ('held', 'asked', 'to_place') then 1800 + k else 0 end, 1800,
      customer_enc, md5((n % 9000)::text), fate in ('held', 'asked'), 1 + n % 2, at, at, at, now()
    from made order by shop_id, n desc`,
  fulfillment_order: `
    insert into fulfillment_order (shop_id, gid, order_id, at_our_location, accepted_at)
    select shop_id, 'gid://shopify/FulfillmentOrder/' || 700000000 + n, order_id, true, at from made`,
  handoff: `
    insert into handoff (id, shop_id, order_id, mode, account_id, sequence, external_order_id, payment_mode, state,
      collects_pkr, shipping_pkr, terms, fulfillment_order_gids, city, customer_enc, standing_enc, placed_at, taken_at,
      created_at, updated_at)
    select handoff_id, shop_id, order_id, 'live', account_id, 1, 'x-' || n, payment_mode, 'placed', 1800, 200, ${TERMS},
      array['gid://shopify/FulfillmentOrder/' || 700000000 + n], city, sent_enc, ${bytes(400)}, at, at, at, now()
    from made where ${HANDED} order by shop_id, n desc`,
  handoff_attempt: `
    insert into handoff_attempt (shop_id, handoff_id, number, idempotency_key, body_enc, body_sha256, state, sends,
      created_at, settled_at)
    select shop_id, handoff_id, 1, 'key-' || n, ${bytes(600)}, md5(n::text), 'accepted', 1, at, at from made where ${HANDED}`,
  handoff_item: `
    insert into handoff_item (shop_id, handoff_id, position, line_gid, fulfillment_order_gid,
      fulfillment_order_line_gid, supplier_variant_id, title, quantity, resale_pkr, wholesale_pkr)
    select shop_id, handoff_id, position, 'gid://shopify/LineItem/' || 700000000 + n * 10 + position,
      'gid://shopify/FulfillmentOrder/' || 700000000 + n, 'gid://shopify/FulfillmentOrderLineItem/' || 700000000 + n * 10 + position,
      'v' || (n * 31 + position * 17) % 800, 'Product ' || (n * 31 + position * 17) % 800, 1, 1600, 1000
    from made cross join lateral generate_series(0, n % 2) as position where ${HANDED} order by shop_id, n desc`,
  open_unit: `
    insert into open_unit (shop_id, order_id, variant_gid, standing, free)
    select shop_id, order_id, 'gid://shopify/ProductVariant/' || 700000000 + n % 800, 1, 1
    from made where fate in ('held', 'asked', 'to_place', 'open')`,
  effect: `
    insert into effect (shop_id, order_id, key, state, created_at, done_at)
    select shop_id, order_id, key || n, 'done', at, at from made, unnest(array['fulfillment/', 'accept/']) as key where ${HANDED}`,
  order_decision: `
    insert into order_decision (shop_id, order_id, kind, by, at, handled_at)
    select shop_id, order_id, 'place', '1', at, at from made where n % 4 = 0`,
  order_confirmation: `
    insert into order_confirmation (shop_id, order_id, state, collects_pkr, asked_at, remind_at, due_at)
    select shop_id, order_id, case fate when 'asked' then 'awaiting' else 'confirmed' end, 1800, at,
      at + interval '2 days', at + interval '3 days'
    from made where fate = 'asked' or n % 3 = 0 and ${HANDED}`,
  shadow_decision: `
    insert into shadow_decision (shop_id, order_id, verdict, code, payment_mode, collects_pkr, delivered_pkr, refused_pkr,
      decided_at, changed_at)
    select shop_id, order_id, case n % 10 when 0 then 'hold' when 2 then 'wait' else 'place' end,
      case n % 10 when 0 then 'city_unknown' when 2 then 'automatic_off' end, payment_mode, 1800, 540, -350, at, at
    from made where n % 2 = 0`,
};

/** An order is found by its customer's name and number, and has a dozen more words. */
export async function writeSearchTerms(
  client: pg.PoolClient,
  shops: readonly FilledShop[],
  crypto: Crypto,
): Promise<void> {
  for (const { id: shopId } of shops) {
    const words = FIRST_NAMES.flatMap((name, at) =>
      listSearchWords({ orderName: "", names: [name], phones: [], ids: [] }).map((word) => ({
        ...{ at, term: hashWord(crypto, shopId, word) },
      })),
    );
    await client.query(
      `insert into order_search_term (shop_id, order_id, term, listed_at)
       select shop_id, order_id, t.term, made.at from made
       join lateral (
         select word.term from unnest($2::int[], $3::text[]) as word (at, term)
         where word.at = case when n % 3 = 0 then 0 else n % ${FIRST_NAMES.length} end
         union all select 'x' || n || '-' || g from generate_series(1, 4) g) as t on true
       where shop_id = $1 on conflict do nothing`,
      [shopId, words.map(({ at }) => at), words.map(({ term }) => term)],
    );
  }
}
