import type { ParcelRecord } from "#app/domain/orders/reconcile/order-record.server.ts";
import type { ParcelId } from "#app/platform/ids.ts";

type FundsDeadlineRow = Pick<ParcelRecord, "id" | "status" | "fundsDeadline" | "readAt">;

/** The service ends it by its own clock, and may need a moment. */
const GRACE_MS = 60_000;
/** A parcel that outlives its deadline: the document does not say that it ends there. */
const AGAIN_MS = 60 * 60_000;

/** Parcels whose time to be paid is over and of which nothing was read since: no event is promised for it. */
export function listPastDeadline(parcels: readonly FundsDeadlineRow[], now: Date): readonly ParcelId[] {
  return parcels.flatMap((parcel) => {
    const at = readDueAt(parcel);
    return at !== null && at <= now.getTime() ? [parcel.id] : [];
  });
}

/** How long until the next parcel that waits for funds is to be read; null where none is. */
export function msUntilDeadlineRead(parcels: readonly FundsDeadlineRow[], now: Date): number | null {
  const moments = parcels.flatMap((parcel) => readDueAt(parcel) ?? []);
  return moments.length === 0 ? null : Math.max(1000, Math.min(...moments) - now.getTime());
}

/** Null for one that waits for nothing, or is to be read already. */
function readDueAt({ status, fundsDeadline, readAt }: FundsDeadlineRow): number | null {
  if (status !== "AWAITING_FUNDS" || fundsDeadline === null || readAt === null) return null;
  const over = fundsDeadline.getTime() + GRACE_MS;
  return readAt.getTime() < over ? over : readAt.getTime() + AGAIN_MS;
}
