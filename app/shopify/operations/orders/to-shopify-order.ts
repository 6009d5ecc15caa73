import {
  toFulfillmentGid,
  toFulfillmentOrderGid,
  toFulfillmentOrderLineGid,
  toLineItemGid,
  toLocationGid,
  toOrderGid,
  toVariantGid,
} from "#app/platform/ids.ts";
import type { WholeFulfillmentOrder } from "#app/shopify/operations/fulfillment/list-fulfillment-orders.ts";
import type { WholeFulfillment } from "#app/shopify/operations/fulfillment/read-whole-fulfillment.ts";
import type {
  AddressFieldsFragment,
  OrderFieldsFragment,
  OrderLineFieldsFragment,
  ShippingLineFieldsFragment,
  ShippingRefundFieldsFragment,
  TransactionFieldsFragment,
} from "#app/shopify/operations.generated.ts";
import type {
  ShopifyAddress,
  ShopifyDecimal,
  ShopifyFulfillment,
  ShopifyFulfillmentOrder,
  ShopifyOrder,
  ShopifyOrderLine,
} from "#app/shopify/order.ts";

type MoneySet = { readonly shopMoney: { readonly amount: string } };

/** The lists of an order, each one whole. */
export type OrderLists = {
  readonly lines: readonly OrderLineFieldsFragment[];
  readonly transactions: readonly TransactionFieldsFragment[];
  readonly shippingLines: readonly ShippingLineFieldsFragment[];
  readonly shippingRefunds: readonly ShippingRefundFieldsFragment[];
  readonly fulfillmentOrders: readonly WholeFulfillmentOrder[];
  readonly fulfillments: readonly WholeFulfillment[];
};

/** Brings Shopify's answer into our own type. `withheld` are the paths Shopify answered with ACCESS_DENIED. */
export function toShopifyOrder(
  order: OrderFieldsFragment,
  lists: OrderLists,
  withheld: readonly string[],
): ShopifyOrder {
  return {
    ...identityOf(order),
    ...paymentOf(order),
    transactions: lists.transactions.map(toTransaction),
    ...moneyOf(order),
    lines: lists.lines.map(toLine),
    ...shippingOf(lists),
    email: order.email ?? null,
    phone: order.phone ?? null,
    shippingAddress: toAddress(order.shippingAddress),
    billingAddress: toAddress(order.billingAddress),
    fulfillmentOrders: lists.fulfillmentOrders.map(toFulfillmentOrder),
    fulfillments: lists.fulfillments.map(toFulfillment),
    withheld,
  };
}

function identityOf(order: OrderFieldsFragment) {
  return {
    id: toOrderGid(order.id),
    name: order.name,
    createdAt: order.createdAt,
    updatedAt: order.updatedAt,
    cancelledAt: order.cancelledAt ?? null,
    cancelReason: order.cancelReason ?? null,
    closed: order.closed,
    test: order.test,
    edited: order.edited,
    tags: order.tags,
    note: order.note ?? null,
    sourceName: order.sourceName ?? null,
    app: order.app ? { id: order.app.id, name: order.app.name } : null,
  };
}

function paymentOf(order: OrderFieldsFragment) {
  return {
    financialStatus: order.displayFinancialStatus ?? null,
    fulfillmentStatus: order.displayFulfillmentStatus,
    fullyPaid: order.fullyPaid,
    canMarkAsPaid: order.canMarkAsPaid,
    hasPaymentTerms: Boolean(order.paymentTerms),
    paymentGatewayNames: order.paymentGatewayNames,
  };
}

function toTransaction(transaction: TransactionFieldsFragment) {
  return {
    id: transaction.id,
    kind: transaction.kind,
    status: transaction.status,
    gateway: transaction.gateway ?? null,
    formattedGateway: transaction.formattedGateway ?? null,
    manualPaymentGateway: transaction.manualPaymentGateway,
    amount: amountOf(transaction.amountSet),
    test: transaction.test,
  };
}

function moneyOf(order: OrderFieldsFragment) {
  return {
    currency: order.currencyCode,
    presentmentCurrency: order.presentmentCurrencyCode,
    taxesIncluded: order.taxesIncluded,
    currentTotalPrice: amountOf(order.currentTotalPriceSet),
    totalOutstanding: amountOf(order.totalOutstandingSet),
    netPayment: amountOf(order.netPaymentSet),
    currentShippingPrice: amountOf(order.currentShippingPriceSet),
    tips: amountOf(order.totalTipReceivedSet),
    duties: order.currentTotalDutiesSet ? amountOf(order.currentTotalDutiesSet) : null,
    additionalFees: order.additionalFees.map((fee) => ({
      name: fee.name,
      price: amountOf(fee.price),
      taxLines: fee.taxLines.map(toTaxLine),
    })),
    cashRounding: amountOf(order.totalCashRoundingAdjustment.paymentSet),
  };
}

function shippingOf({ shippingLines, shippingRefunds }: OrderLists) {
  return {
    shippingLines: shippingLines.map((line) => ({
      id: line.id ?? null,
      title: line.title,
      code: line.code ?? null,
      source: line.source ?? null,
      originalPrice: amountOf(line.originalPriceSet),
      discountAllocations: line.discountAllocations.map((part) => amountOf(part.allocatedAmountSet)),
      taxLines: line.taxLines.map(toTaxLine),
    })),
    shippingRefunds: shippingRefunds.map((part) => ({
      shippingLineId: part.shippingLine.id ?? null,
      subtotal: amountOf(part.subtotalAmountSet),
      tax: amountOf(part.taxAmountSet),
    })),
  };
}

