import type { Crypto } from "#app/platform/crypto/crypto.ts";
import type { ShopId } from "#app/platform/ids.ts";

/** What spellings of one tag share: Shopify takes tags without regard to case. */
export function tagKey(tag: string): string {
  return tag.normalize("NFC").trim().toLowerCase();
}

type HashingContext = { readonly shop: { readonly id: ShopId }; readonly crypto: Pick<Crypto, "hash"> };

/** 96 bits: two tags of one shop never meet. */
const LENGTH = 24;

/** A tag as an order keeps it: a keyed hash, different in each shop, as tags may name a customer. */
export function hashTag({ shop, crypto }: HashingContext, tag: string): string {
  return crypto.hash(tagKey(tag), `tag ${shop.id}`).slice(0, LENGTH);
}

/** All tags of an order in one text; "" for none. */
export function hashTags(ctx: HashingContext, tags: readonly string[]): string {
  return tags.map((tag) => hashTag(ctx, tag)).join(" ");
}
