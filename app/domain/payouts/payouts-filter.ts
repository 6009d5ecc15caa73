import type { PayoutState } from "./payout.ts";

export const payoutKinds = ["margin", "fee"] as const;

/** What a payout is: the margin of a COD parcel, or the fee of a prepaid one. */
export type PayoutKind = (typeof payoutKinds)[number];

export type PayoutsFilter = { readonly state: PayoutState | null; readonly kind: PayoutKind | null };

export const allPayouts: PayoutsFilter = { state: null, kind: null };
