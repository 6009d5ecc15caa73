import { rupees } from "#app/domain/money/rupees.ts";
import type { ParcelMoney } from "#app/domain/orders/money/parcel-money.ts";
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
    codPkr: rupees(1800),
    resalePkr: rupees(1600),
    shippingChargedPkr: rupees(200),
    wholesalePkr: rupees(1000),
    shippingCostPkr: rupees(200),
    marginPkr: rupees(600),
    expectedMarginPkr: rupees(540),
    platformFeePkr: rupees(60),
    rtoReservePkr: rupees(350),
    rtoChargePkr: rupees(0),
    returnCreditPkr: rupees(0),
    marginStatus: status === "DELIVERED" ? "PENDING" : "NONE",
    marginReleaseAt: null,
    ...overrides,
  };
}

type Overrides = Partial<Omit<OrderMoney, "handoffs">>;

/** Nothing paid yet; Rs 1,800 outstanding. */
export function buildCodOrder(parcels: readonly ParcelMoney[], overrides: Overrides = {}): OrderMoney {
  return {
    ...{
      outstandingPkr: rupees(1800),
      netPaymentPkr: rupees(0),
      refundedPkr: rupees(0),
      manualPaidPkr: rupees(0),
      markedPaidAt: null,
    },
    ...overrides,
    handoffs: [{ mode: "live", paymentMode: "COD", parcels }],
  };
}

/** The customer paid Rs 1,800. */
export function buildPrepaidOrder(parcels: readonly ParcelMoney[], overrides: Overrides = {}): OrderMoney {
  return {
    ...{
      outstandingPkr: rupees(0),
      netPaymentPkr: rupees(1800),
      refundedPkr: rupees(0),
      manualPaidPkr: rupees(0),
      markedPaidAt: null,
    },
    ...overrides,
    handoffs: [
      {
        mode: "live",
        paymentMode: "PREPAID",
        parcels: parcels.map((parcel) => ({ ...parcel, codPkr: rupees(0), rtoReservePkr: rupees(0) })),
      },
    ],
  };
}
