const DAY_MS = 24 * 60 * 60_000;

/** A calendar day some days after another: "2026-11-30" and 1 give "2026-12-01". */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
}

/** So many calendar days from one on. */
export function listDays(from: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) => addDays(from, at));
}

/** The month of a day; where all days of a span lie before or after it, the nearest of theirs. */
export function nearestMonth(today: string, span: readonly string[]): string {
  const month = today.slice(0, 7);
  const months = span.map((day) => day.slice(0, 7)).toSorted();
  const [first = month, last = month] = [months.at(0), months.at(-1)];
  if (first > month) return first;
  return last < month ? last : month;
}

/** A calendar month some months after another: "2026-11" and -1 give "2026-10". */
export function addMonths(month: string, months: number): string {
  const [year = 0, index = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, index - 1 + months, 1)).toISOString().slice(0, 7);
}

/** The days of a month. */
export function daysOfMonth(month: string): readonly string[] {
  const first = `${month}-01`;
  const count = (Date.parse(`${addMonths(month, 1)}-01`) - Date.parse(first)) / DAY_MS;
  return listDays(first, count);
}

/** The weeks a calendar shows of a month, Monday first; null where a day is of another month. */
export function weeksOfMonth(month: string): readonly (readonly (string | null)[])[] {
  const days = daysOfMonth(month);
  const before = (new Date(`${month}-01`).getUTCDay() + 6) % 7;
  const cells: readonly (string | null)[] = [...Array.from({ length: before }, () => null), ...days];
  const weeks = Math.ceil(cells.length / 7);
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, at) => cells[week * 7 + at] ?? null),
  );
}
