import { toIso } from "../clock.ts";
import {
  canMarkAsPaid,
  capturable,
  currenciesOf,
  currentSums,
  currentTotal,
  financialStatus,
  lineCurrentTax,
  mergeTaxLines,
  originalSums,
  outstanding,
  received,
  refunded,
  shippingCurrentTax,
} from "../commerce/order-money.ts";
import { displayFulfillmentStatus, fulfillmentsOf } from "../commerce/order-status.ts";
import { fulfillmentOrdersOf } from "../commerce/routing.ts";
import { legacyId } from "../ids.ts";
import { moneyBagView, moneyView, type Paisa, sum } from "../money.ts";
import type { OrderState } from "../order-state.ts";
import type { Scene } from "../world.ts";
import { addressView, customerView } from "./address-view.ts";
import { connection } from "./connection.ts";
import { fulfillmentOrderView, visibleFulfillmentOrders } from "./fulfillment-order-view.ts";
import { fulfillmentView } from "./fulfillment-view.ts";
import { metafieldFields } from "./metafield-view.ts";
import {
  discountApplicationView,
  feeView,
  lineItemView,
  shippingLineView,
  taxLineView,
} from "./order-line-view.ts";
import { transactionView } from "./payment-view.ts";
import { refundView } from "./refund-view.ts";
import { locationView } from "./shop-view.ts";
import type { Args, View } from "./view.ts";

export function orderView(scene: Scene, order: OrderState): View {
  return {
    __typename: "Order",
    ...metafieldFields(scene, order.id),
    ...identityFields(order),
    ...moneyFields(scene, order),
    ...peopleFields(order),
    ...relatedFields(scene, order),
    displayFinancialStatus: financialStatus(order),
    displayFulfillmentStatus: () => displayFulfillmentStatus(scene.shop, order),
    fullyPaid: outstanding(order) <= 0 && order.cancelledAt === null,
    unpaid: received(order) === 0,
    capturable: capturable(order) > 0,
    canMarkAsPaid: canMarkAsPaid(order),
    edited: order.edited,
    requiresShipping: order.lines.some(({ requiresShipping }) => requiresShipping),
    subtotalLineItemsQuantity: sum(order.lines.map(({ quantity }) => quantity)),
    currentSubtotalLineItemsQuantity: sum(order.lines.map(({ currentQuantity }) => currentQuantity)),
  };
}

function identityFields(order: OrderState): View {
  return {
    id: order.id,
    legacyResourceId: String(legacyId(order.id)),
    name: order.name,
    number: order.number - 1000,
    createdAt: toIso(order.createdAt),
    processedAt: toIso(order.createdAt),
    updatedAt: toIso(order.updatedAt),
    cancelledAt: order.cancelledAt && toIso(order.cancelledAt),
    cancelReason: order.cancelReason,
    cancellation: order.cancelledAt && { staffNote: order.cancelStaffNote },
    closed: order.closedAt !== null,
    closedAt: order.closedAt && toIso(order.closedAt),
    confirmed: true,
    test: order.test,
    note: order.note,
    tags: [...order.tags].sort(),
    customAttributes: order.customAttributes,
    sourceName: order.sourceName,
    sourceIdentifier: null,
    app: order.app && { ...order.app },
    taxesIncluded: order.taxesIncluded,
    dutiesIncluded: false,
    estimatedTaxes: false,
    currencyCode: order.currency,
    presentmentCurrencyCode: order.presentmentCurrency,
    discountCodes: order.discounts.flatMap(({ code }) => (code === null ? [] : [code])),
    discountCode: order.discounts.find(({ code }) => code !== null)?.code ?? null,
  };
}

