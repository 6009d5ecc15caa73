import { findNamesIn, splitWords } from "./city-words.ts";
import { type City, cityKey, findProvince, findSpellings, type Spelling } from "./pakistan-cities.ts";
import { suggestCities } from "./suggest-cities.ts";

export type CityMatch =
  | { readonly kind: "matched"; readonly city: string; readonly by: "name" | "word" }
  | { readonly kind: "as_written"; readonly city: string }
  | { readonly kind: "ambiguous" | "unknown"; readonly suggestions: readonly string[] };

export type CityInput = {
  /** Cleaned, not empty. */
  readonly city: string;
  readonly province: string;
  /** A source of suggestions only, never of the city. */
  readonly address: string;
  /** Keys (`cityKey`) of cities a person said to send as they are written. */
  readonly knownAsWritten: ReadonlySet<string>;
  /** Key (`cityKey`) of what was written → the city a person chose for it. */
  readonly chosenCities: ReadonlyMap<string, string>;
};

/** Beside one of these a city's name is part of another place: a road to it, its district, a quarter named after it. */
const PART_OF_ANOTHER_NAME = new Set(
  `road rd near nr nearby district distt dist zila zilla tehsil tehseel tahsil teh taluka colony clny chowk morr mor
  bypass phatak adda stop via from to towards after before canal highway motorway gt khurd kalan kalaan new nai naya
  chota chhota chak kot basti goth village gaon mauza moza pind dera tando
  روڈ سڑک نزد ضلع تحصیل کالونی چوک گاؤں چک بستی`
    .split(/\s+/u)
    .map(cityKey),
);

/** After a city's name, words that make it the name of a market, a gate or an estate somewhere else. */
const NAMED_AFTER_A_CITY = new Set(
  `company chungi bazar bazaar market gate house hotel town society scheme more moar mills mill garden gardens
  چونگی بازار مارکیٹ گیٹ ہاؤس موڑ`
    .split(/\s+/u)
    .map(cityKey),
);

function nameOf(city: City): string {
  return `${city.province} ${city.name}`;
}

/** The one city a text names as a whole word; null when none, several, or part of another name. */
function findWord(text: string): City | null {
  const words = splitWords(text);
  const found = findNamesIn(words);
  const cities = new Map(found.flatMap(({ spellings }) => spellings.map(({ city }) => [nameOf(city), city])));
  const [city] = cities.values();
  if (cities.size !== 1 || city === undefined) return null;
  const isItself = found.every(({ spellings, start, end }) => {
    const before = words[start - 1];
    const after = words[end];
    const isPart =
      [before, after].some((word) => word !== undefined && PART_OF_ANOTHER_NAME.has(word)) ||
      (after !== undefined && NAMED_AFTER_A_CITY.has(after));
    return !isPart && spellings.every((spelling) => spelling.reading === "word");
  });
  return isItself ? city : null;
}

function chooseByProvince(spellings: readonly Spelling[], province: string): City | null {
  const cities = new Map(spellings.map(({ city }) => [nameOf(city), city]));
  const [only] = cities.values();
  if (cities.size === 1 && only) return only;
  const code = findProvince(province);
  const there = [...cities.values()].filter((city) => city.province === code);
  return there.length === 1 ? (there[0] ?? null) : null;
}

/**
 * Reads a city as a person wrote it: by name or known spelling, else by one whole word (rule R4). Never by
 * likeness: that only makes suggestions, because a wrong city would silently misdirect a parcel.
 */
export function matchCity(input: CityInput): CityMatch {
  const key = cityKey(input.city);
  const chosen = input.chosenCities.get(key);
  if (chosen !== undefined) return { kind: "matched", city: chosen, by: "name" };
  if (input.knownAsWritten.has(key)) return { kind: "as_written", city: input.city };
  const spellings = findSpellings(key);
  if (spellings.length > 0) {
    const city = chooseByProvince(spellings, input.province);
    if (city) return { kind: "matched", city: city.name, by: "name" };
    return { kind: "ambiguous", suggestions: [...new Set(spellings.map((spelling) => spelling.city.name))] };
  }
  const word = findWord(input.city);
  if (word) return { kind: "matched", city: word.name, by: "word" };
  return { kind: "unknown", suggestions: suggestCities(input.city, input.address) };
}
