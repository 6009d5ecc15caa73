import type { AdminClient } from "../admin-client.server.ts";
import { mutation } from "../operation.ts";
import type {
  AcceptFulfillmentRequestMutation,
  AcceptFulfillmentRequestMutationVariables,
} from "../operations.generated.ts";

export const fulfillmentOrderAcceptFulfillmentRequest = mutation<
  AcceptFulfillmentRequestMutation,
  AcceptFulfillmentRequestMutationVariables
>(
  `#graphql
  mutation AcceptFulfillmentRequest($id: ID!, $message: String) {
    fulfillmentOrderAcceptFulfillmentRequest(id: $id, message: $message) {
      fulfillmentOrder { id status requestStatus }
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

/** Takes the merchant's request: the fulfillment order becomes IN_PROGRESS. Read before trying again. */
export async function acceptFulfillmentRequest(
  admin: AdminClient,
  input: { readonly id: string; readonly message?: string },
): Promise<void> {
  await admin.run(fulfillmentOrderAcceptFulfillmentRequest, { ...input });
}
