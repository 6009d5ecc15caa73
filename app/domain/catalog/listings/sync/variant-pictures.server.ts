import type { PlannedListing } from "#app/domain/catalog/import/plan-listing.ts";
import type { ListingSync } from "#app/domain/catalog/listings/run/listing-sync.server.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { updateVariants } from "#app/shopify/operations/products/update-variants.ts";
import type { LastWrittenContent } from "./listing-content.ts";

/** By its address at the service: Shopify's id of a picture. */
export type Pictures = ReadonlyMap<string, string>;

/** Pictures we wrote that still stand in Shopify; none where it is not known which is which. */
export function knownPictures(
  { sources, media }: LastWrittenContent["images"],
  current: readonly string[],
): Pictures {
  if (media === null || media.length !== sources.length) return new Map();
  const there = new Set(current);
  return new Map(
    sources.flatMap((url, at) => {
      const id = media[at];
      return id !== undefined && there.has(id) ? [[url, id] as const] : [];
    }),
  );
}

/** What was copied just now, of pictures in their order. */
export function newPictures(urls: readonly string[], mediaIds: readonly string[], known: Pictures): Pictures {
  return new Map(
    urls.flatMap((url, at) => {
      const id = mediaIds[at];
      return id === undefined || known.has(url) ? [] : [[url, id] as const];
    }),
  );
}

/** Gives each variant its new picture. Where Shopify has not copied it yet, the variant shows the product's instead. */
export async function showOnVariants(
  { ctx, listing, product }: ListingSync,
  planned: PlannedListing | null,
  pictures: Pictures,
): Promise<void> {
  const gidOf = new Map(listing.variants.map((row) => [row.supplierVariantId, row.variantGid]));
  const variants = (planned?.product.variants ?? []).flatMap(({ supplierVariantId, imageUrl }) => {
    const id = gidOf.get(supplierVariantId);
    const mediaId = pictures.get(imageUrl ?? "");
    return id && mediaId ? [{ id, mediaId }] : [];
  });
  if (variants.length === 0) return;
  try {
    await updateVariants(ctx.admin, { productId: product.id, variants });
  } catch (error) {
    if (!isShopifyError(error, "user_errors")) throw error;
    ctx.log.warn({ event: "picture_left", shopId: ctx.shop.id, listingId: listing.id, code: error.code });
  }
}
