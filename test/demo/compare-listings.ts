import pg from "pg";
import { z } from "zod";
import { DEMO_LIVE_KEY } from "#test/standins/supplier/defaults.ts";
import type { World } from "#test/support/world.ts";

/** One variant of the shop's that sells goods of the service, as the app keeps it. */
const rowShape = z.object({
  variant_gid: z.string(),
  wholesale_pkr: z.number(),
  /** Null where the price is the merchant's own. */
  price_pkr: z.number().nullable(),
  goods: z.array(z.object({ id: z.string(), quantity: z.number() })),
  /** What the app believes of its stock, in words, for a difference that is found. */
  belief: z.string(),
});
type Row = z.infer<typeof rowShape>;

const BELIEF = `concat('written ', k.pushed_quantity, ', moved at ', k.stock_moved_at, ', due at ', k.stock_due_at,
    (select string_agg(format('; %s: %s at %s by %s', c.supplier_variant_id, c.stock, c.stock_at, c.stock_by), '')
       from stocked_component c where c.shop_id = k.shop_id and c.item_id = k.id),
    (select string_agg(format('; %s of %s %s at %s', i.quantity, i.supplier_variant_id, h.state,
         coalesce(h.taken_at, h.placed_at)), '')
       from handoff_item i join handoff h on h.shop_id = i.shop_id and h.id = i.handoff_id
      where i.shop_id = k.shop_id and i.supplier_variant_id in
        (select supplier_variant_id from stocked_component c where c.shop_id = k.shop_id and c.item_id = k.id)))`;

const QUERY = `
  select v.variant_gid, v.wholesale_pkr, case when l.origin = 'imported' then v.price_pkr end as price_pkr,
         json_build_array(json_build_object('id', v.supplier_variant_id, 'quantity', 1)) as goods,
         ${BELIEF} as belief
    from listed_variant v
    join stocked_item k on k.shop_id = v.shop_id and k.id = v.id
    join listing l on l.shop_id = v.shop_id and l.id = v.listing_id
    join shop s on s.id = v.shop_id
   where s.domain = $1 and v.mode = 'live' and l.state = 'ready' and v.variant_gid is not null
     and not exists (select from stocked_item linked
       where linked.shop_id = v.shop_id and linked.variant_gid = v.variant_gid and linked.listing_id is null)
  union all
  select k.variant_gid, sum(p.wholesale_pkr * p.quantity)::int, null,
         json_agg(json_build_object('id', p.supplier_variant_id, 'quantity', p.quantity)), min(${BELIEF})
    from stocked_item k
    join stocked_component p on p.shop_id = k.shop_id and p.item_id = k.id
    join shop s on s.id = k.shop_id
   where s.domain = $1 and k.mode = 'live' and k.listing_id is null
   group by k.variant_gid`;

/** How many variants of the shop's sell goods of the service, and where the three sides differ about them. */
export async function compareListings(
  world: World,
  shop: string,
): Promise<{ readonly variants: number; readonly differences: readonly string[] }> {
  const rows = await readRows(world, shop);
  const service = await readInventory(world, [
    ...new Set(rows.flatMap(({ goods }) => goods.map(({ id }) => id))),
  ]);
  const { products, services } = world.shopify.control.state({ shop });
  const ours = new Set(services.map(({ locationId }) => locationId));
  const inShopify = new Map(
    products.flatMap(({ variants }) => variants.map((variant) => [variant.id, variant])),
  );
  const differences = rows.flatMap((row) => {
    const shown = inShopify.get(row.variant_gid);
    if (!shown) return [`${row.variant_gid} is gone from Shopify`];
    const level = shown.levels.find(({ locationId }) => ours.has(locationId));
    const stock = Math.min(
      ...row.goods.map(({ id, quantity }) => Math.floor((service.get(id)?.stock ?? 0) / quantity)),
    );
    const wholesale = row.goods.reduce(
      (sum, { id, quantity }) => sum + (service.get(id)?.wholesale ?? 0) * quantity,
      0,
    );
    const check = (what: string, found: number | null, wanted: number) =>
      found === wanted
        ? []
        : [
            `${row.goods.map(({ id }) => id).join(" + ")}: ${what} is ${found}, not ${wanted} (${row.belief})`,
          ];
    return [
      ...check("the quantity in Shopify", level?.available ?? null, Math.max(0, stock)),
      ...check("the wholesale price in the app", row.wholesale_pkr, wholesale),
      ...check("the cost in Shopify", shown.cost === null ? null : Number(shown.cost), wholesale),
      ...(row.price_pkr === null ? [] : check("the price in Shopify", Number(shown.price), row.price_pkr)),
    ];
  });
  return { variants: rows.length, differences };
}

async function readRows(world: World, shop: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: world.databaseUrl });
  await client.connect();
  try {
    return z.array(rowShape).parse((await client.query(QUERY, [shop])).rows);
  } finally {
    await client.end();
  }
}

const inventoryShape = z.object({
  data: z.array(
    z.object({
      variantId: z.string(),
      stock: z.number(),
      wholesalePrice: z.number().nullable(),
      available: z.boolean(),
    }),
  ),
});

async function readInventory(world: World, ids: readonly string[]) {
  const found = new Map<string, { readonly stock: number; readonly wholesale: number }>();
  for (let at = 0; at < ids.length; at += 100) {
    const query = new URLSearchParams({ ids: ids.slice(at, at + 100).join(",") });
    const response = await fetch(`${world.supplier.baseUrl}/inventory?${query}`, {
      headers: { Authorization: `Bearer ${DEMO_LIVE_KEY}` },
    });
    for (const item of inventoryShape.parse(await response.json()).data) {
      const stock = item.available ? item.stock : 0;
      found.set(item.variantId, { stock, wholesale: item.wholesalePrice ?? 0 });
    }
  }
  return found;
}
