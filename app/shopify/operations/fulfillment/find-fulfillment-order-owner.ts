import {
  type FulfillmentOrderGid,
  type LocationGid,
  type OrderGid,
  toLocationGid,
  toOrderGid,
} from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type {
  FulfillmentOrderOwnerQuery,
  FulfillmentOrderOwnerQueryVariables,
} from "#app/shopify/operations.generated.ts";

export const fulfillmentOrderOwner = query<
  FulfillmentOrderOwnerQuery,
  FulfillmentOrderOwnerQueryVariables
>(`#graphql
  query FulfillmentOrderOwner($id: ID!) {
    fulfillmentOrder(id: $id) { id orderId status assignedLocation { location { id } } }
  }`);

export type FulfillmentOrderOwner = {
  readonly orderId: OrderGid;
  readonly locationId: LocationGid | null;
  readonly status: string;
};

/** Which order a fulfillment order belongs to, and where it is to be shipped from. Null where it cannot be seen. */
export async function findFulfillmentOrderOwner(
  admin: AdminClient,
  fulfillmentOrderGid: FulfillmentOrderGid,
): Promise<FulfillmentOrderOwner | null> {
  const { data } = await admin.run(fulfillmentOrderOwner, { id: fulfillmentOrderGid });
  const found = data.fulfillmentOrder;
  if (!found) return null;
  const { location } = found.assignedLocation;
  return {
    orderId: toOrderGid(found.orderId),
    locationId: location && toLocationGid(location.id),
    status: found.status,
  };
}
