import { toShopTime } from "../clock.ts";
import { totalAvailable } from "../commerce/inventory.ts";
import { legacyId } from "../ids.ts";
import { toFixedDecimal } from "../money.ts";
import type { ProductState, VariantState } from "../state.ts";
import type { ShopState } from "../world.ts";

/** The REST-shaped body of a product's webhooks. */
export function productBody(shop: ShopState, product: ProductState): object {
  const variants = product.variantIds.flatMap((id) => shop.variants.get(id) ?? []);
  return {
    admin_graphql_api_id: product.id,
    id: legacyId(product.id),
    title: product.title,
    handle: product.handle,
    vendor: product.vendor,
    product_type: product.productType,
    status: product.status.toLowerCase(),
    tags: product.tags.join(", "),
    body_html: product.descriptionHtml,
    created_at: toShopTime(product.createdAt),
    updated_at: toShopTime(product.updatedAt),
    template_suffix: product.templateSuffix,
    variants: variants.map((variant) => variantBody(shop, variant)),
    options: product.options.map((option, index) => ({
      name: option.name,
      id: legacyId(option.id),
      product_id: legacyId(product.id),
      position: index + 1,
      values: option.values.map(({ name }) => name),
    })),
    variant_gids: variants.map(({ id, updatedAt }) => ({
      admin_graphql_api_id: id,
      updated_at: toShopTime(updatedAt),
    })),
  };
}

function variantBody(shop: ShopState, variant: VariantState) {
  const item = shop.items.get(variant.inventoryItemId);
  const [option1, option2, option3] = variant.selectedOptions.map(({ value }) => value);
  return {
    admin_graphql_api_id: variant.id,
    id: legacyId(variant.id),
    product_id: legacyId(variant.productId),
    title: variant.selectedOptions.map(({ value }) => value).join(" / "),
    price: toFixedDecimal(variant.price),
    compare_at_price: variant.compareAtPrice === null ? null : toFixedDecimal(variant.compareAtPrice),
    sku: item?.sku ?? null,
    position: variant.position,
    inventory_policy: variant.inventoryPolicy.toLowerCase(),
    inventory_item_id: legacyId(variant.inventoryItemId),
    inventory_quantity: item ? totalAvailable(item) : 0,
    option1: option1 ?? null,
    option2: option2 ?? null,
    option3: option3 ?? null,
    taxable: variant.taxable,
    created_at: toShopTime(variant.createdAt),
    updated_at: toShopTime(variant.updatedAt),
  };
}
