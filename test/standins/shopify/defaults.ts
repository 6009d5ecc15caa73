/** What the demo and most tests agree on, so that they need not pass it around. */
export const DEMO_SHOP = "karwan-demo.myshopify.com";
export const DEMO_API_KEY = "karwan-demo-key";
export const DEMO_API_SECRET = "karwan-demo-secret-not-for-production";

/** What the app may ask a shop for beside those it cannot do without. */
export const DEMO_OPTIONAL_SCOPES: readonly string[] = [
  "read_publications",
  "write_publications",
  "write_shipping",
];

/** The scopes a shop grants unless told otherwise: those of the app, none of the optional ones. */
export const DEMO_SCOPES: readonly string[] = [
  "read_products",
  "write_products",
  "read_inventory",
  "write_inventory",
  "read_locations",
  "read_orders",
  "write_orders",
  "read_payment_terms",
  "read_assigned_fulfillment_orders",
  "write_assigned_fulfillment_orders",
  "read_third_party_fulfillment_orders",
  "write_third_party_fulfillment_orders",
  "write_fulfillments",
  "read_shipping",
  "write_app_proxy",
];
