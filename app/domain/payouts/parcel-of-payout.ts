import type { Prisma } from "@prisma/client";

/** What a payout and its rule are made of, and no more: sealed columns are most of a row. */
export const parcelOfPayout = {
  ...{ id: true, part: true, of: true, orderNumber: true, supplierOrderId: true },
  ...{ status: true, returnType: true, receivedAt: true, deliveredAt: true, readAt: true },
  ...{ codPkr: true, resalePkr: true, shippingChargedPkr: true, wholesalePkr: true, shippingCostPkr: true },
  ...{ marginPkr: true, expectedMarginPkr: true, platformFeePkr: true, rtoReservePkr: true },
  ...{ rtoChargePkr: true, returnCreditPkr: true, marginStatus: true, marginReleaseAt: true },
  ...{ marginReleasedAt: true, marginReleasedPkr: true },
  handoff: {
    select: { paymentMode: true, terms: true, order: { select: { id: true, name: true } } },
  },
} as const satisfies Prisma.ParcelSelect;

export type ParcelOfPayout = Prisma.ParcelGetPayload<{ select: typeof parcelOfPayout }>;
