import { offlineScopes } from "#test/support/admin-schema.ts";

/** Where the machine-read scope table is known to be wrong or silent. */
const CORRECTIONS: Readonly<Record<string, readonly string[]>> = {
  "Mutation.fulfillmentCancel": [
    "write_assigned_fulfillment_orders",
    "write_merchant_managed_fulfillment_orders",
    "write_third_party_fulfillment_orders",
  ],
  "Mutation.refundCreate": ["write_orders"],
  "Mutation.orderUpdate": ["write_orders"],
  "QueryRoot.order": ["read_orders"],
  "QueryRoot.orders": ["read_orders"],
  "QueryRoot.product": ["read_products"],
  "QueryRoot.products": ["read_products"],
  "QueryRoot.productByIdentifier": ["read_products"],
  "QueryRoot.publications": ["read_publications"],
  "QueryRoot.deliveryProfiles": ["read_shipping"],
  "Mutation.deliveryProfileUpdate": ["write_shipping"],
  "Mutation.productSet": ["write_products"],
  "Mutation.productUpdate": ["write_products"],
  "Mutation.productVariantsBulkUpdate": ["write_products"],
};

const PROTECTED: Readonly<Record<string, ReadonlySet<string>>> = {
  Order: new Set(["email", "phone", "shippingAddress", "billingAddress", "customer"]),
  FulfillmentOrder: new Set(["destination"]),
  Customer: new Set(["email", "phone", "firstName", "lastName", "displayName"]),
};

let table: Map<string, OfflineScope> | undefined;
type OfflineScope = { readonly anyOf: readonly string[]; readonly sentence: string };

/** Returns Shopify's sentence on what access a field needs, or null when a granted scope covers it. */
export function missingScope(typeName: string, fieldName: string, granted: readonly string[]): string | null {
  const needed = scopeTable().get(`${typeName}.${fieldName}`);
  if (!needed || needed.anyOf.length === 0) return null;
  return needed.anyOf.some((scope) => covers(granted, scope)) ? null : needed.sentence;
}

export function covers(granted: readonly string[], scope: string): boolean {
  return granted.includes(scope) || granted.includes(scope.replace(/^read_/, "write_"));
}

export function isProtected(typeName: string, fieldName: string): boolean {
  return PROTECTED[typeName]?.has(fieldName) ?? false;
}

function scopeTable(): Map<string, OfflineScope> {
  if (table) return table;
  table = new Map();
  for (const { typeName, fieldName, offlineScopes: anyOf, requiredAccess } of offlineScopes()) {
    if (fieldName)
      table.set(`${typeName}.${fieldName}`, { anyOf, sentence: requiredAccess ?? anyOf.join(", ") });
  }
  for (const [field, anyOf] of Object.entries(CORRECTIONS)) {
    table.set(field, {
      anyOf,
      sentence: `${anyOf.map((scope) => `\`${scope}\``).join(" or ")} access scope.`,
    });
  }
  return table;
}
