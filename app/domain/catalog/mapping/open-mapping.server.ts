import {
  findStoredVariants,
  type SupplierChoice,
} from "#app/domain/catalog/browse/find-supplier-variants.server.ts";
import type { MappingState } from "#app/domain/catalog/mapping/mapping-state.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { ProductGid, SupplierProductId, VariantGid } from "#app/platform/ids.ts";
import { findProduct } from "#app/shopify/operations/products/find-product.ts";
import type { ShopifyProduct } from "#app/shopify/operations/products/to-shopify-product.ts";
import type { Mode } from "#app/supplier/mode.ts";
import { includeMapping, loadMappedRows, toMappedRow } from "./mapped-rows.server.ts";
import type { MappingPart } from "./mapping-part.ts";
import { isImported, titleOf } from "./save-mapping.server.ts";
import { type Suggestion, suggestMapping } from "./suggest-mapping.ts";

/** A variant of the merchant's product, what it is now, and what it may be. */
export type MappableVariant = {
  readonly variantGid: VariantGid;
  readonly title: string;
  readonly sku: string | null;
  readonly pricePkr: Rupees;
  readonly isTracked: boolean;
  readonly parts: readonly MappingPart[];
  readonly suggestion: Suggestion | null;
};

export type OpenMapping =
  | {
      readonly kind: "product";
      readonly productGid: ProductGid;
      readonly title: string;
      readonly writeCost: boolean;
      /** Null before it is first saved. */
      readonly state: MappingState | null;
      readonly variants: readonly MappableVariant[];
      /** The supplier's variants to choose from, of the products asked for and of those it is mapped to. */
      readonly goods: readonly SupplierChoice[];
    }
  | { readonly kind: "not_connected" }
  | { readonly kind: "not_found" }
  /** Karwan made it from the catalog. */
  | { readonly kind: "imported" };

const MOST_GOODS = 12;

type OpenMappingDeps = Pick<ShopContext, "shop" | "db" | "admin" | "supplier" | "connection">;

/** Everything the page of one product needs; suggestions are for the goods asked for, and only suggestions. */
export async function openMapping(
  ctx: OpenMappingDeps,
  query: { readonly productGid: ProductGid; readonly goods: readonly SupplierProductId[] },
): Promise<OpenMapping> {
  if (ctx.connection === null) return { kind: "not_connected" };
  const { mode } = ctx.connection;
  const shopId = ctx.shop.id;
  const product = await findProduct(ctx.admin, { id: query.productGid });
  if (product === null) return { kind: "not_found" };
  if (await isImported(ctx, mode, product.id)) return { kind: "imported" };
  const rows = (await loadMappedRows(ctx.db, { shopId, mode }, [product.id])).get(product.id) ?? [];
  const linked = await loadLinkedParts(ctx, mode, product);
  const parts = new Map([...linked, ...rows.map((row) => [row.variantGid, row.parts] as const)]);
  const held = [...parts.values()].flat().map(({ supplierProductId }) => supplierProductId);
  const goods = await loadGoods(ctx, [...query.goods, ...held]);
  const mapping = await ctx.db.productMapping.findUnique({
    where: { shopId_mode_productGid: { shopId, mode, productGid: product.id } },
  });
  const wanted = goods.filter(({ supplierProductId }) => query.goods.includes(supplierProductId));
  const suggestions = suggestFor(product, wanted.length > 0 ? wanted : goods);
  return {
    ...{ kind: "product", productGid: product.id, title: product.title, goods },
    ...{ writeCost: mapping?.writeCost ?? false, state: mapping?.state ?? null },
    variants: product.variants.map((variant) => ({
      ...{ variantGid: variant.id, title: titleOf(product, variant), sku: variant.sku },
      ...{ pricePkr: Math.floor(Number(variant.price)) as Rupees, isTracked: variant.tracked },
      parts: parts.get(variant.id) ?? [],
      suggestion: suggestions.get(variant.id) ?? null,
    })),
  };
}

/** What an order linked before the product was mapped here. */
async function loadLinkedParts({ db, shop }: OpenMappingDeps, mode: Mode, product: ShopifyProduct) {
  const items = await db.stockedItem.findMany({
    where: {
      ...{ shopId: shop.id, mode, link: { productGid: null } },
      variantGid: { in: product.variants.map(({ id }) => id) },
    },
    include: includeMapping,
  });
  return items.flatMap((item) => {
    const row = toMappedRow(item);
    return row === null ? [] : [[row.variantGid, row.parts] as const];
  });
}

async function loadGoods(
  ctx: OpenMappingDeps,
  productIds: readonly SupplierProductId[],
): Promise<readonly SupplierChoice[]> {
  const goods: SupplierChoice[] = [];
  for (const id of [...new Set(productIds)].slice(0, MOST_GOODS)) {
    goods.push(...((await findStoredVariants(ctx, id)) ?? []));
  }
  return goods;
}

function suggestFor(product: ShopifyProduct, goods: readonly SupplierChoice[]) {
  const variants = product.variants.map((variant) => ({
    ...{ variantGid: variant.id, sku: variant.sku, options: variant.options, productTitle: product.title },
    linkedBefore: variant.supplierVariantId,
  }));
  return suggestMapping(variants, goods);
}
