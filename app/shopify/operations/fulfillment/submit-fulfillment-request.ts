import type { FulfillmentOrderGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import { payloadOf } from "#app/shopify/operations/payload.ts";
import type {
  SubmitFulfillmentRequestMutation,
  SubmitFulfillmentRequestMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const fulfillmentOrderSubmitFulfillmentRequest = mutation<
  SubmitFulfillmentRequestMutation,
  SubmitFulfillmentRequestMutationVariables
>(
  `#graphql
  mutation SubmitFulfillmentRequest(
    $id: ID!, $lines: [FulfillmentOrderLineItemInput!], $message: String, $notifyCustomer: Boolean
  ) {
    fulfillmentOrderSubmitFulfillmentRequest(
      id: $id, fulfillmentOrderLineItems: $lines, message: $message, notifyCustomer: $notifyCustomer
    ) {
      submittedFulfillmentOrder { id }
      unsubmittedFulfillmentOrder { id }
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

type SubmitInput = {
  readonly id: FulfillmentOrderGid;
  /** Left out: all lines. Part of them splits the fulfillment order. */
  readonly lines?: readonly { readonly id: string; readonly quantity: number }[];
  readonly message?: string;
  readonly notifyCustomer?: boolean;
};

/** Asks for fulfillment in the merchant's name, by the switch the merchant turned on (R27). */
export async function submitFulfillmentRequest(
  admin: AdminClient,
  input: SubmitInput,
): Promise<{ readonly submittedId: string; readonly unsubmittedId: string | null }> {
  const { data } = await admin.run(fulfillmentOrderSubmitFulfillmentRequest, { ...input });
  const payload = payloadOf(data.fulfillmentOrderSubmitFulfillmentRequest, "the submitted request");
  return {
    submittedId: payload.submittedFulfillmentOrder?.id ?? input.id,
    unsubmittedId: payload.unsubmittedFulfillmentOrder?.id ?? null,
  };
}
