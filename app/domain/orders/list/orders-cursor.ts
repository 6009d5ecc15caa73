/** Where a page of orders ends: the age and id of its last row. */
export type OrdersCursor = { readonly listedAt: Date; readonly id: string };

const SHAPE = /^(\d{1,15})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function toOrdersCursor({ listedAt, id }: OrdersCursor): string {
  return `${listedAt.getTime()}_${id}`;
}

/** A cursor from a URL; null for anything we did not write ourselves. */
export function parseOrdersCursor(text: string): OrdersCursor | null {
  const [, time, id] = SHAPE.exec(text) ?? [];
  return time === undefined || id === undefined ? null : { listedAt: new Date(Number(time)), id };
}
