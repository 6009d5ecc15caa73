const money = "{ shopMoney { amount } }";

export const addressFields = `#graphql
  fragment AddressFields on MailingAddress {
    firstName lastName company address1 address2 city province zip countryCodeV2 phone
  }`;

export const orderLineFields = `#graphql
  fragment OrderLineFields on LineItem {
    id title variantTitle sku quantity currentQuantity unfulfilledQuantity requiresShipping isGiftCard
    variant { id }
    originalUnitPriceSet ${money}
    discountAllocations { allocatedAmountSet ${money} }
    taxLines { priceSet ${money} }
  }`;

export const fulfillmentOrderLineFields = `#graphql
  fragment FulfillmentOrderLineFields on FulfillmentOrderLineItem {
    id totalQuantity remainingQuantity
    lineItem { id }
  }`;

export const merchantRequestFields = `#graphql
  fragment MerchantRequestFields on FulfillmentOrderMerchantRequest {
    id kind message requestOptions sentAt
  }`;

export const fulfillmentOrderFields = `#graphql
  fragment FulfillmentOrderFields on FulfillmentOrder {
    id status requestStatus createdAt updatedAt fulfillAt
    assignedLocation { name location { id } }
    destination { firstName lastName company address1 address2 city province zip countryCode phone email }
    deliveryMethod { methodType }
    supportedActions { action }
    fulfillmentHolds { id reason reasonNotes heldByRequestingApp }
    merchantRequests(last: 2) {
      nodes { ...MerchantRequestFields }
      pageInfo { hasPreviousPage startCursor }
    }
    lineItems(first: 3) {
      nodes { ...FulfillmentOrderLineFields }
      pageInfo { hasNextPage endCursor }
    }
  }`;

export const fulfillmentLineFields = `#graphql
  fragment FulfillmentLineFields on FulfillmentLineItem { quantity lineItem { id } }`;

export const fulfillmentEventFields = `#graphql
  fragment FulfillmentEventFields on FulfillmentEvent { id status happenedAt message }`;

export const fulfillmentTrackingFields = `#graphql
  fragment FulfillmentTrackingFields on FulfillmentTrackingInfo { company number url }`;

/** A list without pages that comes back as long as it was asked for may be longer. */
export const TRACKING_PAGE_SIZE = 2;

export const fulfillmentFields = `#graphql
  fragment FulfillmentFields on Fulfillment {
    id name status displayStatus createdAt
    location { id }
    trackingInfo(first: ${TRACKING_PAGE_SIZE}) { ...FulfillmentTrackingFields }
    fulfillmentLineItems(first: 3) {
      nodes { ...FulfillmentLineFields }
      pageInfo { hasNextPage endCursor }
    }
    events(first: 3, sortKey: HAPPENED_AT, reverse: true) {
      nodes { ...FulfillmentEventFields }
      pageInfo { hasNextPage endCursor }
    }
  }`;

export const transactionFields = `#graphql
  fragment TransactionFields on OrderTransaction {
    id kind status gateway formattedGateway manualPaymentGateway test amountSet ${money}
  }`;

export const shippingLineFields = `#graphql
  fragment ShippingLineFields on ShippingLine {
    id title code source
    originalPriceSet ${money}
    discountAllocations { allocatedAmountSet ${money} }
    taxLines { priceSet ${money} }
  }`;

export const shippingRefundFields = `#graphql
  fragment ShippingRefundFields on RefundShippingLine {
    shippingLine { id } subtotalAmountSet ${money} taxAmountSet ${money}
  }`;

export const orderFields = `#graphql
  fragment OrderFields on Order {
    id name createdAt updatedAt cancelledAt cancelReason closed test edited tags note sourceName email phone
    displayFinancialStatus displayFulfillmentStatus fullyPaid canMarkAsPaid paymentGatewayNames
    currencyCode presentmentCurrencyCode taxesIncluded
    app { id name }
    paymentTerms { id }
    currentTotalPriceSet ${money}
    totalOutstandingSet ${money}
    netPaymentSet ${money}
    currentShippingPriceSet ${money}
    totalTipReceivedSet ${money}
    currentTotalDutiesSet ${money}
    additionalFees { name price ${money} taxLines { priceSet ${money} } }
    totalCashRoundingAdjustment { paymentSet ${money} }
    shippingAddress { ...AddressFields }
    billingAddress { ...AddressFields }
  }`;
