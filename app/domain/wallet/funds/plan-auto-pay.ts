/** A parcel that waits for funds and that nobody pays at the moment. */
export type WaitingParcel = {
  readonly parcelId: string;
  /** Null where it is not known, or the service names another sum: then a person decides. */
  readonly costPkr: number | null;
  readonly deadline: Date | null;
  /** When a payment of it was last refused. */
  readonly refusedAt: Date | null;
};

export type AutoPayRoom = {
  readonly availablePkr: number;
  /** What of the day's limit is left. */
  readonly leftOfDayPkr: number;
  readonly now: Date;
};

export type AutoPayPlan = {
  /** In this order, one after the other. */
  readonly parcels: readonly { readonly parcelId: string; readonly costPkr: number }[];
  /** Why the next one has to wait; null where nothing waits any more. */
  readonly stoppedBy: "wallet" | "limit" | null;
};

/** Whoever was refused rests: no refusal is repeated every few minutes. */
const REST_MS = 60 * 60_000;

/**
 * What is paid by itself: in order of the deadline (R20), until the wallet or the day's limit does not hold enough for
 * the next one. A later, cheaper one is not paid before it: it would spend what the earlier one waits for.
 */
export function planAutoPay(waiting: readonly WaitingParcel[], room: AutoPayRoom): AutoPayPlan {
  const due = waiting
    .filter(({ refusedAt }) => refusedAt === null || room.now.getTime() - refusedAt.getTime() >= REST_MS)
    .toSorted((a, b) => timeOf(a.deadline) - timeOf(b.deadline));
  const parcels: { parcelId: string; costPkr: number }[] = [];
  let { availablePkr, leftOfDayPkr } = room;
  for (const { parcelId, costPkr } of due) {
    if (costPkr === null) continue;
    if (costPkr > availablePkr) return { parcels, stoppedBy: "wallet" };
    if (costPkr > leftOfDayPkr) return { parcels, stoppedBy: "limit" };
    parcels.push({ parcelId, costPkr });
    availablePkr -= costPkr;
    leftOfDayPkr -= costPkr;
  }
  return { parcels, stoppedBy: null };
}

/** One without a deadline comes last. */
function timeOf(deadline: Date | null): number {
  return deadline?.getTime() ?? Number.MAX_SAFE_INTEGER;
}
