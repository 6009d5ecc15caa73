import type { LedgerEntry } from "@prisma/client";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { LedgerEntryId, ParcelId } from "#app/platform/ids.ts";
import type { LedgerDifferenceKind } from "./difference-kinds.ts";
import { type ExpectedParcel, listEntryAmounts } from "./expected-ledger.ts";

/** An entry of the ledger that names an order of ours. */
export type CheckedEntry = Pick<
  LedgerEntry,
  "entryId" | "amountPkr" | "type" | "bookedAt" | "missingSince"
> & {
  /** Null where it names only the external id of an order of several parcels. */
  readonly parcelId: ParcelId | null;
};

/** How the ledger differs from what a parcel must have brought it; `other_order` is found over all parcels. */
export type LedgerDifference = {
  readonly kind: LedgerDifferenceKind;
  readonly expectedPkr: Rupees;
  readonly ledgerPkr: Rupees;
  /** The entries that explain it: the one too many, or the one that went away; none where nothing does. */
  readonly entryIds: readonly LedgerEntryId[];
};

type Sums = Pick<LedgerDifference, "expectedPkr" | "ledgerPkr">;

/** Names the nearest single entry that makes the difference; several at once are `other_sum`. */
export function explainDifference(
  parcels: readonly ExpectedParcel[],
  entries: readonly CheckedEntry[],
  sums: Sums,
): LedgerDifference {
  const surplus = sums.ledgerPkr - sums.expectedPkr;
  const shown = entries.filter(({ missingSince }) => missingSince === null);
  const ofSurplus = shown.filter(({ amountPkr }) => amountPkr === surplus);
  const counterEntry = ofSurplus.findLast((entry) =>
    ofSurplus.some((other) => isMatchingEntry(entry, other)),
  );
  if (counterEntry) return { ...sums, kind: "doubled", entryIds: [counterEntry.entryId] };
  const gone = entries.find(
    ({ missingSince, amountPkr }) => missingSince !== null && amountPkr === 0 - surplus,
  );
  if (gone) return { ...sums, kind: "missing", entryIds: [gone.entryId] };
  const wanted = parcels.flatMap(listEntryAmounts).filter((amount) => amount === 0 - surplus);
  const there = shown.filter(({ amountPkr }) => amountPkr === 0 - surplus);
  if (wanted.length > there.length) return { ...sums, kind: "missing", entryIds: [] };
  const tooMuch = ofSurplus.at(-1);
  if (tooMuch) return { ...sums, kind: "unexpected", entryIds: [tooMuch.entryId] };
  return { ...sums, kind: "other_sum", entryIds: [] };
}

/** The same booked twice: whatever the service calls it, both name the same thing. */
function isMatchingEntry(entry: CheckedEntry, other: CheckedEntry): boolean {
  return entry.entryId !== other.entryId && entry.type === other.type && entry.parcelId === other.parcelId;
}

export type PlacedDifference = { readonly subject: string; readonly difference: LedgerDifference };

/**
 * Pairs what one parcel has too much with what exactly one other lacks: that entry names an order that did not move so.
 * Where several have or lack the same sum, nobody can tell whose it is, and each keeps its own name.
 */
export function pairMisplaced<Found extends PlacedDifference>(
  found: readonly Found[],
): readonly (Found & { readonly pairedWith: string | null })[] {
  const bySum = Map.groupBy(found, ({ difference }) => Math.abs(surplusOf(difference)));
  return found.map((each) => {
    const alike = bySum.get(Math.abs(surplusOf(each.difference))) ?? [];
    const other = alike.find((one) => one.subject !== each.subject);
    const isPair = alike.length === 2 && other !== undefined && isMisplaced(each, other);
    if (!isPair) return { ...each, pairedWith: null };
    const difference = { ...each.difference, kind: "other_order" as const };
    return { ...each, difference, pairedWith: other.subject };
  });
}

function isMisplaced(one: PlacedDifference, other: PlacedDifference): boolean {
  const [has, lacks] = hasEntry(one) ? [one, other] : [other, one];
  return (
    hasEntry(has) &&
    lacks.difference.kind === "missing" &&
    surplusOf(has.difference) === 0 - surplusOf(lacks.difference)
  );
}

function hasEntry({ difference: { kind } }: PlacedDifference): boolean {
  return kind === "doubled" || kind === "unexpected";
}

/** What the ledger has more than it must; negative where it has less. */
function surplusOf({ ledgerPkr, expectedPkr }: Sums): Rupees {
  return rupees(ledgerPkr - expectedPkr);
}
