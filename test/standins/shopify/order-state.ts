import type { Paisa } from "./money.ts";
import type { Address } from "./state.ts";

export type TaxLine = { title: string; rate: number; price: Paisa };
export type Allocation = { amount: Paisa; application: number };

export type DiscountApplication = {
  code: string | null;
  title: string;
  value: { percent: number } | { amount: Paisa };
  target: "LINE_ITEM" | "SHIPPING_LINE";
};

export type OrderLine = {
  id: string;
  variantId: string | null;
  productId: string | null;
  inventoryItemId: string | null;
  title: string;
  variantTitle: string | null;
  sku: string | null;
  vendor: string | null;
  quantity: number;
  /** What is left after edits and refunds. */
  currentQuantity: number;
  unitPrice: Paisa;
  requiresShipping: boolean;
  taxable: boolean;
  isGiftCard: boolean;
  weightKg: number | null;
  customAttributes: Array<{ key: string; value: string }>;
  allocations: Allocation[];
  taxLines: TaxLine[];
  serviceHandle: string;
};

export type ShippingLineState = {
  id: string;
  title: string;
  code: string | null;
  source: string | null;
  carrierIdentifier: string | null;
  price: Paisa;
  allocations: Allocation[];
  taxLines: TaxLine[];
  refunded: Paisa;
  isRemoved: boolean;
};

export type TransactionState = {
  id: string;
  kind: string;
  status: string;
  gateway: string;
  formattedGateway: string;
  manualPaymentGateway: boolean;
  amount: Paisa;
  createdAt: Date;
  parentId: string | null;
  test: boolean;
};

export type RefundState = {
  id: string;
  createdAt: Date;
  note: string | null;
  lines: Array<{
    id: string;
    orderLineId: string;
    quantity: number;
    restockType: string;
    subtotal: Paisa;
    tax: Paisa;
    locationId: string | null;
  }>;
  /** What of it is given back of each shipping line. */
  shipping: Array<{ id: string; shippingLineId: string; amount: Paisa }>;
  transactionIds: string[];
};

export type CustomerState = {
  id: string;
  firstName: string | null;
  lastName: string | null;
  email: string | null;
  phone: string | null;
};

export type OrderState = {
  id: string;
  name: string;
  number: number;
  createdAt: Date;
  updatedAt: Date;
  cancelledAt: Date | null;
  cancelReason: string | null;
  cancelStaffNote: string | null;
  closedAt: Date | null;
  test: boolean;
  email: string | null;
  phone: string | null;
  note: string | null;
  tags: string[];
  customAttributes: Array<{ key: string; value: string }>;
  currency: string;
  presentmentCurrency: string;
  presentmentRate: number;
  taxesIncluded: boolean;
  sourceName: string;
  app: { id: string; name: string } | null;
  retailLocationId: string | null;
  paymentTerms: { name: string; type: string; dueInDays: number | null; overdue: boolean } | null;
  customer: CustomerState | null;
  shippingAddress: Address | null;
  billingAddress: Address | null;
  lines: OrderLine[];
  shippingLines: ShippingLineState[];
  discounts: DiscountApplication[];
  tip: Paisa;
  duties: Paisa;
  fees: Array<{ id: string; name: string; price: Paisa; taxLines: TaxLine[] }>;
  cashRounding: Paisa;
  transactions: TransactionState[];
  gatewayNames: string[];
  refunds: RefundState[];
  riskLevel: string;
  riskRecommendation: string;
  deliveryMethodType: string;
  fulfillAt: Date;
  edited: boolean;
};

export type HoldState = {
  id: string;
  handle: string | null;
  reason: string;
  reasonNotes: string | null;
  byThisApp: boolean;
};

export type MerchantRequestState = {
  id: string;
  kind: "FULFILLMENT_REQUEST" | "CANCELLATION_REQUEST";
  message: string | null;
  options: Record<string, unknown>;
  sentAt: Date;
  /** Known to the stand-in only: Shopify does not tell it through `responseData`. */
  answered: boolean;
};

export type FulfillmentOrderLineState = { id: string; orderLineId: string; total: number; remaining: number };

export type FulfillmentOrderState = {
  id: string;
  orderId: string;
  locationId: string;
  locationName: string;
  status: string;
  requestStatus: string;
  createdAt: Date;
  updatedAt: Date;
  fulfillAt: Date | null;
  destination: Address | null;
  methodType: string;
  presentedName: string | null;
  holds: HoldState[];
  requests: MerchantRequestState[];
  lines: FulfillmentOrderLineState[];
};

export type TrackingState = { company: string | null; number: string | null; url: string | null };

export type FulfillmentEventState = {
  id: string;
  status: string;
  happenedAt: Date;
  createdAt: Date;
  message: string | null;
  city: string | null;
  province: string | null;
  country: string | null;
  zip: string | null;
  address1: string | null;
  estimatedDeliveryAt: Date | null;
};

export type FulfillmentState = {
  id: string;
  name: string;
  orderId: string;
  locationId: string;
  serviceId: string | null;
  status: string;
  displayStatus: string;
  createdAt: Date;
  updatedAt: Date;
  deliveredAt: Date | null;
  inTransitAt: Date | null;
  estimatedDeliveryAt: Date | null;
  tracking: TrackingState[];
  events: FulfillmentEventState[];
  lines: Array<{
    id: string;
    orderLineId: string;
    quantity: number;
    fulfillmentOrderId: string;
    fulfillmentOrderLineId: string;
  }>;
};

/** A mail Shopify would have sent to the customer. */
export type CustomerMail = { kind: string; orderId: string; fulfillmentId: string | null; at: Date };
