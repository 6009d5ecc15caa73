/** How many, as far as it was counted; nothing for none. */
export function countWords(count: number, mostCounted: number): string | undefined {
  if (count === 0) return undefined;
  const shown = Math.min(count, mostCounted).toLocaleString("en-US");
  return count > mostCounted ? `${shown}+` : shown;
}
