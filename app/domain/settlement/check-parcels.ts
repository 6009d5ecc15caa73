import { type Rupees, sumRupees } from "#app/domain/money/rupees.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import { boundsOf, type ExpectedLedger, type ExpectedParcel, expectLedgerOfAll } from "./expected-ledger.ts";
import { type CheckedEntry, explainDifference, type LedgerDifference } from "./explain-difference.ts";

/** A parcel beside its ledger entries; `reportedAt`: when what the row holds was said. */
export type CheckedParcel = ExpectedParcel & { readonly id: ParcelId; readonly reportedAt: Date | null };

/** One handoff: its parcels, and every entry that names one of them or the handoff's external id. */
export type CheckedHandoff = {
  readonly parcels: readonly CheckedParcel[];
  readonly entries: readonly CheckedEntry[];
  /** When the copy of the ledger was true; null while it has not been copied. */
  readonly copiedAt: Date | null;
  /** Entries of the account could not be read, or name orders in words we do not know: some may be of these parcels. */
  readonly hasGaps?: boolean;
};

export type LedgerVerdict =
  | { readonly kind: "agrees"; readonly ledgerPkr: Rupees }
  | { readonly kind: "unknown"; readonly why: UnknownWhy; readonly ledgerPkr: Rupees }
  /** One side is newer than the other: it is looked at again. */
  | { readonly kind: "not_yet"; readonly because: "entry_after_report" | "report_after_copy" }
  | { readonly kind: "differs"; readonly difference: LedgerDifference };

type UnknownWhy = Extract<ExpectedLedger, { kind: "unknown" }>["why"] | "ledger_not_copied" | "ledger_gaps";

/** What was compared: one parcel, or all parcels of a handoff where the ledger does not tell them apart. */
export type CheckedSubject = {
  readonly parcelIds: readonly ParcelId[];
  readonly verdict: LedgerVerdict;
};

/** Compares the parcels of a handoff with their ledger entries. */
export function checkParcels({ parcels, entries, ...copy }: CheckedHandoff): readonly CheckedSubject[] {
  const isDistinguishable = parcels.length === 1 || entries.every(({ parcelId }) => parcelId !== null);
  const subjects = isDistinguishable ? parcels.map((parcel) => [parcel]) : [parcels];
  return subjects.map((own) => ({
    parcelIds: own.map(({ id }) => id),
    verdict: checkSubject(
      own,
      entries.filter(({ parcelId }) => !isDistinguishable || parcelId === null || parcelId === own[0]?.id),
      copy,
    ),
  }));
}

function checkSubject(
  parcels: readonly CheckedParcel[],
  entries: readonly CheckedEntry[],
  { copiedAt, hasGaps = false }: Pick<CheckedHandoff, "copiedAt" | "hasGaps">,
): LedgerVerdict {
  const shown = entries.filter(({ missingSince }) => missingSince === null);
  const ledgerPkr = sumRupees(shown.map(({ amountPkr }) => amountPkr));
  if (copiedAt === null) return { kind: "unknown", why: "ledger_not_copied", ledgerPkr };
  const expected = expectLedgerOfAll(parcels);
  const { leastPkr, mostPkr } = boundsOf(expected);
  const isBelow = leastPkr !== null && ledgerPkr < leastPkr;
  const isAbove = mostPkr !== null && ledgerPkr > mostPkr;
  if (!isBelow && !isAbove)
    return expected.kind === "exact"
      ? { kind: "agrees", ledgerPkr }
      : { kind: "unknown", why: expected.why, ledgerPkr };
  if (hasGaps) return { kind: "unknown", why: "ledger_gaps", ledgerPkr };
  const because = isNotYet(parcels, shown, copiedAt);
  if (because !== null) return { kind: "not_yet", because };
  const expectedPkr = isBelow ? leastPkr : mostPkr;
  const difference = explainDifference(parcels, entries, {
    expectedPkr: expectedPkr ?? ledgerPkr,
    ledgerPkr,
  });
  return { kind: "differs", difference };
}

function isNotYet(parcels: readonly CheckedParcel[], entries: readonly CheckedEntry[], copiedAt: Date) {
  const reported = parcels.map(({ reportedAt }) => reportedAt?.getTime() ?? Number.NEGATIVE_INFINITY);
  if (Math.max(...reported) > copiedAt.getTime()) return "report_after_copy";
  const newest = Math.max(...entries.map(({ bookedAt }) => bookedAt.getTime()));
  return newest > Math.min(...reported) ? "entry_after_report" : null;
}
