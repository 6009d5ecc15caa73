import type { FulfillmentGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  FulfillmentCancelMutation,
  FulfillmentCancelMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const fulfillmentCancel = mutation<FulfillmentCancelMutation, FulfillmentCancelMutationVariables>(
  `#graphql
  mutation FulfillmentCancel($id: ID!) {
    fulfillmentCancel(id: $id) {
      fulfillment { id status }
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

/** Cancels a fulfillment; Shopify then offers its units again (R34). */
export async function cancelFulfillment(admin: AdminClient, fulfillmentGid: FulfillmentGid): Promise<void> {
  await admin.run(fulfillmentCancel, { id: fulfillmentGid });
}
