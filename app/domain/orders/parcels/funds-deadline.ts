type Waiting = {
  readonly id: string;
  readonly status: string;
  readonly fundsDeadline: Date | null;
  readonly readAt: Date | null;
};

/** The service ends it by its own clock, and may need a moment. */
const GRACE_MS = 60_000;
/** A parcel that outlives its deadline: the document does not say that it ends there. */
const AGAIN_MS = 60 * 60_000;

/** Parcels whose time to be paid is over and of which nothing was read since: no event is promised for it. */
export function listPastDeadline(parcels: readonly Waiting[], now: Date): readonly string[] {
  return parcels.flatMap((parcel) => {
    const at = lookAt(parcel);
    return at !== null && at <= now.getTime() ? [parcel.id] : [];
  });
}

/** How long until the next parcel that waits for funds is to be read; null where none is. */
export function untilDeadlineLook(parcels: readonly Waiting[], now: Date): number | null {
  const moments = parcels.flatMap((parcel) => lookAt(parcel) ?? []);
  return moments.length === 0 ? null : Math.max(1000, Math.min(...moments) - now.getTime());
}

/** Null for one that waits for nothing, or is to be read already. */
function lookAt({ status, fundsDeadline, readAt }: Waiting): number | null {
  if (status !== "AWAITING_FUNDS" || fundsDeadline === null || readAt === null) return null;
  const over = fundsDeadline.getTime() + GRACE_MS;
  return readAt.getTime() < over ? over : readAt.getTime() + AGAIN_MS;
}
