import { countOf } from "#app/domain/messages/count-of.ts";
import { isTooFewParcels } from "#app/domain/payouts/enough-parcels.ts";
import { type RefusalRow, refusedPercent } from "#app/domain/payouts/refusals/refusal-row.ts";

type Ended = Pick<RefusalRow, "refused" | "ended">;

/** What a shop's customers did within the last days. */
export type CustomerFigures = {
  /** How often they looked at an order. */
  readonly pages: number;
  /** Orders whose customers were asked whether they mean them, and what came of it so far. */
  readonly asked: number;
  readonly given: number;
  readonly refused: number;
  /** Parcels of orders that were confirmed before they left, and of others, as far as they have ended. */
  readonly confirmed: Ended;
  readonly unconfirmed: Ended;
};

/** So many days back they are counted. */
export const FIGURES_DAYS = 30;

const NOT_CONFIRMED: readonly (string | null)[] = ["nobody", "no_answer", null];

/** Refusals by who had an order confirmed, as the two kinds that are compared. */
export function splitByConfirmation(rows: readonly (Ended & { readonly key: string | null })[]) {
  const sum = (some: readonly Ended[]): Ended => ({
    refused: some.reduce((total, { refused }) => total + refused, 0),
    ended: some.reduce((total, { ended }) => total + ended, 0),
  });
  return {
    confirmed: sum(rows.filter(({ key }) => !NOT_CONFIRMED.includes(key))),
    unconfirmed: sum(rows.filter(({ key }) => NOT_CONFIRMED.includes(key))),
  };
}

/** The figures in sentences; what too few parcels say is left out. */
export function customerSentences(figures: CustomerFigures): readonly string[] {
  const { pages, asked, given, refused, confirmed, unconfirmed } = figures;
  const looked = `In the last ${FIGURES_DAYS} days customers looked at their orders ${countOf(pages, "time", "times")}.`;
  const answers =
    asked === 0
      ? []
      : [
          `${countOf(asked, "order was", "orders were")} to be confirmed: ${given} confirmed, ${refused} cancelled.`,
        ];
  const isTooLittle = isTooFewParcels(confirmed.ended) || isTooFewParcels(unconfirmed.ended);
  const compared = isTooLittle
    ? []
    : [
        `Refused at the door: ${refusedPercent(confirmed)}% of confirmed orders' parcels, ${refusedPercent(unconfirmed)}% of the others.`,
      ];
  return [looked, ...answers, ...compared];
}
