/** Direction marks and overrides, and characters without width; the joiners of Urdu and of emoji stay. */
const INVISIBLE = /[\u061C\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;

/**
 * The text as written, fit for a parcel label: NFC, control and direction characters out, line breaks and
 * tabs as spaces (rule R4). Null and blank text become "".
 */
export function cleanText(text: string | null | undefined): string {
  const oneLine = (text ?? "").toWellFormed().replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/gu, " ");
  return oneLine
    .replace(/\p{Cc}/gu, "")
    .replace(INVISIBLE, "")
    .normalize("NFC")
    .trim();
}
