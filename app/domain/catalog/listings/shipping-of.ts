import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { estimateShipping } from "#app/domain/policy/pricing/margin.ts";
import type { SaleTerms } from "#app/domain/policy/terms/sale-terms.ts";

/** Shipping of one unit sold alone; the account's default where the service did not say (R29). */
export function shippingOf(
  { shippingPkr }: { readonly shippingPkr: Rupees | null },
  terms: Pick<SaleTerms, "defaultShippingPkr">,
): Rupees {
  return shippingPkr === null ? estimateShipping(null, terms) : shippingPkr;
}

type SaidShipping =
  | { readonly required?: boolean | null; readonly estimate?: Rupees | null }
  | null
  | undefined;

/** What the service says of it; null where it says nothing. */
export function saidShipping(shipping: SaidShipping): Rupees | null {
  return shipping?.required === false ? rupees(0) : (shipping?.estimate ?? null);
}
