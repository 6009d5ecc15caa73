import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { ParcelId } from "#app/platform/ids.ts";

/** A parcel that waits for funds and that nobody pays at the moment. */
export type WaitingParcel = {
  readonly parcelId: ParcelId;
  /** Null where it is not known, or the service names another sum: then a person decides. */
  readonly costPkr: Rupees | null;
  readonly deadline: Date | null;
  /** When a payment of it was last refused, if it rests for that. */
  readonly refusedAt: Date | null;
};

export type AutoPayRoom = {
  readonly availablePkr: Rupees;
  /** What of the day's limit is left. */
  readonly leftOfDayPkr: Rupees;
  readonly now: Date;
};

export type AutoPayPlan = {
  /** In this order, one after the other. */
  readonly parcels: readonly { readonly parcelId: ParcelId; readonly costPkr: Rupees }[];
  /** Why the next one has to wait; null where nothing waits any more. */
  readonly stoppedBy: "wallet" | "limit" | null;
  /** What the next one costs that has to wait. */
  readonly nextPkr: Rupees | null;
};

/** Why nothing more is paid by itself, where a person can do something about it; of an empty wallet each order says so. */
export type AutoPayStop =
  /** What is left of the day's limit does not hold the next parcel, or the whole limit does not. */
  | { readonly reason: "limit"; readonly dailyPkr: Rupees; readonly nextPkr: Rupees }
  /** The service took no payment, or could not be asked; `because` is the refusal's code, `soon`: the next look tries it again. */
  | { readonly reason: "refused"; readonly because: string; readonly soon: boolean }
  /** The service refuses the key or the account. */
  | { readonly reason: "paused" }
  /** It went off: the person in whose name it spent may not pay any more. */
  | { readonly reason: "not_allowed" }
  /** It was switched on for a wallet that is not in use any more. */
  | { readonly reason: "another_wallet" };

/** What was refused rests: no refusal is repeated every few minutes. */
const REST_MS = 60 * 60_000;

/**
 * What is paid by itself: in order of the deadline (R20), until the wallet or the day's limit does not hold enough for
 * the next one. A later, cheaper one is not paid before it: it would spend what the earlier one waits for.
 */
export function planAutoPay(waiting: readonly WaitingParcel[], room: AutoPayRoom): AutoPayPlan {
  const due = waiting
    .filter(({ refusedAt }) => !rests(refusedAt, room.now))
    .toSorted((a, b) => timeOf(a.deadline) - timeOf(b.deadline));
  const parcels: { parcelId: ParcelId; costPkr: Rupees }[] = [];
  let { availablePkr, leftOfDayPkr } = room;
  for (const { parcelId, costPkr } of due) {
    if (costPkr === null) continue;
    if (costPkr > availablePkr) return { parcels, stoppedBy: "wallet", nextPkr: costPkr };
    if (costPkr > leftOfDayPkr) return { parcels, stoppedBy: "limit", nextPkr: costPkr };
    parcels.push({ parcelId, costPkr });
    availablePkr = rupees(availablePkr - costPkr);
    leftOfDayPkr = rupees(leftOfDayPkr - costPkr);
  }
  return { parcels, stoppedBy: null, nextPkr: null };
}

/** Whether a parcel whose payment was refused then is left alone for now. */
export function rests(refusedAt: Date | null, now: Date): boolean {
  return refusedAt !== null && now.getTime() - refusedAt.getTime() < REST_MS;
}

/** One without a deadline comes last. */
function timeOf(deadline: Date | null): number {
  return deadline?.getTime() ?? Number.MAX_SAFE_INTEGER;
}
