import { refuse } from "./view.ts";

/**
 * The part of Shopify's search language that the app uses: `name:value` terms joined by AND,
 * with `<`, `<=`, `>`, `>=` before times and numbers, quotes, a leading minus, and `a OR b` between terms of one name.
 * A bare word is a whole word of one of the fields under `default`, with `*` at its end the beginning of one
 * (https://shopify.dev/docs/api/usage/search-syntax).
 */
type Term = { name: string; comparison: string; value: string; negated: boolean };
export type SearchFields<T> = Readonly<Record<string, (item: T) => readonly (string | Date | null)[]>>;

export function search<T>(items: readonly T[], query: unknown, fields: SearchFields<T>): T[] {
  if (typeof query !== "string" || query.trim() === "") return [...items];
  const alternatives = query.split(/\s+OR\s+/).map(parseTerms);
  return items.filter((item) =>
    alternatives.some((terms) => terms.every((term) => matches(item, term, fields))),
  );
}

function parseTerms(query: string): Term[] {
  const pattern = /(-?)([a-z_]+):(<=|>=|<|>)?(?:'([^']*)'|"([^"]*)"|([^\s()]+))/g;
  const terms = [...query.matchAll(pattern)].map(([, minus, name = "", comparison = "", a, b, c]) => ({
    name,
    comparison,
    value: a ?? b ?? c ?? "",
    negated: minus === "-",
  }));
  const rest = query
    .replace(pattern, "")
    .split(/[()\s]+/)
    .filter((word) => word !== "" && word !== "AND");
  if (rest.some((word) => !/^[\p{L}\p{N}]+\*?$/u.test(word)))
    throw refuse(`The stand-in cannot search for "${query}"`, "NOT_MODELLED");
  return [...terms, ...rest.map((value) => ({ name: "default", comparison: "", value, negated: false }))];
}

function matches<T>(item: T, term: Term, fields: SearchFields<T>): boolean {
  const read = fields[term.name];
  if (!read) throw refuse(`The stand-in cannot search by ${term.name}`, "NOT_MODELLED");
  if (term.name === "default")
    return read(item).some((value) => value !== null && hasWord(value, term.value));
  // `…_ids` takes several, with commas between them.
  const wanted = term.name.endsWith("_ids") ? term.value.split(",") : [term.value];
  const found = read(item).some(
    (value) => value !== null && wanted.some((one) => compare(value, { ...term, value: one })),
  );
  return found !== term.negated;
}

function hasWord(value: string | Date, wanted: string): boolean {
  const words =
    String(value)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const beginning = wanted.endsWith("*") ? wanted.slice(0, -1).toLowerCase() : null;
  return words.some((word) =>
    beginning === null ? word === wanted.toLowerCase() : word.startsWith(beginning),
  );
}

function compare(value: string | Date, { comparison, value: wanted }: Term): boolean {
  if (value instanceof Date) {
    const time = Date.parse(wanted);
    if (Number.isNaN(time)) throw refuse(`"${wanted}" is not a time`, "BAD_REQUEST");
    return ordered(value.getTime(), comparison, time);
  }
  if (comparison === "") return value.toLowerCase() === wanted.toLowerCase() || value.endsWith(`/${wanted}`);
  return ordered(Number(value.split("/").at(-1)), comparison, Number(wanted.split("/").at(-1)));
}

function ordered(left: number, comparison: string, right: number): boolean {
  if (comparison === ">") return left > right;
  if (comparison === ">=") return left >= right;
  if (comparison === "<") return left < right;
  if (comparison === "<=") return left <= right;
  return left === right;
}
