import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import { payloadOf } from "#app/shopify/operations/payload.ts";
import type {
  CarrierServiceCreateMutation,
  CarrierServiceCreateMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const carrierServiceCreate = mutation<
  CarrierServiceCreateMutation,
  CarrierServiceCreateMutationVariables
>(
  `#graphql
  mutation CarrierServiceCreate($name: String!, $callbackUrl: URL!) {
    carrierServiceCreate(
      input: { name: $name, callbackUrl: $callbackUrl, active: true, supportsServiceDiscovery: false }
    ) {
      carrierService { id }
      userErrors { field message code }
    }
  }`,
  { repeatable: false },
);

/**
 * Has the checkout ask us for rates. Throws `user_errors` where the name is taken, or the shop's plan has no rates of
 * carriers: Shopify gives both one code. Needs `write_shipping`.
 */
export async function createCarrierService(
  admin: AdminClient,
  input: { readonly name: string; readonly callbackUrl: string },
): Promise<{ readonly id: string }> {
  const { data } = await admin.run(carrierServiceCreate, { ...input });
  const { carrierService } = payloadOf(data.carrierServiceCreate, "carrierServiceCreate");
  return { id: payloadOf(carrierService, "carrierService").id };
}
