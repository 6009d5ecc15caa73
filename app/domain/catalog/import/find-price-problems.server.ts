import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { type SupplierProductId, type SupplierVariantId, toSupplierProductId } from "#app/platform/ids.ts";
import { productSchema } from "#app/supplier/catalog.ts";
import type { Mode } from "#app/supplier/mode.ts";
import type { ChoicesOfProducts } from "./listing-choices.ts";
import { listVariants } from "./plan-listing.ts";

export type PriceProblem = {
  readonly supplierProductId: SupplierProductId;
  readonly variantId: SupplierVariantId;
  readonly sentence: string;
};

/** Prices chosen below the lowest the supplier allows, as far as our cache of the catalog knows it. */
export async function findPriceProblems(
  { shop, db }: Pick<ShopContext, "shop" | "db">,
  mode: Mode,
  choices: ChoicesOfProducts,
): Promise<readonly PriceProblem[]> {
  const priced = Object.entries(choices).filter(([, { prices }]) => Object.keys(prices ?? {}).length > 0);
  const rows = await db.catalogProduct.findMany({
    where: {
      shopId: shop.id,
      mode,
      supplierProductId: { in: priced.map(([id]) => toSupplierProductId(id)) },
    },
    select: { supplierProductId: true, product: true },
  });
  return rows.flatMap(({ supplierProductId, product }) => {
    const parsed = productSchema.safeParse(product);
    if (!parsed.success) return [];
    const own = choices[supplierProductId];
    return listVariants(parsed.data).flatMap(({ id: variantId, minResalePrice }) => {
      const chosen = own?.prices?.[variantId];
      const isLeftOut = own?.variantsLeftOut?.includes(variantId) === true;
      if (chosen === undefined || isLeftOut || chosen >= (minResalePrice ?? 0)) return [];
      return [{ supplierProductId, variantId, sentence: belowMinimum(minResalePrice ?? rupees(0)) }];
    });
  });
}

/** What stands under a price that is too low. */
function belowMinimum(minResalePkr: Rupees): string {
  return `The lowest price the supplier allows is ${formatRupees(minResalePkr)}.`;
}
