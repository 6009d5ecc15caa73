import type { ShopContext } from "#app/domain/context/shop-context.server.ts";

/** What a page of a shop's storefront is answered from: our own rows alone. It holds no client of either side. */
export type StorefrontContext = Pick<ShopContext, "shop" | "db" | "crypto" | "clock">;
