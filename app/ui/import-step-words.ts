import type { ImportStep } from "#app/domain/catalog/listings/listing-state.ts";

/** What is being done to a product that is imported; "Linking" only for one that is in the store already. */
const STEP_WORDS: Readonly<Record<ImportStep, string>> = {
  adopt: "Linking it",
  product: "Adding the product",
  create: "Adding the product",
  variants: "Adding the variants",
  stock: "Adding the stock",
  mapping: "Telling the supplier",
  done: "Adding",
};

export function importStepWords(step: ImportStep): string {
  return STEP_WORDS[step];
}
