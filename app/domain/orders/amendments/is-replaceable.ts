const LEFT = new Set(["SHIPPED", "DELIVERED", "RETURNED", "CANCELLED"]);
const BEFORE_PACKING = new Set(["AWAITING_FUNDS", "RECEIVED", "CONFIRMED"]);

/** The parcels that *Cancel and place again* is about: what has not left. */
export function replaceableParcels<Parcel extends { readonly status: string }>(
  parcels: readonly Parcel[],
): readonly Parcel[] {
  return parcels.filter(({ status }) => !LEFT.has(status));
}

/** Whether, as far as we know, none of them is packed; the service's own answer decides. */
export function isReplaceable(parcels: readonly { readonly status: string }[]): boolean {
  const concerned = replaceableParcels(parcels);
  return concerned.length > 0 && concerned.every(({ status }) => BEFORE_PACKING.has(status));
}
