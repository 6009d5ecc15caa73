import { parsePageCursor, toPageCursor } from "#app/platform/page-cursor.ts";

/** Where a page of orders ends: the age and id of its last row. */
export type OrdersCursor = { readonly listedAt: Date; readonly id: string };

export function toOrdersCursor({ listedAt, id }: OrdersCursor): string {
  return toPageCursor({ at: listedAt, id });
}

/** A cursor from a URL; null for anything we did not write ourselves. */
export function parseOrdersCursor(text: string): OrdersCursor | null {
  const cursor = parsePageCursor(text);
  return cursor && { listedAt: cursor.at, id: cursor.id };
}
