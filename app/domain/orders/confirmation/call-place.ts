import type { PageCursor } from "#app/platform/database/page-cursor.ts";
import { type OrderId, toOrderId } from "#app/platform/ids.ts";

/** Where a page of the calls ends: by what its last row was sorted, and at which moment. */
export type CallPlace = {
  readonly asOf: Date;
  readonly sort: readonly number[];
  readonly id: OrderId;
};

const SHAPE = /^(\d{1,14})(?:,-?\d{1,14}){4}$/;

export function writeCallPlace({ asOf, sort, id }: CallPlace): PageCursor {
  return { key: [asOf.getTime(), ...sort].join(), id };
}

/** Null for anything we did not write ourselves. */
export function readCallPlace({ key, id }: PageCursor): CallPlace | null {
  if (typeof key !== "string" || !SHAPE.test(key)) return null;
  const [asOf = 0, ...sort] = key.split(",").map(Number);
  return { asOf: new Date(asOf), sort, id: toOrderId(id) };
}
