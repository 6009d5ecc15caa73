import { type LocationGid, toLocationGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type {
  FulfillmentServicesQuery,
  FulfillmentServicesQueryVariables,
} from "#app/shopify/operations.generated.ts";

export const fulfillmentServices = query<
  FulfillmentServicesQuery,
  FulfillmentServicesQueryVariables
>(`#graphql
  query FulfillmentServices {
    shop { fulfillmentServices { id handle serviceName type callbackUrl location { id isActive } } }
  }`);

export type FulfillmentService = {
  /** Opaque: Shopify adds "?id=true" to it. */
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly callbackUrl: string | null;
  readonly locationId: LocationGid | null;
  readonly locationActive: boolean;
};

/** All fulfillment services of the shop, those of other apps included; a manual one has no callback address. */
export async function listFulfillmentServices(admin: AdminClient): Promise<readonly FulfillmentService[]> {
  const { data } = await admin.run(fulfillmentServices, {});
  return data.shop.fulfillmentServices.map((service) => ({
    id: service.id,
    handle: service.handle,
    name: service.serviceName,
    callbackUrl: service.callbackUrl ?? null,
    locationId: service.location && toLocationGid(service.location.id),
    locationActive: service.location?.isActive ?? false,
  }));
}
