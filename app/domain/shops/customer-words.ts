import type { TextLanguage } from "./setting-choices.ts";

/** Longer than anybody reads at the door. */
export const LONGEST_CUSTOMER_WORDS = 300;

/** The setting that holds the words of each language. */
export const CUSTOMER_WORDS = {
  en: "customerWordsEn",
  roman_urdu: "customerWordsRomanUrdu",
  ur: "customerWordsUr",
} as const satisfies Readonly<Record<TextLanguage, string>>;

export type CustomerWordsSetting = (typeof CUSTOMER_WORDS)[TextLanguage];

type Filled = { readonly sender: string; readonly order: string };

const PLACES = ["sender", "order"] as const satisfies readonly (keyof Filled)[];

/** What is wrong with words that a page of a customer would fill in; null where nothing is. */
export function findWrongPlace(words: string): string | null {
  const rest = PLACES.reduce((text, place) => text.replaceAll(`{${place}}`, ""), words);
  if (!/[{}]/.test(rest)) return null;
  const [unknown] = /\{[^{}]*\}?|\}/.exec(rest) ?? [];
  return `${unknown} means nothing on the page. Use {order} for the order's number and {sender} for the name on the parcel.`;
}

/** The words with their places filled. What is filled in is not filled again. */
export function fillCustomerWords(words: string, filled: Filled): string {
  return words.replace(/\{(sender|order)\}/g, (_, place: keyof Filled) => filled[place]);
}
