import type { FulfillmentOrderGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  AcceptFulfillmentRequestMutation,
  AcceptFulfillmentRequestMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const fulfillmentOrderAcceptFulfillmentRequest = mutation<
  AcceptFulfillmentRequestMutation,
  AcceptFulfillmentRequestMutationVariables
>(
  `#graphql
  mutation AcceptFulfillmentRequest($id: ID!, $message: String) {
    fulfillmentOrderAcceptFulfillmentRequest(id: $id, message: $message) {
      fulfillmentOrder { id status requestStatus updatedAt }
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

/**
 * Takes the merchant's request: the fulfillment order becomes IN_PROGRESS. Read before trying again.
 * @returns when it changed by this, by Shopify's clock; null where Shopify does not say
 */
export async function acceptFulfillmentRequest(
  admin: AdminClient,
  input: { readonly id: FulfillmentOrderGid; readonly message?: string },
): Promise<Date | null> {
  const { data } = await admin.run(fulfillmentOrderAcceptFulfillmentRequest, { ...input });
  const updatedAt = data.fulfillmentOrderAcceptFulfillmentRequest?.fulfillmentOrder?.updatedAt;
  return updatedAt ? new Date(updatedAt) : null;
}
