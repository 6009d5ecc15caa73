import type { Crypto } from "#app/platform/crypto/crypto.ts";
import type { ShopId } from "#app/platform/ids.ts";

type HashingContext = { readonly shop: { readonly id: ShopId }; readonly crypto: Crypto };

/** 128 bits: two cities of one shop never meet. */
const LENGTH = 32;

/**
 * The key (`cityKey`) of a city nobody knows as it is kept: a keyed hash, different in each shop, because customers write
 * anything into that field (R54).
 */
export function hashCity({ shop, crypto }: HashingContext, key: string): string {
  return crypto.hash(key, `city ${shop.id}`).slice(0, LENGTH);
}
