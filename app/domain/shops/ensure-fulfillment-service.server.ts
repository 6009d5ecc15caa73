import { invariant } from "#app/platform/errors.ts";
import type { LocationGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { isShopifyError } from "#app/shopify/errors.ts";
import { createFulfillmentService } from "#app/shopify/operations/fulfillment/create-fulfillment-service.ts";
import {
  type FulfillmentService,
  listFulfillmentServices,
} from "#app/shopify/operations/fulfillment/list-fulfillment-services.ts";
import { updateFulfillmentService } from "#app/shopify/operations/fulfillment/update-fulfillment-service.ts";

/** The second name is for shops where something else is called Karwan already. */
const NAMES = ["Karwan", "Karwan fulfillment"] as const;

type FulfillmentServiceInput = { readonly knownServiceGid: string | null; readonly callbackUrl: string };

export type FulfillmentServiceResult = {
  readonly serviceGid: string;
  readonly locationGid: LocationGid;
  readonly active: boolean;
};

/**
 * Finds our fulfillment service, or creates it, and sees to its callback address. Found by the id we stored, else by
 * our callback address: whoever deleted it gets a new one, whoever ran this at the same time shares one.
 */
export async function ensureFulfillmentService(
  { admin }: { readonly admin: AdminClient },
  wanted: FulfillmentServiceInput,
): Promise<FulfillmentServiceResult> {
  const found = (await findOurs(admin, wanted)) ?? (await create(admin, wanted));
  if (found.callbackUrl !== wanted.callbackUrl) {
    await updateFulfillmentService(admin, {
      id: found.id,
      name: found.name,
      callbackUrl: wanted.callbackUrl,
    });
  }
  invariant(found.locationId, `fulfillment service ${found.id} has a location`);
  return { serviceGid: found.id, locationGid: found.locationId, active: found.locationActive };
}

async function findOurs(
  admin: AdminClient,
  wanted: FulfillmentServiceInput,
): Promise<FulfillmentService | null> {
  const services = await listFulfillmentServices(admin);
  return (
    services.find((service) => service.id === wanted.knownServiceGid) ??
    services.find((service) => service.callbackUrl === wanted.callbackUrl) ??
    null
  );
}

/** The outcome is read back whatever the answer was: it may be lost, or say that the name is taken, perhaps by us. */
async function create(admin: AdminClient, wanted: FulfillmentServiceInput): Promise<FulfillmentService> {
  let refused: unknown;
  for (const name of NAMES) {
    try {
      await createFulfillmentService(admin, { name, callbackUrl: wanted.callbackUrl });
    } catch (error) {
      if (!isShopifyError(error, "user_errors") && !isShopifyError(error, "unknown_outcome")) throw error;
      refused = error;
    }
    const created = await findOurs(admin, wanted);
    if (created !== null) return created;
  }
  throw refused;
}
