import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { isTooFewParcels } from "../enough-parcels.ts";

export const profitSubjects = ["product", "city", "month", "order"] as const;

/** By what profit is told apart. */
export type ProfitSubject = (typeof profitSubjects)[number];

/** What the parcels of one product, city, month or order brought. */
export type ProfitRow = {
  /** The order's id, the supplier's variant, the city or the month; null where it is not known. */
  readonly key: string | null;
  readonly label: string | null;
  readonly earnedPkr: Rupees;
  readonly toComePkr: Rupees;
  readonly lostPkr: Rupees;
  readonly delivered: number;
  readonly cameBack: number;
  /** Parcels among them whose sum is not known. */
  readonly unknown: number;
};

/** Whether so few parcels have ended that the next one may turn it round. */
export function isTooFew({ delivered, cameBack }: Pick<ProfitRow, "delivered" | "cameBack">): boolean {
  return isTooFewParcels(delivered + cameBack);
}

/** Of the ended parcels, how many came back, in whole percent; null where none has ended. */
export function cameBackPercent({
  delivered,
  cameBack,
}: Pick<ProfitRow, "delivered" | "cameBack">): number | null {
  const ended = delivered + cameBack;
  return ended === 0 ? null : Math.round((100 * cameBack) / ended);
}

/** What it brings in all, losses taken off. */
export function netOf({ earnedPkr, toComePkr, lostPkr }: ProfitRow): Rupees {
  return rupees(earnedPkr + toComePkr - lostPkr);
}
