/** Whole rupees (PKR) as they are written to Shopify. Structurally the same brand as the domain's own. */
export type AmountPkr = number & { readonly __brand: "Rupees" };
