type CountedWordsInput = {
  readonly able: number;
  readonly unable: number;
  /** "order" and "orders". */
  readonly thing: string;
  readonly things: string;
  /** What is done to them: "be placed". */
  readonly done: string;
};

/** "3 of 5 orders can be tried again. 2 cannot:", told before a press on many; nothing where all can. */
export function countedWords({ able, unable, thing, things, done }: CountedWordsInput): string {
  if (unable === 0) return "";
  if (able === 0)
    return unable === 1 ? `This ${thing} cannot ${done}:` : `None of these ${things} can ${done}:`;
  const of = (able + unable).toLocaleString("en-US");
  return `${able.toLocaleString("en-US")} of ${of} ${things} can ${done}. ${unable.toLocaleString("en-US")} cannot:`;
}

/** "#1042, #1043 and 4 more": whose reason it is. */
export function whoseWords(names: readonly string[], all: number): string {
  const more = all - names.length;
  return more === 0 ? names.join(", ") : `${names.join(", ")} and ${more.toLocaleString("en-US")} more`;
}
