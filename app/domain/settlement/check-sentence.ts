import { countOf } from "#app/domain/messages/count-of.ts";

type CheckResult = {
  readonly isRunning: boolean;
  readonly lastRanAt: string | null;
  readonly result: Readonly<Record<string, number>>;
  readonly progress: { readonly done: number; readonly total: number } | null;
};

/** "All 214 parcels agree", or what the last check came to. */
export function resultSentence(
  { isRunning, lastRanAt, result, progress }: CheckResult,
  open: number,
): string {
  if (isRunning && progress) return `Checking: ${number(progress.done)} of ${parcels(progress.total)}`;
  if (lastRanAt === null) return "Not checked yet";
  const { seen = 0, unknown = 0, not_yet: notYet = 0 } = result;
  if (seen === 0) return "No parcel has ended yet";
  if (open === 0 && unknown === seen) return `None of ${parcels(seen)} could be compared`;
  const rest = [
    ...(unknown > 0 ? [`${number(unknown)} could not be compared`] : []),
    ...(notYet > 0 ? [`${number(notYet)} ${notYet === 1 ? "is" : "are"} looked at again soon`] : []),
  ];
  if (open === 0 && rest.length === 0)
    return seen === 1 ? "The one parcel agrees" : `All ${parcels(seen)} agree`;
  const differ = open === 0 ? "Nothing differs" : countOf(open, "difference", "differences");
  return [`${differ} in ${parcels(seen)}`, ...rest].join("; ");
}

function parcels(count: number): string {
  return countOf(count, "parcel", "parcels");
}

function number(count: number): string {
  return count.toLocaleString("en-US");
}
