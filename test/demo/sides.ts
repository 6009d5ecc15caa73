/** One parcel as the service or the app holds it; whole rupees. */
export type ParcelSide = {
  readonly id: string;
  readonly status: string;
  readonly codPkr: number;
  readonly wholesalePkr: number;
  readonly shippingCostPkr: number;
  readonly marginPkr: number;
  readonly feePkr: number;
  readonly expectedMarginPkr: number;
  readonly rtoChargePkr: number;
  readonly marginStatus: string;
  readonly courier: string | null;
  readonly trackingNumber: string | null;
};

export type ServiceSide = {
  readonly parcels: readonly ParcelSide[];
  /** Sum of everything the wallet's ledger says about this order. */
  readonly ledgerPkr: number;
};

export type AppSide = {
  readonly state: string;
  readonly isMarkedPaid: boolean;
  readonly parcels: readonly (ParcelSide & { readonly fulfillmentGid: string | null })[];
};

export type FulfillmentSide = {
  readonly gid: string;
  readonly status: string;
  readonly courier: string | null;
  readonly trackingNumber: string | null;
  readonly events: readonly string[];
};

export type ShopifySide = {
  readonly totalPkr: number;
  readonly outstandingPkr: number;
  readonly financialStatus: string;
  readonly fulfillments: readonly FulfillmentSide[];
};

export type Sides = { readonly shopify: ShopifySide; readonly app: AppSide; readonly service: ServiceSide };
