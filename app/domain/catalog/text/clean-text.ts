/** Controls, the marks that turn the direction of text around, and signs without width (not the joiners of Urdu). */
const UNWANTED = /[\p{Cc}\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu;

/** One line of plain text, as a person would have typed it: no markup, no controls, single spaces. */
export function cleanText(text: string, maxLength: number): string {
  // Before markup is looked for: a sign nobody sees inside a tag would hide the tag.
  const visible = text.replace(/\s+/g, " ").replace(UNWANTED, "");
  // A tag that is opened and never closed would be closed by the page the text stands in.
  const line = visible.replace(/<[^<>]*>/g, " ").replace(/<(?=[a-z/!?])/gi, " ");
  const plain = line.normalize("NFC").replace(/ +/g, " ").trim();
  return [...plain].slice(0, maxLength).join("");
}
