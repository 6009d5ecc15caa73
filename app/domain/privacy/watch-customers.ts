import type { Crypto, SealedPlace } from "#app/platform/crypto/crypto.ts";
import { sealedColumns } from "#app/platform/crypto/sealed-columns.ts";
import { invariant } from "#app/platform/errors.ts";

/** Rows of which something about a customer was opened, by table; a row as its values are sealed to it. */
export type OpenedRows = ReadonlyMap<string, ReadonlySet<string>>;

export type CustomerWatch = {
  /** Opens everything the given one opens, and remembers what may be about a customer. */
  readonly crypto: Crypto;
  /** What was opened until now. From here on nothing about a customer opens any more. */
  readonly end: () => OpenedRows;
};

const customerColumns: ReadonlySet<string> = new Set(
  sealedColumns.filter(({ holds }) => holds === "customer").map(({ table, column }) => `${table}.${column}`),
);

/** Remembers which customers are opened to answer one request of a person. */
export function watchCustomers(crypto: Crypto): CustomerWatch {
  const opened = new Map<string, Set<string>>();
  let isOver = false;
  const note = (place: SealedPlace) => {
    if (!isAboutCustomer(place)) return;
    invariant(!isOver, `${place.table}.${place.column} is opened after the answer, where nobody records it`);
    opened.set(place.table, (opened.get(place.table) ?? new Set()).add(place.row));
  };
  return {
    crypto: {
      ...crypto,
      open: (blob, place) => {
        note(place);
        return crypto.open(blob, place);
      },
      openText: (blob, place) => {
        note(place);
        return crypto.openText(blob, place);
      },
    },
    end: () => {
      isOver = true;
      return opened;
    },
  };
}

/** What happened to a listing or a connection is in the timeline too, and about no customer. */
function isAboutCustomer({ table, column, row }: SealedPlace): boolean {
  if (!customerColumns.has(`${table}.${column}`)) return false;
  return table !== "timeline_entry" || orderOfFact(row) !== null;
}

/** The order of a fact's place, `shop/thing/thing id`; null where it is about something else. */
export function orderOfFact(row: string): string | null {
  const [, thing, thingId] = row.split("/");
  return thing === "order" ? (thingId ?? null) : null;
}
