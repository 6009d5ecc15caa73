import { type ProductGid, toProductGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import { payloadOf } from "#app/shopify/operations/payload.ts";
import type {
  ProductCreateMutation,
  ProductCreateMutationVariables,
} from "#app/shopify/operations.generated.ts";
import { toProductIdentifier } from "./find-product.ts";
import { productSetPoints } from "./product-set-points.ts";
import { type FirstStock, type ProductSpec, toProductInput } from "./set-product.ts";

/** Asks for no variants: those are read for many products at once, which costs a fraction (D-55). */
export const productCreate = mutation<ProductCreateMutation, ProductCreateMutationVariables>(
  `#graphql
  mutation ProductCreate($identifier: ProductSetIdentifiers!, $input: ProductSetInput!) {
    productSet(identifier: $identifier, input: $input, synchronous: true) {
      product { id updatedAt onlineStoreUrl }
      userErrors { code field message }
    }
  }`,
  // Sent twice it would write its quantities twice, and units may have been sold in between.
  { repeatable: false, extraPoints: productSetPoints },
);

export type CreatedProduct = {
  readonly id: ProductGid;
  readonly createdAt: Date;
  /** Whether Shopify put it into the online store at once. */
  readonly isOnline: boolean;
};

/**
 * Creates the product of a listing with its first stock, in one call: 10 points, 0.2 a variant, 1.9 an image and 0.4 a
 * metafield. Only for a product that is not there: of one that is, it would write over quantities. Returns its gid, and
 * when Shopify made it, by its clock.
 * Throws `unknown_outcome` where it may have been made: look for it before trying again.
 */
export async function createProduct(
  admin: AdminClient,
  spec: ProductSpec,
  stock: FirstStock,
): Promise<CreatedProduct> {
  const { data } = await admin.run(productCreate, {
    identifier: toProductIdentifier({ supplierProductId: spec.supplierProductId }),
    input: toProductInput(spec, stock),
  });
  const product = payloadOf(payloadOf(data.productSet, "productSet").product, "product");
  const isOnline = product.onlineStoreUrl !== null && product.onlineStoreUrl !== undefined;
  return { id: toProductGid(product.id), createdAt: new Date(product.updatedAt), isOnline };
}
