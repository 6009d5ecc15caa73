import { findNamesIn, splitWords } from "./city-words.ts";
import { citiesOfQuarter } from "./known-quarters.ts";
import { cityKey, listSpellings } from "./pakistan-cities.ts";

const MOST = 5;

/** Edits between two short words, a swap of neighbours counting as one. */
export function editDistance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const swap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const edits = [(last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + cost];
      row.push(Math.min(...edits, ...(swap ? [(beforeLast[j - 2] ?? 0) + 1] : [])));
    }
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? 0;
}

function namesIn(text: string): readonly string[] {
  return findNamesIn(splitWords(text)).flatMap(({ spellings }) => spellings.map(({ city }) => city.name));
}

function namesLike(city: string): readonly string[] {
  const key = cityKey(city);
  const furthest = key.length < 6 ? 1 : 2;
  return listSpellings()
    .filter((spelling) => spelling.key.length >= 4 && Math.abs(spelling.key.length - key.length) <= furthest)
    .map((spelling) => ({ name: spelling.city.name, distance: editDistance(key, spelling.key) }))
    .filter(({ distance }) => distance <= furthest)
    .sort((a, b) => a.distance - b.distance)
    .map(({ name }) => name);
}

function namesStartingLike(city: string): readonly string[] {
  const key = cityKey(city);
  if (key.length < 3) return [];
  return listSpellings()
    .filter(
      (spelling) =>
        spelling.key.startsWith(key) || (spelling.key.length >= 6 && key.startsWith(spelling.key)),
    )
    .map((spelling) => spelling.city.name);
}

/** Up to five cities a person may have meant, the likeliest first; for choosing from, never for sending. */
export function suggestCities(city: string, address: string): readonly string[] {
  const names = [
    ...namesIn(city),
    ...citiesOfQuarter(city),
    ...namesLike(city),
    ...namesStartingLike(city),
    ...namesIn(address),
  ];
  return [...new Set(names)].slice(0, MOST);
}
