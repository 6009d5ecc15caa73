import type { SupplierVariantId, VariantGid } from "#app/platform/ids.ts";

const PREFIX = "KW-";
const MAX_LENGTH = 255;

/** The SKU of a variant for which nobody gave one; Shopify stocks nothing without one at a fulfillment service. */
export function toOwnSku(variantId: VariantGid | SupplierVariantId): string {
  return `${PREFIX}${variantId.split("/").at(-1)}`.slice(0, MAX_LENGTH);
}

/** Whether it is one of ours, which says nothing of what the variant is. */
export function isOwnSku(sku: string): boolean {
  return sku.startsWith(PREFIX);
}
