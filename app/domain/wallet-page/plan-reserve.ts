import type { Rupees } from "#app/domain/money/rupees.ts";

/** No farther than this is looked ahead: by then the rate is another. */
export const LOOK_AHEAD_DAYS = 30;
/** Orders of fewer days tell no rate. */
const LEAST_DAYS = 3;

export type ReserveFacts = {
  readonly availablePkr: Rupees;
  /** What a COD order holds on average; null where none was placed lately. */
  readonly reservePkr: Rupees | null;
  /** What orders changed in the wallet over these last days, without margins that were released. */
  readonly flow: { readonly sumPkr: Rupees; readonly days: number } | null;
  /** Margins that are released, by the number of days from now; what is overdue comes today. */
  readonly releases: readonly { readonly inDays: number; readonly amountPkr: Rupees }[];
};

export type ReserveMeter = {
  readonly reservePkr: Rupees;
  /** How many more COD orders the wallet carries. */
  readonly orders: number;
  /** In how many days it carries none, at the present rate; null where not within a month, or no rate is known. */
  readonly emptyInDays: number | null;
};

/** How long the wallet carries COD orders; null where nobody knows what one holds. */
export function planReserve({ availablePkr, reservePkr, flow, releases }: ReserveFacts): ReserveMeter | null {
  if (reservePkr === null || reservePkr <= 0) return null;
  const orders = Math.max(0, Math.floor(availablePkr / reservePkr));
  if (orders === 0) return { reservePkr, orders, emptyInDays: 0 };
  if (flow === null || flow.days < LEAST_DAYS) return { reservePkr, orders, emptyInDays: null };
  const aDay = flow.sumPkr / flow.days;
  const days = Array.from({ length: LOOK_AHEAD_DAYS }, (_, index) => index + 1);
  const comesBy = (day: number) =>
    releases.filter(({ inDays }) => inDays <= day).reduce((sum, { amountPkr }) => sum + amountPkr, 0);
  const empty = days.find((day) => availablePkr + aDay * day + comesBy(day) < reservePkr);
  return { reservePkr, orders, emptyInDays: empty ?? null };
}

/** Whether it is said on Home: orders begin to wait within three days. */
export function isNearlyEmpty(meter: ReserveMeter | null): meter is ReserveMeter {
  return meter !== null && meter.emptyInDays !== null && meter.emptyInDays < 3;
}
