import type { Address } from "../state.ts";

export type Amount = string | number;

/** What a test or the demo says about an order; everything else is filled in as Shopify would. */
export type NewOrder = {
  readonly lines: ReadonlyArray<{
    readonly variantId?: string;
    readonly title?: string;
    readonly quantity: number;
    readonly price?: Amount;
    /** Taken off the whole line, not off each unit. */
    readonly discount?: Amount;
    readonly requiresShipping?: boolean;
    readonly taxable?: boolean;
    readonly customAttributes?: ReadonlyArray<{ readonly key: string; readonly value: string }>;
  }>;
  readonly customer?: {
    readonly firstName?: string | null;
    readonly lastName?: string | null;
    readonly phone?: string | null;
    readonly email?: string | null;
  };
  readonly shippingAddress?: Partial<Address> | null;
  readonly billingAddress?: Partial<Address> | null;
  readonly payment?: "cod" | "paid" | "pending" | "partly" | "authorized" | "expired" | "voided" | "none";
  /** With "partly": what was paid before; the rest is a pending transaction on `gateway` unless restPending is false. */
  readonly paidAmount?: Amount;
  readonly restPending?: boolean;
  readonly gateway?: string;
  readonly manualGateway?: boolean;
  readonly shipping?: Amount | null;
  readonly shippingTitle?: string;
  /** Further shipping lines, as carts from several locations have. */
  readonly moreShipping?: readonly Amount[];
  readonly shippingDiscount?: Amount;
  readonly taxRate?: number;
  readonly taxShipping?: boolean;
  readonly taxesIncluded?: boolean;
  readonly discountCode?: { readonly code: string; readonly percent?: number; readonly amount?: Amount };
  readonly tip?: Amount;
  readonly duties?: Amount;
  readonly fee?: { readonly name: string; readonly price: Amount };
  readonly cashRounding?: Amount;
  readonly currency?: string;
  readonly presentmentCurrency?: string;
  readonly presentmentRate?: number;
  readonly createdAt?: string;
  readonly fulfillAt?: string;
  readonly test?: boolean;
  readonly note?: string;
  readonly tags?: readonly string[];
  readonly customAttributes?: ReadonlyArray<{ readonly key: string; readonly value: string }>;
  readonly sourceName?: string;
  readonly app?: { readonly id: string; readonly name: string } | null;
  readonly retail?: boolean;
  readonly paymentTerms?: { readonly name: string; readonly dueInDays?: number } | null;
  readonly deliveryMethodType?: string;
  readonly riskLevel?: "NONE" | "LOW" | "MEDIUM" | "HIGH";
};
