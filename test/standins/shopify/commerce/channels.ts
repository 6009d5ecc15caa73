import type { ProductState, PublicationState } from "../state.ts";
import type { Scene, World } from "../world.ts";
import type { NewOrder } from "./new-order.ts";

/** The sales channels of a new shop, by Shopify's own apps behind them. */
const CHANNELS = [
  { name: "Online Store", appHandle: "online_store", appId: "gid://shopify/App/580111" },
  { name: "Point of Sale", appHandle: "pos", appId: "gid://shopify/App/129785" },
  { name: "Shop", appHandle: "shop", appId: "gid://shopify/App/3890849" },
] as const;

export function newPublications({ ids }: World): PublicationState[] {
  return CHANNELS.map((channel) => ({
    id: ids.next("Publication"),
    channelId: ids.next("Channel"),
    ...channel,
  }));
}

/** As the merchant's own products stand: made in the admin, on every channel. */
export function publishEverywhere({ world, shop }: Scene, product: ProductState): void {
  for (const { id } of shop.publications) product.publishedOn.set(id, world.clock.now());
}

/** When it was put on the online store; null where it is not on it, or not for sale at all. */
export function onlineSince({ shop }: Scene, product: ProductState): Date | null {
  const publication = shop.publications.find(({ appHandle }) => appHandle === "online_store");
  return (publication && product.publishedOn.get(publication.id)) ?? null;
}

/** A draft is on no channel, whatever it is published to. */
export function isForSale({ status }: ProductState): boolean {
  return status === "ACTIVE" || status === "UNLISTED";
}

/** @throws Error where a cart of the online store holds what nobody can find there; a draft order may hold anything. */
export function refuseUnpublished(scene: Scene, input: NewOrder): void {
  const isStorefront = (input.sourceName ?? "web") === "web" && !input.retail;
  if (!isStorefront || !scene.world.rules.isOn("storefront_sells_published")) return;
  for (const { variantId } of input.lines) {
    const variant = variantId === undefined ? undefined : scene.shop.variants.get(variantId);
    const product = variant && scene.shop.products.get(variant.productId);
    if (product && !(isForSale(product) && onlineSince(scene, product))) {
      throw new Error(`“${product.title}” is not on the online store, so no cart there can hold it`);
    }
  }
}
