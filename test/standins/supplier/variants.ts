import { ApiError } from "./api-error.ts";
import { importsOf } from "./import-owners.ts";
import { findSellable } from "./shipping.ts";
import type { Call, Product, Variant, World } from "./state.ts";

type Named = { variantId?: string | undefined; externalVariantId?: string | undefined };

/** The variant an item means, by the service's id or by the mapped one of this integration. */
export function resolveVariant(
  world: World,
  call: Call,
  item: Named,
  index: number,
): { product: Product; variant: Variant } {
  if (item.variantId === undefined && item.externalVariantId === undefined) {
    throw new ApiError("validation_error", "An item needs variantId or externalVariantId", [
      { path: `items.${index}`, message: "variantId or externalVariantId is required" },
    ]);
  }
  const variantId = item.variantId ?? mappedVariantId(world, call, item.externalVariantId ?? "", index);
  const found = findSellable(world.catalogs[call.mode], variantId);
  if (found === null) {
    throw new ApiError("variant_not_found", "Unknown variant, or no longer sold", [{ index, variantId }]);
  }
  return found;
}

function mappedVariantId(world: World, call: Call, externalVariantId: string, index: number): string {
  const mine = importsOf(world, call).filter(({ deleted }) => !deleted);
  const mapped = mine
    .flatMap(({ variants }) => variants)
    .findLast((entry) => entry.externalVariantId === externalVariantId);
  if (mapped === undefined) {
    throw new ApiError("variant_not_mapped", "This variant was never imported", [
      { index, externalVariantId },
    ]);
  }
  return mapped.variantId;
}
