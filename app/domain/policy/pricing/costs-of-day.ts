import { z } from "zod";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { feeBases } from "#app/domain/policy/terms/sale-terms.ts";
import { type CostFacts, type MarginProjection, planMargin } from "./margin.ts";

const amount = z.int().transform(rupees);

const costsSchema = z.object({
  wholesalePkr: amount,
  shippingPkr: amount,
  /** The lowest price that was allowed. */
  floorPkr: amount,
  terms: z.object({
    feePercent: z.number(),
    feeBasis: z.enum(feeBases),
    returnShippingPkr: amount,
    defaultShippingPkr: amount,
  }),
});

/** What a price was reckoned with when it changed, kept with the change: later costs and terms rewrite nothing (R18). */
export type CostsOfDay = z.infer<typeof costsSchema>;

/** The figures to keep, and nothing else that an account's terms say. */
export function toCostsOfDay({ wholesalePkr, shippingPkr, terms }: CostFacts, floorPkr: Rupees): CostsOfDay {
  const { feePercent, feeBasis, returnShippingPkr, defaultShippingPkr } = terms;
  const frozen = { feePercent, feeBasis, returnShippingPkr, defaultShippingPkr };
  return { wholesalePkr, shippingPkr, floorPkr, terms: frozen };
}

/** Null for a change from before they were kept. */
export function readCostsOfDay(kept: unknown): CostsOfDay | null {
  return costsSchema.safeParse(kept).data ?? null;
}

/** About what one unit brought at a price that day. */
export function projectionThen(costs: CostsOfDay | null, pricePkr: Rupees): MarginProjection | null {
  return costs && planMargin({ ...costs, pricePkr });
}
