import type { AdminClient } from "../admin-client.server.ts";
import { query } from "../operation.ts";
import type { ListedProductQuery, ListedProductQueryVariables } from "../operations.generated.ts";
import { productFields, productVariantFields } from "./product-fields.ts";
import { readWholeProduct, type ShopifyProduct } from "./to-shopify-product.ts";

export const listedProduct = query<ListedProductQuery, ListedProductQueryVariables>(`#graphql
  query ListedProduct($id: ID!) {
    product(id: $id) {
      ...ProductFields
      descriptionHtml updatedAt
      media(first: 100) { nodes { id } }
    }
  }
  ${productFields}
  ${productVariantFields}`);

/** A product with all that a merchant may have edited. Times are Shopify's. */
export type ListedProduct = ShopifyProduct & {
  readonly descriptionHtml: string;
  readonly updatedAt: Date;
  /** Its first 100 images, by Shopify's ids. */
  readonly mediaIds: readonly string[];
};

/** A product as it stands now, with its content; null where it is gone. */
export async function getListedProduct(admin: AdminClient, id: string): Promise<ListedProduct | null> {
  const { data } = await admin.run(listedProduct, { id });
  if (!data.product) return null;
  const { descriptionHtml, updatedAt, media } = data.product;
  return {
    ...(await readWholeProduct(admin, data.product)),
    descriptionHtml,
    updatedAt: new Date(updatedAt),
    mediaIds: media.nodes.map((each) => each.id),
  };
}
