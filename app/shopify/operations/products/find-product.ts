import type { ProductGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type {
  ProductByIdentifierQuery,
  ProductByIdentifierQueryVariables,
} from "#app/shopify/operations.generated.ts";
import { productFields, productVariantFields } from "./product-fields.ts";
import { readWholeProduct, type ShopifyProduct } from "./to-shopify-product.ts";

export const productByIdentifier = query<
  ProductByIdentifierQuery,
  ProductByIdentifierQueryVariables
>(`#graphql
  query ProductByIdentifier($identifier: ProductIdentifierInput!) {
    productByIdentifier(identifier: $identifier) { ...ProductFields }
  }
  ${productFields}
  ${productVariantFields}`);

export type ProductIdentifier = { readonly id: ProductGid } | { readonly supplierProductId: string };

/** A product by its gid or by the service's product id in our metafield. Null where there is none. */
export async function findProduct(
  admin: AdminClient,
  identifier: ProductIdentifier,
): Promise<ShopifyProduct | null> {
  const { data } = await admin.run(productByIdentifier, { identifier: toProductIdentifier(identifier) });
  return data.productByIdentifier ? readWholeProduct(admin, data.productByIdentifier) : null;
}

/** A product as Shopify identifies it: by gid, or by our unique metafield, never by its handle (D-17). */
export function toProductIdentifier(identifier: ProductIdentifier) {
  if ("id" in identifier) return { id: identifier.id };
  return {
    customId: { namespace: "$app", key: "supplier_product_id", value: identifier.supplierProductId },
  };
}
