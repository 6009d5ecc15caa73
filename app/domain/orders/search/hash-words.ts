import type { Crypto } from "#app/platform/crypto/crypto.ts";
import type { SearchWord } from "./search-words.ts";

/** 96 bits in text: two words of one shop meet by chance once in many lifetimes. */
const LENGTH = 16;

function purposeOf(shopId: string, { kind }: SearchWord): string {
  return `order search ${kind} ${shopId}`;
}

function shorten(hex: string): string {
  return Buffer.from(hex, "hex").toString("base64url").slice(0, LENGTH);
}

/** A word as it is kept: a keyed hash, different in each shop. */
export function hashWord(crypto: Crypto, shopId: string, word: SearchWord): string {
  return shorten(crypto.hash(word.word, purposeOf(shopId, word)));
}
