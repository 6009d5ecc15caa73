import type { CatalogProduct, ListedVariant, Listing } from "@prisma/client";
import { type Range, rangeOf } from "#app/domain/catalog/listings/sync/range-of.ts";
import { cleanText } from "#app/domain/catalog/text/clean-text.ts";
import { productSchema } from "#app/supplier/catalog.ts";

/** A product as the service shows it; amounts in rupees. */
export type SupplierSide = {
  readonly title: string;
  readonly imageCount: number | null;
  readonly costs: Range | null;
  readonly suggested: Range | null;
  readonly minimums: Range | null;
  /** Null while nothing is known of its variants. */
  readonly stock: number | null;
  readonly offered: boolean;
  /** When it was last seen in the catalog; null before the first walk. */
  readonly seenAt: Date | null;
};

/** From our rows and the cached catalog; the catalog alone knows title and images. */
export function toSupplierSide(
  listing: Listing & { readonly variants: readonly ListedVariant[] },
  cached: CatalogProduct | null,
): SupplierSide {
  const product = cached === null ? null : (productSchema.safeParse(cached.product).data ?? null);
  const { variants } = listing;
  const amounts = (of: (variant: ListedVariant) => number | null) =>
    rangeOf(variants.flatMap((variant) => of(variant) ?? []));
  return {
    title: product === null ? listing.title : cleanText(product.title, 255),
    imageCount: product === null ? null : product.images.length,
    costs: amounts(({ wholesalePkr }) => wholesalePkr),
    suggested: amounts(({ suggestedPkr }) => suggestedPkr),
    minimums: amounts(({ minResalePkr }) => minResalePkr || null),
    stock: variants.length === 0 ? null : variants.reduce((sum, { stock }) => sum + stock, 0),
    offered: listing.offered && listing.removedAt === null,
    seenAt: cached?.seenAt ?? null,
  };
}
