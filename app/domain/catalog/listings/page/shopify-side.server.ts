import type { ListedVariant, Listing } from "@prisma/client";
import { type Range, rangeOf } from "#app/domain/catalog/listings/sync/range-of.ts";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { AppError } from "#app/platform/errors.ts";
import type { InventoryItemGid, ProductGid } from "#app/platform/ids.ts";
import { listInventoryLevels } from "#app/shopify/operations/inventory/list-inventory-levels.ts";
import { getListedProduct } from "#app/shopify/operations/products/get-listed-product.ts";
import { publishingOf } from "../../channels/sales-channels.ts";
import { channelNames, type Visibility, visibilityOf } from "../../channels/visibility.ts";

/** A product as Shopify shows it now; amounts in rupees. */
export type ShopifySide =
  /** Nothing of it is in the store yet, or any more by our own rows. */
  | { readonly kind: "not_there" }
  /** It was in the store and is not found there any more. */
  | { readonly kind: "gone" }
  /** Shopify could not be asked just now. */
  | { readonly kind: "unread" }
  | {
      readonly kind: "read";
      readonly title: string;
      /** ACTIVE, ARCHIVED, DRAFT, UNLISTED */
      readonly status: string;
      /** Where customers see it. */
      readonly visibility: Visibility;
      readonly imageCount: number;
      readonly prices: Range | null;
      readonly costs: Range | null;
      /** Units available at our location. */
      readonly stock: number;
      /** Variants of the product that are none of the listing's. */
      readonly otherVariants: number;
    };

const ITEMS_PER_READ = 50;

/** Read each time a person opens the page; the page stands without it. */
export async function readShopifySide(
  ctx: Pick<ShopContext, "admin" | "shop" | "log">,
  listing: Listing & { readonly variants: readonly ListedVariant[] },
): Promise<ShopifySide> {
  if (listing.productGid === null) return { kind: "not_there" };
  try {
    return await readSide(ctx, listing, listing.productGid);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    ctx.log.warn({ event: "listing_side_unread", shopId: ctx.shop.id, code: error.code });
    return { kind: "unread" };
  }
}

async function readSide(
  ctx: Pick<ShopContext, "admin" | "shop">,
  listing: { readonly variants: readonly ListedVariant[] },
  productGid: ProductGid,
): Promise<ShopifySide> {
  const publishing = publishingOf(ctx.shop);
  const withChannels = publishing.kind === "allowed";
  const product = await getListedProduct(ctx.admin, productGid, { withChannels });
  if (product === null) return { kind: "gone" };
  const ours = new Set(listing.variants.map(({ variantGid }) => variantGid));
  const own = product.variants.filter(({ id }) => ours.has(id));
  const items = own.map(({ inventoryItemId }) => inventoryItemId);
  return {
    kind: "read",
    title: product.title,
    status: product.status,
    visibility: visibilityOf({
      productStatus: product.status,
      publishedOn: channelNames(product, withChannels ? publishing.channels : []),
    }),
    imageCount: product.mediaIds.length,
    prices: rangeOf(own.map(({ price }) => Number(price))),
    costs: rangeOf(own.flatMap(({ cost }) => (cost === null ? [] : [Number(cost)]))),
    stock: await countAtOurs(ctx, items),
    otherVariants: product.variants.length - own.length,
  };
}

async function countAtOurs(
  { admin, shop }: Pick<ShopContext, "admin" | "shop">,
  items: readonly InventoryItemGid[],
): Promise<number> {
  let units = 0;
  for (let at = 0; at < items.length; at += ITEMS_PER_READ) {
    const levels = await listInventoryLevels(admin, items.slice(at, at + ITEMS_PER_READ));
    for (const level of levels) {
      if (level.active && level.locationId === shop.locationGid) units += level.available;
    }
  }
  return units;
}
