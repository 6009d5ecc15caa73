import type { ParcelMoney } from "#app/domain/orders/money/parcel-margin.ts";
import type { OrderMoney } from "#app/domain/orders/money/project-margin.ts";

const placedAt = new Date("2026-11-20T08:00:00Z");

/** Shipped: 1,600 and 200 of delivery; W 1,000, shipping 200, so a margin of 600 and a fee of 60. */
export function buildParcelMoney(overrides: Partial<ParcelMoney> = {}): ParcelMoney {
  const { status = "SHIPPED" } = overrides;
  return {
    status,
    returnType: status === "RETURNED" ? "rto" : null,
    receivedAt: status === "AWAITING_FUNDS" ? null : placedAt,
    deliveredAt: status === "DELIVERED" ? placedAt : null,
    readAt: placedAt,
    codPkr: 1800,
    resalePkr: 1600,
    shippingChargedPkr: 200,
    wholesalePkr: 1000,
    shippingCostPkr: 200,
    marginPkr: 600,
    expectedMarginPkr: 540,
    platformFeePkr: 60,
    rtoReservePkr: 350,
    rtoChargePkr: 0,
    returnCreditPkr: 0,
    marginStatus: status === "DELIVERED" ? "PENDING" : "NONE",
    marginReleaseAt: null,
    ...overrides,
  };
}

type Overrides = Partial<Omit<OrderMoney, "handoffs">>;

/** Nothing paid yet; Rs 1,800 outstanding. */
export function buildCodOrder(parcels: readonly ParcelMoney[], overrides: Overrides = {}): OrderMoney {
  return {
    ...{ outstandingPkr: 1800, netPaymentPkr: 0, refundedPkr: 0, manualPaidPkr: 0, markedPaidAt: null },
    ...overrides,
    handoffs: [{ mode: "live", paymentMode: "COD", parcels }],
  };
}

/** The customer paid Rs 1,800. */
export function buildPrepaidOrder(parcels: readonly ParcelMoney[], overrides: Overrides = {}): OrderMoney {
  return {
    ...{ outstandingPkr: 0, netPaymentPkr: 1800, refundedPkr: 0, manualPaidPkr: 0, markedPaidAt: null },
    ...overrides,
    handoffs: [
      {
        mode: "live",
        paymentMode: "PREPAID",
        parcels: parcels.map((parcel) => ({ ...parcel, codPkr: 0, rtoReservePkr: 0 })),
      },
    ],
  };
}
