import type { FulfillmentOrderGid, LocationGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  MoveFulfillmentOrderMutation,
  MoveFulfillmentOrderMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const fulfillmentOrderMove = mutation<
  MoveFulfillmentOrderMutation,
  MoveFulfillmentOrderMutationVariables
>(
  `#graphql
  mutation MoveFulfillmentOrder($id: ID!, $newLocationId: ID!) {
    fulfillmentOrderMove(id: $id, newLocationId: $newLocationId) {
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

/**
 * Moves all open units of a fulfillment order to another location, which must stock them. Shopify refuses it while a
 * request is open or accepted. Read the order's fulfillment orders before trying again.
 */
export async function moveFulfillmentOrder(
  admin: AdminClient,
  input: { readonly id: FulfillmentOrderGid; readonly newLocationId: LocationGid },
): Promise<void> {
  await admin.run(fulfillmentOrderMove, { ...input });
}
