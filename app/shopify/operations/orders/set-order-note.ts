import type { OrderGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { mutation } from "#app/shopify/operation.ts";
import type {
  OrderNoteUpdateMutation,
  OrderNoteUpdateMutationVariables,
} from "#app/shopify/operations.generated.ts";

export const orderNoteUpdate = mutation<OrderNoteUpdateMutation, OrderNoteUpdateMutationVariables>(
  `#graphql
  mutation OrderNoteUpdate($id: ID!, $note: String!) {
    orderUpdate(input: { id: $id, note: $note }) {
      order { id }
      userErrors { field message }
    }
  }`,
  { repeatable: true },
);

/** Replaces the order's note: the caller adds to the one it read, the merchant's words stay. */
export async function setOrderNote(
  admin: AdminClient,
  input: { readonly orderId: OrderGid; readonly note: string },
): Promise<void> {
  await admin.run(orderNoteUpdate, { id: input.orderId, note: input.note });
}
