/** Controls, and the marks that turn the direction of text around. */
const UNWANTED = /[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff]/gu;

/** One line of plain text, as a person would have typed it: no markup, no controls, single spaces. */
export function cleanText(text: string, maxLength: number): string {
  const line = text.replace(/<[^<>]*>/g, " ").replace(/\s+/g, " ");
  const plain = line.replace(UNWANTED, "").normalize("NFC").replace(/ +/g, " ").trim();
  return [...plain].slice(0, maxLength).join("");
}
