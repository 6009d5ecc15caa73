import type { ProductGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  ProductDeleteMutation,
  ProductDeleteMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const productDelete = mutation<ProductDeleteMutation, ProductDeleteMutationVariables>(
  `#graphql
  mutation ProductDelete($id: ID!) {
    productDelete(input: { id: $id }, synchronous: true) {
      deletedProductId
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

/** Deletes a product for good. Read it first: one that is gone is refused. */
export async function deleteProduct(admin: AdminClient, id: ProductGid): Promise<void> {
  await admin.run(productDelete, { id });
}
