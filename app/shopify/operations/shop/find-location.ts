import type { LocationGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type { LocationByIdQuery, LocationByIdQueryVariables } from "#app/shopify/operations.generated.ts";

export const locationById = query<LocationByIdQuery, LocationByIdQueryVariables>(`#graphql
  query LocationById($id: ID!) {
    location(id: $id) { id name isActive fulfillmentService { id } }
  }`);

export type ShopifyLocation = {
  readonly id: string;
  readonly name: string;
  readonly active: boolean;
  readonly fulfillmentServiceId: string | null;
};

/** Null where the location was deleted. */
export async function findLocation(
  admin: AdminClient,
  locationGid: LocationGid,
): Promise<ShopifyLocation | null> {
  const { data } = await admin.run(locationById, { id: locationGid });
  const { location } = data;
  if (!location) return null;
  return {
    id: location.id,
    name: location.name,
    active: location.isActive,
    fulfillmentServiceId: location.fulfillmentService?.id ?? null,
  };
}
