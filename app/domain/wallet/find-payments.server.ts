import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type PaymentState, unfinishedStates } from "#app/domain/money/payment-state.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";
import type { OrderId, ParcelId, PaymentId } from "#app/platform/ids.ts";

const withParcel = {
  order: { select: { orderGid: true } },
  parcel: {
    include: {
      handoff: {
        select: {
          id: true,
          mode: true,
          accountId: true,
          externalOrderId: true,
          parcels: { select: { id: true } },
        },
      },
    },
  },
} as const satisfies Prisma.PaymentIntentInclude;

/** One payment with the parcel it is for. */
export type Payment = Prisma.PaymentIntentGetPayload<{ include: typeof withParcel }>;

type PaymentDeps = Pick<ShopContext, "shop" | "db">;

/** Null when this shop has no such payment. */
export async function findPayment({ shop, db }: PaymentDeps, id: PaymentId): Promise<Payment | null> {
  const where = { shopId_id: { shopId: shop.id, id } };
  return db.paymentIntent.findUnique({ where, include: withParcel });
}

/** Payments of an order whose outcome is still to come, the oldest first. */
export async function listUnfinishedPayments(
  { shop, db }: PaymentDeps,
  orderId: OrderId,
): Promise<readonly Payment[]> {
  return db.paymentIntent.findMany({
    where: { shopId: shop.id, orderId, state: { in: [...unfinishedStates] } },
    include: withParcel,
    orderBy: { requestedAt: "asc" },
  });
}

/** The newest payment of a parcel, as its order's page tells of it. */
export type PaymentOfParcel = {
  readonly id: PaymentId;
  readonly orderId: OrderId;
  readonly parcelId: ParcelId;
  readonly state: PaymentState;
  readonly amountPkr: Rupees;
  /** Why it was refused, as a code. */
  readonly outcome: string | null;
  readonly requestedAt: Date;
  /** Karwan asked for it, not a person. */
  readonly byItself: boolean;
  /** How many payments of the parcel Karwan asked for by itself so far. */
  readonly ownTries: number;
};

/** The newest payment of each parcel of these orders, by the parcel's id. */
export async function findPaymentsOfParcels(
  { shop, db }: PaymentDeps,
  orderIds: readonly OrderId[],
): Promise<ReadonlyMap<ParcelId, PaymentOfParcel>> {
  const rows = await db.paymentIntent.findMany({
    where: { shopId: shop.id, orderId: { in: [...orderIds] } },
    orderBy: { requestedAt: "asc" },
  });
  const newest = new Map<ParcelId, PaymentOfParcel>();
  for (const { id, orderId, parcelId, state, amountPkr, outcome, requestedAt, byItself } of rows) {
    const ownTries = (newest.get(parcelId)?.ownTries ?? 0) + (byItself ? 1 : 0);
    const known = { id, orderId, parcelId, state, amountPkr, outcome, requestedAt, byItself };
    newest.set(parcelId, { ...known, ownTries });
  }
  return newest;
}
