import type { PaymentMode } from "#app/supplier/payment-mode.ts";
import type { ParcelStatus } from "../parcels/parcel-status.ts";
import type { HoldGroup } from "./hold-groups.ts";

/** What a list of orders is narrowed to; every part may be open. */
export type OrdersFilter = {
  readonly route: PaymentMode | null;
  /** As typed, in any known spelling; "" for all. */
  readonly city: string;
  /** Why it waits. */
  readonly hold: HoldGroup | null;
  /** Ordered on or after this day of the shop's, "2026-11-21". */
  readonly from: string | null;
  /** Ordered on or before this day. */
  readonly to: string | null;
  readonly parcel: ParcelStatus | null;
};

export const noFilter: OrdersFilter = {
  route: null,
  city: "",
  hold: null,
  from: null,
  to: null,
  parcel: null,
};

export function isFiltered(filter: OrdersFilter): boolean {
  return Object.values(filter).some((value) => value !== null && value !== "");
}
