import { Prisma, type PrismaClient } from "@prisma/client";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ShopId, VariantGid } from "#app/platform/ids.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { CartPart } from "./plan-charge.ts";

type GoodsRow = {
  readonly variantGid: VariantGid;
  readonly isLinked: boolean;
  readonly storeId: string | null;
  readonly grams: number | null;
  readonly quantity: number;
  readonly isFree: boolean;
};

type Goods = ReadonlyMap<VariantGid, readonly CartPart[]>;

/**
 * What the service packs for each of these variants of Shopify, under one mode; a variant of the merchant's own has no parts.
 * A link wins over a listing of the same variant. The weight is the one the service charges by, else the product's.
 */
export async function findGoods(
  db: PrismaClient,
  { shopId, mode }: { readonly shopId: ShopId; readonly mode: Mode },
  variantGids: readonly VariantGid[],
): Promise<Goods> {
  const rows = await queryRows<GoodsRow>(
    db,
    Prisma.sql`
    select item.variant_gid as "variantGid", item.listing_id is null as "isLinked",
      coalesce(part.supplier_store_id, listing.supplier_store_id, known.supplier_store_id) as "storeId",
      round(1000 * coalesce((known.product->'shipping'->>'weightKg')::numeric, sold.weight_kg,
        (known.product->>'weightKg')::numeric))::int as grams,
      part.quantity,
      coalesce((known.product->'shipping'->>'required')::boolean = false, listing.shipping_pkr = 0, false) as "isFree"
    from stocked_item item
    join stocked_component part on part.shop_id = item.shop_id and part.item_id = item.id
    left join listing on listing.shop_id = item.shop_id and listing.id = item.listing_id
    left join listing_variant sold on sold.shop_id = item.shop_id and sold.id = item.id
    left join catalog_product known on known.shop_id = item.shop_id and known.mode = item.mode
      and known.supplier_product_id = part.supplier_product_id
    where item.shop_id = ${shopId}::uuid and item.mode = ${mode}
      and item.variant_gid = any(${[...variantGids]}::text[])`,
  );
  const found = Map.groupBy(rows, ({ variantGid }) => variantGid);
  return new Map(variantGids.map((gid) => [gid, toParts(found.get(gid) ?? [])]));
}

function toParts(rows: readonly GoodsRow[]): readonly CartPart[] {
  const linked = rows.filter(({ isLinked }) => isLinked);
  return (linked.length > 0 ? linked : rows).map(({ storeId, grams, quantity, isFree }) => ({
    ...{ storeId, grams, quantity, isFree },
  }));
}
