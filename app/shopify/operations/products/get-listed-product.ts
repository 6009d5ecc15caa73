import type { ProductGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type {
  ListedProductQuery,
  ListedProductQueryVariables,
  PublishedProductQuery,
  PublishedProductQueryVariables,
} from "#app/shopify/operations.generated.ts";
import { productFields, productVariantFields } from "./product-fields.ts";
import { readWholeProduct, type ShopifyProduct } from "./to-shopify-product.ts";

const listedProductFields = `#graphql
  fragment ListedProductFields on Product {
    ...ProductFields
    descriptionHtml updatedAt
    media(first: 100) { nodes { id } }
  }
  ${productFields}
  ${productVariantFields}`;

export const listedProduct = query<ListedProductQuery, ListedProductQueryVariables>(`#graphql
  query ListedProduct($id: ID!) {
    product(id: $id) { ...ListedProductFields }
  }
  ${listedProductFields}`);

/** The same with its channels, which only `read_publications` may see. Those of a draft are staged. */
export const publishedProduct = query<PublishedProductQuery, PublishedProductQueryVariables>(`#graphql
  query PublishedProduct($id: ID!) {
    product(id: $id) {
      ...ListedProductFields
      resourcePublicationsV2(first: 25, onlyPublished: false) { nodes { publication { id } } }
    }
  }
  ${listedProductFields}`);

/** A product with all that a merchant may have edited. Times are Shopify's. */
export type ListedProduct = ShopifyProduct & {
  readonly descriptionHtml: string;
  readonly updatedAt: Date;
  /** Its first 100 images, by Shopify's ids. */
  readonly mediaIds: readonly string[];
  /** The publications it is on, or will be once it is active, by gid; null: not asked for. */
  readonly publicationIds: readonly string[] | null;
};

const noChannels = { data: null, accessDenied: [] } as const;

/** A product as it stands now, with its content, and its channels where they are asked for; null where it is gone. */
export async function getListedProduct(
  admin: AdminClient,
  id: ProductGid,
  { withChannels = false }: { readonly withChannels?: boolean } = {},
): Promise<ListedProduct | null> {
  const { data, accessDenied } = withChannels ? await admin.run(publishedProduct, { id }) : noChannels;
  // A permission that was taken back meanwhile makes no product gone.
  if (data === null || accessDenied.length > 0) {
    const listed = (await admin.run(listedProduct, { id })).data.product;
    return listed ? toListed(admin, listed, null) : null;
  }
  if (!data.product) return null;
  const { nodes } = data.product.resourcePublicationsV2;
  return toListed(
    admin,
    data.product,
    nodes.map(({ publication }) => publication.id),
  );
}

async function toListed(
  admin: AdminClient,
  product: NonNullable<ListedProductQuery["product"]>,
  publicationIds: readonly string[] | null,
): Promise<ListedProduct> {
  return {
    ...(await readWholeProduct(admin, product)),
    descriptionHtml: product.descriptionHtml,
    updatedAt: new Date(product.updatedAt),
    mediaIds: product.media.nodes.map((each) => each.id),
    publicationIds,
  };
}
