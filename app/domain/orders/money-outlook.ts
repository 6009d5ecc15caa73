/** What the service has said about one parcel's money; whole rupees. */
export type ParcelMoney = {
  readonly status: string;
  readonly returnType: string | null;
  readonly codPkr: number;
  readonly prepaidPkr: number;
  readonly resalePkr: number;
  readonly shippingChargedPkr: number;
  readonly wholesalePkr: number;
  readonly shippingCostPkr: number;
  readonly marginPkr: number | null;
  readonly expectedMarginPkr: number | null;
  readonly platformFeePkr: number | null;
  readonly rtoReservePkr: number | null;
  readonly rtoChargePkr: number | null;
  readonly returnCreditPkr: number | null;
  readonly marginStatus: string | null;
  readonly marginReleaseAt: Date | null;
};

export type MoneyOutlook = {
  /** Every parcel has reached its end. */
  readonly settled: boolean;
  /** What stays with the merchant if all open parcels are delivered; negative is a loss. */
  readonly netPkr: number;
  /** What open parcels would cost if all of them were refused; null where the service says nothing (prepaid). */
  readonly ifRefusedPkr: number | null;
  /** Reserve held on the wallet for open COD parcels now. */
  readonly heldPkr: number;
  /** What couriers collect, or have collected. */
  readonly collectsPkr: number;
  /** What prepaid parcels bring: their items and delivery. */
  readonly paidPkr: number;
  readonly wholesalePkr: number;
  readonly shippingCostPkr: number;
  readonly feePkr: number;
  /** What refusals and returns were charged, and what was credited for them; nothing else of those parcels is counted. */
  readonly chargedPkr: number;
  readonly creditedPkr: number;
  /** The last day on which a margin of this order is released; null until the service sets it (R18). */
  readonly releaseAt: Date | null;
  readonly released: boolean;
};

const OPEN = new Set(["RECEIVED", "AWAITING_FUNDS", "CONFIRMED", "PROCESSING", "SHIPPED"]);

function isOpen({ status }: ParcelMoney): boolean {
  return OPEN.has(status);
}

/**
 * A delivered or open parcel brings its margin less the fee; a refused one costs its charge; a cancelled one nothing.
 * The service's own expected margin comes second: of a prepaid parcel it may say the fee alone.
 */
function netOf(parcel: ParcelMoney): number {
  if (parcel.status === "CANCELLED") return 0;
  if (parcel.status === "RETURNED") return (parcel.returnCreditPkr ?? 0) - (parcel.rtoChargePkr ?? 0);
  if (parcel.marginPkr !== null && parcel.platformFeePkr !== null) {
    return parcel.marginPkr - parcel.platformFeePkr;
  }
  return parcel.expectedMarginPkr ?? parcel.marginPkr ?? 0;
}

function sum(parcels: readonly ParcelMoney[], of: (parcel: ParcelMoney) => number): number {
  return parcels.reduce((total, parcel) => total + of(parcel), 0);
}

/** *What happens to the money* of an order, from its parcels as the service last reported them; null before any. */
export function toMoneyOutlook(parcels: readonly ParcelMoney[]): MoneyOutlook | null {
  if (parcels.length === 0) return null;
  const open = parcels.filter(isOpen);
  const alive = parcels.filter(({ status }) => status !== "CANCELLED");
  const releases = alive.flatMap(({ marginReleaseAt }) =>
    marginReleaseAt ? [marginReleaseAt.getTime()] : [],
  );
  const kept = alive.filter(({ status }) => status !== "RETURNED");
  const returned = alive.filter(({ status }) => status === "RETURNED");
  const collecting = open.filter(({ codPkr }) => codPkr > 0);
  return {
    settled: open.length === 0,
    netPkr: sum(parcels, netOf),
    ifRefusedPkr: collecting.length === 0 ? null : -sum(collecting, (parcel) => parcel.rtoReservePkr ?? 0),
    heldPkr: sum(collecting, (parcel) => parcel.rtoReservePkr ?? 0),
    collectsPkr: sum(kept, ({ codPkr }) => codPkr),
    paidPkr: sum(kept, (parcel) => (parcel.codPkr > 0 ? 0 : parcel.resalePkr + parcel.shippingChargedPkr)),
    wholesalePkr: sum(kept, ({ wholesalePkr }) => wholesalePkr),
    shippingCostPkr: sum(kept, ({ shippingCostPkr }) => shippingCostPkr),
    feePkr: sum(kept, ({ platformFeePkr }) => platformFeePkr ?? 0),
    chargedPkr: sum(returned, ({ rtoChargePkr }) => rtoChargePkr ?? 0),
    creditedPkr: sum(returned, ({ returnCreditPkr }) => returnCreditPkr ?? 0),
    releaseAt: releases.length === 0 ? null : new Date(Math.max(...releases)),
    released: alive.length > 0 && alive.every(({ marginStatus }) => marginStatus === "RELEASED"),
  };
}
