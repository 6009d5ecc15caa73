import { splitWords } from "../customer/city-words.ts";
import { planPhone } from "../customer/plan-phone.ts";

/** What a word of a search is compared with; equal words of two kinds never meet. */
type SearchKind = "word" | "number" | "id" | "phone";

export type SearchWord = { readonly kind: SearchKind; readonly word: string };

/** What an order can be found by. */
export type SearchableOrder = {
  /** As the shop numbers it: "#1042". */
  readonly orderName: string;
  readonly names: readonly (string | null)[];
  /** As written, as known and as sent. */
  readonly cities?: readonly (string | null)[];
  /** Titles of what was ordered, with their variants. */
  readonly products?: readonly (string | null)[];
  readonly phones: readonly (string | null)[];
  /** Our external ids, the service's ids and order numbers, tracking numbers, SKUs. */
  readonly ids: readonly (string | null)[];
};

/** From this length on a beginning is found; shorter would say too much about a name and find half the shop. */
const SHORTEST_BEGINNING = 3;
/** Longer words are found by this many letters, or whole. */
const LONGEST_BEGINNING = 5;
const SHORTEST_PHONE = 7;
/** Of an order of many products the words of the first are kept. */
const MOST_PRODUCT_WORDS = 30;

/** Every word under which an order is kept; each once. */
export function listSearchWords(order: SearchableOrder): readonly SearchWord[] {
  const products = new Set((order.products ?? []).flatMap((title) => wordsOf(title)));
  const texts = [...order.names, ...(order.cities ?? [])].flatMap((text) => wordsOf(text));
  const words = [
    ...[...texts, ...[...products].slice(0, MOST_PRODUCT_WORDS)].flatMap((word) => beginnings("word", word)),
    ...numbersOf(order.orderName).flatMap((number) => beginnings("number", number)),
    ...order.phones.flatMap(phonesOf),
    ...order.ids.map((id) => ({ kind: "id" as const, word: idKey(id ?? "") })),
  ].filter(({ word }) => word !== "");
  return [...new Map(words.map((each) => [`${each.kind} ${each.word}`, each])).values()];
}

/**
 * What a search may mean, each reading a list of words that must all be there. Readings of one rank are looked for
 * together; a later rank only when the earlier ones found nothing.
 */
export function readSearch(text: string): readonly (readonly (readonly SearchWord[])[])[] {
  const texts = wordsOf(text);
  const exact = [
    ...numbersOf(text).map((word) => [{ kind: "number" as const, word }]),
    ...phonesOf(text).map((phone) => [phone]),
    ...(idKey(text) === "" ? [] : [[{ kind: "id" as const, word: idKey(text) }]]),
    ...(texts.length === 0 ? [] : [texts.map((word) => ({ kind: "word" as const, word }))]),
  ];
  const isCut = texts.some((word) => word.length > LONGEST_BEGINNING);
  const loose = texts.map((word) => ({ kind: "word" as const, word: word.slice(0, LONGEST_BEGINNING) }));
  return isCut ? [exact, [loose]] : [exact];
}

/** Words with a letter in them: sizes and amounts alone find nothing. */
function wordsOf(text: string | null): readonly string[] {
  return splitWords(text ?? "").filter((word) => /\p{L}/u.test(word));
}

function beginnings(kind: SearchKind, word: string): readonly SearchWord[] {
  const ends = Array.from({ length: LONGEST_BEGINNING - SHORTEST_BEGINNING + 1 }, (_, more) =>
    word.slice(0, SHORTEST_BEGINNING + more),
  );
  return [word, ...ends].map((each) => ({ kind, word: each }));
}

/** "#1042" by its whole name and by its digits; nothing of a text without a digit, or of several words. */
function numbersOf(text: string): readonly string[] {
  const key = idKey(text);
  const digits = key.replace(/\D/g, "");
  if (digits === "" || /\s/.test(text.trim())) return [];
  return digits === key ? [digits] : [key, digits];
}

/** Valid numbers in one form, and the digits as they were written, so that a wrong number is found too. */
function phonesOf(text: string | null): readonly SearchWord[] {
  const plan = planPhone([text]);
  const numbers = plan.kind === "ready" ? [plan.phone, ...(plan.second ? [plan.second] : [])] : [];
  const digits = (text ?? "").normalize("NFKC").replace(/\D/gu, "");
  const all = digits.length >= SHORTEST_PHONE ? [...numbers, digits] : numbers;
  return all.map((word) => ({ kind: "phone", word }));
}

function idKey(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}
