import { idFrom } from "./made-id.ts";

/** A product as the catalog tells it, with a description and two variants. */
const PRODUCT = `jsonb_build_object('id', 'p' || n, 'title', 'Cotton product ' || n,
  'images', jsonb_build_array('https://images.example/' || n || '.jpg'), 'tags', '[]'::jsonb,
  'description', repeat('Soft and warm. ', 60), 'wholesalePrice', 300 + n * 7 % 3000, 'minResalePrice', 400 + n * 7 % 3000,
  'suggestedPrice', 600 + n * 14 % 6000, 'stock', n % 9, 'inStock', n % 9 > 0, 'weightKg', 0.5,
  'storeId', 's' || n % 3, 'category', jsonb_build_object('id', 'c' || n % 60, 'name', 'Category'),
  'variants', (select jsonb_agg(jsonb_build_object('id', 'p' || n || '_v' || v, 'title', 'Size ' || v, 'size', v::text,
    'wholesalePrice', 300 + n * 7 % 3000, 'stock', n % 9)) from generate_series(1, 2) v))`;

const EACH_PRODUCT = "filled_shop s cross join lateral generate_series(1, s.products) n";
/** One in four products is the merchant's own, some of whose variants are goods of the service. */
/** Shops of middle size have mapped most, so that one shop's share of all mappings is as small as beside many shops. */
const EACH_MAPPING = `filled_shop s cross join lateral generate_series(1,
  case when s.products between 100 and 500 then s.products else s.products / 4 end) n`;
const idOf = (what: string, ...parts: readonly string[]) =>
  idFrom(`s.shop_id || '${what}' || ${parts.join(" || '-' || ")}`);
const gidOf = (kind: string, number: string) => `'gid://shopify/${kind}/' || ${number}`;

