import type { AdminClient } from "../admin-client.server.ts";
import { mutation } from "../operation.ts";
import type { VariantsUpdateMutation, VariantsUpdateMutationVariables } from "../operations.generated.ts";

export const productVariantsBulkUpdate = mutation<VariantsUpdateMutation, VariantsUpdateMutationVariables>(
  `#graphql
  mutation VariantsUpdate($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkUpdate(productId: $productId, variants: $variants) {
      productVariants { id }
      userErrors { code field message }
    }
  }`,
  { repeatable: true },
);

export type VariantChange = {
  readonly id: string;
  /** Whole rupees; left out: unchanged. */
  readonly pricePkr?: number;
  readonly costPkr?: number;
};

/** Sets prices and costs of variants of one product, all or none; nothing else of the merchant's is touched. */
export async function updateVariants(
  admin: AdminClient,
  input: { readonly productId: string; readonly variants: readonly VariantChange[] },
): Promise<void> {
  await admin.run(productVariantsBulkUpdate, {
    productId: input.productId,
    variants: input.variants.map(({ id, pricePkr, costPkr }) => ({
      id,
      ...(pricePkr === undefined ? {} : { price: String(pricePkr) }),
      ...(costPkr === undefined ? {} : { inventoryItem: { cost: String(costPkr) } }),
    })),
  });
}
