import { SupplierError } from "#app/supplier/errors.ts";
import { numberOf, type Position, textOf } from "./sweep-run.ts";

const MAX_CURSOR_BYTES = 2048;

/**
 * Where a walk through a list goes on, with what it takes to notice that it goes in a circle: one cursor is kept, and
 * replaced after 1, 2, 4, 8 … pages (Brent). Throws `unexpected_response` for a list that cannot be walked to its end.
 */
export function nextPosition(position: Position | null, cursor: string): Position {
  const kept = textOf(position, "keptCursor");
  const lap = numberOf(position, "lap") + 1;
  const power = Math.max(1, numberOf(position, "power"));
  if (cursor === kept || cursor === textOf(position, "cursor")) throw cursorFailure("it goes in a circle");
  if (Buffer.byteLength(cursor) > MAX_CURSOR_BYTES) throw cursorFailure("its cursor is too long");
  if (lap < power) return { cursor, keptCursor: kept, lap, power };
  return { cursor, keptCursor: cursor, lap: 0, power: power * 2 };
}

function cursorFailure(why: string): SupplierError {
  return new SupplierError("unexpected_response", `A list of the service cannot be read: ${why}`, {
    ...{ kind: "wait", retryable: false },
  });
}
