import { addDays, listDays } from "#app/domain/money/calendar-days.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { PayoutSum } from "./sum-payouts.server.ts";

/** Rupees of several parcels, and of how many the sum is not known. */
export type Sum = { readonly amountPkr: Rupees; readonly parcels: number; readonly unknown: number };

/** What is pending, and when it comes. Margins and the fees of prepaid parcels are told apart. */
export type Coming = {
  readonly next7: Sums;
  readonly next30: Sums;
  /** All that is pending, whenever it comes. */
  readonly all: Sums;
  /** Its date was before today, and the service has not said that it moved. */
  readonly overdue: Sums;
  readonly undated: Sums;
  /** Each of the next thirty days, today first. */
  readonly days: readonly { readonly day: string; readonly margin: Sum; readonly fee: Sum }[];
};

type Sums = { readonly margin: Sum; readonly fee: Sum };

const CHART_DAYS = 30;

/** Sorts what is pending by when it comes, `today` included in every span of days. */
export function planComing(pending: readonly PayoutSum[], today: string): Coming {
  const within = (days: number) =>
    sumsOf(pending, (day) => day !== null && day >= today && day < addDays(today, days));
  return {
    next7: within(7),
    next30: within(CHART_DAYS),
    all: sumsOf(pending, () => true),
    overdue: sumsOf(pending, (day) => day !== null && day < today),
    undated: sumsOf(pending, (day) => day === null),
    days: listDays(today, CHART_DAYS).map((day) => ({ day, ...sumsOf(pending, (of) => of === day) })),
  };
}

/** Margins and fees of the days that fit. */
function sumsOf(sums: readonly PayoutSum[], isWithin: (day: string | null) => boolean): Sums {
  const fitting = sums.filter(({ day }) => isWithin(day));
  return {
    margin: add(fitting.filter(({ kind }) => kind === "margin")),
    fee: add(fitting.filter(({ kind }) => kind === "fee")),
  };
}

/** Several sums as one. */
export function add(sums: readonly Sum[]): Sum {
  return sums.reduce<Sum>(
    (total, { amountPkr, parcels, unknown }) => ({
      amountPkr: rupees(total.amountPkr + amountPkr),
      parcels: total.parcels + parcels,
      unknown: total.unknown + unknown,
    }),
    { amountPkr: rupees(0), parcels: 0, unknown: 0 },
  );
}
