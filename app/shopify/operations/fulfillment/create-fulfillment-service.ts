import { type LocationGid, toLocationGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import { payloadOf } from "#app/shopify/operations/payload.ts";
import type {
  FulfillmentServiceCreateMutation,
  FulfillmentServiceCreateMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const fulfillmentServiceCreate = mutation<
  FulfillmentServiceCreateMutation,
  FulfillmentServiceCreateMutationVariables
>(
  `#graphql
  mutation FulfillmentServiceCreate($name: String!, $callbackUrl: URL!) {
    fulfillmentServiceCreate(
      name: $name, callbackUrl: $callbackUrl,
      inventoryManagement: false, trackingSupport: false, requiresShippingMethod: true
    ) {
      fulfillmentService { id location { id } }
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

/** Creates a fulfillment service and, with it, its location. Stock and tracking are pushed, never asked for. */
export async function createFulfillmentService(
  admin: AdminClient,
  input: { readonly name: string; readonly callbackUrl: string },
): Promise<{ readonly id: string; readonly locationId: LocationGid | null }> {
  const { data } = await admin.run(fulfillmentServiceCreate, { ...input });
  const { fulfillmentService } = payloadOf(data.fulfillmentServiceCreate, "fulfillmentServiceCreate");
  const service = payloadOf(fulfillmentService, "fulfillmentService");
  return { id: service.id, locationId: service.location && toLocationGid(service.location.id) };
}