function moneyFields(scene: Scene, order: OrderState): View {
  const bag = (amount: Paisa) => moneyBagView(amount, currenciesOf(order));
  const now = currentSums(order);
  const before = originalSums(order);
  const total = currentTotal(order, scene.world.rules.isOn("cash_rounding_in_total"));
  const none = bag(0);
  return {
    currentTotalPriceSet: bag(total),
    currentSubtotalPriceSet: bag(now.subtotal),
    currentShippingPriceSet: bag(now.shipping),
    currentTotalTaxSet: bag(now.tax),
    currentTotalDiscountsSet: bag(now.discounts),
    currentTotalDutiesSet: order.duties > 0 ? bag(order.duties) : null,
    currentTotalAdditionalFeesSet: order.fees.length > 0 ? bag(now.fees) : null,
    totalPriceSet: bag(before.total),
    originalTotalPriceSet: bag(before.total),
    subtotalPriceSet: bag(before.subtotal),
    totalShippingPriceSet: bag(before.shipping),
    totalTaxSet: bag(before.tax),
    totalDiscountsSet: bag(before.discounts),
    originalTotalDutiesSet: order.duties > 0 ? bag(order.duties) : null,
    originalTotalAdditionalFeesSet: order.fees.length > 0 ? bag(before.fees) : null,
    totalTipReceivedSet: bag(order.tip),
    totalTipReceived: moneyView(order.tip, order.currency),
    totalCashRoundingAdjustment: { paymentSet: bag(order.cashRounding), refundSet: none },
    totalOutstandingSet: bag(outstanding(order)),
    totalReceivedSet: bag(received(order)),
    totalRefundedSet: bag(refunded(order)),
    netPaymentSet: bag(received(order) - refunded(order)),
    totalRefundedShippingSet: bag(
      sum(order.refunds.flatMap(({ shipping }) => shipping.map(({ amount }) => amount))),
    ),
    totalCapturableSet: bag(capturable(order)),
    taxLines: mergeTaxLines([
      ...order.lines.flatMap(({ taxLines }) => taxLines),
      ...order.shippingLines.flatMap(({ taxLines }) => taxLines),
    ]).map((line) => taxLineView(order, line)),
    currentTaxLines: currentTaxLines(order).map((line) => taxLineView(order, line)),
    additionalFees: order.fees.map((fee) => feeView(order, fee)),
    paymentGatewayNames: order.gatewayNames,
    paymentTerms: order.paymentTerms && {
      __typename: "PaymentTerms",
      id: order.id.replace("Order", "PaymentTerms"),
      paymentTermsName: order.paymentTerms.name,
      paymentTermsType: order.paymentTerms.type,
      dueInDays: order.paymentTerms.dueInDays,
      overdue: order.paymentTerms.overdue,
    },
  };
}

function currentTaxLines(order: OrderState) {
  return mergeTaxLines([
    ...order.lines.flatMap((line) =>
      line.taxLines.slice(0, 1).map((tax) => ({ ...tax, price: lineCurrentTax(line) })),
    ),
    ...order.shippingLines.flatMap((line) =>
      line.taxLines.slice(0, 1).map((tax) => ({ ...tax, price: shippingCurrentTax(line) })),
    ),
  ]);
}

function peopleFields(order: OrderState): View {
  return {
    email: order.email,
    phone: order.phone,
    customer: order.customer && customerView(order.customer),
    shippingAddress: order.shippingAddress && addressView(order.shippingAddress),
    billingAddress: order.billingAddress && addressView(order.billingAddress),
    risk: {
      recommendation: order.riskRecommendation,
      assessments: [{ riskLevel: order.riskLevel, facts: [], provider: null }],
    },
  };
}

function relatedFields(scene: Scene, order: OrderState): View {
  const { shop } = scene;
  const retail = order.retailLocationId ? shop.locations.get(order.retailLocationId) : undefined;
  const lines = order.lines;
  return {
    retailLocation: retail ? () => locationView(scene, retail) : null,
    lineItems: (args: Args) => connection(args, lines, (line) => lineItemView(scene, order, line)),
    shippingLine: () => (order.shippingLines[0] ? shippingLineView(order, order.shippingLines[0]) : null),
    shippingLines: (args: Args) =>
      connection(
        args,
        order.shippingLines.filter(({ isRemoved }) => args.includeRemovals === true || !isRemoved),
        (line) => shippingLineView(order, line),
      ),
    discountApplications: (args: Args) =>
      connection(
        args,
        order.discounts.map((discount, index) => ({ ...discount, id: String(index) })),
        (discount) => discountApplicationView(order, discount),
      ),
    transactions: (args: Args) =>
      order.transactions
        .slice(0, firstOf(args))
        .map((transaction) => transactionView(scene, order, transaction)),
    refunds: (args: Args) =>
      order.refunds.slice(0, firstOf(args)).map((refund) => refundView(scene, order, refund)),
    fulfillments: (args: Args) =>
      fulfillmentsOf(shop, order.id)
        .slice(0, firstOf(args))
        .map((one) => fulfillmentView(scene, one)),
    fulfillmentsCount: () => ({ count: fulfillmentsOf(shop, order.id).length, precision: "EXACT" }),
    fulfillmentOrders: (args: Args) =>
      connection(
        args,
        visibleFulfillmentOrders(scene, fulfillmentOrdersOf(shop.fulfillmentOrders, order.id)),
        (one) => fulfillmentOrderView(scene, one),
      ),
  };
}

function firstOf(args: Args): number | undefined {
  return typeof args.first === "number" ? args.first : undefined;
}
