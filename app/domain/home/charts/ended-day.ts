import { listDays } from "#app/domain/money/calendar-days.ts";

/** How many parcels were delivered, and refused at the door, on one calendar day of the shop. */
export type EndedDay = { readonly day: string; readonly delivered: number; readonly refused: number };

/** Every day from the first on, those on which nothing ended too. */
export function fillDays(
  counted: readonly EndedDay[],
  span: { readonly from: string; readonly count: number },
): readonly EndedDay[] {
  const byDay = new Map(counted.map((each) => [each.day, each]));
  return listDays(span.from, span.count).map((day) => byDay.get(day) ?? { day, delivered: 0, refused: 0 });
}
