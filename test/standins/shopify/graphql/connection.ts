import type { Args } from "./view.ts";
import { refuse } from "./view.ts";

/** A page of a list, by cursor, in the shape all of Shopify's connections share. */
export function connection<T extends { readonly id: string }>(
  args: Args,
  items: readonly T[],
  toView: (item: T) => unknown,
) {
  const ordered = args.reverse === true ? [...items].reverse() : [...items];
  const page = pageOf(args, ordered);
  return {
    nodes: () => page.items.map(toView),
    edges: () => page.items.map((item) => ({ cursor: toCursor(item.id), node: toView(item) })),
    pageInfo: {
      hasNextPage: page.hasNext,
      hasPreviousPage: page.hasPrevious,
      startCursor: cursorOf(page.items[0]),
      endCursor: cursorOf(page.items.at(-1)),
    },
  };
}

function pageOf<T extends { readonly id: string }>(args: Args, items: readonly T[]) {
  const first = typeof args.first === "number" ? args.first : null;
  const last = typeof args.last === "number" ? args.last : null;
  if (first === null && last === null) {
    throw refuse("you must provide one of first or last", "BAD_REQUEST");
  }
  const from = typeof args.after === "string" ? positionOf(items, args.after) + 1 : 0;
  const to = typeof args.before === "string" ? positionOf(items, args.before) : items.length;
  const start = first === null ? Math.max(from, to - (last ?? 0)) : from;
  const end = first === null ? to : Math.min(to, from + first);
  return { items: items.slice(start, end), hasNext: end < items.length, hasPrevious: start > 0 };
}

function positionOf(items: ReadonlyArray<{ readonly id: string }>, cursor: string): number {
  const id = Buffer.from(cursor, "base64").toString("utf8");
  const position = items.findIndex((item) => item.id === id);
  if (position < 0) throw refuse("Invalid cursor for current pagination sort.", "BAD_REQUEST");
  return position;
}

function cursorOf(item: { readonly id: string } | undefined): string | null {
  return item ? toCursor(item.id) : null;
}

function toCursor(id: string): string {
  return Buffer.from(id, "utf8").toString("base64");
}
