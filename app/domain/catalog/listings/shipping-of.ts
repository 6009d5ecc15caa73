import { type Rupees, rupees } from "#app/domain/orders/money/rupees.ts";
import { estimateShipping } from "../pricing/margin.ts";

/** Shipping of one unit sold alone; the documented default where the service did not say (R29). */
export function shippingOf({ shippingPkr }: { readonly shippingPkr: number | null }): Rupees {
  return shippingPkr === null ? estimateShipping(null) : rupees(shippingPkr);
}
