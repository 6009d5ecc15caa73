import { CAPITAL, PUNJAB } from "./cities-of-punjab.ts";
import { AZAD_KASHMIR, GILGIT_BALTISTAN, KHYBER_PAKHTUNKHWA } from "./cities-of-the-north.ts";
import { BALOCHISTAN, SINDH } from "./cities-of-the-south.ts";

export type ProvinceCode = "PB" | "SD" | "KP" | "BA" | "JK" | "GB" | "IS";

/**
 * How a spelling may be read inside a longer text: `word` names its city there too, `alone` only when nothing
 * else is written (but it contradicts another city), `silent` says nothing inside a longer text.
 */
type Reading = "word" | "alone" | "silent";

export type City = { readonly name: string; readonly province: ProvinceCode };
export type Spelling = { readonly key: string; readonly city: City; readonly reading: Reading };

const LISTS: readonly (readonly [ProvinceCode, string])[] = [
  ["PB", PUNJAB],
  ["IS", CAPITAL],
  ["SD", SINDH],
  ["BA", BALOCHISTAN],
  ["KP", KHYBER_PAKHTUNKHWA],
  ["JK", AZAD_KASHMIR],
  ["GB", GILGIT_BALTISTAN],
];

/** Shorter spellings ("khi", "hub") are initials or common words inside a longer text. */
const SHORTEST_WORD = 5;

/** Letters that Urdu keyboards and Arabic ones write with different code points. */
const SAME_LETTERS: readonly (readonly [RegExp, string])[] = [
  [/[يىئ]/gu, "ی"],
  [/ك/gu, "ک"],
  [/[ہھۀةە]/gu, "ه"],
  [/[أإآ]/gu, "ا"],
  [/ؤ/gu, "و"],
];

/** For comparing only, never for sending: case, accents, punctuation, spaces and presentation forms are gone. */
export function cityKey(text: string): string {
  const plain = text.normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFKC").toLowerCase();
  const letters = plain.replace(/[^\p{L}\p{N}]/gu, "");
  return SAME_LETTERS.reduce((key, [letter, same]) => key.replace(letter, same), letters);
}

function readMark(text: string): readonly [name: string, reading: Reading] {
  if (text.startsWith("!")) return [text.slice(1), "alone"];
  if (text.startsWith("~")) return [text.slice(1), "silent"];
  return [text, "word"];
}

function readCity(line: string, province: ProvinceCode): readonly Spelling[] {
  const [head = "", aliases = ""] = line.split(":");
  const [name, readingOfName] = readMark(head.trim());
  const others = aliases.split(",").map((alias) => readMark(alias.trim()));
  return [[name, readingOfName] as const, ...others].flatMap(([text, ownReading]) => {
    const key = cityKey(text);
    if (key === "") return [];
    const marked = readingOfName === "word" ? ownReading : readingOfName;
    const reading = key.length < SHORTEST_WORD ? "silent" : marked;
    return [{ key, city: { name, province }, reading }];
  });
}

function readLists(): ReadonlyMap<string, readonly Spelling[]> {
  const spellings = LISTS.flatMap(([province, list]) =>
    list
      .trim()
      .split("\n")
      .flatMap((line) => readCity(line, province)),
  );
  return Map.groupBy(spellings, (spelling) => spelling.key);
}

const SPELLINGS = readLists();

/** Every city a spelling may mean; two for a name that two towns share. */
export function findSpellings(key: string): readonly Spelling[] {
  return SPELLINGS.get(key) ?? [];
}

export function listSpellings(): readonly Spelling[] {
  return [...SPELLINGS.values()].flat();
}

export function listCities(): readonly City[] {
  const byName = new Map(listSpellings().map(({ city }) => [`${city.province} ${city.name}`, city]));
  return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
}

const PROVINCES: Readonly<Record<ProvinceCode, readonly string[]>> = {
  PB: ["pb", "punjab", "panjab", "پنجاب"],
  SD: ["sd", "sindh", "sind", "سندھ"],
  KP: ["kp", "kpk", "khyber pakhtunkhwa", "nwfp", "fata", "خیبر پختونخوا"],
  BA: ["ba", "balochistan", "baluchistan", "بلوچستان"],
  JK: ["jk", "ajk", "azad kashmir", "azad jammu and kashmir", "azad jammu kashmir", "kashmir", "آزاد کشمیر"],
  GB: ["gb", "gilgit baltistan", "northern areas", "گلگت بلتستان"],
  IS: ["is", "ict", "islamabad", "islamabad capital territory", "federal capital", "اسلام آباد"],
};

export function findProvince(text: string): ProvinceCode | null {
  const key = cityKey(text);
  const found = LISTS.find(([code]) => PROVINCES[code].some((spelling) => cityKey(spelling) === key));
  return found?.[0] ?? null;
}
