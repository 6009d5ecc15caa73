import type { Prisma } from "@prisma/client";
import {
  requestListingReconcile,
  toListingWork,
} from "#app/domain/catalog/listings/request-listing-reconcile.server.ts";
import { lockShop } from "#app/domain/context/connection-rows.server.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { ensureShopRow } from "#app/domain/shops/ensure-shop-row.server.ts";
import type { ListingId } from "#app/platform/ids.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { listPublications } from "#app/shopify/operations/products/list-publications.ts";
import { getShop } from "#app/shopify/operations/shop/get-shop.ts";
import { mayPublish } from "#app/shopify/scopes.ts";
import { modes } from "#app/supplier/mode.ts";
import { parseSalesChannels, planChannels, publishesByItself, type SalesChannel } from "./sales-channels.ts";

type ReadingContext = Pick<ShopContext, "shop" | "db" | "admin">;

/** Reads the shop's channels and keeps them with what was chosen of them; null where we may not look. */
export async function readSalesChannels({
  shop,
  db,
  admin,
}: ReadingContext): Promise<readonly SalesChannel[] | null> {
  try {
    const found = await listPublications(admin);
    return await changeChannels({ shop, db }, (known) => planChannels(found, known));
  } catch (error) {
    if (isShopifyError(error, "access_denied")) return null;
    throw error;
  }
}

export type PublishingPermission =
  | { readonly kind: "allowed"; readonly products: number; readonly channels: readonly SalesChannel[] }
  | { readonly kind: "not_allowed" };

/**
 * The merchant allowed Karwan to publish, or says so: asked of Shopify, then every import that was never published is
 * looked at by its own work, which publishes it (R52).
 */
export async function applyPublishingPermission(ctx: ShopContext): Promise<PublishingPermission> {
  const facts = await getShop(ctx.admin);
  await ensureShopRow(ctx, facts);
  const channels = mayPublish(facts.grantedScopes) ? await readSalesChannels(ctx) : null;
  if (channels === null) return { kind: "not_allowed" };
  const ids = await requestUnpublishedReconcile(ctx);
  await ctx.wake(toListingWork(ids));
  return { kind: "allowed", products: ids.length, channels };
}

/** The same where nobody pressed: the permission came with Shopify's webhook, and its channels were never read. */
export async function detectPublishingPermission(ctx: ShopContext): Promise<void> {
  const { grantedScopes, salesChannels } = ctx.shop;
  if (!mayPublish(grantedScopes) || parseSalesChannels(salesChannels) !== null) return;
  if ((await readSalesChannels(ctx)) !== null)
    await ctx.wake(toListingWork(await requestUnpublishedReconcile(ctx)));
}

async function requestUnpublishedReconcile({ shop, db }: ShopContext): Promise<readonly ListingId[]> {
  const published = modes.filter((mode) => publishesByItself(mode, shop));
  const listings = await db.listing.findMany({
    where: {
      ...{ shopId: shop.id, state: "ready", origin: "imported", publishedAt: null },
      ...{ productGid: { not: null }, unlinkedAt: null, leaving: null, mode: { in: published } },
    },
    select: { id: true },
  });
  return requestListingReconcile(
    db,
    shop.id,
    listings.map(({ id }) => id),
  );
}

/** Which channels imports are published to from now on; those the shop does not have are left out. */
export async function chooseSalesChannels(
  ctx: Pick<ShopContext, "shop" | "db">,
  gids: readonly string[],
): Promise<boolean> {
  const chosen = await changeChannels(
    ctx,
    (known) => known?.map((channel) => ({ ...channel, chosen: gids.includes(channel.gid) })) ?? null,
  );
  return chosen !== null;
}

type Channels = readonly SalesChannel[] | null;

/** Reads and writes the row under the shop's lock, so that a look at Shopify and a choice lose nothing of each other. */
async function changeChannels<Changed extends Channels>(
  { shop, db }: Pick<ShopContext, "shop" | "db">,
  change: (known: Channels) => Changed,
): Promise<Changed> {
  return db.$transaction(async (tx) => {
    await lockShop(tx, shop.id);
    const row = await tx.shop.findUniqueOrThrow({ where: { id: shop.id }, select: { salesChannels: true } });
    const channels = change(parseSalesChannels(row.salesChannels));
    if (channels !== null) {
      await tx.shop.update({ where: { id: shop.id }, data: { salesChannels: toColumn(channels) } });
    }
    return channels;
  });
}

function toColumn(channels: readonly SalesChannel[]): Prisma.InputJsonArray {
  return channels.map((channel) => ({ ...channel }));
}
