/** One thing the API document says, in our own words, and why no test shows it where none does. */
export type Statement = { id: string; section: string; says: string; notCovered: string | null };

export function says(section: string, sentences: Record<string, string>): Statement[] {
  return Object.entries(sentences).map(([id, sentence]) => ({
    id,
    section,
    says: sentence,
    notCovered: null,
  }));
}

/** Sentences no test can show, each with the reason. */
export function saysUntested(
  section: string,
  sentences: Record<string, readonly [string, string]>,
): Statement[] {
  return Object.entries(sentences).map(([id, [sentence, reason]]) => ({
    id,
    section,
    says: sentence,
    notCovered: reason,
  }));
}
