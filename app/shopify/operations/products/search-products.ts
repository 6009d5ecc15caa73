import { type ProductGid, toProductGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type { ProductsFoundQuery, ProductsFoundQueryVariables } from "#app/shopify/operations.generated.ts";

export const productsFound = query<ProductsFoundQuery, ProductsFoundQueryVariables>(`#graphql
  query ProductsFound($query: String, $first: Int!) {
    products(first: $first, query: $query) {
      nodes {
        id title status featuredMedia { preview { image { url } } }
        priceRangeV2 { minVariantPrice { amount } maxVariantPrice { amount } }
      }
    }
  }`);

export type FoundProduct = {
  readonly id: ProductGid;
  readonly title: string;
  /** ACTIVE, ARCHIVED, DRAFT, UNLISTED */
  readonly status: string;
  readonly imageUrl: string | null;
  /** Of its variants, decimals in the shop's currency. */
  readonly prices: { readonly lowest: string; readonly highest: string };
};

/** The shop's own products for words, at most `first`; words are looked for, never read as search syntax. */
export async function searchProducts(
  admin: AdminClient,
  input: { readonly words: string; readonly first: number },
): Promise<readonly FoundProduct[]> {
  const query = toSearch(input.words);
  if (query === "") return [];
  const { data } = await admin.run(productsFound, { query, first: input.first });
  return data.products.nodes.map(toFound);
}

/** One product as a list shows it; null where the shop has none. */
export async function findProductCard(
  admin: AdminClient,
  productGid: ProductGid,
): Promise<FoundProduct | null> {
  const id = productGid.split("/").at(-1) ?? "";
  const { data } = await admin.run(productsFound, { query: `id:${id}`, first: 1 });
  const found = data.products.nodes.find((node) => node.id === productGid);
  return found === undefined ? null : toFound(found);
}

type Node = ProductsFoundQuery["products"]["nodes"][number];

function toFound({ id, title, status, featuredMedia, priceRangeV2 }: Node): FoundProduct {
  const { minVariantPrice, maxVariantPrice } = priceRangeV2;
  const prices = { lowest: minVariantPrice.amount, highest: maxVariantPrice.amount };
  const imageUrl = featuredMedia?.preview?.image?.url ?? null;
  return { id: toProductGid(id), title, status, imageUrl, prices };
}

/** Letters and numbers only, each the beginning of a word: https://shopify.dev/docs/api/usage/search-syntax */
function toSearch(words: string): string {
  const terms = words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return terms.map((term) => `${term}*`).join(" ");
}
