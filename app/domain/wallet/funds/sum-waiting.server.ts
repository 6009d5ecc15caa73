import type { ShopContext } from "#app/domain/context/shop-context.server.ts";
import { isUnfinished } from "#app/domain/money/payment-state.ts";
import { type Rupees, rupees, sumRupees } from "#app/domain/money/rupees.ts";
import type { PaymentOfParcel } from "../find-payments.server.ts";
import { listWaitingParcels, type WaitingParcelRow } from "./list-waiting-parcels.server.ts";

/** What waits for funds and is not being paid already. */
export type WaitingSum = {
  readonly parcels: number;
  /** What all of them cost; those whose cost is not known are counted in `unknown`. */
  readonly totalPkr: Rupees;
  readonly unknown: number;
  /** The nearest; null where none is set. */
  readonly deadline: Date | null;
};

/** Whether a payment of the parcel is under way, or the service has not reported yet what it did. */
export function isBeingPaid(payment: PaymentOfParcel | null): boolean {
  return payment !== null && (payment.state === "paid" || isUnfinished(payment.state));
}

/** Of parcels in the order of their deadlines. */
export function sumWaiting(waiting: readonly WaitingParcelRow[]): WaitingSum {
  const open = waiting.filter(({ payment }) => !isBeingPaid(payment));
  return {
    parcels: open.length,
    totalPkr: sumRupees(open.map(({ cost }) => cost?.amountPkr ?? rupees(0))),
    unknown: open.filter(({ cost }) => cost === null).length,
    deadline: open.at(0)?.deadline ?? null,
  };
}

/** Null where nothing waits. */
export async function findWaitingSum(
  ctx: Pick<ShopContext, "shop" | "db" | "connection">,
): Promise<WaitingSum | null> {
  const sum = sumWaiting(await listWaitingParcels(ctx));
  return sum.parcels === 0 ? null : sum;
}
