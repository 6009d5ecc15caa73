import type { ProductGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  VariantsCreateMutation,
  VariantsCreateMutationVariables,
} from "#app/shopify/operations.generated.ts";
import type { ProductVariantSpec } from "./set-product.ts";

export const productVariantsBulkCreate = mutation<VariantsCreateMutation, VariantsCreateMutationVariables>(
  `#graphql
  mutation VariantsCreate($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkCreate(productId: $productId, variants: $variants, strategy: PRESERVE_STANDALONE_VARIANT) {
      productVariants { id inventoryItem { id } }
      userErrors { code field message }
    }
  }`,
  { repeatable: false },
);

/**
 * Adds variants to a product, all or none. Not to be repeated blindly: read the product first, as a variant that is there
 * already is refused. Stock is set apart.
 */
export async function createVariants(
  admin: AdminClient,
  input: {
    readonly productId: ProductGid;
    readonly variants: readonly (ProductVariantSpec & { readonly mediaId?: string | undefined })[];
  },
): Promise<void> {
  await admin.run(productVariantsBulkCreate, {
    productId: input.productId,
    variants: input.variants.map((variant) => ({
      optionValues: variant.options.map(({ name, value }) => ({ optionName: name, name: value })),
      price: String(variant.pricePkr),
      inventoryPolicy: "DENY" as const,
      ...(variant.mediaId === undefined ? {} : { mediaId: variant.mediaId }),
      inventoryItem: {
        tracked: true,
        requiresShipping: true,
        cost: String(variant.costPkr),
        ...(variant.sku === null ? {} : { sku: variant.sku }),
        ...(variant.weightKg === null
          ? {}
          : { measurement: { weight: { value: variant.weightKg, unit: "KILOGRAMS" as const } } }),
      },
      metafields: [
        {
          ...{ namespace: "$app", key: "supplier_variant_id", type: "single_line_text_field" },
          value: variant.supplierVariantId,
        },
      ],
    })),
  });
}
