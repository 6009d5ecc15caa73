import type { Prisma } from "@prisma/client";

/** The columns of a parcel that hold what the service has said about its money. */
export const parcelMoney = {
  ...{ status: true, returnType: true, receivedAt: true, deliveredAt: true, readAt: true },
  ...{ codPkr: true, resalePkr: true, shippingChargedPkr: true, wholesalePkr: true, shippingCostPkr: true },
  ...{ marginPkr: true, expectedMarginPkr: true, platformFeePkr: true, rtoReservePkr: true },
  ...{ rtoChargePkr: true, returnCreditPkr: true, marginStatus: true, marginReleaseAt: true },
} as const satisfies Prisma.ParcelSelect;

/** What the service has said about one parcel's money; whole rupees, null where it was not said. */
export type ParcelMoney = Readonly<Prisma.ParcelGetPayload<{ select: typeof parcelMoney }>>;
