import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { type CostFacts, planMargin, priceForMargin } from "./margin.ts";

/**
 * The lowest price that loses nothing when so many of 100 COD parcels are refused: what the delivered ones bring pays for
 * the refused ones' shipping both ways. Advice, never a limit; `refusals` is 0 to 99.
 */
export function advisePrice(refusals: number, facts: CostFacts): Rupees {
  const { refusedPkr } = planMargin({ ...facts, pricePkr: facts.wholesalePkr });
  return priceForMargin(rupees(Math.ceil((refusals * -refusedPkr) / (100 - refusals))), facts);
}
