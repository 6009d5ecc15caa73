import type { ProductGid, VariantGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  MetafieldsSetMutation,
  MetafieldsSetMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const metafieldsSet = mutation<MetafieldsSetMutation, MetafieldsSetMutationVariables>(
  `#graphql
  mutation MetafieldsSet($metafields: [MetafieldsSetInput!]!) {
    metafieldsSet(metafields: $metafields) {
      metafields { id }
      userErrors { code field message }
    }
  }`,
  { repeatable: true },
);

export type MetafieldValue = {
  readonly ownerId: ProductGid | VariantGid;
  readonly key: string;
  readonly type: string;
  readonly value: string;
};

/** Sets up to 25 metafields of the app's own namespace at once, all or none. */
export async function setMetafields(admin: AdminClient, values: readonly MetafieldValue[]): Promise<void> {
  await admin.run(metafieldsSet, { metafields: values.map((value) => ({ ...value })) });
}
