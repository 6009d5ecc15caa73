import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type { CollectionsQuery, CollectionsQueryVariables } from "#app/shopify/operations.generated.ts";

export const collections = query<CollectionsQuery, CollectionsQueryVariables>(`#graphql
  query Collections {
    collections(first: 250, sortKey: TITLE, query: "collection_type:custom") { nodes { id title } }
  }`);

export type Collection = { readonly id: string; readonly title: string };

/** The first 250 collections of the shop that are filled by hand, by title; the others fill themselves. */
export async function listCollections(admin: AdminClient): Promise<readonly Collection[]> {
  const { data } = await admin.run(collections, {});
  return data.collections.nodes.map(({ id, title }) => ({ id, title }));
}
