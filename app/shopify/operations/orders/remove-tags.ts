import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type { TagsRemoveMutation, TagsRemoveMutationVariables } from "#app/shopify/operations.generated.ts";

export const tagsRemove = mutation<TagsRemoveMutation, TagsRemoveMutationVariables>(
  `#graphql
  mutation TagsRemove($id: ID!, $tags: [String!]!) {
    tagsRemove(id: $id, tags: $tags) {
      userErrors { field message }
    }
  }`,
  { repeatable: true },
);

/** Removes tags; those not there do not matter. */
export async function removeTags(
  admin: AdminClient,
  input: { readonly id: string; readonly tags: readonly string[] },
): Promise<void> {
  await admin.run(tagsRemove, { id: input.id, tags: [...input.tags] });
}
