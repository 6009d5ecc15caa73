import { type PhoneNumber, parsePhoneNumberFromString } from "libphonenumber-js/max";
import { cleanText } from "./clean-text.ts";

export type PhonePlan =
  | {
      readonly kind: "ready";
      /** +923001234567 */
      readonly phone: string;
      readonly second: string | null;
      readonly isLandline: boolean;
    }
  | { readonly kind: "missing" }
  | { readonly kind: "foreign" }
  | { readonly kind: "invalid"; readonly written: string; readonly suggestions: readonly string[] };

const BETWEEN_NUMBERS = /[/\\,;|&\n]|\s(?:or|and|ya|aur|یا|اور)\s|(?<=\d[\s-]*)(?=\+)/iu;
const MOBILE_DIGITS = /(?:0092|\+?92|0)?3\d{9}/gu;

function parse(text: string): PhoneNumber | null {
  const number = parsePhoneNumberFromString(text, "PK");
  return number?.isValid() ? number : null;
}

/** Digits of any script as 0 to 9. */
export function toWesternDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = [0x0660, 0x06f0, 0x0966].find((start) => code >= start && code <= start + 9);
    return zero === undefined ? digit.normalize("NFKC") : String(code - zero);
  });
}

/** Two mobiles written as one row of digits, as in 0300123456703211234567. */
function splitDigits(text: string): readonly string[] {
  const digits = text.replace(/[^\d+]/gu, "");
  const found = digits.match(MOBILE_DIGITS) ?? [];
  return found.length > 1 && found.join("") === digits ? found : [];
}

function readNumbers(field: string): readonly PhoneNumber[] {
  const text = toWesternDigits(cleanText(field));
  const whole = parse(text);
  if (whole) return [whole];
  const pieces = text.split(BETWEEN_NUMBERS).map((piece) => piece.trim());
  const parsed = pieces.flatMap((piece) => parse(piece) ?? splitDigits(piece).map(parse));
  return parsed.filter((number) => number !== null);
}

function isMobile(number: PhoneNumber): boolean {
  return number.getType() === "MOBILE";
}

/** The mobile number hidden in a mistyped one ("0923001234567"); to choose from, never to send. */
function suggestPhones(written: string): readonly string[] {
  const digits = toWesternDigits(written).replace(/\D/gu, "");
  const tail = /3\d{9}$/u.exec(digits)?.[0];
  const number = tail === undefined ? null : parse(`0${tail}`);
  return number ? [number.number] : [];
}

/**
 * Chooses the number the courier calls from fields in order of trust: the first valid Pakistani mobile, else
 * a landline; the next other one is the second (rule R4). Numbers come out as +92….
 */
export function planPhone(fields: readonly (string | null)[]): PhonePlan {
  // Shopify gives the same text with the address and with the customer: it is read once.
  const written = [...new Set(fields.map(cleanText).filter((field) => field !== ""))];
  if (written.length === 0) return { kind: "missing" };
  const numbers = written.flatMap(readNumbers);
  const local = numbers.filter((number) => number.country === "PK");
  const chosen = local.find(isMobile) ?? local[0];
  if (chosen) {
    const second = local.find((number) => number.number !== chosen.number)?.number ?? null;
    return { kind: "ready", phone: chosen.number, second, isLandline: !isMobile(chosen) };
  }
  if (numbers.length > 0) return { kind: "foreign" };
  const first = written[0] ?? "";
  return { kind: "invalid", written: first, suggestions: suggestPhones(first) };
}
