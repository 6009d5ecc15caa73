import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  FulfillmentServiceUpdateMutation,
  FulfillmentServiceUpdateMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const fulfillmentServiceUpdate = mutation<
  FulfillmentServiceUpdateMutation,
  FulfillmentServiceUpdateMutationVariables
>(
  `#graphql
  mutation FulfillmentServiceUpdate($id: ID!, $name: String!, $callbackUrl: URL!) {
    fulfillmentServiceUpdate(
      id: $id, name: $name, callbackUrl: $callbackUrl, inventoryManagement: false, trackingSupport: false
    ) {
      fulfillmentService { id }
      userErrors { field message }
    }
  }`,
  { repeatable: true },
);

/** Sets name and callback address of our fulfillment service; setting them again changes nothing. */
export async function updateFulfillmentService(
  admin: AdminClient,
  input: { readonly id: string; readonly name: string; readonly callbackUrl: string },
): Promise<void> {
  await admin.run(fulfillmentServiceUpdate, { ...input });
}
