import { citiesOfQuarter } from "./known-quarters.ts";
import { type City, cityKey, findProvince } from "./pakistan-cities.ts";

/** After one of these a number or a letter says where in the city, never which city. */
const UNITS: ReadonlySet<string> = toKeys(
  `house h hno flat apartment apt plot street st lane gali galli block blk phase ph sector sec floor unit no num number
  markaz makan مکان نمبر فلیٹ پلاٹ گلی بلاک فیز سیکٹر`,
);

const COUNTRY = toKeys("pakistan pk پاکستان");

/** Said of a city itself, wherever it stands. */
const OF_THE_CITY = toKeys("city cantt cant cantonment شہر سٹی کینٹ");

const NUMBER = /^(?:\p{Nd}{1,4}[a-z]?|[a-z]\p{Nd}{0,2}|i{1,3}|i?v|vi{0,3}|i?x)$/u;
const POSTAL_CODE = /^\p{Nd}{5}$/u;
/** Written in one: `block6`, `phase8`. */
const UNIT_WITH_NUMBER = /^(?:house|plot|flat|street|st|block|phase|sector)\p{Nd}{1,4}[a-z]?$/u;
/** Sectors of Islamabad: G-11/3, F 10, I8. */
const SECTOR_LETTER = /^[bdefghi]$/u;
const SECTOR = /^[bdefghi]\p{Nd}{1,2}$/u;
/** `Block 13-D/2` has three. */
const MOST_NUMBERS = 3;
const LONGEST_NAME_WORDS = 5;

function toKeys(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/u).map(cityKey));
}

/**
 * Whether every one of these words, keys as `splitWords` gives them, is known to leave the place unchanged beside the
 * city's name: units with their numbers, the city's own quarters, its province, the country, a postal code (R56).
 */
export function leavePlaceUnchanged(words: readonly string[], city: City): boolean {
  /** From which word on the rest is harmless: from the last one backwards, so that each is looked at once. */
  const isHarmlessFrom = new Set([words.length]);
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const ends = listEnds(words.slice(at), city).map((taken) => at + taken);
    if (ends.some((end) => isHarmlessFrom.has(end))) isHarmlessFrom.add(at);
  }
  return isHarmlessFrom.has(0);
}

/** After how many words one harmless thing that begins with the first may end. */
function listEnds(words: readonly string[], city: City): readonly number[] {
  const [first = "", second = ""] = words;
  const ends = [...listNames(words, (name) => citiesOfQuarter(name).includes(city.name))].flatMap((named) =>
    withNumbers(words, named),
  );
  ends.push(...listNames(words, (name) => findProvince(name) === city.province));
  const isSingle = [COUNTRY, OF_THE_CITY].some((known) => known.has(first));
  if (isSingle || POSTAL_CODE.test(first) || UNIT_WITH_NUMBER.test(first)) ends.push(1);
  if (city.name === "Islamabad") {
    if (SECTOR.test(first)) ends.push(...withNumbers(words, 1));
    if (SECTOR_LETTER.test(first) && NUMBER.test(second)) ends.push(...withNumbers(words, 2));
  }
  // `House No 12 A`, `Phase 5`: unit words, then at least one number.
  const units = words.findIndex((word) => !UNITS.has(word));
  if (units > 0) ends.push(...withNumbers(words, units).slice(1));
  return ends;
}

/** That many words, or more with the numbers that follow them. */
function withNumbers(words: readonly string[], taken: number): readonly number[] {
  const ends = [taken];
  while (ends.length <= MOST_NUMBERS && NUMBER.test(words[taken + ends.length - 1] ?? ""))
    ends.push(taken + ends.length);
  return ends;
}

function listNames(words: readonly string[], isName: (name: string) => boolean): readonly number[] {
  const longest = Math.min(words.length, LONGEST_NAME_WORDS);
  return Array.from({ length: longest }, (_, index) => index + 1).filter((count) =>
    isName(words.slice(0, count).join("")),
  );
}
