import type { LeavingCounts } from "#app/domain/connection/count-leaving.server.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { Coming } from "#app/domain/payouts/coming.ts";
import { formatDay } from "#app/platform/time/format-time.ts";

export function parcelsWords({ openParcels, unpaidParcels }: LeavingCounts): string {
  if (openParcels === 0) return "No parcel is under way.";
  const are = countOf(openParcels, "parcel is", "parcels are");
  const unpaid =
    unpaidParcels === 0
      ? ""
      : ` ${count(unpaidParcels)} of them ${unpaidParcels === 1 ? "waits" : "wait"} to be paid for.`;
  return `${are} under way. The supplier delivers and settles them whether Karwan is here or not; tracking, fulfillments and payments reach your orders only while it is.${unpaid}`;
}

export function ordersWords({ unsentOrders }: LeavingCounts): string {
  if (unsentOrders === 0) return "No order waits to be sent to the supplier.";
  const are = countOf(unsentOrders, "order is", "orders are");
  return `${are} not sent to the supplier yet. Place or cancel them first: nobody sends them after you left.`;
}

/** What becomes of the products once no key is connected. */
export function goodsWords({ products }: LeavingCounts, isConnected: boolean): string {
  if (products === 0) return isConnected ? "You sell none of the supplier's goods." : "No key is connected.";
  const are = countOf(products, "product in your store sells", "products in your store sell");
  if (!isConnected) return `No key is connected. ${are} the supplier's goods and stay as you left them.`;
  return `${are} the supplier's goods. They stay in your store as you made them; as you choose, customers see them as sold out from then on. Connect again and they are linked and stocked again, without being imported twice.`;
}

type LeavingMoney = {
  readonly comes: Coming["all"];
  /** The last calendar day on which something is released; null where the service has set none. */
  readonly lastDay: string | null;
};

export function moneyWords({ comes, lastDay }: LeavingMoney): string {
  const parcels = comes.margin.parcels + comes.fee.parcels;
  if (parcels === 0) return `Nothing waits to be released. ${STAYS}`;
  const sum = formatRupees(comes.margin.amountPkr + comes.fee.amountPkr);
  const unknown = comes.margin.unknown + comes.fee.unknown;
  // Where no sum is said, Rs 0 would be taken for one.
  if (unknown === parcels)
    return `The supplier has not said yet what ${countOf(parcels, "parcel brings", "parcels bring")}. ${STAYS}`;
  const until = lastDay === null ? "" : `, the last of it on ${formatDay(`${lastDay}T12:00:00Z`, "UTC")}`;
  const open = unknown === 0 ? "" : ` What ${count(unknown)} of them bring the supplier has not said yet.`;
  return `${sum} is still to come for ${countOf(parcels, "parcel", "parcels")}${until}.${open} ${STAYS}`;
}

const STAYS =
  "What is in your wallet, and what comes into it, stays yours at the supplier: withdraw it there, with or without Karwan.";

function count(number: number): string {
  return number.toLocaleString("en-US");
}
