/** What the days of a standstill are measured by: the parcels of a courier to a city, of a courier, of the shop, or nothing. */
export const standstillBases = ["courier_city", "courier", "shop", "default"] as const;
export type StandstillBasis = (typeof standstillBases)[number];

/** How long a parcel may go without an event, in whole days, and by what that is known. */
export type UsualTime = { readonly days: number; readonly basis: StandstillBasis };

/** Nineteen of twenty ended parcels needed no longer: seconds on the road, and seconds until they left. */
export type UsualTimes = {
  readonly courier: string | null;
  readonly city: string | null;
  readonly basis: Exclude<StandstillBasis, "default">;
  readonly parcels: number;
  readonly roadSeconds: number | null;
  readonly packSeconds: number | null;
};

/** A parcel under way, as the service lists it. */
export type WaitingParcel = {
  readonly status: string;
  readonly movedAt: Date;
  readonly courier: string | null;
  readonly city: string | null;
};

/** Of fewer ended parcels nothing is concluded. */
const FEWEST_PARCELS = 20;
/** Where the shop's own parcels do not tell: what has left arrives within a week, and what was received leaves in three days. */
const DEFAULT_ROAD_DAYS = 7;
const DEFAULT_PACK_DAYS = 3;
/** Couriers rest on Sundays: less than two days is never a standstill. */
export const FEWEST_DAYS = 2;

const DAY_MS = 24 * 60 * 60_000;

/** How long a parcel may stand where it is: by courier and city, else by courier, else by a default; before it left, by the shop. */
export function usualTimeOf(
  { status, courier, city }: WaitingParcel,
  times: readonly UsualTimes[],
): UsualTime {
  const known = times.filter(({ parcels }) => parcels >= FEWEST_PARCELS);
  if (status !== "SHIPPED") {
    const ofShop = known.find(({ basis }) => basis === "shop");
    return toUsual(ofShop?.packSeconds, "shop") ?? { days: DEFAULT_PACK_DAYS, basis: "default" };
  }
  const ofCity = known.find(
    (each) =>
      each.basis === "courier_city" && each.courier === courier && each.city === city && city !== null,
  );
  const ofCourier = known.find((each) => each.basis === "courier" && each.courier === courier);
  return (
    toUsual(ofCity?.roadSeconds, "courier_city") ??
    toUsual(courier === null ? null : ofCourier?.roadSeconds, "courier") ?? {
      days: DEFAULT_ROAD_DAYS,
      basis: "default",
    }
  );
}

function toUsual(seconds: number | null | undefined, basis: StandstillBasis): UsualTime | null {
  if (seconds === null || seconds === undefined) return null;
  return { days: Math.max(FEWEST_DAYS, Math.ceil((seconds * 1000) / DAY_MS)), basis };
}

/** Whole days from one moment to another. */
export function daysBetween(from: Date, to: Date): number {
  return Math.floor((to.getTime() - from.getTime()) / DAY_MS);
}

/** Whether it had no event for longer than is usual. */
export function standsStill(parcel: WaitingParcel, usual: UsualTime, now: Date): boolean {
  return now.getTime() - parcel.movedAt.getTime() > usual.days * DAY_MS;
}
