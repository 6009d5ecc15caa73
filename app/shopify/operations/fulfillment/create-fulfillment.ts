import {
  type FulfillmentGid,
  type FulfillmentOrderGid,
  type FulfillmentOrderLineGid,
  toFulfillmentGid,
} from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import { payloadOf } from "#app/shopify/operations/payload.ts";
import type {
  FulfillmentCreateMutation,
  FulfillmentCreateMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const fulfillmentCreate = mutation<FulfillmentCreateMutation, FulfillmentCreateMutationVariables>(
  `#graphql
  mutation FulfillmentCreate($fulfillment: FulfillmentInput!) {
    fulfillmentCreate(fulfillment: $fulfillment) {
      fulfillment { id name status }
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

export type TrackingInput = {
  readonly company: string;
  readonly number: string;
  /** Only of a courier we know (R13). */
  readonly url?: string;
};

export type FulfillmentInput = {
  readonly fulfillmentOrders: readonly {
    readonly id: FulfillmentOrderGid;
    readonly lines: readonly { readonly id: FulfillmentOrderLineGid; readonly quantity: number }[];
  }[];
  readonly tracking?: TrackingInput;
  readonly notifyCustomer: boolean;
};

/**
 * Ships these units. Shopify has no idempotency here: after `unknown_outcome` look the tracking number up among the
 * order's fulfillments before trying again. All fulfillment orders must be of one order and one location.
 */
export async function createFulfillment(
  admin: AdminClient,
  input: FulfillmentInput,
): Promise<{ readonly id: FulfillmentGid; readonly name: string }> {
  const { data } = await admin.run(fulfillmentCreate, {
    fulfillment: {
      lineItemsByFulfillmentOrder: input.fulfillmentOrders.map(({ id, lines }) => ({
        fulfillmentOrderId: id,
        fulfillmentOrderLineItems: lines.map((line) => ({ id: line.id, quantity: line.quantity })),
      })),
      trackingInfo: input.tracking,
      notifyCustomer: input.notifyCustomer,
    },
  });
  const { fulfillment } = payloadOf(data.fulfillmentCreate, "fulfillmentCreate");
  const { id, name } = payloadOf(fulfillment, "fulfillment");
  return { id: toFulfillmentGid(id), name };
}
