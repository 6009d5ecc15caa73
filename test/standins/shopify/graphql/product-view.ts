import { toIso } from "../clock.ts";
import { isForSale, onlineSince } from "../commerce/channels.ts";
import { totalAvailable } from "../commerce/inventory.ts";
import { legacyId } from "../ids.ts";
import { moneyView, type Paisa, toFixedDecimal } from "../money.ts";
import type { MediaState, ProductState, VariantState } from "../state.ts";
import type { Scene } from "../world.ts";
import { connection } from "./connection.ts";
import { inventoryItemView } from "./inventory-view.ts";
import { metafieldFields } from "./metafield-view.ts";
import { resourcePublications } from "./publication-view.ts";
import type { Args, View } from "./view.ts";

export function variantsOf({ shop }: Scene, product: ProductState): VariantState[] {
  return product.variantIds.flatMap((id) => {
    const variant = shop.variants.get(id);
    return variant ? [variant] : [];
  });
}

export function productView(scene: Scene, product: ProductState): View {
  const variants = variantsOf(scene, product);
  const stock = () =>
    variants.reduce((total, { inventoryItemId }) => {
      const item = scene.shop.items.get(inventoryItemId);
      return total + (item ? totalAvailable(item) : 0);
    }, 0);
  return {
    __typename: "Product",
    ...metafieldFields(scene, product.id),
    id: product.id,
    legacyResourceId: String(legacyId(product.id)),
    handle: product.handle,
    title: product.title,
    descriptionHtml: product.descriptionHtml,
    description: product.descriptionHtml.replace(/<[^>]*>/g, ""),
    vendor: product.vendor,
    productType: product.productType,
    status: product.status,
    tags: [...product.tags].sort(),
    templateSuffix: product.templateSuffix,
    seo: product.seo,
    createdAt: toIso(product.createdAt),
    updatedAt: toIso(product.updatedAt),
    ...onlineStoreFields(scene, product),
    isGiftCard: false,
    tracksInventory: true,
    totalInventory: stock,
    hasOnlyDefaultVariant: product.options.every(({ name }) => name === "Title"),
    options: product.options.map((option, index) => ({
      id: option.id,
      name: option.name,
      position: index + 1,
      values: option.values.map(({ name }) => name),
      optionValues: option.values.map((value) => ({ ...value, hasVariants: true })),
    })),
    variantsCount: () => ({ count: variants.length, precision: "EXACT" }),
    variants: (args: Args) => connection(args, variants, (variant) => variantView(scene, variant)),
    media: (args: Args) => connection(args, product.media, mediaView),
    mediaCount: () => ({ count: product.media.length, precision: "EXACT" }),
    featuredMedia: product.media[0] ? mediaView(product.media[0]) : null,
    publishedOnPublication: (args: Args) =>
      isForSale(product) && product.publishedOn.has(String(args.publicationId)),
    resourcePublicationsV2: (args: Args) => resourcePublications(scene, product, args),
    priceRangeV2: () => priceRange(scene, variants),
  };
}

function onlineStoreFields(scene: Scene, product: ProductState): View {
  const since = onlineSince(scene, product);
  const isThere = since !== null && isForSale(product);
  return {
    publishedAt: since === null ? null : toIso(since),
    onlineStoreUrl: isThere ? `https://${scene.shop.domain}/products/${product.handle}` : null,
  };
}

function priceRange({ shop }: Scene, variants: readonly VariantState[]): View {
  const prices = variants.map(({ price }) => price);
  return {
    minVariantPrice: moneyView(Math.min(...prices), shop.currency),
    maxVariantPrice: moneyView(Math.max(...prices), shop.currency),
  };
}

export function variantView(scene: Scene, variant: VariantState): View {
  const { shop } = scene;
  const item = shop.items.get(variant.inventoryItemId);
  const product = shop.products.get(variant.productId);
  if (!item) throw new Error(`The stand-in lost the inventory item of ${variant.id}`);
  const title = variant.selectedOptions.map(({ value }) => value).join(" / ");
  const media = product?.media.find(({ id }) => id === variant.mediaId);
  return {
    __typename: "ProductVariant",
    ...metafieldFields(scene, variant.id),
    id: variant.id,
    legacyResourceId: String(legacyId(variant.id)),
    title,
    displayName: `${product?.title ?? ""} - ${title}`,
    sku: item.sku,
    barcode: variant.barcode,
    price: money(variant.price),
    compareAtPrice: variant.compareAtPrice === null ? null : money(variant.compareAtPrice),
    taxable: variant.taxable,
    position: variant.position,
    inventoryPolicy: variant.inventoryPolicy,
    inventoryQuantity: () => totalAvailable(item),
    availableForSale: () =>
      totalAvailable(item) > 0 || variant.inventoryPolicy === "CONTINUE" || !item.tracked,
    selectedOptions: variant.selectedOptions,
    createdAt: toIso(variant.createdAt),
    updatedAt: toIso(variant.updatedAt),
    product: product ? () => productView(scene, product) : null,
    inventoryItem: () => inventoryItemView(scene, item),
    media: (args: Args) => connection(args, media ? [media] : [], mediaView),
  };
}

/** The Money scalar of variants always has two decimals. */
function money(amount: Paisa): string {
  return toFixedDecimal(amount);
}

export function mediaView(media: MediaState): View {
  const image = {
    id: media.id.replace("MediaImage", "ImageSource"),
    url: media.url,
    altText: media.alt,
    width: 800,
    height: 800,
  };
  return {
    __typename: "MediaImage",
    id: media.id,
    alt: media.alt,
    status: media.status,
    fileStatus: media.status,
    mediaContentType: "IMAGE",
    image,
    preview: { image, status: media.status },
    originalSource: { url: media.url, fileSize: 1 },
    mediaErrors: [],
    mediaWarnings: [],
    fileErrors: [],
  };
}
