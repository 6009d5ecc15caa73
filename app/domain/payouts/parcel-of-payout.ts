import type { Prisma } from "@prisma/client";
import { parcelMoney } from "../orders/money/parcel-money.ts";

/** What a payout and its rule are made of, and no more: sealed columns are most of a row. */
export const parcelOfPayout = {
  ...{ id: true, part: true, of: true, orderNumber: true, supplierOrderId: true },
  ...parcelMoney,
  ...{ marginReleasedAt: true, marginReleasedPkr: true },
  handoff: {
    select: { paymentMode: true, terms: true, order: { select: { id: true, name: true } } },
  },
} as const satisfies Prisma.ParcelSelect;

export type ParcelOfPayout = Prisma.ParcelGetPayload<{ select: typeof parcelOfPayout }>;
