import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  CarrierServiceDeleteMutation,
  CarrierServiceDeleteMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const carrierServiceDelete = mutation<
  CarrierServiceDeleteMutation,
  CarrierServiceDeleteMutationVariables
>(
  `#graphql
  mutation CarrierServiceDelete($id: ID!) {
    carrierServiceDelete(id: $id) {
      userErrors { field message }
    }
  }`,
  { repeatable: true },
);

/** The checkout does not ask us any more. Throws `user_errors` for one that is gone. Needs `write_shipping`. */
export async function deleteCarrierService(admin: AdminClient, id: string): Promise<void> {
  await admin.run(carrierServiceDelete, { id });
}
