import type { FulfillmentOrderUnits } from "#app/domain/orders/fulfillment/plan-fulfillment.ts";
import type { FulfillmentOrderGid, FulfillmentOrderLineGid } from "#app/platform/ids.ts";
import type { ShopifyFulfillmentOrder, ShopifyOrder } from "#app/shopify/order.ts";

type FulfillmentOrderChange = Partial<
  Pick<ShopifyFulfillmentOrder, "status" | "requestStatus" | "locationId" | "locationName">
>;

/** The order after Shopify answered about a fulfillment order we acted on. */
export function withFulfillmentOrder(
  shopify: ShopifyOrder,
  id: FulfillmentOrderGid,
  change: FulfillmentOrderChange,
): ShopifyOrder {
  const fulfillmentOrders = shopify.fulfillmentOrders.map((each) =>
    each.id === id ? { ...each, ...change } : each,
  );
  return { ...shopify, fulfillmentOrders };
}

/** The order after units became a fulfillment: less is left to ship, and a fulfillment order with nothing left is closed. */
export function withFulfilledUnits(
  shopify: ShopifyOrder,
  units: readonly FulfillmentOrderUnits[],
): ShopifyOrder {
  const gone = units.flatMap((unit) => unit.lines);
  const before = shopify.fulfillmentOrders;
  const touched = before.filter((each) => units.some((unit) => unit.fulfillmentOrderId === each.id));
  const fulfillmentOrders = before.map((each) => {
    if (!touched.includes(each)) return each;
    const lines = each.lines.map((line) => ({
      ...line,
      remainingQuantity: Math.max(0, line.remainingQuantity - unitsOfLine(gone, line.id)),
    }));
    const isOver = lines.every((line) => line.remainingQuantity === 0);
    return { ...each, lines, status: isOver ? "CLOSED" : each.status };
  });
  const lines = shopify.lines.map((line) => {
    const places = touched.flatMap((each) => each.lines).filter((place) => place.lineId === line.id);
    const fulfilled = places.reduce((sum, place) => sum + unitsOfLine(gone, place.id), 0);
    return { ...line, unfulfilledQuantity: Math.max(0, line.unfulfilledQuantity - fulfilled) };
  });
  return { ...shopify, fulfillmentOrders, lines };
}

function unitsOfLine(gone: FulfillmentOrderUnits["lines"], id: FulfillmentOrderLineGid): number {
  return gone.filter((line) => line.id === id).reduce((sum, { quantity }) => sum + quantity, 0);
}
