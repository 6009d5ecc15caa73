import { legacyId } from "../ids.ts";
import type { MediaState, ProductState } from "../state.ts";
import type { Scene } from "../world.ts";

/** Shopify copies the image to its own network; the address a product shows is never the source's. */
export function addMedia(
  { world, shop }: Scene,
  product: ProductState,
  input: { readonly originalSource: string; readonly alt: string; readonly filename?: string | null },
): MediaState {
  const same = product.media.find(({ originalSource }) => originalSource === input.originalSource);
  if (same) {
    same.alt = input.alt;
    return same;
  }
  const id = world.ids.next("MediaImage");
  const given = world.rules.isOn("file_named_as_asked") ? input.filename : null;
  const name = given || (/([^/?#]+)(?:[?#].*)?$/.exec(input.originalSource)?.[1] ?? "image.jpg");
  const media: MediaState = {
    id,
    alt: input.alt,
    originalSource: input.originalSource,
    url: `https://cdn.shopify.com/s/files/1/${legacyId(shop.id)}/files/${legacyId(id)}-${name}`,
    status: "READY",
  };
  product.media.push(media);
  return media;
}
