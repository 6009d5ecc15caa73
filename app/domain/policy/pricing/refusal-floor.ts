import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { type CostFacts, type MarginFacts, planMargin, priceForMargin } from "./margin.ts";

/** What one COD sale is reckoned with, besides the product itself. Rupees. */
export type SaleFacts = CostFacts & {
  /** What winning one order costs, whether it is refused or not. */
  readonly adsPkr: Rupees;
};

type Priced = SaleFacts & Pick<MarginFacts, "pricePkr">;

/**
 * Of 100 parcels, how many may be refused before selling brings a loss, in tenths of a percent: (gain − ads) / (gain +
 * loss). 0 where even a delivered parcel loses.
 */
export function breakEvenRefusalShare(facts: Priced): number {
  const { gain, loss } = outcomes(facts);
  if (gain <= facts.adsPkr) return 0;
  return Math.round(((gain - facts.adsPkr) * 1000) / (gain + loss));
}

/** What an order brings on average when `refusedPercent` of parcels are refused; half a rupee counts against it. */
export function expectPerOrder(facts: Priced, refusedPercent: number): Rupees {
  const { gain, loss } = outcomes(facts);
  return rupees(
    Math.floor(((100 - refusedPercent) * gain - refusedPercent * loss - 100 * facts.adsPkr) / 100),
  );
}

/** The lowest price that loses nothing when `refusedPercent` (0 to 99) of parcels are refused. */
export function priceForRefusals(facts: SaleFacts, refusedPercent: number): Rupees {
  const { loss } = outcomes({ ...facts, pricePkr: rupees(0) });
  const gain = Math.ceil((refusedPercent * loss + 100 * facts.adsPkr) / (100 - refusedPercent));
  return priceForMargin(rupees(gain), facts);
}

function outcomes(facts: Priced): { gain: number; loss: number } {
  const { deliveredPkr, refusedPkr } = planMargin(facts);
  return { gain: deliveredPkr, loss: -refusedPkr };
}
