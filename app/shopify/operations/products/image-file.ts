import type { FileSetInput } from "#app/shopify/operations.generated.ts";

/** An image Shopify copies from an address in the open. */
export type ImageSpec = {
  readonly url: string;
  readonly alt: string;
  /** Where Shopify has the copy already: it stays, and so do the variants that show it. */
  readonly mediaId?: string | undefined;
};

/**
 * Under a name of ours: Shopify would keep the last part of the address, which customers see and which may name the
 * supplier. It wants the ending of the address; where that has none, there is no name to give.
 * https://shopify.dev/docs/api/admin-graphql/2026-10/input-objects/FileSetInput
 */
export function toImageFile({ url, alt, mediaId }: ImageSpec, index: number): FileSetInput {
  if (mediaId !== undefined) return { id: mediaId, alt };
  const ending = /\.[a-z0-9]{2,5}$/i.exec(new URL(url).pathname)?.[0];
  return {
    originalSource: url,
    alt,
    contentType: "IMAGE",
    ...(ending === undefined ? {} : { filename: `product-${index + 1}${ending.toLowerCase()}` }),
  };
}
