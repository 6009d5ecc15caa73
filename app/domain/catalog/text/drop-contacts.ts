import { foldSigns } from "./fold-signs.ts";

/** What people put between the digits of a number. */
const GAP = "[\\s().-]{0,3}";

/**
 * Read in folded text: digits of every script are 0-9 there, and what nobody sees is gone. Each repetition is bounded or begins once:
 * the text is the supplier's, and must not decide how long it is looked at.
 */
const CONTACTS: readonly RegExp[] = [
  /(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-][\p{L}\p{N}.-]{0,252}\.\p{L}{2,20}/gu,
  /\b(?:https?:\/\/|www\.)[^\s()]*[^\s().!?,;:]/giu,
  /\b(?:[a-z0-9-]{1,63}\.){1,5}(?:com|pk|net|org|info|shop|store|online|me|link|ly|biz|site|xyz|io|co|app)\b(?:\/\S*[^\s.!?,;:])?/giu,
  // Phone numbers, with the separators people use.
  new RegExp(`(?:(?:\\+|00)${GAP})?92${GAP}\\d{2,3}(?:${GAP}\\d){6,8}`, "gu"),
  new RegExp(`(?<!\\d)\\(?0\\d{2,3}(?:${GAP}\\d){7,8}(?!\\d)`, "gu"),
  new RegExp(`\\+${GAP}[1-9](?:${GAP}\\d){8,13}(?!\\d)`, "gu"),
  /(?<![\p{L}\p{N}])@[\p{L}\p{N}_.]{2,}[\p{L}\p{N}_]/gu,
  // Named without an address they still lead a customer away.
  /\bwhats?\s?app\b|(?<!\p{L})(?:وٹس\s?ایپ|واٹس\s?ایپ)(?!\p{L})/giu,
];

const MARK = "\u0000";

/** A stretch of a text, by its code units. */
export type Span = { readonly from: number; readonly to: number };

/**
 * The sentences that tell a customer how to reach the supplier: addresses, numbers, handles, and the names to hide. The
 * whole sentence counts, since "Order on WhatsApp" without its number still sends the customer away.
 */
export function findSpoiltSentences(text: string, hiddenNames: readonly string[]): readonly Span[] {
  const contacts = findContacts(text, hiddenNames);
  if (contacts.length === 0) return [];
  // An end of a sentence inside an address is none.
  const hidden = markSpans(text, contacts, (length) => MARK.repeat(length));
  let to = 0;
  return hidden.split(/(?<=[.!?۔؟\n|•])/u).flatMap((sentence) => {
    const from = to;
    to += sentence.length;
    return sentence.includes(MARK) ? [{ from, to }] : [];
  });
}

/** Words that only introduce what was cut out behind or before them. */
const LEADING = new RegExp(
  `(?:(?:order|call|contact|sms|text|phone|tel|mobile|cell|ph|no|visit|follow|email|mail|on|at|us|now|our|by|from|رابطہ)[\\s.:#-]{0,3}){0,5}${MARK}`,
  "giu",
);

/** One line, a title or an option, without such contacts; the rest of the line stays. */
export function cutContacts(line: string, hiddenNames: readonly string[]): string {
  const marked = markContacts(line, hiddenNames);
  if (!marked.includes(MARK)) return line;
  return marked
    .replace(LEADING, MARK)
    .replaceAll(MARK, " ")
    .replace(/[([{]\s*[)\]}]/g, " ")
    .replace(/\s+/g, " ")
    .replace(/(?:\s?[-–—|:;,/•]\s?){2,}/g, " - ")
    .replace(/^[\s\-–—|:;,/•.]+|[\s\-–—|:;,/•]+$/g, "");
}

/** Whether a text holds such a contact. */
export function hasContacts(text: string, hiddenNames: readonly string[]): boolean {
  return findContacts(text, hiddenNames).length > 0;
}

function markContacts(text: string, hiddenNames: readonly string[]): string {
  return markSpans(text, findContacts(text, hiddenNames), () => MARK);
}

function markSpans(text: string, spans: readonly Span[], mark: (length: number) => string): string {
  let done = 0;
  const parts = spans.map(({ from, to }) => {
    const before = text.slice(done, from);
    done = to;
    return before + mark(to - from);
  });
  return parts.join("") + text.slice(done);
}

/** Where they stand, in order, none touching another. */
function findContacts(text: string, hiddenNames: readonly string[]): readonly Span[] {
  const { folded, startOf, endOf } = foldSigns(text);
  const patterns = [...CONTACTS, ...hiddenNames.filter((name) => name !== "").map(wholeName)];
  const found = patterns.flatMap((pattern) =>
    [...folded.matchAll(pattern)].map(({ index, 0: { length } }) => {
      return { from: startOf(index), to: endOf(index + length - 1) };
    }),
  );
  const spans: { from: number; to: number }[] = [];
  for (const { from, to } of found.toSorted((a, b) => a.from - b.from)) {
    const last = spans.at(-1);
    if (last === undefined || from > last.to) spans.push({ from, to });
    else last.to = Math.max(last.to, to);
  }
  return spans;
}

function wholeName(name: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(name)}(?![\\p{L}\\p{N}])`, "giu");
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
