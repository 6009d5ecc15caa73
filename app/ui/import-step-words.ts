/** What is being done to a product that is imported; "Linking" only for one that is in the store already. */
const STEP_WORDS: Readonly<Record<string, string>> = {
  adopt: "Linking it",
  product: "Adding the product",
  create: "Adding the product",
  variants: "Adding the variants",
  stock: "Adding the stock",
  mapping: "Telling the supplier",
};

export function importStepWords(step: string): string {
  return STEP_WORDS[step] ?? "Adding";
}
