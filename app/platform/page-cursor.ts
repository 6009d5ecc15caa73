/** Where a page of a list ends or begins: the time and id of its last or first row. */
export type PageCursor = { readonly at: Date; readonly id: string };

const SHAPE = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function toPageCursor({ at, id }: PageCursor): string {
  return `${at.getTime()}_${id}`;
}

/** A cursor from a URL; null for anything we did not write ourselves. */
export function parsePageCursor(text: string): PageCursor | null {
  const [, time, id] = SHAPE.exec(text) ?? [];
  return time === undefined || id === undefined ? null : { at: new Date(Number(time)), id };
}
