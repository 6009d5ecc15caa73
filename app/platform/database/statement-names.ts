/** Every connection keeps the plans of what is named, so only so many are. */
const MOST = 400;
/** What nobody asked for so long gives its place to another (D-176). */
const UNUSED_MS = 60_000;
/** So many are remembered until they come again. */
const MOST_SEEN_ONCE = 1000;

type Named = { readonly name: string; usedAt: number };

/**
 * Names for the statements that come again: PostgreSQL then reads and plans them once for each connection instead of each
 * time (D-62). What came once is not named, since lists of every length are statements of their own; "" stands for no name.
 * A name that was given up is never given again: connections still keep its plan.
 */
export function createStatementNames({
  most = MOST,
  now = Date.now,
} = {}): (query: { readonly sql: string }) => string {
  /** The longest unused first. */
  const names = new Map<string, Named>();
  const seenOnce = new Set<string>();
  let given = 0;
  const giveUpUnused = (at: number): boolean => {
    const [first] = names;
    if (!first || at - first[1].usedAt < UNUSED_MS) return false;
    return names.delete(first[0]);
  };
  return ({ sql }) => {
    const usedAt = now();
    const known = names.get(sql);
    if (known) {
      known.usedAt = usedAt;
      names.delete(sql);
      names.set(sql, known);
      return known.name;
    }
    if (!seenOnce.has(sql)) {
      if (seenOnce.size >= MOST_SEEN_ONCE) seenOnce.clear();
      seenOnce.add(sql);
      return "";
    }
    if (names.size >= most && !giveUpUnused(usedAt)) return "";
    seenOnce.delete(sql);
    given += 1;
    const name = `karwan_${given}`;
    names.set(sql, { name, usedAt });
    return name;
  };
}
