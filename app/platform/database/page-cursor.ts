/** Where a page of a list ends or begins: what its last or first row is sorted by, and that row's id. */
export type PageCursor<Key extends SortKey = SortKey> = { readonly key: Key; readonly id: string };

/** A time, a number or a text. */
type SortKey = Date | number | string;

const ID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const TIME = new RegExp(`^(\\d{1,15})_(${ID})$`);
const NUMBER = new RegExp(`^n(-?\\d{1,9})_(${ID})$`);
const TEXT = new RegExp(`^t([\\w-]{0,600})_(${ID})$`);

export function toPageCursor({ key, id }: PageCursor): string {
  if (key instanceof Date) return `${key.getTime()}_${id}`;
  if (typeof key === "number") return `n${key}_${id}`;
  return `t${Buffer.from(key).toString("base64url")}_${id}`;
}

/** A cursor from a URL; null for anything we did not write ourselves. */
export function parsePageCursor(text: string): PageCursor | null {
  return (
    read(TIME, text, (time) => toTime(Number(time))) ??
    read(NUMBER, text, Number) ??
    read(TEXT, text, (title) => Buffer.from(title, "base64url").toString().replaceAll("\0", ""))
  );
}

function read(shape: RegExp, text: string, toKey: (written: string) => SortKey | null): PageCursor | null {
  const [, written, id] = shape.exec(text) ?? [];
  const key = written === undefined ? null : toKey(written);
  return key === null || id === undefined ? null : { key, id };
}

/** The last moment whose year is of four digits, as the database is given moments. */
const LAST_MS = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

function toTime(ms: number): Date | null {
  return ms <= LAST_MS ? new Date(ms) : null;
}
