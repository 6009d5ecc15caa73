import { sum } from "../money.ts";
import type { ProductState } from "../state.ts";
import type { Scene } from "../world.ts";
import { type BlockScene, renderAppBlock } from "./app-blocks.ts";
import { type CartLine, totalOf } from "./cart.ts";

/** The page a block stands on, with what it is about. */
type BlockPlace =
  | { readonly page: "index" }
  | { readonly page: "product"; readonly product: ProductState }
  | { readonly page: "cart"; readonly lines: readonly CartLine[] };

/** A block of the app as the merchant put it into the theme; nothing where the app is not installed or has none. */
export function showAppBlock({ world, shop }: Scene, name: string, place: BlockPlace): string {
  const { themeExtension } = world.options;
  if (themeExtension === undefined || !shop.installed) return "";
  const lines = place.page === "cart" ? place.lines : [];
  const scene: BlockScene = {
    ...{ shop: { name: shop.name }, locale: "en", request: { page_type: place.page } },
    product: place.page === "product" ? pricesOf({ world, shop }, place.product) : null,
    cart: { item_count: sum(lines.map(({ quantity }) => quantity)), total_price: totalOf(lines) },
  };
  return renderAppBlock(themeExtension, name, { scene });
}

function pricesOf({ shop }: Scene, { variantIds }: ProductState): BlockScene["product"] {
  const prices = variantIds.flatMap((id) => shop.variants.get(id)?.price ?? []);
  const price = Math.min(...prices);
  return { price, price_varies: price !== Math.max(...prices) };
}
