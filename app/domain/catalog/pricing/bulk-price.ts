import { z } from "zod";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { type CostFacts, priceForMargin } from "#app/domain/policy/pricing/margin.ts";

/** One way to price many variants at once: what must stay of each when delivered, so much on its cost, or one price. */
export const bulkPriceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("margin"), marginPkr: z.int().min(0).max(1_000_000).transform(rupees) }),
  z.object({ kind: z.literal("percent"), percent: z.int().min(0).max(10_000) }),
  z.object({ kind: z.literal("price"), pricePkr: z.int().min(1).max(10_000_000).transform(rupees) }),
]);

export type BulkPrice = z.infer<typeof bulkPriceSchema>;

type Facts = CostFacts & { readonly minResalePkr: Rupees };

/** The price it gives one variant; never below the lowest the supplier allows. */
export function applyBulkPrice(bulk: BulkPrice, { minResalePkr, ...facts }: Facts): Rupees {
  return rupees(Math.max(minResalePkr, wantedPrice(bulk, facts)));
}

function wantedPrice(bulk: BulkPrice, facts: CostFacts): Rupees {
  switch (bulk.kind) {
    case "margin":
      return priceForMargin(bulk.marginPkr, facts);
    case "percent":
      return rupees(facts.wholesalePkr + Math.ceil((facts.wholesalePkr * bulk.percent) / 100));
    case "price":
      return bulk.pricePkr;
  }
}
