import { type Rupees, rupees, sumRupees } from "./rupees.ts";

/** A parcel's figures; null or left out where the service has not said them, 0 where it names no `prepaidAmount`. */
type PrepaidParcel = {
  readonly wholesalePkr?: Rupees | null;
  readonly shippingCostPkr?: Rupees | null;
  readonly prepaidPkr?: Rupees | null;
};

export type WalletCost = {
  /** What leaves the wallet, in rupees. */
  readonly amountPkr: Rupees;
  /** The service's own `prepaidAmount` where it is another figure: a person decides, nothing is paid by itself. */
  readonly reportedPkr: Rupees | null;
};

/**
 * Wholesale and shipping, which leave the wallet for a prepaid parcel (document, Money rule 6); null while the service has
 * not said both.
 */
export function parcelCost({
  wholesalePkr,
  shippingCostPkr,
}: Pick<PrepaidParcel, "wholesalePkr" | "shippingCostPkr">): Rupees | null {
  return wholesalePkr == null || shippingCostPkr == null ? null : rupees(wholesalePkr + shippingCostPkr);
}

/**
 * What leaves the wallet for a prepaid parcel, null while nobody said it. The document does not say what `prepaidAmount`
 * means: it stands in while the parcel's costs are not known, and is shown beside them where it differs.
 */
export function walletCost(parcel: PrepaidParcel): WalletCost | null {
  const cost = parcelCost(parcel);
  const reportedPkr = parcel.prepaidPkr || null;
  if (cost === null) return reportedPkr === null ? null : { amountPkr: reportedPkr, reportedPkr: null };
  return { amountPkr: cost, reportedPkr: reportedPkr === cost ? null : reportedPkr };
}

/** What *Pay* for many takes: a parcel whose figures differ is paid on its order's page. */
export function agreedCostPkr(parcel: PrepaidParcel): Rupees {
  const cost = walletCost(parcel);
  return cost?.reportedPkr === null ? cost.amountPkr : rupees(0);
}

/** The same over several parcels: the service's sum where it differs for any of them. */
export function sumWalletCosts(parcels: readonly PrepaidParcel[]): WalletCost | null {
  const costs = parcels.flatMap((parcel) => walletCost(parcel) ?? []);
  if (costs.length < parcels.length) return null;
  const amountPkr = sumRupees(costs.map((cost) => cost.amountPkr));
  if (costs.every(({ reportedPkr }) => reportedPkr === null)) return { amountPkr, reportedPkr: null };
  const reportedPkr = sumRupees(costs.map((cost) => cost.reportedPkr ?? cost.amountPkr));
  return { amountPkr, reportedPkr };
}
