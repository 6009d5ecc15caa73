import { findNamesIn, type NameMatch, splitWords } from "./city-words.ts";
import { type City, cityKey, findProvince, findSpellings, type Spelling } from "./pakistan-cities.ts";
import { suggestCities } from "./suggest-cities.ts";
import { leavePlaceUnchanged } from "./words-beside-a-city.ts";

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
  readonly knownAsWritten: Pick<ReadonlySet<string>, "has">;
  /** Key (`cityKey`) of what was written → the city a person chose for it. */
  readonly chosenCities: Pick<ReadonlyMap<string, string>, "get">;
};

/**
 * The one city a text names among other words; null where it names several, or where a word is not known to leave the
 * place unchanged: it may be a village near that city, a road to it, or its district (R56).
 */
function findAmongWords(text: string): City | null {
  const words = splitWords(text);
  const readings = listReadings(words);
  const [city] = readings;
  return readings.length === 1 && city !== undefined ? city : null;
}

/** Each city that a name in the words stands for, where all the rest is harmless beside it. */
function listReadings(words: readonly string[]): readonly City[] {
  const found = findNamesIn(words);
  const cities = new Map(found.flatMap(({ spellings }) => spellings.map(({ city }) => [nameOf(city), city])));
  return [...cities.values()].filter((city) => isNamedBy(words, found, city));
}

function isNamedBy(words: readonly string[], found: readonly NameMatch[], city: City): boolean {
  const isOwn = ({ spellings }: NameMatch) =>
    spellings.every((spelling) => spelling.reading === "word" && nameOf(spelling.city) === nameOf(city));
  const own = found.filter(isOwn);
  if (own.length === 0) return false;
  // What stands between its names is read piece by piece, so that no quarter is made of two of them.
  const pieces = [...own, null].map((name, index) =>
    words.slice(index === 0 ? 0 : own[index - 1]?.end, name === null ? words.length : name.start),
  );
  return pieces.every((piece) => leavePlaceUnchanged(piece, city));
}

function nameOf(city: City): string {
  return `${city.province} ${city.name}`;
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
 * Reads a city as a person wrote it: by name or known spelling (R4), else by its name among words that change nothing
 * (R56). Never by likeness: that only makes suggestions, because a wrong city would silently misdirect a parcel.
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
  const named = findAmongWords(input.city);
  if (named) return { kind: "matched", city: named.name, by: "word" };
  return { kind: "unknown", suggestions: suggestCities(input.city, input.address) };
}
