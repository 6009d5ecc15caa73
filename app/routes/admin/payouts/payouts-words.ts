import { countOf } from "#app/domain/messages/count-of.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { Sum } from "#app/domain/payouts/coming.ts";
import type { PayoutState } from "#app/domain/payouts/payout.ts";
import type { PayoutKind } from "#app/domain/payouts/payouts-filter.ts";
import type { StatusWords } from "#app/ui/status-words.ts";

export const STATE_WORDS: Readonly<Record<PayoutState, StatusWords>> = {
  pending: { label: "Pending", tone: "info" },
  released: { label: "Released", tone: "success" },
  reversed: { label: "Reversed", tone: "warning" },
};

export const KIND_WORDS: Readonly<Record<PayoutKind, string>> = {
  margin: "Margins of COD parcels",
  fee: "Fees of prepaid parcels",
};

const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];

/** "December 2026". */
export function monthWords(month: string): string {
  const [year, index] = month.split("-").map(Number);
  return `${MONTHS[(index ?? 1) - 1]} ${year}`;
}

/** A sum, and of how many parcels it is not known. */
export function sumWords({ amountPkr, parcels, unknown }: Sum): string {
  if (parcels > 0 && unknown === parcels) return "not known";
  return unknown > 0 ? `${formatRupees(amountPkr)} and ${unknown} not known` : formatRupees(amountPkr);
}

export function parcelsWords(count: number): string {
  return countOf(count, "parcel", "parcels");
}
