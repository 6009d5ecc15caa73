import type { DecimalText } from "#app/domain/money/exact.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { ShippingShare } from "#app/domain/shops/setting-choices.ts";
import type { LineItemGid, SupplierVariantId } from "#app/platform/ids.ts";
import type { PaymentMode } from "#app/supplier/payment-mode.ts";

/** One of the service's variants inside one unit of an order line; a plain product has one part. */
export type LinePart = {
  readonly variantId: SupplierVariantId;
  readonly sku: string | null;
  readonly quantityPerUnit: number;
  readonly wholesalePrice: Rupees;
  readonly minResalePrice: Rupees;
};

type LineMoney = {
  readonly id: LineItemGid;
  /** Units the discounts and taxes below are written for: Shopify keeps the original number here. */
  readonly quantity: number;
  /** Units still in the order after refunds and removals. */
  readonly currentQuantity: number;
  readonly unitPrice: DecimalText;
  readonly discounts: readonly DecimalText[];
  readonly taxes: readonly DecimalText[];
};

export type OurLine = LineMoney & {
  readonly owner: "ours";
  readonly handoffQuantity: number;
  /** Units whose money other parcels collect (they are in `earlierParcels`) or have already brought in. */
  readonly settledQuantity: number;
  readonly parts: readonly LinePart[];
};

export type OrderLineMoney =
  | OurLine
  | (LineMoney & { readonly owner: "foreign" })
  /** Ships with whatever ships: COD fee, gift wrap. */
  | (LineMoney & { readonly owner: "unshippable" });

export type ShippingLineMoney = {
  readonly price: DecimalText;
  readonly discounts: readonly DecimalText[];
  readonly taxes: readonly DecimalText[];
  /** Refunded of this line, with its tax. */
  readonly refunded: DecimalText;
};

/** Everything the money of one handoff depends on. All decimals are in shop currency, in rupees. */
export type OrderMoneyInput = {
  readonly shopCurrency: string;
  readonly presentmentCurrency: string;
  readonly paymentMode: PaymentMode;
  readonly taxesIncluded: boolean;
  readonly lines: readonly OrderLineMoney[];
  readonly shippingLines: readonly ShippingLineMoney[];
  readonly tips: DecimalText;
  readonly duties: DecimalText;
  readonly fees: DecimalText;
  readonly cashRounding: DecimalText;
  readonly currentTotalPrice: DecimalText;
  readonly totalOutstanding: DecimalText;
  /** codAmount of each earlier parcel that still collects: not cancelled, not returned, not yet marked paid. */
  readonly earlierParcels: readonly Rupees[];
  readonly shippingShare: ShippingShare;
  readonly lowerDeliveryChargeToFit: boolean;
};

export type HandoffItem = {
  readonly externalLineId: LineItemGid;
  readonly variantId: SupplierVariantId;
  readonly sku: string | null;
  readonly quantity: number;
  readonly resalePrice: Rupees;
};

/** One row of "how we got to this amount"; `amountPaisa` is signed and rounded to a paisa for showing. */
export type MoneyExplanation = {
  readonly step:
    | "order_total"
    | "already_paid"
    | "outstanding"
    | "earlier_parcels"
    | "left_to_others"
    | "line"
    | "delivery"
    | "rounding"
    | "delivery_lowered"
    | "collects";
  readonly amountPaisa: number;
  readonly lineId?: LineItemGid;
};

export type BelowMinimum = {
  readonly lineId: LineItemGid;
  readonly amount: Rupees;
  readonly minimum: Rupees;
  readonly quantity: number;
};

export type MoneyHold =
  | { readonly code: "currency_not_pkr"; readonly numbers: { readonly currency: string } }
  | {
      readonly code: "nothing_to_collect";
      readonly numbers: { readonly outstandingPaisa: number; readonly dueHerePaisa: number };
    }
  | {
      readonly code: "partly_paid";
      readonly numbers: { readonly outstandingPaisa: number; readonly totalPaisa: number };
    }
  | {
      readonly code: "price_below_minimum";
      readonly numbers: {
        readonly lines: readonly BelowMinimum[];
        readonly missing: Rupees;
        readonly collects: Rupees;
        readonly shippingCharged: Rupees;
        /** True when *Lower the delivery charge to fit* would end the hold. */
        readonly deliveryCanPay: boolean;
      };
    }
  | {
      readonly code: "amounts_disagree";
      readonly numbers: { readonly recomputedPaisa: number; readonly shopifyPaisa: number };
    }
  | { readonly code: "too_many_items"; readonly numbers: { readonly items: number; readonly limit: number } }
  | {
      readonly code: "cannot_be_exact";
      readonly numbers: { readonly dueHerePaisa: number; readonly deliveryPaisa: number };
    };

export type OrderMoneyPlan =
  | {
      readonly kind: "ready";
      readonly items: readonly HandoffItem[];
      readonly shippingCharged: Rupees;
      /** COD: the cash the courier takes. PREPAID: what the customer paid for this handoff. */
      readonly collects: Rupees;
      /** Collected minus owed, −50 to 50: negative is not collected, positive is collected extra. */
      readonly roundingPaisa: number;
      readonly explanation: readonly MoneyExplanation[];
    }
  | ({ readonly kind: "held" } & MoneyHold);
