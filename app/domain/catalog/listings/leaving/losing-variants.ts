import type { ListedVariant } from "@prisma/client";
import { shippingOf } from "#app/domain/catalog/listings/shipping-of.ts";
import type { SaleCosts } from "#app/domain/catalog/pricing/plan-price-change.ts";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { planMargin } from "#app/domain/policy/pricing/margin.ts";

type VariantCosts = Pick<ListedVariant, "pricePkr" | "wholesalePkr" | "offered" | "salesHeldAt">;

/** What one unit loses when it is delivered free of charge, about, in rupees; 0 where it loses nothing or is not sold. */
export function lossOf(
  costs: SaleCosts,
  { pricePkr, wholesalePkr, offered, salesHeldAt }: VariantCosts,
): Rupees {
  if (!offered || salesHeldAt !== null) return rupees(0);
  const { deliveredPkr } = planMargin({
    ...{ pricePkr, wholesalePkr },
    ...{ shippingPkr: shippingOf(costs, costs.terms), terms: costs.terms },
  });
  return rupees(Math.max(0, -deliveredPkr));
}

/** The variants that lose money when delivered, the one that loses most first. */
export function losingVariants<Variant extends VariantCosts>(
  costs: SaleCosts,
  variants: readonly Variant[],
): readonly Variant[] {
  return variants
    .filter((variant) => lossOf(costs, variant) > 0)
    .toSorted((a, b) => lossOf(costs, b) - lossOf(costs, a));
}
