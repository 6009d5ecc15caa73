type ParcelState = { readonly status: string };

const FINAL = new Set(["DELIVERED", "RETURNED", "CANCELLED"]);
const LEFT = new Set(["SHIPPED", "DELIVERED", "RETURNED"]);

function shareOf(count: number, total: number, word: string): string {
  return total === 1 ? word : `${count} of ${total} ${word}`;
}

/** The parcels of an order in a few words: "2 of 3 delivered", "on the way". Cancelled ones count only when all are. */
export function parcelsInWords(parcels: readonly ParcelState[]): string {
  if (parcels.length === 0) return "";
  const alive = parcels.filter(({ status }) => status !== "CANCELLED");
  const total = alive.length;
  if (total === 0) return "cancelled";
  const count = (status: string) => alive.filter((parcel) => parcel.status === status).length;
  const delivered = count("DELIVERED");
  const returned = count("RETURNED");
  if (alive.every(({ status }) => FINAL.has(status))) {
    return returned > 0
      ? shareOf(returned, total, "refused or returned")
      : shareOf(delivered, total, "delivered");
  }
  if (delivered > 0) return shareOf(delivered, total, "delivered");
  const left = alive.filter(({ status }) => LEFT.has(status)).length;
  if (left > 0) return shareOf(left, total, "on the way");
  if (count("AWAITING_FUNDS") > 0) return shareOf(count("AWAITING_FUNDS"), total, "waiting for funds");
  return shareOf(total, total, "being prepared");
}
