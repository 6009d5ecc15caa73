import type { SupplierVariantId } from "#app/platform/ids.ts";
import { ABOVE_GRAMS, documentedBands } from "./tariff.ts";

/** A variant of which a number of units weighs what is to be asked about. */
export type WeighedVariant = { readonly supplierVariantId: SupplierVariantId; readonly grams: number };

export type QuoteQuestion = {
  /** The key of the band it tells of. */
  readonly key: string;
  readonly variantId: SupplierVariantId;
  readonly quantity: number;
};

/** What a store may have to pack at once for a question: the service may refuse a quantity no order could have. */
const MOST_UNITS = 20;

/** For each weight band the fewest units of one variant that weigh so much; none where no variant comes to it. */
export function planQuoteQuestions(variants: readonly WeighedVariant[]): readonly QuoteQuestion[] {
  const floors = [0, ...documentedBands.map(({ upToGrams }) => upToGrams)];
  const spans = documentedBands.map(({ upToGrams }, at) => ({ over: floors[at] ?? 0, upTo: upToGrams }));
  const above = { over: ABOVE_GRAMS - 1000, upTo: ABOVE_GRAMS };
  return [...spans, above].flatMap(({ over, upTo }) => {
    const questions = variants.flatMap(({ supplierVariantId, grams }) => {
      const quantity = Math.floor(over / grams) + 1;
      return quantity <= MOST_UNITS && quantity * grams <= upTo
        ? [{ key: String(upTo), variantId: supplierVariantId, quantity }]
        : [];
    });
    return questions.toSorted((one, other) => one.quantity - other.quantity).slice(0, 1);
  });
}
