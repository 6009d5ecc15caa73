import type { AdminClient } from "#app/shopify/admin-client.server.ts";
import { query } from "#app/shopify/operation.ts";
import {
  fulfillmentEventFields,
  fulfillmentLineFields,
  fulfillmentTrackingFields,
  TRACKING_PAGE_SIZE,
} from "#app/shopify/operations/orders/order-fields.ts";
import { readRest } from "#app/shopify/operations/read-rest.ts";
import type {
  FulfillmentEventsQuery,
  FulfillmentEventsQueryVariables,
  FulfillmentFieldsFragment,
  FulfillmentLinesQuery,
  FulfillmentLinesQueryVariables,
  FulfillmentTrackingQuery,
  FulfillmentTrackingQueryVariables,
} from "#app/shopify/operations.generated.ts";

export const fulfillmentLines = query<FulfillmentLinesQuery, FulfillmentLinesQueryVariables>(`#graphql
  query FulfillmentLines($id: ID!, $after: String) {
    fulfillment(id: $id) {
      fulfillmentLineItems(first: 200, after: $after) {
        nodes { ...FulfillmentLineFields }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
  ${fulfillmentLineFields}`);

export const fulfillmentEvents = query<FulfillmentEventsQuery, FulfillmentEventsQueryVariables>(`#graphql
  query FulfillmentEvents($id: ID!, $after: String) {
    fulfillment(id: $id) {
      events(first: 100, after: $after, sortKey: HAPPENED_AT, reverse: true) {
        nodes { ...FulfillmentEventFields }
        pageInfo { hasNextPage endCursor }
      }
    }
  }
  ${fulfillmentEventFields}`);

export const fulfillmentTracking = query<
  FulfillmentTrackingQuery,
  FulfillmentTrackingQueryVariables
>(`#graphql
  query FulfillmentTracking($id: ID!) {
    fulfillment(id: $id) { trackingInfo(first: 250) { ...FulfillmentTrackingFields } }
  }
  ${fulfillmentTrackingFields}`);

/** A fulfillment with all its lines, events and numbers. */
export type WholeFulfillment = Omit<
  FulfillmentFieldsFragment,
  "trackingInfo" | "fulfillmentLineItems" | "events"
> & {
  readonly trackingInfo: FulfillmentFieldsFragment["trackingInfo"];
  readonly lines: FulfillmentFieldsFragment["fulfillmentLineItems"]["nodes"];
  /** Newest first. */
  readonly events: FulfillmentFieldsFragment["events"]["nodes"];
};

/** Reads what did not fit beside a fulfillment: one call for each list that is longer than usual. */
export async function readWholeFulfillment(
  admin: AdminClient,
  fulfillment: FulfillmentFieldsFragment,
): Promise<WholeFulfillment> {
  const { id, fulfillmentLineItems, events: firstEvents, ...fields } = fulfillment;
  const [trackingInfo, lines, events] = await Promise.all([
    fields.trackingInfo.length < TRACKING_PAGE_SIZE ? fields.trackingInfo : readTracking(admin, id),
    readRest(fulfillmentLineItems, async (after) => {
      const { data } = await admin.run(fulfillmentLines, { id, after });
      return data.fulfillment?.fulfillmentLineItems ?? null;
    }),
    readRest(firstEvents, async (after) => {
      const { data } = await admin.run(fulfillmentEvents, { id, after });
      return data.fulfillment?.events ?? null;
    }),
  ]);
  return { ...fields, id, trackingInfo, lines, events };
}

async function readTracking(admin: AdminClient, id: string): Promise<WholeFulfillment["trackingInfo"]> {
  const { data } = await admin.run(fulfillmentTracking, { id });
  return data.fulfillment?.trackingInfo ?? [];
}
