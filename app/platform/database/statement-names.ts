/** Every connection keeps the plans of what is named, so only so many are. */
const MOST = 200;
/** So many are remembered until they come again. */
const MOST_SEEN_ONCE = 1000;

/**
 * Names for the statements that come again: PostgreSQL then reads and plans them once for each connection instead of each
 * time (D-62). What came once is not named, since lists of every length are statements of their own; "" stands for no name.
 */
export function createStatementNames(most = MOST): (query: { readonly sql: string }) => string {
  const names = new Map<string, string>();
  const seenOnce = new Set<string>();
  return ({ sql }) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (names.size >= most) return "";
    if (!seenOnce.delete(sql)) {
      if (seenOnce.size >= MOST_SEEN_ONCE) seenOnce.clear();
      seenOnce.add(sql);
      return "";
    }
    const name = `karwan_${names.size + 1}`;
    names.set(sql, name);
    return name;
  };
}
