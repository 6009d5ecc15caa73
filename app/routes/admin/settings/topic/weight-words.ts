type Span = { readonly fromGrams: number; readonly upToGrams: number | null };

/** "Up to 0.5 kg", "0.5 to 1 kg", "Above 30 kg". */
export function spanWords({ fromGrams, upToGrams }: Span): string {
  if (upToGrams === null) return `Above ${kg(fromGrams - 1)} kg`;
  return fromGrams === 0 ? `Up to ${kg(upToGrams)} kg` : `${kg(fromGrams - 1)} to ${kg(upToGrams)} kg`;
}

function kg(grams: number): string {
  return (grams / 1000).toLocaleString("en-US");
}
