import { Prisma } from "@prisma/client";
import {
  isMapped,
  type ListingSync,
  updateListing,
} from "#app/domain/catalog/listings/run/listing-sync.server.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { publishListing } from "./publish-listing.server.ts";
import { publishesByItself, publishingOf } from "./sales-channels.ts";
import { channelNames } from "./visibility.ts";

/**
 * Keeps where a listing is visible, as the product just read says, and publishes an import that never was. What the
 * merchant takes off a channel afterwards stays off: the listing says so.
 */
export async function syncChannels(run: ListingSync): Promise<void> {
  const { ctx, listing, product } = run;
  const publishing = publishingOf(ctx.shop);
  const channels = publishing.kind === "allowed" ? publishing.channels : [];
  const on = channelNames(product, channels);
  const isFound = on !== null && on.length > 0;
  await run.claim.lease.transaction((tx) =>
    updateListing(run, tx, {
      productStatus: product.status,
      publishedOn: on === null ? Prisma.DbNull : [...on],
      ...(isFound && listing.publishedAt === null ? { publishedAt: ctx.clock.now() } : {}),
    }),
  );
  const chosen = publishesByItself(listing.mode, ctx.shop)
    ? channels.filter((channel) => channel.chosen)
    : [];
  if (isFound || listing.publishedAt !== null || isMapped(run) || chosen.length === 0) return;
  try {
    await publishListing(ctx, listing, chosen);
  } catch (error) {
    // A channel that is gone, or a permission that was taken back: the listing goes on to say that it is not visible.
    if (!isShopifyError(error, "user_errors") && !isShopifyError(error, "access_denied")) throw error;
    ctx.log.warn({ event: "publish_left", shopId: ctx.shop.id, listingId: listing.id, code: error.code });
  }
}
