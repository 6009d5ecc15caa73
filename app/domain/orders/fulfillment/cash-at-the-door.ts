import Decimal from "decimal.js";
import { type Rupees, sumRupees } from "#app/domain/money/rupees.ts";
import type { ParcelId } from "#app/platform/ids.ts";
import type { ShopifyOrder } from "#app/shopify/order.ts";
import type { CountedHandoff } from "../parcels/contents-by-line.ts";
import { isFinal } from "../parcels/parcel-status.ts";
import { cashOfEndedParcels } from "./who-collects.ts";

type CashAtTheDoorInput = {
  readonly shopify: Pick<ShopifyOrder, "lines" | "totalOutstanding">;
  readonly handoffs: readonly CountedHandoff[];
  /** Parcels whose cash Shopify already counts as paid. */
  readonly markedParcels: ReadonlySet<ParcelId>;
};

export type CashAtTheDoor = {
  /** What the riders of open parcels collect. */
  readonly collectsPkr: Rupees;
  /** What of the outstanding sum is theirs to collect: never below nothing. */
  readonly duePaisa: number;
  /** Names these sums, and stays as it is when only one of the parcels ends. */
  readonly shown: string;
};

/**
 * What riders still collect of an order, beside what is due: the outstanding sum without the cash of parcels whose way is
 * over, which it holds until they are marked as paid, or until refused items are taken off (R40).
 */
export function findCashAtTheDoor({ shopify, handoffs, markedParcels }: CashAtTheDoorInput): CashAtTheDoor {
  const placed = handoffs.filter(({ state }) => state === "placed");
  const open = placed.flatMap(({ parcels }) => parcels).filter(({ status }) => !isFinal(status));
  const collectsPkr = sumRupees(open.map(({ codPkr }) => codPkr));
  const ended = cashOfEndedParcels(shopify, placed, markedParcels);
  const toPaisa = (amount: Decimal) => amount.times(100).round().toNumber();
  const outstanding = new Decimal(shopify.totalOutstanding);
  return {
    collectsPkr,
    duePaisa: Math.max(0, toPaisa(outstanding.minus(ended))),
    shown: `${new Decimal(collectsPkr).plus(ended).toString()}:${toPaisa(outstanding)}`,
  };
}
