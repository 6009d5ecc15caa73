const MARK = "Karwan: ";

/** The order's note with one more line of ours; unchanged when it already has the line. */
export function withRefusal(note: string | null, words: string): string {
  const line = `${MARK}${words}`;
  const lines = (note ?? "").split("\n");
  if (lines.includes(line)) return note ?? "";
  return note ? `${note}\n${line}` : line;
}

/** The merchant's and customer's own words of a note: ours are not for a courier (R3). */
export function withoutOwnNotes(note: string | null): string {
  return (note ?? "")
    .split("\n")
    .filter((line) => !line.startsWith(MARK))
    .join("\n");
}
