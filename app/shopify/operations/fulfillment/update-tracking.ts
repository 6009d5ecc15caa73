import type { FulfillmentGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  FulfillmentTrackingUpdateMutation,
  FulfillmentTrackingUpdateMutationVariables,
} from "#app/shopify/operations.generated.ts";
import type { TrackingInput } from "./create-fulfillment.ts";

export const fulfillmentTrackingInfoUpdate = mutation<
  FulfillmentTrackingUpdateMutation,
  FulfillmentTrackingUpdateMutationVariables
>(
  `#graphql
  mutation FulfillmentTrackingUpdate(
    $id: ID!, $tracking: FulfillmentTrackingInput!, $notifyCustomer: Boolean!
  ) {
    fulfillmentTrackingInfoUpdate(
      fulfillmentId: $id, trackingInfoInput: $tracking, notifyCustomer: $notifyCustomer
    ) {
      fulfillment { id }
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

/** Sets courier and number. Sent twice it could mail the customer twice, so an unknown outcome is read first. */
export async function updateTracking(
  admin: AdminClient,
  input: {
    readonly fulfillmentId: FulfillmentGid;
    readonly tracking: TrackingInput;
    readonly notifyCustomer: boolean;
  },
): Promise<void> {
  await admin.run(fulfillmentTrackingInfoUpdate, {
    id: input.fulfillmentId,
    tracking: input.tracking,
    notifyCustomer: input.notifyCustomer,
  });
}
