import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  CarrierServiceUpdateMutation,
  CarrierServiceUpdateMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const carrierServiceUpdate = mutation<
  CarrierServiceUpdateMutation,
  CarrierServiceUpdateMutationVariables
>(
  `#graphql
  mutation CarrierServiceUpdate($id: ID!, $callbackUrl: URL!) {
    carrierServiceUpdate(input: { id: $id, callbackUrl: $callbackUrl, active: true }) {
      userErrors { field message code }
    }
  }`,
  { repeatable: true },
);

/** Gives a carrier service of ours another address, and puts it to use. Twice is the same as once. Needs `write_shipping`. */
export async function updateCarrierService(
  admin: AdminClient,
  input: { readonly id: string; readonly callbackUrl: string },
): Promise<void> {
  await admin.run(carrierServiceUpdate, { ...input });
}
