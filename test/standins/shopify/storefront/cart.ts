import { type Paisa, sum } from "../money.ts";
import type { ShopState } from "../world.ts";

export type CartLine = {
  readonly variantId: string;
  readonly quantity: number;
  readonly title: string;
  readonly price: Paisa;
};

/** What a shopper put in the cart: the cookie holds the number of each variant, and how many of it. */
export function readCart(shop: ShopState, cookie: string): readonly CartLine[] {
  const kept = /(?:^|; )cart=([\d.x]+)/.exec(cookie)?.[1] ?? "";
  return kept.split(".").flatMap((line) => {
    const [number = "", quantity] = line.split("x");
    const variant = shop.variants.get(`gid://shopify/ProductVariant/${number}`);
    const product = variant && shop.products.get(variant.productId);
    if (!variant || !product) return [];
    const { id: variantId, price } = variant;
    return { variantId, price, title: product.title, quantity: Number(quantity) || 1 };
  });
}

export function cartCookie(lines: readonly Pick<CartLine, "variantId" | "quantity">[]): string {
  const kept = lines.map(({ variantId, quantity }) => `${variantId.split("/").at(-1)}x${quantity}`);
  return `cart=${kept.join(".")}; Path=/; HttpOnly; SameSite=Lax`;
}

export function totalOf(lines: readonly CartLine[]): Paisa {
  return sum(lines.map(({ price, quantity }) => price * quantity));
}
