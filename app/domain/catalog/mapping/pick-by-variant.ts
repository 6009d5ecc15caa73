import type { VariantGid } from "#app/platform/ids.ts";

type ItemOfVariant = { readonly variantGid: VariantGid | null; readonly listingId: string | null };

/**
 * The stocked item that counts for each variant of Shopify: a link wins over what is listed (D-148), as
 * `isNotLinkedBesideSql` has it for quantities.
 */
export function pickByVariant<Item extends ItemOfVariant>(
  items: readonly Item[],
): ReadonlyMap<VariantGid, Item> {
  const linkedLast = items.toSorted((a, b) => Number(a.listingId === null) - Number(b.listingId === null));
  return new Map(
    linkedLast.flatMap((item) => (item.variantGid === null ? [] : [[item.variantGid, item] as const])),
  );
}
