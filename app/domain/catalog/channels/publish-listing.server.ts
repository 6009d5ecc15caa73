import type { Listing } from "@prisma/client";
import { requestListingReconcile } from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { recordFact } from "#app/domain/timeline/record.server.ts";
import { AppError } from "#app/platform/errors.ts";
import type { ListingId, ProductGid } from "#app/platform/ids.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { getListedProduct } from "#app/shopify/operations/products/get-listed-product.ts";
import { publishProduct } from "#app/shopify/operations/products/publish-product.ts";
import { mayPublish } from "#app/shopify/scopes.ts";
import { publishesByItself, publishingOf, type SalesChannel } from "./sales-channels.ts";
import { readSalesChannels } from "./settle-channels.server.ts";
import { channelNames } from "./visibility.ts";

type PublishContext = Pick<ShopContext, "shop" | "db" | "clock" | "log" | "admin">;
type PublishableListing = Pick<Listing, "id" | "productGid">;
type Channel = Pick<SalesChannel, "gid" | "name">;

const AT_ONCE = 6;

/**
 * Puts products that were just imported on the shop's channels, one call each (R52). A draft is published too, so that
 * it is seen the moment it becomes active, whoever does that. What goes wrong here ends no import: the listing's own work
 * publishes it later.
 */
export async function publishImported(ctx: PublishContext, listings: readonly Listing[]): Promise<void> {
  const unpublished = listings.filter(
    ({ publishedAt, origin, productGid, mode }) =>
      publishedAt === null &&
      origin === "imported" &&
      productGid !== null &&
      publishesByItself(mode, ctx.shop),
  );
  const channels = unpublished.length === 0 ? null : await chosenChannels(ctx);
  if (channels === null || channels.length === 0) return;
  const waiting = [...unpublished];
  const takeNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await publishOrLeave(ctx, next, channels);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, takeNext));
}

async function publishOrLeave(
  ctx: PublishContext,
  listing: Listing,
  channels: readonly SalesChannel[],
): Promise<void> {
  try {
    await publishListing(ctx, listing, channels);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.warn({ event: "publish_left", shopId: ctx.shop.id, listingId: listing.id, code: error.code });
    if (error.retryable) await requestListingReconcile(ctx.db, ctx.shop.id, [listing.id]);
  }
}

/** Where this shop's imports go; null while Karwan may not publish. */
async function chosenChannels(ctx: PublishContext): Promise<readonly SalesChannel[] | null> {
  const publishing = publishingOf(ctx.shop);
  if (publishing.kind === "not_allowed") return null;
  const channels = ctx.shop.salesChannels === null ? await readSalesChannels(ctx) : publishing.channels;
  return channels?.filter(({ chosen }) => chosen) ?? null;
}

/** One call, which may be repeated; what was written is kept beside it. @throws ShopifyError */
export async function publishListing(
  { shop, db, clock, admin }: PublishContext,
  { id, productGid }: PublishableListing,
  channels: readonly Channel[],
): Promise<void> {
  if (productGid === null) return;
  const writtenAt = await publishProduct(admin, {
    productId: productGid,
    publicationIds: channels.map(({ gid }) => gid),
  });
  await db.listing.update({
    where: { shopId_id: { shopId: shop.id, id } },
    data: {
      publishedAt: clock.now(),
      publishedOn: channels.map(({ name }) => name),
      ...(writtenAt === null ? {} : { writtenAt }),
    },
  });
}

export type PublishOutcome =
  | { readonly kind: "published"; readonly on: readonly string[]; readonly isHidden: boolean }
  | { readonly kind: "not_found" }
  | { readonly kind: "not_allowed" | "no_channel" }
  /** Shopify's own words. */
  | { readonly kind: "refused"; readonly detail: string };

/** *Publish*, pressed for one listing: the channels are read anew, as one may be gone. */
export async function publishListingNow(
  ctx: PublishContext,
  { listingId, by }: { readonly listingId: ListingId; readonly by: string },
): Promise<PublishOutcome> {
  const { shop, db } = ctx;
  const listing = await db.listing.findUnique({ where: { shopId_id: { shopId: shop.id, id: listingId } } });
  if (listing === null || listing.productGid === null || listing.unlinkedAt !== null)
    return { kind: "not_found" };
  const ready = await readChosenChannels(ctx);
  if (ready.kind !== "chosen") return ready;
  const { chosen, channels } = ready;
  try {
    await publishListing(ctx, listing, chosen);
  } catch (error) {
    if (!isShopifyError(error, "user_errors")) throw error;
    return { kind: "refused", detail: error.userErrors[0]?.message ?? "" };
  }
  const isHidden = await refreshVisibility(ctx, listing.productGid, { id: listing.id, channels });
  const on = chosen.map(({ name }) => name);
  await recordPublished(ctx, listing.id, { on, by });
  return { kind: "published", on, isHidden };
}

export type ChosenChannels =
  | {
      readonly kind: "chosen";
      readonly channels: readonly SalesChannel[];
      readonly chosen: readonly SalesChannel[];
    }
  | { readonly kind: "not_allowed" | "no_channel" };

/** The shop's channels as Shopify shows them now, and where imports go. */
export async function readChosenChannels(ctx: PublishContext): Promise<ChosenChannels> {
  const channels = mayPublish(ctx.shop.grantedScopes) ? await readSalesChannels(ctx) : null;
  if (channels === null) return { kind: "not_allowed" };
  const chosen = channels.filter((channel) => channel.chosen);
  return chosen.length === 0 ? { kind: "no_channel" } : { kind: "chosen", channels, chosen };
}

/** Tells the listing's timeline who published it, and where. */
export async function recordPublished(
  { shop, db }: Pick<ShopContext, "shop" | "db">,
  listingId: ListingId,
  { on, by }: { readonly on: readonly string[]; readonly by: string },
): Promise<void> {
  const fact = { thing: "listing", thingId: listingId, actor: "person", code: "published" } as const;
  await db.$transaction((tx) => recordFact(tx, shop.id, { ...fact, by, params: { on: on.join(", ") } }));
}

/** What Shopify shows after it; whether it is a draft still. */
async function refreshVisibility(
  { shop, db, admin }: PublishContext,
  productGid: ProductGid,
  { id, channels }: { readonly id: string; readonly channels: readonly SalesChannel[] },
): Promise<boolean> {
  const product = await getListedProduct(admin, productGid, { withChannels: true });
  if (product === null) return false;
  await db.listing.update({
    where: { shopId_id: { shopId: shop.id, id } },
    data: { productStatus: product.status, publishedOn: [...(channelNames(product, channels) ?? [])] },
  });
  return product.status !== "ACTIVE" && product.status !== "UNLISTED";
}
