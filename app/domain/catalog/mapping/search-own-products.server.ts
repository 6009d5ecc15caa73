import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type FoundProduct, searchProducts } from "#app/shopify/operations/products/search-products.ts";

const MOST_FOUND = 20;

/** The shop's own products for words, as Shopify finds them; nothing for no words. */
export async function searchOwnProducts(
  { admin }: Pick<ShopContext, "admin">,
  words: string,
): Promise<readonly FoundProduct[]> {
  return words === "" ? [] : searchProducts(admin, { words, first: MOST_FOUND });
}
