import type { FulfillmentOrderGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  CloseFulfillmentOrderMutation,
  CloseFulfillmentOrderMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const fulfillmentOrderClose = mutation<
  CloseFulfillmentOrderMutation,
  CloseFulfillmentOrderMutationVariables
>(
  `#graphql
  mutation CloseFulfillmentOrder($id: ID!, $message: String) {
    fulfillmentOrderClose(id: $id, message: $message) {
      fulfillmentOrder { id status requestStatus }
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

/** Gives an accepted fulfillment order back to the merchant as incomplete; only while IN_PROGRESS at our location. */
export async function closeFulfillmentOrder(
  admin: AdminClient,
  input: { readonly id: FulfillmentOrderGid; readonly message?: string },
): Promise<void> {
  await admin.run(fulfillmentOrderClose, { ...input });
}
