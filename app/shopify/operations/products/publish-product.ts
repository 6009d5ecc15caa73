import type { ProductGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  ProductPublishMutation,
  ProductPublishMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const productPublish = mutation<ProductPublishMutation, ProductPublishMutationVariables>(
  `#graphql
  mutation ProductPublish($id: ID!, $input: [PublicationInput!]!) {
    publishablePublish(id: $id, input: $input) {
      publishable { ... on Product { id updatedAt } }
      userErrors { field message }
    }
  }`,
  { repeatable: true },
);

/**
 * Puts a product on sales channels, all of them or none; a draft is seen there from when it is active. Needs
 * `write_publications`. Returns when Shopify last changed the product, by its clock.
 */
export async function publishProduct(
  admin: AdminClient,
  input: { readonly productId: ProductGid; readonly publicationIds: readonly string[] },
): Promise<Date | null> {
  const { data } = await admin.run(productPublish, {
    id: input.productId,
    input: input.publicationIds.map((publicationId) => ({ publicationId })),
  });
  const product = data.publishablePublish?.publishable;
  return product && "updatedAt" in product ? new Date(product.updatedAt) : null;
}
