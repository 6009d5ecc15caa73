import { integerParam, invalid } from "./parse.ts";

const MAX_LIMIT = 100;
const DEFAULT_LIMIT = 50;

export type Page<T> = { data: T[]; nextCursor: string | null };

/**
 * One page of a list sorted by `seq`, stable while rows are added: the cursor names the last row given,
 * not an offset. A cursor belongs to its list. A page may hold fewer than were asked for.
 */
export function pageOf<T extends { seq: number }>(
  list: string,
  rows: readonly T[],
  query: URLSearchParams,
  direction: "ascending" | "descending",
  most: number = MAX_LIMIT,
): Page<T> {
  const asked = integerParam(query, "limit") ?? DEFAULT_LIMIT;
  if (asked < 1 || asked > MAX_LIMIT) throw invalid("limit", "limit must be from 1 to 100");
  const limit = Math.min(asked, most);
  const after = parseCursor(list, query.get("cursor"));
  const sign = direction === "ascending" ? 1 : -1;
  const left = rows
    .filter((row) => after === null || sign * (row.seq - after) > 0)
    .sort((a, b) => sign * (a.seq - b.seq));
  const data = left.slice(0, limit);
  const last = data.at(-1);
  const more = left.length > data.length && last !== undefined;
  return { data, nextCursor: more ? toCursor(list, last.seq) : null };
}

function toCursor(list: string, seq: number): string {
  return Buffer.from(`${list}:${seq}`).toString("base64url");
}

function parseCursor(list: string, cursor: string | null): number | null {
  if (cursor === null) return null;
  const match = /^([a-z]+):(-?\d+)$/.exec(Buffer.from(cursor, "base64url").toString("utf8"));
  if (match === null || match[1] !== list) throw invalid("cursor", "This cursor is not ours");
  return Number(match[2]);
}
