import type { OrderGid } from "#app/platform/ids.ts";
import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import {
  fulfillmentEventFields,
  fulfillmentFields,
  fulfillmentLineFields,
  fulfillmentTrackingFields,
} from "#app/shopify/operations/orders/order-fields.ts";
import { toFulfillment } from "#app/shopify/operations/orders/to-shopify-order.ts";
import type {
  FulfillmentFieldsFragment,
  FulfillmentsByIdQuery,
  FulfillmentsByIdQueryVariables,
  OrderFulfillmentIdsQuery,
  OrderFulfillmentIdsQueryVariables,
  OrderFulfillmentsQuery,
  OrderFulfillmentsQueryVariables,
} from "#app/shopify/operations.generated.ts";
import type { ShopifyFulfillment } from "#app/shopify/order.ts";
import { readWholeFulfillment, type WholeFulfillment } from "./read-whole-fulfillment.ts";

const PAGE_SIZE = 50;
const IDS_PER_READ = 10;

const fragments = `${fulfillmentFields}
  ${fulfillmentTrackingFields}
  ${fulfillmentLineFields}
  ${fulfillmentEventFields}`;

export const orderFulfillments = query<OrderFulfillmentsQuery, OrderFulfillmentsQueryVariables>(`#graphql
  query OrderFulfillments($id: ID!) {
    order(id: $id) { fulfillments(first: ${PAGE_SIZE}) { ...FulfillmentFields } }
  }
  ${fragments}`);

export const orderFulfillmentIds = query<
  OrderFulfillmentIdsQuery,
  OrderFulfillmentIdsQueryVariables
>(`#graphql
  query OrderFulfillmentIds($id: ID!) {
    order(id: $id) { fulfillments(first: 250) { id } }
  }`);

export const fulfillmentsById = query<FulfillmentsByIdQuery, FulfillmentsByIdQueryVariables>(`#graphql
  query FulfillmentsById($ids: [ID!]!) {
    nodes(ids: $ids) { ... on Fulfillment { ...FulfillmentFields } }
  }
  ${fragments}`);

/** All fulfillments of an order, cancelled ones included. Null where the order cannot be seen. */
export async function listFulfillments(
  admin: AdminClient,
  orderGid: OrderGid,
): Promise<readonly ShopifyFulfillment[] | null> {
  const { data } = await admin.run(orderFulfillments, { id: orderGid });
  if (!data.order) return null;
  const whole = await readLater(admin, orderGid, data.order.fulfillments);
  return whole.map(toFulfillment);
}

/** All fulfillments of an order, of which `asked` were asked for with it: the list has no pages. */
export async function readAllFulfillments(
  admin: AdminClient,
  orderGid: OrderGid,
  first: readonly FulfillmentFieldsFragment[],
  pageSize: number,
): Promise<readonly WholeFulfillment[]> {
  if (first.length < pageSize) return Promise.all(first.map((each) => readWholeFulfillment(admin, each)));
  const { data } = await admin.run(orderFulfillments, { id: orderGid });
  return readLater(admin, orderGid, data.order?.fulfillments ?? first);
}

/** What stands behind the largest list that may be read with all its fields is read by id, up to Shopify's 250. */
async function readLater(
  admin: AdminClient,
  orderGid: OrderGid,
  read: readonly FulfillmentFieldsFragment[],
): Promise<readonly WholeFulfillment[]> {
  const later: FulfillmentFieldsFragment[] = [];
  if (read.length >= PAGE_SIZE) {
    const { data } = await admin.run(orderFulfillmentIds, { id: orderGid });
    const known = new Set(read.map(({ id }) => id));
    const ids = (data.order?.fulfillments ?? []).flatMap(({ id }) => (known.has(id) ? [] : [id]));
    for (let at = 0; at < ids.length; at += IDS_PER_READ) {
      const page = await admin.run(fulfillmentsById, { ids: ids.slice(at, at + IDS_PER_READ) });
      later.push(...page.data.nodes.flatMap((node) => (node && isFulfillment(node) ? [node] : [])));
    }
  }
  return Promise.all([...read, ...later].map((each) => readWholeFulfillment(admin, each)));
}

type FoundNode = NonNullable<FulfillmentsByIdQuery["nodes"][number]>;

function isFulfillment(node: FoundNode): node is Extract<FoundNode, { readonly trackingInfo: unknown }> {
  return "trackingInfo" in node;
}
