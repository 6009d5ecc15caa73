type PrepaidParcel = {
  readonly wholesalePkr: number;
  readonly shippingCostPkr: number;
  readonly prepaidPkr: number;
};

/**
 * What leaves the wallet for a prepaid parcel, in rupees: wholesale and shipping (document, Money rule 6). The service's
 * own `prepaidAmount` stands in while the parcel's costs are not known.
 */
export function walletCostPkr({ wholesalePkr, shippingCostPkr, prepaidPkr }: PrepaidParcel): number {
  const cost = wholesalePkr + shippingCostPkr;
  return cost > 0 ? cost : prepaidPkr;
}
