import type {
  FulfillmentGid,
  FulfillmentOrderGid,
  FulfillmentOrderLineGid,
  LineItemGid,
  LocationGid,
  OrderGid,
  VariantGid,
} from "#app/platform/ids.ts";

/** An amount in the shop's currency exactly as Shopify wrote it ("1349.10"): exact decimals, never floats. */
export type ShopifyDecimal = string;

export type ShopifyAddress = {
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly company: string | null;
  readonly address1: string | null;
  readonly address2: string | null;
  readonly city: string | null;
  readonly province: string | null;
  readonly zip: string | null;
  readonly countryCode: string | null;
  readonly phone: string | null;
};

type ShopifyTaxLine = { readonly amount: ShopifyDecimal };

export type ShopifyOrderLine = {
  readonly id: LineItemGid;
  readonly title: string;
  readonly variantTitle: string | null;
  readonly sku: string | null;
  readonly variantId: VariantGid | null;
  /** Units as ordered: discount allocations and tax lines belong to these. */
  readonly quantity: number;
  /** Units left after removals and refunds. */
  readonly currentQuantity: number;
  readonly unfulfilledQuantity: number;
  readonly requiresShipping: boolean;
  readonly giftCard: boolean;
  readonly unitPrice: ShopifyDecimal;
  readonly discountAllocations: readonly ShopifyDecimal[];
  readonly taxLines: readonly ShopifyTaxLine[];
};

type ShopifyShippingLine = {
  readonly id: string | null;
  readonly title: string;
  readonly code: string | null;
  readonly source: string | null;
  readonly originalPrice: ShopifyDecimal;
  readonly discountAllocations: readonly ShopifyDecimal[];
  readonly taxLines: readonly ShopifyTaxLine[];
};

type ShopifyShippingRefund = {
  readonly shippingLineId: string | null;
  readonly subtotal: ShopifyDecimal;
  readonly tax: ShopifyDecimal;
};

type ShopifyAdditionalFee = {
  readonly name: string;
  readonly price: ShopifyDecimal;
  readonly taxLines: readonly ShopifyTaxLine[];
};

export type ShopifyTransaction = {
  readonly id: string;
  readonly kind: string;
  readonly status: string;
  readonly gateway: string | null;
  readonly formattedGateway: string | null;
  readonly manualPaymentGateway: boolean;
  readonly amount: ShopifyDecimal;
  readonly test: boolean;
};

export type ShopifyMerchantRequest = {
  readonly id: string;
  readonly kind: string;
  readonly message: string | null;
  /** `notify_customer` of the request's options; null when the merchant did not say. */
  readonly notifyCustomer: boolean | null;
  readonly sentAt: string;
};

type ShopifyFulfillmentOrderLine = {
  readonly id: FulfillmentOrderLineGid;
  readonly lineId: LineItemGid;
  readonly totalQuantity: number;
  readonly remainingQuantity: number;
};

type ShopifyDestination = ShopifyAddress & { readonly email: string | null };

export type ShopifyFulfillmentOrder = {
  readonly id: FulfillmentOrderGid;
  readonly status: string;
  readonly requestStatus: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly fulfillAt: string | null;
  readonly locationId: LocationGid | null;
  readonly locationName: string;
  /** SHIPPING, LOCAL, PICK_UP, …; null when Shopify names none. */
  readonly methodType: string | null;
  readonly destination: ShopifyDestination | null;
  readonly supportedActions: readonly string[];
  readonly holds: readonly {
    readonly id: string;
    readonly reason: string;
    readonly reasonNotes: string | null;
    readonly ours: boolean;
  }[];
  /** Oldest first. */
  readonly merchantRequests: readonly ShopifyMerchantRequest[];
  readonly lines: readonly ShopifyFulfillmentOrderLine[];
};

type ShopifyTracking = {
  readonly company: string | null;
  readonly number: string | null;
  readonly url: string | null;
};

type ShopifyFulfillmentEvent = {
  readonly id: string;
  readonly status: string;
  readonly happenedAt: string;
  readonly message: string | null;
};

export type ShopifyFulfillment = {
  readonly id: FulfillmentGid;
  readonly name: string;
  /** SUCCESS, CANCELLED, ERROR, FAILURE */
  readonly status: string;
  readonly displayStatus: string | null;
  readonly createdAt: string;
  readonly locationId: LocationGid | null;
  readonly tracking: readonly ShopifyTracking[];
  readonly lines: readonly { readonly lineId: LineItemGid; readonly quantity: number }[];
  /** Newest first. */
  readonly events: readonly ShopifyFulfillmentEvent[];
};

/**
 * One order as read from Shopify, with everything a placement is decided from (R42, R7, R35, R38, R39).
 * Ids are Shopify's gids as strings; times are ISO strings; amounts are in the shop's currency.
 */
export type ShopifyOrder = {
  readonly id: OrderGid;
  readonly name: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly cancelledAt: string | null;
  readonly cancelReason: string | null;
  readonly closed: boolean;
  readonly test: boolean;
  readonly edited: boolean;
  readonly tags: readonly string[];
  readonly note: string | null;
  /** Where it was sold: "web", "pos", "shopify_draft_order", an app's number. */
  readonly sourceName: string | null;
  readonly app: { readonly id: string; readonly name: string } | null;

  readonly financialStatus: string | null;
  readonly fulfillmentStatus: string;
  readonly fullyPaid: boolean;
  readonly canMarkAsPaid: boolean;
  readonly hasPaymentTerms: boolean;
  readonly paymentGatewayNames: readonly string[];
  readonly transactions: readonly ShopifyTransaction[];

  readonly currency: string;
  readonly presentmentCurrency: string;
  readonly taxesIncluded: boolean;
  readonly currentTotalPrice: ShopifyDecimal;
  readonly totalOutstanding: ShopifyDecimal;
  /** What was paid, less what was given back. */
  readonly netPayment: ShopifyDecimal;
  /** Shipping after discounts and refunds; tax is not added when taxes are not included. */
  readonly currentShippingPrice: ShopifyDecimal;
  readonly tips: ShopifyDecimal;
  readonly duties: ShopifyDecimal | null;
  readonly additionalFees: readonly ShopifyAdditionalFee[];
  /** Cash rounding on payments; Shopify adds it to the total. */
  readonly cashRounding: ShopifyDecimal;
  readonly lines: readonly ShopifyOrderLine[];
  /** Removed shipping lines are left out. */
  readonly shippingLines: readonly ShopifyShippingLine[];
  readonly shippingRefunds: readonly ShopifyShippingRefund[];

  readonly email: string | null;
  readonly phone: string | null;
  readonly shippingAddress: ShopifyAddress | null;
  readonly billingAddress: ShopifyAddress | null;

  readonly fulfillmentOrders: readonly ShopifyFulfillmentOrder[];
  readonly fulfillments: readonly ShopifyFulfillment[];

  /** Paths Shopify withheld with ACCESS_DENIED ("order.shippingAddress"): their values read null. */
  readonly withheld: readonly string[];
};
