/** What the app asks for; shopify.app.toml states the same list. */
export const REQUIRED_SCOPES = [
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
] as const;

/** Asked for from a page, by a merchant who wants products published; shopify.app.toml states the same list. */
export const PUBLISHING_SCOPES = ["read_publications", "write_publications"] as const;

/** Whether products may be put on sales channels. */
export function mayPublish(granted: readonly string[]): boolean {
  return granted.includes("write_publications");
}

/** Asked for from a page, by a merchant who wants the checkout to ask for the delivery charge; shopify.app.toml likewise. */
export const CHECKOUT_SCOPES = ["write_shipping"] as const;

/** Whether the app may have the checkout ask it for rates. */
export function mayAnswerCheckout(granted: readonly string[]): boolean {
  return granted.includes("write_shipping");
}

/** Scopes that were not granted; a write scope grants its read scope. */
export function missingScopes(granted: readonly string[]): readonly string[] {
  return REQUIRED_SCOPES.filter(
    (scope) => !granted.includes(scope) && !granted.includes(scope.replace(/^read_/, "write_")),
  );
}
