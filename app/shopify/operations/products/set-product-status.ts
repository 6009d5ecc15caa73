import type { ProductGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  ProductStatusUpdateMutation,
  ProductStatusUpdateMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const productStatusUpdate = mutation<
  ProductStatusUpdateMutation,
  ProductStatusUpdateMutationVariables
>(
  `#graphql
  mutation ProductStatusUpdate($id: ID!, $status: ProductStatus!) {
    productUpdate(product: { id: $id, status: $status }) {
      product { id status }
      userErrors { field message }
    }
  }`,
  { repeatable: true },
);

/** Shows a product, or hides it as a draft or in the archive (R30, R45). */
export async function setProductStatus(
  admin: AdminClient,
  input: { readonly productId: ProductGid; readonly status: "ACTIVE" | "ARCHIVED" | "DRAFT" },
): Promise<void> {
  await admin.run(productStatusUpdate, { id: input.productId, status: input.status });
}
