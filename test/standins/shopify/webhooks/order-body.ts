import { toShopTime } from "../clock.ts";
import {
  currentSums,
  financialStatus,
  lineDiscount,
  originalSums,
  outstanding,
  shippingDiscounted,
} from "../commerce/order-money.ts";
import { fulfillmentStatusWord } from "../commerce/order-status.ts";
import { legacyId } from "../ids.ts";
import { type Paisa, sum, toFixedDecimal } from "../money.ts";
import type { OrderLine, OrderState, ShippingLineState, TaxLine, TransactionState } from "../order-state.ts";
import type { Address } from "../state.ts";
import type { ShopState } from "../world.ts";

/** The REST-shaped body of an order's webhooks. Without approval the customer's fields are missing or null. */
export function orderBody(shop: ShopState, order: OrderState): object {
  const current = currentSums(order);
  const original = originalSums(order);
  const approved = shop.customerDataApproved;
  const set = (amount: Paisa) => moneySet(amount, order);
  return {
    id: legacyId(order.id),
    admin_graphql_api_id: order.id,
    app_id: order.app ? legacyId(order.app.id) : null,
    cancel_reason: order.cancelReason?.toLowerCase() ?? null,
    cancelled_at: order.cancelledAt && toShopTime(order.cancelledAt),
    closed_at: order.closedAt && toShopTime(order.closedAt),
    confirmed: true,
    contact_email: approved ? order.email : null,
    created_at: toShopTime(order.createdAt),
    currency: order.currency,
    current_shipping_price_set: set(current.shipping),
    current_subtotal_price: toFixedDecimal(current.subtotal),
    current_total_discounts: toFixedDecimal(current.discounts),
    current_total_price: toFixedDecimal(current.total),
    current_total_price_set: set(current.total),
    current_total_tax: toFixedDecimal(current.tax),
    discount_codes: order.discounts
      .filter(({ code }) => code !== null)
      .map(({ code, value }) => ({ code, type: "percent" in value ? "percentage" : "fixed_amount" })),
    email: approved ? order.email : null,
    financial_status: financialStatus(order).toLowerCase(),
    fulfillment_status: fulfillmentStatusWord(shop, order),
    name: order.name,
    note: order.note,
    note_attributes: order.customAttributes.map(({ key, value }) => ({ name: key, value })),
    number: order.number - 1000,
    order_number: order.number,
    payment_gateway_names: order.gatewayNames,
    phone: approved ? order.phone : null,
    presentment_currency: order.presentmentCurrency,
    processed_at: toShopTime(order.createdAt),
    source_name: order.sourceName,
    subtotal_price: toFixedDecimal(original.subtotal),
    tags: order.tags.join(", "),
    taxes_included: order.taxesIncluded,
    test: order.test,
    total_discounts: toFixedDecimal(original.discounts),
    total_outstanding: toFixedDecimal(outstanding(order)),
    total_price: toFixedDecimal(original.total),
    total_price_set: set(original.total),
    total_shipping_price_set: set(original.shipping),
    total_tax: toFixedDecimal(original.tax),
    total_tip_received: toFixedDecimal(order.tip),
    updated_at: toShopTime(order.updatedAt),
    billing_address: approved ? addressBody(order.billingAddress) : null,
    customer: customerBody(order, approved),
    fulfillments: [],
    line_items: order.lines.map((line) => lineBody(line, set)),
    payment_terms: order.paymentTerms,
    refunds: order.refunds.map(({ id }) => ({ id: legacyId(id) })),
    shipping_address: approved ? addressBody(order.shippingAddress) : null,
    shipping_lines: order.shippingLines.map((line) => shippingBody(line, set)),
  };
}

type MoneySet = ReturnType<typeof moneySet>;

function moneySet(amount: Paisa, order: OrderState) {
  return {
    shop_money: { amount: toFixedDecimal(amount), currency_code: order.currency },
    presentment_money: {
      amount: toFixedDecimal(Math.round(amount * order.presentmentRate)),
      currency_code: order.presentmentCurrency,
    },
  };
}

