import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { type WalletCost, walletCost } from "#app/domain/money/wallet-cost.ts";
import { findPaymentsOfParcels, type PaymentOfParcel } from "#app/domain/wallet/find-payments.server.ts";
import type { OrderId, ParcelId } from "#app/platform/ids.ts";

/** A parcel that waits for funds, with its order and the newest payment of it. */
export type WaitingParcelRow = {
  readonly id: ParcelId;
  readonly orderId: OrderId;
  readonly orderName: string;
  /** "2 of 3"; null for the only parcel of its order. */
  readonly part: string | null;
  readonly cost: WalletCost | null;
  readonly deadline: Date | null;
  readonly payment: PaymentOfParcel | null;
};

/** More than these wait for another look. */
const MOST = 1000;

/**
 * Parcels that wait for funds of the wallet in use, the nearest deadline first; those of an account that was connected
 * before wait for another wallet, which nobody here can pay from.
 */
export async function listWaitingParcels(
  ctx: Pick<ShopContext, "shop" | "db" | "connection">,
): Promise<readonly WaitingParcelRow[]> {
  const { shop, db, connection } = ctx;
  if (connection === null) return [];
  const { mode, accountId } = connection;
  const parcels = await db.parcel.findMany({
    where: {
      ...{ shopId: shop.id, mode, status: "AWAITING_FUNDS" },
      handoff: { OR: [{ accountId: null }, { accountId }] },
    },
    select: {
      ...{ id: true, part: true, of: true, fundsDeadline: true },
      ...{ wholesalePkr: true, shippingCostPkr: true, prepaidPkr: true },
      handoff: { select: { order: { select: { id: true, name: true } } } },
    },
    orderBy: [{ fundsDeadline: { sort: "asc", nulls: "last" } }, { handoffId: "asc" }, { part: "asc" }],
    take: MOST,
  });
  const payments = await findPaymentsOfParcels(
    ctx,
    parcels.map(({ handoff }) => handoff.order.id),
  );
  return parcels.map((parcel) => ({
    ...{ id: parcel.id, orderId: parcel.handoff.order.id, orderName: parcel.handoff.order.name },
    part: parcel.of > 1 ? `${parcel.part} of ${parcel.of}` : null,
    ...{ cost: walletCost(parcel), deadline: parcel.fundsDeadline, payment: payments.get(parcel.id) ?? null },
  }));
}
