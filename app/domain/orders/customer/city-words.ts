import { cityKey, findSpellings, type Spelling } from "./pakistan-cities.ts";

const LONGEST_NAME_WORDS = 4;

export type NameMatch = {
  readonly spellings: readonly Spelling[];
  readonly start: number;
  readonly end: number;
};

function longestAt(words: readonly string[], start: number): NameMatch | null {
  for (let end = Math.min(words.length, start + LONGEST_NAME_WORDS); end > start; end -= 1) {
    const spellings = findSpellings(words.slice(start, end).join("")).filter(
      (spelling) => spelling.reading !== "silent",
    );
    if (spellings.length > 0) return { spellings, start, end };
  }
  return null;
}

export function splitWords(text: string): readonly string[] {
  const words = text.normalize("NFKC").split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.map(cityKey).filter((word) => word !== "");
}

/** The known names that stand as whole words in a text, longest first, none inside another. */
export function findNamesIn(words: readonly string[]): readonly NameMatch[] {
  const found: NameMatch[] = [];
  for (let at = 0; at < words.length; ) {
    const next = longestAt(words, at);
    if (next) found.push(next);
    at = next ? next.end : at + 1;
  }
  return found;
}
