const TOPICS: Readonly<Record<string, string>> = {
  "orders/create": "A new order",
  "orders/updated": "An order changed",
  "orders/edited": "An order was edited",
  "orders/cancelled": "An order was cancelled",
  "orders/paid": "An order was paid",
  "refunds/create": "A refund",
  "order_transactions/create": "A transaction of an order",
  "products/delete": "A product was deleted",
  "app/uninstalled": "Karwan was uninstalled",
  "app/scopes_update": "Karwan's permissions changed",
  "shop/update": "The store's settings changed",
  "shop/redact": "The store is to be erased",
  "customers/redact": "A customer is to be erased",
  "customers/data_request": "A customer asks for their data",
  "fulfillment_orders/order_routing_complete": "An order was assigned to a location",
  "fulfillment_orders/fulfillment_request_submitted": "Fulfillment was requested",
  "fulfillment_orders/cancellation_request_submitted": "A cancellation was requested",
  "order.received": "A parcel was received by the supplier",
  "order.confirmed": "A parcel was confirmed",
  "order.shipped": "A parcel was shipped",
  "order.delivered": "A parcel was delivered",
  "order.returned": "A parcel was refused or returned",
  "order.cancelled": "A parcel was cancelled",
  "product.stock_changed": "The supplier's stock changed",
  "product.updated": "The supplier changed a product",
  "product.removed": "The supplier removed a product",
  "wallet.margin_released": "A margin was credited",
};

/** What a delivery is about, in words; other topics of a kind by their kind. */
export function topicWords(topic: string): string {
  const words = TOPICS[topic];
  if (words !== undefined) return words;
  const kind = topic.split(/[/.]/)[0] ?? "";
  return KINDS[kind] ?? "Something changed";
}

const KINDS: Readonly<Record<string, string>> = {
  orders: "An order changed",
  order: "A parcel changed",
  fulfillment_orders: "The fulfillment of an order changed",
  locations: "A location changed",
  product: "A product of the supplier's changed",
  products: "A product changed",
  wallet: "The wallet changed",
};
