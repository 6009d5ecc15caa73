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

export const fulfillmentOrderFields = `#graphql
  fragment FulfillmentOrderFields on FulfillmentOrder {
    id status requestStatus createdAt updatedAt fulfillAt
    assignedLocation { name location { id } }
    destination { firstName lastName company address1 address2 city province zip countryCode phone email }
    deliveryMethod { methodType }
    supportedActions { action }
    fulfillmentHolds { id reason reasonNotes heldByRequestingApp }
    merchantRequests(last: 5) { nodes { id kind message requestOptions sentAt } }
    lineItems(first: 20) {
      nodes { ...FulfillmentOrderLineFields }
      pageInfo { hasNextPage endCursor }
    }
  }`;

export const fulfillmentFields = `#graphql
  fragment FulfillmentFields on Fulfillment {
    id name status displayStatus createdAt
    location { id }
    trackingInfo(first: 10) { company number url }
    fulfillmentLineItems(first: 50) { nodes { quantity lineItem { id } } }
    events(first: 10, sortKey: HAPPENED_AT, reverse: true) { nodes { id status happenedAt message } }
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
    transactions(first: 50) {
      id kind status gateway formattedGateway manualPaymentGateway test amountSet ${money}
    }
    shippingLines(first: 10) {
      nodes {
        id title code source
        originalPriceSet ${money}
        discountedPriceSet ${money}
        currentDiscountedPriceSet ${money}
        discountAllocations { allocatedAmountSet ${money} }
        taxLines { priceSet ${money} }
      }
    }
    refunds(first: 50) {
      refundShippingLines(first: 5) {
        nodes { shippingLine { id } subtotalAmountSet ${money} taxAmountSet ${money} }
      }
    }
  }`;
