/** For comparing words of two sides: case and spacing tell nothing apart. */
export function foldText(text: string): string {
  return text.normalize("NFC").replace(/\s+/g, " ").trim().toLowerCase();
}
