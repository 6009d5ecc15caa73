import type { ProductGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import { payloadOf } from "#app/shopify/operations/payload.ts";
import type {
  ProductContentSetMutation,
  ProductContentSetMutationVariables,
} from "#app/shopify/operations.generated.ts";
import { type ImageSpec, toImageFile } from "./image-file.ts";
import { productSetPoints } from "./product-set-points.ts";

export const productContentSet = mutation<ProductContentSetMutation, ProductContentSetMutationVariables>(
  `#graphql
  mutation ProductContentSet($identifier: ProductSetIdentifiers!, $input: ProductSetInput!) {
    productSet(identifier: $identifier, input: $input, synchronous: true) {
      product { id title descriptionHtml updatedAt media(first: 100) { nodes { id } } }
      userErrors { code field message }
    }
  }`,
  { repeatable: true, extraPoints: productSetPoints },
);

/** What is left out stays as it is; images take the place of those that are there. */
export type ProductContent = {
  readonly title?: string;
  /** Sanitised by the caller. */
  readonly descriptionHtml?: string;
  readonly images?: readonly ImageSpec[];
};

/** As it stands in Shopify after the change, in Shopify's own spelling. */
export type WrittenContent = {
  readonly title: string;
  readonly descriptionHtml: string;
  readonly updatedAt: Date;
  readonly mediaIds: readonly string[];
};

/** Changes title, description or images of a product; nothing else of it is touched. Images are copied by Shopify. */
export async function setProductContent(
  admin: AdminClient,
  input: { readonly productId: ProductGid; readonly content: ProductContent },
): Promise<WrittenContent> {
  const { title, descriptionHtml, images } = input.content;
  const { data } = await admin.run(productContentSet, {
    identifier: { id: input.productId },
    input: {
      ...(title === undefined ? {} : { title }),
      ...(descriptionHtml === undefined ? {} : { descriptionHtml }),
      ...(images === undefined ? {} : { files: images.map(toImageFile) }),
    },
  });
  const product = payloadOf(payloadOf(data.productSet, "productSet").product, "product");
  return {
    title: product.title,
    descriptionHtml: product.descriptionHtml,
    updatedAt: new Date(product.updatedAt),
    mediaIds: product.media.nodes.map(({ id }) => id),
  };
}
