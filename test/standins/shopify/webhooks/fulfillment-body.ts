import { toShopTime } from "../clock.ts";
import { legacyId } from "../ids.ts";
import type { FulfillmentState, OrderState } from "../order-state.ts";

/** The REST-shaped body of a fulfillment's webhooks. */
export function fulfillmentBody(order: OrderState, fulfillment: FulfillmentState): object {
  const [tracking] = fulfillment.tracking;
  const numbers = fulfillment.tracking.flatMap(({ number }) => number ?? []);
  const urls = fulfillment.tracking.flatMap(({ url }) => url ?? []);
  return {
    id: legacyId(fulfillment.id),
    order_id: legacyId(order.id),
    status: fulfillment.status.toLowerCase(),
    created_at: toShopTime(fulfillment.createdAt),
    updated_at: toShopTime(fulfillment.updatedAt),
    tracking_company: tracking?.company ?? null,
    shipment_status: fulfillment.events.at(-1)?.status.toLowerCase() ?? null,
    location_id: legacyId(fulfillment.locationId),
    line_items: fulfillment.lines.map(({ orderLineId, quantity }) => ({
      id: legacyId(orderLineId),
      admin_graphql_api_id: orderLineId,
      quantity,
    })),
    tracking_number: numbers[0] ?? null,
    tracking_numbers: numbers,
    tracking_url: urls[0] ?? null,
    tracking_urls: urls,
    name: fulfillment.name,
    admin_graphql_api_id: fulfillment.id,
  };
}
