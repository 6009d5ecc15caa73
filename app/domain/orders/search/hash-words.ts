import type { Crypto } from "#app/platform/crypto/crypto.ts";
import type { ShopId } from "#app/platform/ids.ts";
import type { SearchWord } from "./search-words.ts";

/** 96 bits in text: two words of one shop meet by chance once in many lifetimes. */
const LENGTH = 16;

function purposeOf(shopId: ShopId, { kind }: SearchWord): string {
  return `order search ${kind} ${shopId}`;
}

function shorten(hex: string): string {
  return Buffer.from(hex, "hex").toString("base64url").slice(0, LENGTH);
}

/** A word as it is kept: a keyed hash, different in each shop. */
export function hashWord(crypto: Crypto, shopId: ShopId, word: SearchWord): string {
  return shorten(crypto.hash(word.word, purposeOf(shopId, word)));
}
