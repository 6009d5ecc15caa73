/** Letters that Arabic keyboards write otherwise than Urdu ones, and those that readers take for one another. */
const SAME_LETTER: Readonly<Record<string, string>> = {
  ...{ ي: "ی", ى: "ی", ئ: "ی", ې: "ی", ك: "ک", ڪ: "ک" },
  ...{ ه: "ہ", ة: "ہ", ۃ: "ہ", ۀ: "ہ", ھ: "ہ", ە: "ہ" },
  ...{ أ: "ا", إ: "ا", آ: "ا", ٱ: "ا", ؤ: "و" },
};
const LETTERS = new RegExp(`[${Object.keys(SAME_LETTER).join("")}]`, "gu");
const URDU_DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/gu;
/** The mark that lengthens a word to fill its line. */
const TATWEEL = /\u0640/gu;
/** Vowel signs, accents, and joiners without width. */
const MARKS = /[\p{M}\u200c\u200d]/gu;

const LONGEST_WORD = 40;
const MOST_WORDS = 200;
const MOST_LOOKED_FOR = 8;
/** With fewer letters the index would give the words of every shop that begin so. */
const SHORTEST_BEGINNING = 3;

/**
 * The words of a text as they are kept and looked for: small letters without accents or vowel signs, one form for each
 * letter of Urdu, European digits. Each word once.
 */
export function foldWords(text: string): readonly string[] {
  // Together first: an alef with its madda is one letter and not a mark that is dropped.
  const letters = text
    .normalize("NFKC")
    .replace(LETTERS, (letter) => SAME_LETTER[letter] ?? letter)
    .replace(URDU_DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) % 16));
  const plain = letters.normalize("NFD").replace(MARKS, "").replace(TATWEEL, "").normalize("NFC");
  const words = plain
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => [...word].slice(0, LONGEST_WORD).join(""));
  return [...new Set(words)].slice(0, MOST_WORDS);
}

/**
 * What a text search asks the database: every word, from its beginning, and a short one as it is. Null when nothing of it
 * is a word.
 */
export function toSearchQuery(text: string): string | null {
  // Words are letters and digits only: nothing in them can end the quotes.
  const words = foldWords(text).slice(0, MOST_LOOKED_FOR);
  const parts = words.map((word) => ([...word].length < SHORTEST_BEGINNING ? `'${word}'` : `'${word}':*`));
  return parts.length === 0 ? null : parts.join(" & ");
}
