import type { ChoicesOfProducts } from "#app/domain/catalog/import/listing-choices.ts";
import type { ReviewProduct } from "#app/domain/catalog/import/review-import.server.ts";

/** Prices on this page that are below the supplier's lowest price, of variants that are not left out. */
export function countTooLow(products: readonly ReviewProduct[], choices: ChoicesOfProducts): number {
  return products
    .flatMap(({ id, variants }) => variants.map((variant) => ({ variant, own: choices[id] })))
    .filter(({ variant, own }) => {
      const price = own?.prices?.[variant.id];
      return (
        price !== undefined && price < variant.minResalePkr && !own?.variantsLeftOut?.includes(variant.id)
      );
    }).length;
}
