/** What differs from run to run by nature: ids, keys and times. */
const BY_NATURE =
  /gid:\/\/shopify\/(\w+)\/\d+|(?:t-)?\d+-\d{13}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\b(?:ord|grp|evt)_[0-9a-f]{14}|\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+\d\d:\d\d)|#\d{4,}|\b\d{13,14}\b/g;

/** The lines with each id replaced by its kind and the number of its first appearance, and times by a word. */
export function normaliseIds(lines: readonly string[]): readonly string[] {
  const numbers = new Map<string, number>();
  const counts = new Map<string, number>();
  return lines.map((line) =>
    line.replaceAll(BY_NATURE, (id: string, gidKind: string | undefined) => {
      const kind = gidKind ?? kindOf(id);
      if (kind === "time") return "<time>";
      const known = numbers.get(id) ?? (counts.get(kind) ?? 0) + 1;
      if (!numbers.has(id)) counts.set(kind, known);
      numbers.set(id, known);
      return `<${kind} ${known}>`;
    }),
  );
}

/** The text with every id taken for the same. */
export function maskIds(line: string): string {
  return line.replaceAll(BY_NATURE, "<id>");
}

function kindOf(id: string): string {
  if (/^\d{4}-\d\d-\d\dT/.test(id)) return "time";
  if (id.startsWith("#")) return "name";
  if (/^\d+$/.test(id)) return "number";
  if (/^(?:ord|grp|evt)_/.test(id)) return id.slice(0, 3);
  return /^(?:t-)?\d+-\d{13}$/.test(id) ? "external id" : "key";
}