/** By table. Every product of the catalog is listed, with two variants. */
export const goodsSql: Readonly<Record<string, string>> = {
  catalog_product: `
    insert into catalog_product (shop_id, mode, supplier_product_id, title, search_text, category_id, category_name,
      wholesale_pkr, suggested_pkr, min_resale_pkr, in_stock, stock, has_variants, product, position, seen_at)
    select shop_id, 'live', 'p' || n, 'Cotton product ' || n,
      'product nr' || n || ' word' || n % 10 || ' rare' || n % 1000 || case when n % 3 = 0 then ' cotton' else '' end,
      'c' || n % 60, 'Category', 300 + n * 7 % 3000, 600 + n * 14 % 6000, 400 + n * 7 % 3000, n % 9 > 0, n % 9, true,
      ${PRODUCT}, n, now()
    from ${EACH_PRODUCT} order by shop_id, n`,
  catalog_category: `
    insert into catalog_category (shop_id, mode, category_id, parent_id, name, position)
    select shop_id, 'live', 'c' || n, case when n >= 10 then 'c' || n % 10 end, 'Category ' || n, n
    from filled_shop s, generate_series(0, 59) n where s.products >= 60 on conflict do nothing`,
  listing: `
    insert into listing (id, shop_id, mode, supplier_product_id, supplier_store_id, product_gid, title, image_url, state,
      needs_you, removed_at, taken_out, locked, loses_money, sync_failure, product_status, published_at, created_at, updated_at)
    select ${idOf("listing", "n")}, shop_id, 'live', 'p' || n, 's' || n % 3, ${gidOf("Product", "700000000 + n")},
      (array['Pressure Cooker', 'Lunch Box', 'Lawn Suit', 'Wireless Earbuds'])[n % 4 + 1] || ' model ' || n % 2500
        || case when n % 997 = 0 then ' zulekha' else '' end,
      'https://images.example/' || n || '.jpg', case when n % 200 = 0 then 'failed' else 'ready' end, n % 150 = 0,
      case when n % 90 = 0 then now() end, case when n % 40 = 0 then 'quantity' end,
      case when n % 30 = 0 then '{"title": "2026-11-20"}' else '{}' end::jsonb, n % 110 = 0, null, 'ACTIVE',
      case when n % 25 > 0 then now() end, now() - n * interval '7 minutes', now()
    from ${EACH_PRODUCT} order by shop_id, n desc`,
  stocked_item: `
    insert into stocked_item (id, shop_id, mode, listing_id, variant_gid, inventory_item_gid, pushed_quantity)
    select ${idOf("item", "n", "v")}, shop_id, 'live', ${idOf("listing", "n")},
      ${gidOf("ProductVariant", "700000000 + n * 10 + v")}, ${gidOf("InventoryItem", "700000000 + n * 10 + v")}, n % 9
    from ${EACH_PRODUCT} cross join generate_series(1, 2) v order by shop_id, n`,
  stocked_component: `
    insert into stocked_component (shop_id, item_id, mode, supplier_product_id, supplier_variant_id, wholesale_pkr,
      min_resale_pkr, stock, stock_at)
    select shop_id, ${idOf("item", "n", "v")}, 'live', 'p' || n, 'p' || n || '_v' || v, 1000, 1200, n % 9, now()
    from ${EACH_PRODUCT} cross join generate_series(1, 2) v order by shop_id, n`,
  listing_variant: `
    insert into listing_variant (id, shop_id, mode, listing_id, supplier_variant_id, title, sku, price_pkr,
      pushed_price_pkr, updated_at)
    select ${idOf("item", "n", "v")}, shop_id, 'live', ${idOf("listing", "n")}, 'p' || n || '_v' || v, 'Size ' || v,
      'SKU-' || n || '-' || v, 1500 + v * 50, 1500 + v * 50, now()
    from ${EACH_PRODUCT} cross join generate_series(1, 2) v order by shop_id, n`,
  product_mapping: `
    insert into product_mapping (id, shop_id, mode, product_gid, title, state, by, created_at, updated_at)
    select ${idOf("mapping", "n")}, shop_id, 'live', ${gidOf("Product", "800000000 + n")}, 'Own product ' || n, 'ready', '1',
      now() - n * interval '1 hour', now()
    from ${EACH_MAPPING}`,
  "stocked_item of links": `
    insert into stocked_item (id, shop_id, mode, variant_gid, inventory_item_gid, pushed_quantity)
    select ${idOf("link", "n")}, shop_id, 'live', ${gidOf("ProductVariant", "800000000 + n")},
      ${gidOf("InventoryItem", "800000000 + n")}, 5
    from ${EACH_MAPPING}`,
  "stocked_component of links": `
    insert into stocked_component (shop_id, item_id, mode, supplier_product_id, supplier_variant_id, title, wholesale_pkr,
      min_resale_pkr, stock)
    select shop_id, ${idOf("link", "n")}, 'live', 'p' || n, 'p' || n || '_v1', 'Goods', 1000, 1200, 5 from ${EACH_MAPPING}`,
  variant_link: `
    insert into variant_link (id, shop_id, product_gid, title, variant_title, price_pkr, by)
    select ${idOf("link", "n")}, shop_id, ${gidOf("Product", "800000000 + n")}, 'Goods', 'Large', 1700, '1' from ${EACH_MAPPING}`,
  cost_change: `
    insert into cost_change (shop_id, mode, supplier_variant_id, from_pkr, to_pkr, at)
    select shop_id, 'live', 'p' || n || '_v1', 990, 1000, now() - n * interval '40 minutes' from ${EACH_PRODUCT}`,
  "bulk_run of listings": `
    insert into bulk_run (id, shop_id, kind, mode, state, by, created_at, finished_at)
    select ${idOf("run", "kind")}, shop_id, kind, 'live', 'done', '1', now() - interval '2 days', now() - interval '2 days'
    from filled_shop s, unnest(array['reprice', 'resync', 'import']) kind`,
  price_change: `
    insert into price_change (shop_id, run_id, listing_variant_id, from_pkr, to_pkr, position, state, settled_at)
    select shop_id, ${idOf("run", "'reprice'")}, ${idOf("item", "n", "1")}, 1500, 1550, n, 'done', now() from ${EACH_PRODUCT}`,
  "bulk_item of listings": `
    insert into bulk_item (shop_id, run_id, listing_id, position, state, settled_at)
    select shop_id, ${idOf("run", "kind")}, ${idOf("listing", "n")}, n, 'done', now()
    from ${EACH_PRODUCT} cross join unnest(array['resync', 'import']) kind`,
};
