import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type { TagsAddMutation, TagsAddMutationVariables } from "#app/shopify/operations.generated.ts";

export const tagsAdd = mutation<TagsAddMutation, TagsAddMutationVariables>(
  `#graphql
  mutation TagsAdd($id: ID!, $tags: [String!]!) {
    tagsAdd(id: $id, tags: $tags) {
      userErrors { field message }
    }
  }`,
  { repeatable: true },
);

/** Adds tags; those already there stay. */
export async function addTags(
  admin: AdminClient,
  input: { readonly id: string; readonly tags: readonly string[] },
): Promise<void> {
  await admin.run(tagsAdd, { id: input.id, tags: [...input.tags] });
}
