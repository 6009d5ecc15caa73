/** The service takes notes of at most 500 characters; we count UTF-16 units, of which there are never fewer. */
const MAX_NOTES_LENGTH = 500;

const SEPARATOR = " | ";

/** Joins the notes that say something and cuts them at `max`, never inside a character a person sees (rule R3). */
export function cutNotes(notes: readonly string[], max: number = MAX_NOTES_LENGTH): string {
  const whole = notes.filter((note) => note !== "").join(SEPARATOR);
  if (whole.length <= max) return whole;
  let end = 0;
  for (const { index, segment } of new Intl.Segmenter("en", { granularity: "grapheme" }).segment(whole)) {
    if (index + segment.length > max) break;
    end = index + segment.length;
  }
  return whole.slice(0, end);
}
