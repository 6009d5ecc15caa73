/** What the demo and most tests agree on, so that they need not pass it around. */
export const DEMO_SHOP = "karwan-demo.myshopify.com";
export const DEMO_API_KEY = "karwan-demo-key";
export const DEMO_API_SECRET = "karwan-demo-secret-not-for-production";

export const DEMO_SCOPES: readonly string[] = [
  "read_products",
  "write_products",
  "read_inventory",
  "write_inventory",
  "read_locations",
  "read_orders",
  "write_orders",
  "read_assigned_fulfillment_orders",
  "write_assigned_fulfillment_orders",
  "read_third_party_fulfillment_orders",
  "write_third_party_fulfillment_orders",
  "read_merchant_managed_fulfillment_orders",
  "write_merchant_managed_fulfillment_orders",
  "read_fulfillments",
  "write_fulfillments",
  "read_shipping",
  "read_publications",
  "write_publications",
  "write_app_proxy",
];
