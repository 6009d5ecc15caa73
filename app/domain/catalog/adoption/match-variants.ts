import { invariant } from "#app/platform/errors.ts";
import type { InventoryItemGid, SupplierVariantId } from "#app/platform/ids.ts";

type RequestedVariant = {
  readonly supplierVariantId: SupplierVariantId;
  readonly options: readonly { readonly name: string; readonly value: string }[];
};

type ReturnedVariant = {
  readonly id: string;
  readonly inventoryItemId: InventoryItemGid;
  readonly supplierVariantId: SupplierVariantId | null;
  readonly options: readonly { readonly name: string; readonly value: string }[];
};

/**
 * Which of Shopify's variants is which of the service's: by the id we wrote on it, else by its options, which are
 * unique within a product. Every variant asked for must be there.
 */
export function matchVariants<A extends ReturnedVariant>(
  asked: readonly RequestedVariant[],
  answered: readonly A[],
): Map<SupplierVariantId, A> {
  const byOptions = new Map(answered.map((variant) => [optionKey(variant.options), variant]));
  return new Map(
    asked.map(({ supplierVariantId, options }) => {
      const own = answered.find((variant) => variant.supplierVariantId === supplierVariantId);
      const found = own ?? byOptions.get(optionKey(options));
      invariant(found, `Shopify kept variant ${supplierVariantId}`);
      return [supplierVariantId, found];
    }),
  );
}

function optionKey(options: RequestedVariant["options"]): string {
  const pairs = options.map(({ name, value }) => [name.toLowerCase(), value.toLowerCase()]);
  return JSON.stringify(pairs.toSorted());
}