function toLine(line: OrderLineFieldsFragment): ShopifyOrderLine {
  return {
    id: toLineItemGid(line.id),
    title: line.title,
    variantTitle: line.variantTitle ?? null,
    sku: line.sku ?? null,
    variantId: line.variant ? toVariantGid(line.variant.id) : null,
    quantity: line.quantity,
    currentQuantity: line.currentQuantity,
    unfulfilledQuantity: line.unfulfilledQuantity,
    requiresShipping: line.requiresShipping,
    giftCard: line.isGiftCard,
    unitPrice: amountOf(line.originalUnitPriceSet),
    discountAllocations: line.discountAllocations.map((part) => amountOf(part.allocatedAmountSet)),
    taxLines: line.taxLines.map(toTaxLine),
  };
}

function toFulfillmentOrder({
  fulfillmentOrder,
  lines,
  requests,
}: WholeFulfillmentOrder): ShopifyFulfillmentOrder {
  const { assignedLocation, destination } = fulfillmentOrder;
  return {
    id: toFulfillmentOrderGid(fulfillmentOrder.id),
    status: fulfillmentOrder.status,
    requestStatus: fulfillmentOrder.requestStatus,
    createdAt: fulfillmentOrder.createdAt,
    updatedAt: fulfillmentOrder.updatedAt,
    fulfillAt: fulfillmentOrder.fulfillAt ?? null,
    locationId: assignedLocation.location && toLocationGid(assignedLocation.location.id),
    locationName: assignedLocation.name,
    methodType: fulfillmentOrder.deliveryMethod?.methodType ?? null,
    destination: destination
      ? {
          ...toAddressParts(destination),
          countryCode: destination.countryCode ?? null,
          email: destination.email ?? null,
        }
      : null,
    supportedActions: fulfillmentOrder.supportedActions.map(({ action }) => action),
    holds: fulfillmentOrder.fulfillmentHolds.map((hold) => ({
      id: hold.id,
      reason: hold.reason,
      reasonNotes: hold.reasonNotes ?? null,
      ours: hold.heldByRequestingApp,
    })),
    merchantRequests: toRequests(requests),
    lines: lines.map((line) => ({
      id: toFulfillmentOrderLineGid(line.id),
      lineId: toLineItemGid(line.lineItem.id),
      totalQuantity: line.totalQuantity,
      remainingQuantity: line.remainingQuantity,
    })),
  };
}

function toRequests(requests: WholeFulfillmentOrder["requests"]) {
  return requests
    .map((request) => ({
      id: request.id,
      kind: request.kind,
      message: request.message ?? null,
      notifyCustomer: parseNotifyCustomer(request.requestOptions),
      sentAt: request.sentAt,
    }))
    .toSorted((one, other) => Date.parse(one.sentAt) - Date.parse(other.sentAt));
}

/** A fulfillment as read, in our own words. */
export function toFulfillment(fulfillment: WholeFulfillment): ShopifyFulfillment {
  return {
    id: toFulfillmentGid(fulfillment.id),
    name: fulfillment.name,
    status: fulfillment.status,
    displayStatus: fulfillment.displayStatus ?? null,
    createdAt: fulfillment.createdAt,
    locationId: fulfillment.location && toLocationGid(fulfillment.location.id),
    tracking: fulfillment.trackingInfo.map((tracking) => ({
      company: tracking.company ?? null,
      number: tracking.number ?? null,
      url: tracking.url ?? null,
    })),
    lines: fulfillment.lines.map((line) => ({
      lineId: toLineItemGid(line.lineItem.id),
      quantity: line.quantity ?? 0,
    })),
    events: fulfillment.events.map((event) => ({
      id: event.id,
      status: event.status,
      happenedAt: event.happenedAt,
      message: event.message ?? null,
    })),
  };
}

type AddressParts = Omit<AddressFieldsFragment, "countryCodeV2" | "__typename">;

function toAddress(address: AddressFieldsFragment | null | undefined): ShopifyAddress | null {
  if (!address) return null;
  return { ...toAddressParts(address), countryCode: address.countryCodeV2 ?? null };
}

function toAddressParts(address: AddressParts) {
  return {
    firstName: address.firstName ?? null,
    lastName: address.lastName ?? null,
    company: address.company ?? null,
    address1: address.address1 ?? null,
    address2: address.address2 ?? null,
    city: address.city ?? null,
    province: address.province ?? null,
    zip: address.zip ?? null,
    phone: address.phone ?? null,
  };
}

function amountOf(set: MoneySet): ShopifyDecimal {
  return set.shopMoney.amount;
}

function toTaxLine(line: { readonly priceSet: MoneySet }) {
  return { amount: amountOf(line.priceSet) };
}

function parseNotifyCustomer(options: unknown): boolean | null {
  const value =
    typeof options === "object" && options !== null && "notify_customer" in options
      ? options.notify_customer
      : undefined;
  return typeof value === "boolean" ? value : null;
}
