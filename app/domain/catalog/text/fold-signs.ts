/** Controls, signs without width, marks of direction, and the joiners of Urdu: none of them is read. */
const UNSEEN = /^(?![\t-\r])[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]$/u;
const DIGIT = /^\p{Nd}$/u;
const LAST_OF_ASCII = 0x7e;

export type FoldedText = {
  readonly folded: string;
  /** Where in the text the sign begins that the folded text has at a place, and where it ends. */
  readonly startOf: (place: number) => number;
  readonly endOf: (place: number) => number;
};

/**
 * A text as a customer reads it, to look for something in it: digits of every script and wide letters in their plain
 * form, without what nobody sees. Never shown.
 */
export function foldSigns(text: string): FoldedText {
  const starts: number[] = [];
  const ends: number[] = [];
  let folded = "";
  let at = 0;
  for (const sign of text) {
    const plain = foldSign(sign);
    for (let unit = 0; unit < plain.length; unit += 1) {
      starts.push(at);
      ends.push(at + sign.length);
    }
    folded += plain;
    at += sign.length;
  }
  return {
    folded,
    startOf: (place) => starts[place] ?? text.length,
    endOf: (place) => ends[place] ?? text.length,
  };
}

function foldSign(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  if (code >= 0x20 && code <= LAST_OF_ASCII) return sign;
  if (UNSEEN.test(sign)) return "";
  return DIGIT.test(sign) ? String(digitOf(code)) : sign.normalize("NFKC");
}

/** Unicode keeps the ten digits of a script in a row. */
function digitOf(code: number): number {
  let zero = code;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (code - zero) % 10;
}
