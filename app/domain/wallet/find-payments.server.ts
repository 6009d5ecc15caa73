import type { Prisma } from "@prisma/client";
import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type PaymentState, parsePaymentState, unsettledStates } from "#app/domain/money/payment-state.ts";

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

type PaymentRow = Prisma.PaymentIntentGetPayload<{ include: typeof withParcel }>;

/** One payment with the parcel it is for. */
export type Payment = Omit<PaymentRow, "state"> & { readonly state: PaymentState };

type PaymentDeps = Pick<ShopContext, "shop" | "db">;

/** Null when this shop has no such payment. */
export async function findPayment({ shop, db }: PaymentDeps, id: string): Promise<Payment | null> {
  const where = { shopId_id: { shopId: shop.id, id } };
  const row = await db.paymentIntent.findUnique({ where, include: withParcel });
  return row && toPayment(row);
}

/** Payments of an order whose outcome is still to come, the oldest first. */
export async function listUnsettledPayments(
  { shop, db }: PaymentDeps,
  orderId: string,
): Promise<readonly Payment[]> {
  const rows = await db.paymentIntent.findMany({
    where: { shopId: shop.id, orderId, state: { in: [...unsettledStates] } },
    include: withParcel,
    orderBy: { requestedAt: "asc" },
  });
  return rows.map(toPayment);
}

/** The newest payment of a parcel, as its order's page tells of it. */
export type PaymentOfParcel = {
  readonly id: string;
  readonly orderId: string;
  readonly parcelId: string;
  readonly state: PaymentState;
  readonly amountPkr: number;
  /** Why it was refused, as a code. */
  readonly outcome: string | null;
  readonly requestedAt: Date;
  /** Karwan asked for it, not a person. */
  readonly byItself: boolean;
};

/** The newest payment of each parcel of these orders, by the parcel's id. */
export async function findPaymentsOfParcels(
  { shop, db }: PaymentDeps,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, PaymentOfParcel>> {
  const rows = await db.paymentIntent.findMany({
    where: { shopId: shop.id, orderId: { in: [...orderIds] } },
    orderBy: { requestedAt: "asc" },
  });
  return new Map(
    rows.map(({ id, orderId, parcelId, state, amountPkr, outcome, requestedAt, byItself }) => [
      parcelId,
      { id, orderId, parcelId, state: parsePaymentState(state), amountPkr, outcome, requestedAt, byItself },
    ]),
  );
}

function toPayment(row: PaymentRow): Payment {
  return { ...row, state: parsePaymentState(row.state) };
}
