import type { StatusWords } from "../../shared/badge-tone.ts";

export type Hold = {
  readonly sentence: string;
  readonly asksPerson: boolean;
  /** Commands of one press, the nearest first; `hasMore` where the app's page has others. */
  readonly buttons: readonly HoldButton[];
  readonly hasMore: boolean;
};

export type HoldButton = {
  readonly label: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly isPrimary: boolean;
  readonly isDisabled: boolean;
};

export type Parcel = {
  readonly part: number;
  readonly of: number;
  readonly status: StatusWords;
  readonly courier: string | null;
  readonly trackingNumber: string | null;
  readonly trackingUrl: string | null;
  readonly items: readonly { readonly title: string; readonly quantity: number }[] | null;
};

/** Whole rupees; null is not known. */
export type Money = {
  readonly settled: boolean;
  readonly netPkr: number | null;
  readonly ifRefusedPkr: number | null;
  readonly heldPkr: number | null;
};

/** What the app answers about an order; a test of the app compares both. */
export type OrderBlock = {
  readonly orderId: string;
  readonly status: StatusWords;
  readonly isTest: boolean;
  readonly holds: readonly Hold[];
  readonly refusal: { readonly reason: string; readonly detail: string } | null;
  readonly parcels: readonly Parcel[];
  readonly money: Money | null;
};