function lineBody(line: OrderLine, set: (amount: Paisa) => MoneySet) {
  return {
    id: legacyId(line.id),
    admin_graphql_api_id: line.id,
    current_quantity: line.currentQuantity,
    fulfillable_quantity: line.currentQuantity,
    fulfillment_service: line.serviceHandle,
    gift_card: line.isGiftCard,
    grams: Math.round((line.weightKg ?? 0) * 1000),
    name: line.variantTitle ? `${line.title} - ${line.variantTitle}` : line.title,
    price: toFixedDecimal(line.unitPrice),
    price_set: set(line.unitPrice),
    product_id: line.productId ? legacyId(line.productId) : null,
    properties: line.customAttributes.map(({ key, value }) => ({ name: key, value })),
    quantity: line.quantity,
    requires_shipping: line.requiresShipping,
    sku: line.sku,
    taxable: line.taxable,
    title: line.title,
    total_discount: toFixedDecimal(lineDiscount(line)),
    variant_id: line.variantId ? legacyId(line.variantId) : null,
    variant_title: line.variantTitle,
    vendor: line.vendor,
    tax_lines: line.taxLines.map(taxBody),
    discount_allocations: line.allocations.map(({ amount, application }) => ({
      amount: toFixedDecimal(amount),
      amount_set: set(amount),
      discount_application_index: application,
    })),
  };
}

function shippingBody(line: ShippingLineState, set: (amount: Paisa) => MoneySet) {
  return {
    id: legacyId(line.id),
    code: line.code,
    discounted_price: toFixedDecimal(shippingDiscounted(line)),
    discounted_price_set: set(shippingDiscounted(line)),
    is_removed: line.isRemoved,
    price: toFixedDecimal(line.price),
    price_set: set(line.price),
    source: line.source,
    title: line.title,
    tax_lines: line.taxLines.map(taxBody),
    discount_allocations: line.allocations.map(({ amount }) => ({ amount: toFixedDecimal(amount) })),
  };
}

function taxBody({ title, rate, price }: TaxLine) {
  return { title, rate, price: toFixedDecimal(price), channel_liable: false };
}

function customerBody(order: OrderState, approved: boolean) {
  if (!order.customer) return null;
  const id = legacyId(order.customer.id);
  if (!approved) return { id };
  const { firstName, lastName, email, phone } = order.customer;
  return {
    id,
    admin_graphql_api_id: order.customer.id,
    first_name: firstName,
    last_name: lastName,
    email,
    phone,
  };
}

function addressBody(address: Address | null) {
  return (
    address && {
      first_name: address.firstName,
      last_name: address.lastName,
      name: [address.firstName, address.lastName].filter(Boolean).join(" ") || null,
      company: address.company,
      address1: address.address1,
      address2: address.address2,
      city: address.city,
      province: address.province,
      province_code: address.provinceCode,
      zip: address.zip,
      country_code: address.countryCode,
      phone: address.phone,
    }
  );
}

export function transactionBody(order: OrderState, transaction: TransactionState): object {
  const { kind, status, gateway, createdAt, amount, manualPaymentGateway } = transaction;
  return {
    id: legacyId(transaction.id),
    order_id: legacyId(order.id),
    kind: kind.toLowerCase(),
    gateway,
    status: status.toLowerCase(),
    created_at: toShopTime(createdAt),
    test: order.test,
    source_name: order.sourceName,
    amount: toFixedDecimal(amount),
    currency: order.currency,
    payment_id: `${order.name}.${order.transactions.indexOf(transaction) + 1}`,
    manual_payment_gateway: manualPaymentGateway,
    admin_graphql_api_id: transaction.id,
  };
}

export function refundBody(order: OrderState, refundId: string): object {
  const refund = order.refunds.find(({ id }) => id === refundId);
  return {
    id: legacyId(refundId),
    order_id: legacyId(order.id),
    admin_graphql_api_id: refundId,
    created_at: refund ? toShopTime(refund.createdAt) : null,
    note: refund?.note ?? null,
    refund_line_items: (refund?.lines ?? []).map((line) => ({
      id: legacyId(line.id),
      line_item_id: legacyId(line.orderLineId),
      quantity: line.quantity,
      restock_type: line.restockType.toLowerCase(),
      subtotal: line.subtotal / 100,
      total_tax: line.tax / 100,
    })),
    transactions: order.transactions
      .filter(({ id }) => refund?.transactionIds.includes(id))
      .map((transaction) => transactionBody(order, transaction)),
    total: toFixedDecimal(sum((refund?.lines ?? []).map(({ subtotal }) => subtotal))),
  };
}
