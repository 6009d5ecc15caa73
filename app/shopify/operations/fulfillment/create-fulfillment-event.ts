import type { FulfillmentGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import { payloadOf } from "#app/shopify/operations/payload.ts";
import type {
  FulfillmentEventCreateMutation,
  FulfillmentEventCreateMutationVariables,
  FulfillmentEventStatus,
} from "#app/shopify/operations.generated.ts";

export const fulfillmentEventCreate = mutation<
  FulfillmentEventCreateMutation,
  FulfillmentEventCreateMutationVariables
>(
  `#graphql
  mutation FulfillmentEventCreate($event: FulfillmentEventInput!) {
    fulfillmentEventCreate(fulfillmentEvent: $event) {
      fulfillmentEvent { id }
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

export type { FulfillmentEventStatus };

export type FulfillmentEventInput = {
  readonly fulfillmentId: FulfillmentGid;
  readonly status: FulfillmentEventStatus;
  /** ISO time; now where it is left out. */
  readonly happenedAt?: string;
  readonly message?: string;
};

/** Adds a delivery event. Not idempotent: look among the fulfillment's events before adding one again. */
export async function createFulfillmentEvent(
  admin: AdminClient,
  input: FulfillmentEventInput,
): Promise<{ readonly id: string }> {
  const { data } = await admin.run(fulfillmentEventCreate, { event: { ...input } });
  const payload = payloadOf(data.fulfillmentEventCreate, "fulfillmentEventCreate");
  return { id: payloadOf(payload.fulfillmentEvent, "fulfillmentEvent").id };
}
