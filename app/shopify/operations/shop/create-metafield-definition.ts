import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { ShopifyError } from "#app/shopify/errors.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  MetafieldDefinitionCreateMutation,
  MetafieldDefinitionCreateMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const metafieldDefinitionCreate = mutation<
  MetafieldDefinitionCreateMutation,
  MetafieldDefinitionCreateMutationVariables
>(
  `#graphql
  mutation MetafieldDefinitionCreate($definition: MetafieldDefinitionInput!) {
    metafieldDefinitionCreate(definition: $definition) {
      createdDefinition { id }
      userErrors { code field message }
    }
  }`,
  { repeatable: true, returnsUserErrors: true },
);

export type MetafieldDefinition = {
  readonly ownerType: "PRODUCT" | "PRODUCTVARIANT";
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly type: string;
  /** No two owners may hold the same value; it then serves as an identifier. */
  readonly unique: boolean;
};

/** Defines a metafield in the app's own namespace; one that is there already is left as it is. */
export async function createMetafieldDefinition(
  admin: AdminClient,
  { unique, ...definition }: MetafieldDefinition,
): Promise<"created" | "existed"> {
  const { data } = await admin.run(metafieldDefinitionCreate, {
    definition: {
      ...definition,
      namespace: "$app",
      access: { admin: "MERCHANT_READ", storefront: "NONE" },
      ...(unique ? { capabilities: { uniqueValues: { enabled: true } } } : {}),
    },
  });
  const userErrors = data.metafieldDefinitionCreate?.userErrors ?? [];
  const others = userErrors.filter((error) => error.code !== "TAKEN");
  if (others.length > 0) {
    throw new ShopifyError("user_errors", `Shopify refused the metafield definition ${definition.key}`, {
      operation: metafieldDefinitionCreate.name,
      userErrors: others.map(({ code, field, message }) => ({
        code: code ?? null,
        field: field ?? null,
        message,
      })),
    });
  }
  return userErrors.length > 0 ? "existed" : "created";
}
