import type { WeightSpan } from "#app/domain/delivery-charge/plan-weight-rates.ts";

/** "Up to 0.5 kg", "0.5 to 1 kg", "Above 30 kg". */
export function spanWords({ fromGrams, upToGrams }: WeightSpan): string {
  if (upToGrams === null) return `Above ${kg(fromGrams - 1)} kg`;
  return fromGrams === 0 ? `Up to ${kg(upToGrams)} kg` : `${kg(fromGrams - 1)} to ${kg(upToGrams)} kg`;
}

function kg(grams: number): string {
  return (grams / 1000).toLocaleString("en-US");
}

/** "up to 0.5 kg, above 20 kg", within a sentence. */
export function spansWords(spans: readonly WeightSpan[]): string {
  return spans.map((span) => spanWords(span).replace(/^[UA]/, (first) => first.toLowerCase())).join(", ");
}
