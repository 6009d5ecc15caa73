import fc from "fast-check";
import { rupees } from "#app/domain/money/rupees.ts";
import { documentedAccountTerms } from "#app/domain/policy/terms/account-terms.ts";
import { feeBases, type SaleTerms } from "#app/domain/policy/terms/sale-terms.ts";

/** The document's terms, but for what a test says. */
export function buildTerms(terms: Partial<SaleTerms> = {}): SaleTerms {
  return { ...documentedAccountTerms, ...terms };
}

/** Whatever a service may tell: a fee with two decimals of either basis, any way back. */
export const anyTerms: fc.Arbitrary<SaleTerms> = fc.record({
  feePercent: fc.integer({ min: 0, max: 9000 }).map((hundredths) => hundredths / 100),
  feeBasis: fc.constantFrom(...feeBases),
  returnShippingPkr: fc.nat({ max: 1000 }).map(rupees),
  defaultShippingPkr: fc.nat({ max: 1000 }).map(rupees),
});
