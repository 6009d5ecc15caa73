import {
  type FulfillmentOrderGid,
  type LocationGid,
  type OrderGid,
  toFulfillmentOrderGid,
  toOrderGid,
} from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import type {
  AssignedFulfillmentOrdersQuery,
  AssignedFulfillmentOrdersQueryVariables,
  FulfillmentOrderAssignmentStatus,
} from "#app/shopify/operations.generated.ts";

export const assignedFulfillmentOrders = query<
  AssignedFulfillmentOrdersQuery,
  AssignedFulfillmentOrdersQueryVariables
>(`#graphql
  query AssignedFulfillmentOrders(
    $locationIds: [ID!], $status: FulfillmentOrderAssignmentStatus, $after: String
  ) {
    assignedFulfillmentOrders(
      first: 100, after: $after, locationIds: $locationIds, assignmentStatus: $status, sortKey: ID
    ) {
      nodes { id orderId status requestStatus updatedAt }
      pageInfo { hasNextPage endCursor }
    }
  }`);

export type AssignedFulfillmentOrder = {
  readonly id: FulfillmentOrderGid;
  readonly orderId: OrderGid;
  readonly status: string;
  readonly requestStatus: string;
  readonly updatedAt: string;
};

type AssignedInput = {
  readonly locationId: LocationGid;
  readonly status: FulfillmentOrderAssignmentStatus;
  readonly after?: string | null;
};

export type { FulfillmentOrderAssignmentStatus };

/** One page of the fulfillment orders at our location that stand at `status`; `next` is the cursor of the page after. */
export async function listAssignedFulfillmentOrders(
  admin: AdminClient,
  { locationId, status, after }: AssignedInput,
): Promise<{
  readonly fulfillmentOrders: readonly AssignedFulfillmentOrder[];
  readonly next: string | null;
}> {
  const { data } = await admin.run(assignedFulfillmentOrders, { locationIds: [locationId], status, after });
  const { nodes, pageInfo } = data.assignedFulfillmentOrders;
  return {
    fulfillmentOrders: nodes.map((node) => ({
      ...node,
      id: toFulfillmentOrderGid(node.id),
      orderId: toOrderGid(node.orderId),
    })),
    next: pageInfo.hasNextPage ? (pageInfo.endCursor ?? null) : null,
  };
}
