import type { ProductGid, VariantGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  MetafieldsDeleteMutation,
  MetafieldsDeleteMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const metafieldsDelete = mutation<MetafieldsDeleteMutation, MetafieldsDeleteMutationVariables>(
  `#graphql
  mutation MetafieldsDelete($metafields: [MetafieldIdentifierInput!]!) {
    metafieldsDelete(metafields: $metafields) {
      deletedMetafields { ownerId key }
      userErrors { field message }
    }
  }`,
  { repeatable: true },
);

type MetafieldName = { readonly ownerId: ProductGid | VariantGid; readonly key: string };

/** Takes up to 25 metafields of the app's own namespace off their owners; what is not there is no error. */
export async function deleteMetafields(admin: AdminClient, names: readonly MetafieldName[]): Promise<void> {
  if (names.length === 0) return;
  const metafields = names.map(({ ownerId, key }) => ({ ownerId, key, namespace: "$app" }));
  await admin.run(metafieldsDelete, { metafields });
}
