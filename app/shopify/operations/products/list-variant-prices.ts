import { toVariantGid, type VariantGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type { VariantPricesQuery, VariantPricesQueryVariables } from "#app/shopify/operations.generated.ts";

const MOST_AT_ONCE = 100;

export const variantPrices = query<VariantPricesQuery, VariantPricesQueryVariables>(`#graphql
  query VariantPrices($ids: [ID!]!) {
    nodes(ids: $ids) {
      ... on ProductVariant { id price compareAtPrice }
    }
  }`);

export type VariantPrice = {
  readonly id: VariantGid;
  /** Decimals in the shop's currency. */
  readonly price: string;
  readonly compareAtPrice: string | null;
};

/** What variants cost customers now. Those that no longer exist are left out. */
export async function listVariantPrices(
  admin: AdminClient,
  variantGids: readonly VariantGid[],
): Promise<readonly VariantPrice[]> {
  const prices: VariantPrice[] = [];
  for (let at = 0; at < variantGids.length; at += MOST_AT_ONCE) {
    const { data } = await admin.run(variantPrices, { ids: variantGids.slice(at, at + MOST_AT_ONCE) });
    for (const node of data.nodes) {
      if (node === null || !("price" in node)) continue;
      prices.push({
        id: toVariantGid(node.id),
        price: node.price,
        compareAtPrice: node.compareAtPrice ?? null,
      });
    }
  }
  return prices;
}
