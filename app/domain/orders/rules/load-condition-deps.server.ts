import { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { cityKey } from "#app/domain/orders/customer/pakistan-cities.ts";
import { queryRows } from "#app/platform/database/query-rows.server.ts";
import type { ProductGid, VariantGid } from "#app/platform/ids.ts";
import type { OrderRuleCondition } from "./order-rule.ts";
import type { ConditionDeps } from "./rule-condition-sql.ts";

/** Reads what conditions are looked for by; nothing where none of them asks for it. */
export async function loadConditionDeps(
  { shop, crypto, db }: Pick<ShopContext, "shop" | "crypto" | "db">,
  conditions: readonly OrderRuleCondition[],
): Promise<ConditionDeps> {
  const productGids = conditions.flatMap((each) => (each.kind === "product" ? [each.productGid] : []));
  const isOfCities = conditions.some(({ kind }) => kind === "city");
  const [variants, chosen] = await Promise.all([
    productGids.length > 0 ? listVariants({ shop, db }, productGids) : [],
    isOfCities
      ? db.rememberedAnswer.findMany({
          where: { shopId: shop.id, question: "city_chosen" },
          select: { subject: true, answer: true },
        })
      : [],
  ]);
  const spellings = Map.groupBy(chosen, ({ answer }) => cityKey(answer));
  const ofProduct = Map.groupBy(variants, ({ productGid }) => productGid);
  return {
    shop,
    crypto,
    cityKeysOf: (key) => [key, ...(spellings.get(key) ?? []).map(({ subject }) => subject)],
    variantGidsOf: (gid) => (ofProduct.get(gid) ?? []).map(({ variantGid }) => variantGid),
  };
}

type StockedVariant = { readonly productGid: ProductGid; readonly variantGid: VariantGid };

/** The variants of products that are stocked by us, in any mode: imported, or linked by a person. */
export async function listVariants(
  { shop, db }: Pick<ShopContext, "shop" | "db">,
  productGids: readonly ProductGid[],
): Promise<readonly StockedVariant[]> {
  return queryRows<StockedVariant>(
    db,
    Prisma.sql`
    select listing.product_gid as "productGid", item.variant_gid as "variantGid"
    from listing join stocked_item as item on item.shop_id = listing.shop_id and item.listing_id = listing.id
    where listing.shop_id = ${shop.id}::uuid and listing.product_gid = any(${productGids}::text[])
      and item.variant_gid is not null
    union
    select link.product_gid, item.variant_gid
    from variant_link as link join stocked_item as item on item.shop_id = link.shop_id and item.id = link.id
    where link.shop_id = ${shop.id}::uuid and link.product_gid = any(${productGids}::text[])
      and item.variant_gid is not null`,
  );
}
