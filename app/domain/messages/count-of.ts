import { type HoldParams, text } from "./holds/hold-sentences.ts";

/** "1 order", "1,200 orders": a number with its noun, and with its verb where that is given along. */
export function countOf(count: number, one: string, many: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

type Noun = { readonly one: string; readonly many: string; readonly unknown: string };

/** The same for a stored number; `unknown` stands for one that is not there. */
export function countOfParam(params: HoldParams, key: string, { one, many, unknown }: Noun): string {
  const count = params[key];
  return typeof count === "number" ? countOf(count, one, many) : `${text(params, key, unknown)} ${many}`;
}
