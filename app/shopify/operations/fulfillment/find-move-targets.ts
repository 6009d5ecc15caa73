import {
  type FulfillmentOrderGid,
  type InventoryItemGid,
  type LocationGid,
  toInventoryItemGid,
  toLocationGid,
} from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type { MoveTargetsQuery, MoveTargetsQueryVariables } from "#app/shopify/operations.generated.ts";

export const moveTargets = query<MoveTargetsQuery, MoveTargetsQueryVariables>(`#graphql
  query MoveTargets($id: ID!) {
    fulfillmentOrder(id: $id) {
      id
      status
      locationsForMove(first: 50) {
        nodes { location { id name isActive isFulfillmentService } }
      }
      lineItems(first: 100) { nodes { remainingQuantity inventoryItemId } }
    }
  }`);

export type MoveTargets = {
  /** Shopify's, of the fulfillment order. */
  readonly status: string;
  /** The merchant's own locations; whether they stock the goods is seen to when it is moved. */
  readonly locations: readonly { readonly locationGid: LocationGid; readonly name: string }[];
  /** Units to be moved, by what is stocked. */
  readonly units: readonly { readonly inventoryItemId: InventoryItemGid; readonly quantity: number }[];
};

/** Where a fulfillment order may be moved to, and what of it; null where it is gone. */
export async function findMoveTargets(
  admin: AdminClient,
  fulfillmentOrderGid: FulfillmentOrderGid,
): Promise<MoveTargets | null> {
  const { data } = await admin.run(moveTargets, { id: fulfillmentOrderGid });
  const { fulfillmentOrder } = data;
  if (!fulfillmentOrder) return null;
  const locations = fulfillmentOrder.locationsForMove.nodes
    .map(({ location }) => location)
    .filter(({ isActive, isFulfillmentService }) => isActive && !isFulfillmentService)
    .map(({ id, name }) => ({ locationGid: toLocationGid(id), name }));
  const units = fulfillmentOrder.lineItems.nodes.flatMap(({ inventoryItemId, remainingQuantity }) =>
    inventoryItemId && remainingQuantity > 0
      ? [{ inventoryItemId: toInventoryItemGid(inventoryItemId), quantity: remainingQuantity }]
      : [],
  );
  return { status: fulfillmentOrder.status, locations, units };
}
