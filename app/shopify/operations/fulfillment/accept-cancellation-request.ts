import type { FulfillmentOrderGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  AcceptCancellationRequestMutation,
  AcceptCancellationRequestMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const fulfillmentOrderAcceptCancellationRequest = mutation<
  AcceptCancellationRequestMutation,
  AcceptCancellationRequestMutationVariables
>(
  `#graphql
  mutation AcceptCancellationRequest($id: ID!, $message: String) {
    fulfillmentOrderAcceptCancellationRequest(id: $id, message: $message) {
      fulfillmentOrder { id status requestStatus }
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

/** Lets the fulfillment order go: it closes and its units come back to the merchant (R34, R39). */
export async function acceptCancellationRequest(
  admin: AdminClient,
  input: { readonly id: FulfillmentOrderGid; readonly message?: string },
): Promise<void> {
  await admin.run(fulfillmentOrderAcceptCancellationRequest, { ...input });
}
