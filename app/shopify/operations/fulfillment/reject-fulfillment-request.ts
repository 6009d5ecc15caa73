import type { FulfillmentOrderGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  FulfillmentOrderRejectionReason,
  RejectFulfillmentRequestMutation,
  RejectFulfillmentRequestMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const fulfillmentOrderRejectFulfillmentRequest = mutation<
  RejectFulfillmentRequestMutation,
  RejectFulfillmentRequestMutationVariables
>(
  `#graphql
  mutation RejectFulfillmentRequest($id: ID!, $message: String, $reason: FulfillmentOrderRejectionReason) {
    fulfillmentOrderRejectFulfillmentRequest(id: $id, message: $message, reason: $reason) {
      fulfillmentOrder { id status requestStatus }
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

/** Refuses the merchant's request. Shopify then offers the same units again (R34). */
export async function rejectFulfillmentRequest(
  admin: AdminClient,
  input: {
    readonly id: FulfillmentOrderGid;
    readonly message?: string;
    readonly reason: FulfillmentOrderRejectionReason;
  },
): Promise<void> {
  await admin.run(fulfillmentOrderRejectFulfillmentRequest, { ...input });
}

export type { FulfillmentOrderRejectionReason };
