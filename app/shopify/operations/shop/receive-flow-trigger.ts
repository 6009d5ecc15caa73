import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  FlowTriggerReceiveMutation,
  FlowTriggerReceiveMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const flowTriggerReceive = mutation<FlowTriggerReceiveMutation, FlowTriggerReceiveMutationVariables>(
  `#graphql
  mutation FlowTriggerReceive($handle: String!, $payload: JSON!) {
    flowTriggerReceive(handle: $handle, payload: $payload) {
      userErrors { field message }
    }
  }`,
  { repeatable: false },
);

export type FlowTriggerInput = {
  readonly handle: string;
  /** By the keys of the trigger's extension; 50 KB at most. */
  readonly payload: Readonly<Record<string, string | number | boolean>>;
};

/**
 * Starts the workflows that begin with a trigger. Sent twice they may start twice: Shopify documents no key, and nothing
 * it would compare. A shop without such a workflow takes it all the same.
 */
export async function receiveFlowTrigger(admin: AdminClient, input: FlowTriggerInput): Promise<void> {
  await admin.run(flowTriggerReceive, { handle: input.handle, payload: input.payload });
}
