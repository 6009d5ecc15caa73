import { Prisma } from "@prisma/client";
import type { ShopId } from "#app/platform/ids.ts";

const { sql } = Prisma;

/** What parts words in the index: ASCII's spaces and signs. */
const BETWEEN = /[\s!-/:-@[-`{-~]+/;

const MOST_WORDS = 8;
/** With fewer letters the index would give the words of every shop that begin so. */
const SHORTEST_BEGINNING = 3;

/** Words as the index keeps them; nothing in them can end a quote. */
export function toListingWords(text: string): readonly string[] {
  return [...new Set(text.toLowerCase().split(BETWEEN))].filter((word) => word !== "").slice(0, MOST_WORDS);
}

/** Whether a title holds a word that begins so, or a short one as it is; of this shop alone, by `listing_title_words_idx`. */
export function titleHas(shopId: ShopId, word: string): Prisma.Sql {
  return sql`(l.title <> '' and array_to_tsvector(array_append(string_to_array(
    btrim(regexp_replace(lower(l.title), '[[:space:][:punct:]]+', ' ', 'g')), ' '), l.shop_id::text))
    @@ ${toQuery(shopId, word)}::tsquery)`;
}

/** The same of a variant's SKU, by `listing_variant_sku_words_idx`. */
export function skuHas(shopId: ShopId, word: string): Prisma.Sql {
  return sql`(v.sku is not null and array_to_tsvector(array_append(string_to_array(
    btrim(regexp_replace(lower(v.sku), '[[:space:][:punct:]]+', ' ', 'g')), ' '), v.shop_id::text))
    @@ ${toQuery(shopId, word)}::tsquery)`;
}

function toQuery(shopId: ShopId, word: string): string {
  return `'${shopId}' & '${word}'${[...word].length < SHORTEST_BEGINNING ? "" : ":*"}`;
}
