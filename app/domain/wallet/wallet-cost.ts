type PrepaidParcel = {
  readonly wholesalePkr: number;
  readonly shippingCostPkr: number;
  readonly prepaidPkr: number;
};

export type WalletCost = {
  /** What leaves the wallet, in rupees. */
  readonly amountPkr: number;
  /** The service's own `prepaidAmount` where it is another figure: a person decides, nothing is paid by itself. */
  readonly reportedPkr: number | null;
};

/**
 * What leaves the wallet for a prepaid parcel: wholesale and shipping (document, Money rule 6). The document does not say
 * what `prepaidAmount` means: it stands in while the parcel's costs are not known, and is shown beside them where it differs.
 */
export function walletCost({ wholesalePkr, shippingCostPkr, prepaidPkr }: PrepaidParcel): WalletCost {
  const cost = wholesalePkr + shippingCostPkr;
  if (cost === 0) return { amountPkr: prepaidPkr, reportedPkr: null };
  return { amountPkr: cost, reportedPkr: prepaidPkr === 0 || prepaidPkr === cost ? null : prepaidPkr };
}

/** What *Pay* for many takes: a parcel whose figures differ is paid on its order's page. */
export function agreedCostPkr(parcel: PrepaidParcel): number {
  const { amountPkr, reportedPkr } = walletCost(parcel);
  return reportedPkr === null ? amountPkr : 0;
}

/** The same over several parcels: the service's sum where it differs for any of them. */
export function sumWalletCosts(parcels: readonly PrepaidParcel[]): WalletCost {
  const costs = parcels.map(walletCost);
  const amountPkr = costs.reduce((sum, cost) => sum + cost.amountPkr, 0);
  if (costs.every(({ reportedPkr }) => reportedPkr === null)) return { amountPkr, reportedPkr: null };
  const reportedPkr = costs.reduce((sum, cost) => sum + (cost.reportedPkr ?? cost.amountPkr), 0);
  return { amountPkr, reportedPkr };
}
