import type { ProductGid, VariantGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import type { AmountPkr } from "#app/shopify/amount-pkr.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  VariantsUpdateMutation,
  VariantsUpdateMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const productVariantsBulkUpdate = mutation<VariantsUpdateMutation, VariantsUpdateMutationVariables>(
  `#graphql
  mutation VariantsUpdate($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
    productVariantsBulkUpdate(productId: $productId, variants: $variants) {
      product { updatedAt }
      productVariants { id }
      userErrors { code field message }
    }
  }`,
  {
    repeatable: true,
    extraPoints: ({ variants }) =>
      Array.isArray(variants) && variants.length > 1 ? 0.2 * variants.length : 0,
  },
);

export type VariantChange = {
  readonly id: VariantGid;
  /** Whole rupees; left out: unchanged. */
  readonly pricePkr?: AmountPkr;
  /** Whole rupees; null: none. */
  readonly compareAtPkr?: AmountPkr | null;
  readonly costPkr?: AmountPkr;
  /** One of the product's pictures, which this variant shows; left out: unchanged. */
  readonly mediaId?: string;
};

/**
 * Sets prices, costs and pictures of variants of one product, all or none; nothing else of the merchant's is touched. Several
 * products in one document would cost as many points as one by one, so each is a call of its own. Returns when the
 * product then changed, by Shopify's clock.
 * @throws ShopifyError `user_errors`
 */
export async function updateVariants(
  admin: AdminClient,
  input: { readonly productId: ProductGid; readonly variants: readonly VariantChange[] },
): Promise<Date | null> {
  const { data } = await admin.run(productVariantsBulkUpdate, {
    productId: input.productId,
    variants: input.variants.map(({ id, pricePkr, compareAtPkr, costPkr, mediaId }) => ({
      id,
      ...(pricePkr === undefined ? {} : { price: String(pricePkr) }),
      ...(compareAtPkr === undefined
        ? {}
        : { compareAtPrice: compareAtPkr === null ? null : String(compareAtPkr) }),
      ...(costPkr === undefined ? {} : { inventoryItem: { cost: String(costPkr) } }),
      ...(mediaId === undefined ? {} : { mediaId }),
    })),
  });
  const changedAt = data.productVariantsBulkUpdate?.product?.updatedAt;
  return changedAt === undefined ? null : new Date(changedAt);
}
