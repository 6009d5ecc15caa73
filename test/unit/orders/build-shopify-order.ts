import { rupees } from "#app/domain/money/rupees.ts";
import type { CountedHandoff } from "#app/domain/orders/parcels/contents-by-line.ts";
import type { FulfillmentOrderGid, LocationGid, OrderGid, SupplierVariantId } from "#app/platform/ids.ts";
import type {
  ShopifyFulfillment,
  ShopifyFulfillmentOrder,
  ShopifyOrder,
  ShopifyOrderLine,
} from "#app/shopify/order.ts";
import { asId } from "#test/support/as-id.ts";

export const OUR_LOCATION = asId<LocationGid>("gid://shopify/Location/1");
export const OTHER_LOCATION = asId<LocationGid>("gid://shopify/Location/2");

const DESTINATION = {
  ...{ firstName: "Ayesha", lastName: "Example", company: null, address1: "House 12", address2: null },
  ...{ city: "Lahore", province: null, zip: null, countryCode: "PK", phone: null, email: null },
};

export function buildOrderLine(overrides: Partial<ShopifyOrderLine> = {}): ShopifyOrderLine {
  const quantity = overrides.quantity ?? 1;
  return {
    id: asId("line_1"),
    ...{ title: "Cooker", variantTitle: null, sku: null, variantId: asId("variant_1") },
    ...{ currentQuantity: quantity, unfulfilledQuantity: quantity, requiresShipping: true, giftCard: false },
    ...{ unitPrice: "1600.00", discountAllocations: [], taxLines: [] },
    ...overrides,
    quantity,
  };
}

/** At our location, requested by nobody, with one unit of line_1 unless said otherwise. */
export function buildFulfillmentOrder(
  overrides: Partial<ShopifyFulfillmentOrder> = {},
): ShopifyFulfillmentOrder {
  return {
    ...{
      id: asId<FulfillmentOrderGid>("fo_1"),
      status: "OPEN",
      requestStatus: "UNSUBMITTED",
      fulfillAt: null,
    },
    ...{ createdAt: "2026-11-20T09:00:00Z", updatedAt: "2026-11-20T09:00:00Z" },
    ...{ locationId: OUR_LOCATION, locationName: "Karwan", methodType: "SHIPPING", destination: DESTINATION },
    ...{ supportedActions: ["REQUEST_FULFILLMENT"], holds: [], merchantRequests: [] },
    lines: [{ id: asId("fo_1_line_1"), lineId: asId("line_1"), totalQuantity: 1, remainingQuantity: 1 }],
    ...overrides,
  };
}

export function buildFulfillment(overrides: Partial<ShopifyFulfillment> = {}): ShopifyFulfillment {
  return {
    id: asId("fulfillment_1"),
    ...{ name: "#1001-F1", status: "SUCCESS", displayStatus: null },
    ...{ createdAt: "2026-11-20T10:00:00Z", locationId: OUR_LOCATION, events: [] },
    tracking: [{ company: "TCS", number: "TCS1", url: null }],
    lines: [{ lineId: asId("line_1"), quantity: 1 }],
    ...overrides,
  };
}

/** Rs 1,800 of cash on delivery, nothing done yet. */
export function buildShopifyOrder(overrides: Partial<ShopifyOrder> = {}): ShopifyOrder {
  const total = overrides.currentTotalPrice ?? "1800.00";
  return {
    ...{ id: asId<OrderGid>("gid://shopify/Order/1"), name: "#1001", createdAt: "2026-11-20T09:00:00Z" },
    ...{ updatedAt: "2026-11-20T09:00:00Z", cancelledAt: null, cancelReason: null, closed: false },
    ...{ test: false, edited: false, tags: [], note: null, sourceName: "web", app: null },
    ...{ financialStatus: "PENDING", fulfillmentStatus: "UNFULFILLED", fullyPaid: false },
    ...{ canMarkAsPaid: true, hasPaymentTerms: false, paymentGatewayNames: ["Cash on Delivery (COD)"] },
    transactions: [
      {
        ...{ id: "transaction_1", kind: "SALE", status: "PENDING", gateway: "Cash on Delivery (COD)" },
        ...{ formattedGateway: "Cash on Delivery (COD)", manualPaymentGateway: true },
        ...{ amount: total, test: false },
      },
    ],
    ...{ currency: "PKR", presentmentCurrency: "PKR", taxesIncluded: true },
    ...{ totalOutstanding: total, netPayment: "0.00", currentShippingPrice: "200.00" },
    ...{ tips: "0.00", duties: null, additionalFees: [], cashRounding: "0.00" },
    lines: [buildOrderLine()],
    shippingLines: [
      {
        ...{ id: "shipping_1", title: "Delivery", code: null, source: null, originalPrice: "200.00" },
        ...{ discountAllocations: [], taxLines: [] },
      },
    ],
    ...{ shippingRefunds: [], email: null, phone: null, shippingAddress: DESTINATION, billingAddress: null },
    ...{ fulfillmentOrders: [buildFulfillmentOrder()], fulfillments: [], withheld: [] },
    ...overrides,
    currentTotalPrice: total,
  };
}

type CountedParcel = CountedHandoff["parcels"][number];

/** Holds one unit of item_1 unless said otherwise. */
export function buildParcel(overrides: Partial<CountedParcel> = {}): CountedParcel {
  const contents = [{ handoffItemId: "item_1", quantity: 1 }];
  return {
    id: asId("parcel_1"),
    status: "RECEIVED",
    contents,
    fulfillmentGid: null,
    codPkr: rupees(1800),
    ...overrides,
  };
}

/** One unit of line_1, which is one unit of the service's. */
export function buildItem(
  overrides: Partial<CountedHandoff["items"][number]> = {},
): CountedHandoff["items"][number] {
  const units = { supplierVariantId: asId<SupplierVariantId>("var_1"), quantity: 1, quantityPerUnit: 1 };
  const sent = { ...units, resalePkr: rupees(1600) };
  return { id: asId("item_1"), lineGid: asId("line_1"), ...sent, ...overrides };
}

/** Placed, with one unit of line_1 in one parcel unless said otherwise. */
export function buildHandoff(overrides: Partial<CountedHandoff> = {}): CountedHandoff {
  return {
    ...{ state: "placed", mode: "live", fulfillmentOrderGids: [asId("fo_1")] },
    items: [buildItem()],
    parcels: [buildParcel()],
    ...overrides,
  };
}
