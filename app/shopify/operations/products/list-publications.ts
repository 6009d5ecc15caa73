import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type { PublicationsQuery, PublicationsQueryVariables } from "#app/shopify/operations.generated.ts";

export const publications = query<PublicationsQuery, PublicationsQueryVariables>(`#graphql
  query Publications {
    publications(first: 25, catalogType: APP) {
      nodes {
        id
        channels(first: 1) { nodes { name app { handle } } }
      }
    }
  }`);

export type PublicationOfChannel = {
  readonly gid: string;
  /** The channel's name, as the merchant knows it. */
  readonly name: string;
  readonly isOnlineStore: boolean;
};

/** The handle of Shopify's own app behind the online store. */
const ONLINE_STORE = "online_store";

/** The shop's first 25 sales channels. Needs `read_publications`. */
export async function listPublications(admin: AdminClient): Promise<readonly PublicationOfChannel[]> {
  const { data } = await admin.run(publications, {});
  return data.publications.nodes.flatMap(({ id, channels }) => {
    const [channel] = channels?.nodes ?? [];
    if (channel === undefined) return [];
    return [{ gid: id, name: channel.name, isOnlineStore: channel.app.handle === ONLINE_STORE }];
  });
}
