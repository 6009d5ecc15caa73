import type { ShopifyProduct } from "#app/shopify/operations/products/to-shopify-product.ts";
import { updateVariants } from "#app/shopify/operations/products/update-variants.ts";
import { deleteMetafields } from "#app/shopify/operations/shop/delete-metafields.ts";
import { type MetafieldValue, setMetafields } from "#app/shopify/operations/shop/set-metafields.ts";
import type { MappedRow } from "./mapped-rows.server.ts";
import { costOfParts, isBundle } from "./mapping-part.ts";
import type { MappingRun } from "./mapping-run.ts";

const METAFIELDS_PER_WRITE = 25;
const VARIANTS_PER_WRITE = 100;

/**
 * Our ids on the merchant's variants, for suggesting them again after a reinstall, and the cost per item where the
 * merchant lets us. Price, title and images are not ours to write. The product itself never carries the id that imports
 * find theirs by (D-17): importing the same goods later must not write over it.
 */
export async function syncVariantIds(
  run: MappingRun,
  product: ShopifyProduct,
  rows: readonly MappedRow[],
): Promise<void> {
  const values = rows.map(toMetafields);
  for (let at = 0; at < values.length; at += METAFIELDS_PER_WRITE) {
    await setMetafields(run.admin, values.slice(at, at + METAFIELDS_PER_WRITE));
  }
  await deleteOutdatedMetafields(run, rows);
  if (run.mapping.writeCost) await writeCosts(run, product, rows);
}

function toMetafields({ variantGid, parts }: MappedRow): MetafieldValue {
  const [first] = parts;
  if (first && !isBundle(parts)) {
    const value = first.supplierVariantId;
    return { ownerId: variantGid, key: "supplier_variant_id", type: "single_line_text_field", value };
  }
  const held = parts.map(({ supplierVariantId: id, quantity }) => ({ id, quantity }));
  return { ownerId: variantGid, key: "supplier_parts", type: "json", value: JSON.stringify(held) };
}

/** A variant that became a bundle, or is one no longer, does not keep the other kind of id. */
async function deleteOutdatedMetafields(run: MappingRun, rows: readonly MappedRow[]): Promise<void> {
  const outdated = rows.map(({ variantGid, parts }) => ({
    ownerId: variantGid,
    key: isBundle(parts) ? "supplier_variant_id" : "supplier_parts",
  }));
  for (let at = 0; at < outdated.length; at += METAFIELDS_PER_WRITE) {
    await deleteMetafields(run.admin, outdated.slice(at, at + METAFIELDS_PER_WRITE));
  }
}

async function writeCosts(
  run: MappingRun,
  product: ShopifyProduct,
  rows: readonly MappedRow[],
): Promise<void> {
  const costByVariant = new Map(product.variants.map(({ id, cost }) => [id, cost]));
  const changes = rows.flatMap(({ variantGid, parts }) => {
    const costPkr = costOfParts(parts);
    const cost = costByVariant.get(variantGid) ?? null;
    return cost !== null && Number(cost) === costPkr ? [] : [{ id: variantGid, costPkr }];
  });
  for (let at = 0; at < changes.length; at += VARIANTS_PER_WRITE) {
    const variants = changes.slice(at, at + VARIANTS_PER_WRITE);
    await updateVariants(run.admin, { productId: product.id, variants });
  }
}
