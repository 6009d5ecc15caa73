import type { FulfillmentOrderGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  RejectCancellationRequestMutation,
  RejectCancellationRequestMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const fulfillmentOrderRejectCancellationRequest = mutation<
  RejectCancellationRequestMutation,
  RejectCancellationRequestMutationVariables
>(
  `#graphql
  mutation RejectCancellationRequest($id: ID!, $message: String) {
    fulfillmentOrderRejectCancellationRequest(id: $id, message: $message) {
      fulfillmentOrder { id status requestStatus }
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

/** Says that the parcel can no longer be stopped (R39). */
export async function rejectCancellationRequest(
  admin: AdminClient,
  input: { readonly id: FulfillmentOrderGid; readonly message?: string },
): Promise<void> {
  await admin.run(fulfillmentOrderRejectCancellationRequest, { ...input });
}
