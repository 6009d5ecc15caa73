import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type {
  CarrierServicesQuery,
  CarrierServicesQueryVariables,
} from "#app/shopify/operations.generated.ts";

export const carrierServices = query<CarrierServicesQuery, CarrierServicesQueryVariables>(`#graphql
  query CarrierServices {
    carrierServices(first: 50) { nodes { id callbackUrl active } }
  }`);

export type CarrierService = {
  readonly id: string;
  readonly callbackUrl: string | null;
  readonly active: boolean;
};

/** The carrier services of the shop, fifty at most: a shop has one for each app that answers its checkout. */
export async function listCarrierServices(admin: AdminClient): Promise<readonly CarrierService[]> {
  const { data } = await admin.run(carrierServices, {});
  return data.carrierServices.nodes.map(({ id, callbackUrl, active }) => ({
    ...{ id, active, callbackUrl: callbackUrl ?? null },
  }));
}
