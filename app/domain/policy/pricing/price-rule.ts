import { z } from "zod";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { type CostFacts, priceForMargin } from "./margin.ts";

const MOST_PERCENT = 10_000;
const MOST_RUPEES = 1_000_000;
const MOST_TIERS = 20;

const wholePkr = (least: number) => z.int().min(least).max(MOST_RUPEES).transform(rupees);

/** What is made of a wholesale price. `percent` is of the wholesale price: 160 is × 1.6. */
const stepSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("multiply"), percent: z.int().min(100).max(MOST_PERCENT) }),
  z.object({ kind: z.literal("add"), addPkr: wholePkr(0) }),
]);

/** For wholesale prices from the tier above up to and including `upToPkr`; null: all that are higher. */
const tierSchema = z.object({ upToPkr: wholePkr(1).nullable(), step: stepSchema });

const tiersSchema = z.array(tierSchema).min(1).max(MOST_TIERS).refine(coversAll, {
  message: "Tiers rise, and only the last one has no end",
});

const compareAtSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("percent_above"), percent: z.int().min(1).max(MOST_PERCENT) }),
  z.object({ kind: z.literal("suggested_if_higher") }),
  z.object({ kind: z.literal("supplier_if_higher") }),
]);

const ruleSchema = z.object({
  base: z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("suggested") }),
    ...stepSchema.options,
    z.object({ kind: z.literal("tiers"), tiers: tiersSchema }),
  ]),
  /**
   * The least that must stay of a unit delivered, after shipping estimate and platform fee (R29): rupees, and percent of
   * the wholesale price; the higher counts. null: no such floor.
   */
  floor: z.object({
    marginPkr: wholePkr(0).nullable(),
    marginPercent: z.int().min(0).max(MOST_PERCENT).nullable(),
  }),
  ending: z.enum(["none", "99", "49", "950"]),
  compareAt: compareAtSchema,
});

export type PriceStep = z.infer<typeof stepSchema>;
export type PriceTier = z.infer<typeof tierSchema>;
export type PriceRule = z.infer<typeof ruleSchema>;
export type PriceEnding = PriceRule["ending"];

/** What stands where a shop has chosen nothing: the price the supplier suggests. */
export const suggestedRule: PriceRule = {
  base: { kind: "suggested" },
  floor: { marginPkr: null, marginPercent: null },
  ending: "none",
  compareAt: { kind: "none" },
};

/** The rule a column or a form holds; null is the suggested price. @throws ZodError for anything else */
export function parsePriceRule(json: unknown): PriceRule {
  return json === null || json === undefined ? suggestedRule : ruleSchema.parse(json);
}

export type PriceFacts = CostFacts & {
  readonly suggestedPkr: Rupees | null;
  readonly minResalePkr: Rupees | null;
  /** What the supplier names to be crossed out (section Product, `compareAtPrice`). */
  readonly supplierCompareAtPkr?: Rupees | null;
};

/** What a price is raised to: the lowest the service allows, or the cost and least margin. */
export const raisedToReasons = ["minimum", "floor"] as const;
export type RaisedTo = (typeof raisedToReasons)[number];

export type RuledPrice = {
  readonly pricePkr: Rupees;
  /** Always above the price; null: none. */
  readonly compareAtPkr: Rupees | null;
  /** The lowest price the rule allows: the service's minimum, the cost, and what the least margin asks for. */
  readonly floorPkr: Rupees;
  /** What the price was raised to, had the rule alone made it lower. */
  readonly raisedTo: RaisedTo | null;
};

/**
 * The price of a unit by rule. Never below the service's minimum, the cost or the least margin; endings round up. Without
 * a suggested price that base is the lowest allowed.
 */
export function applyPriceRule(rule: PriceRule, facts: PriceFacts): RuledPrice {
  const { wholesalePkr, suggestedPkr, minResalePkr } = facts;
  const minimumPkr = minResalePkr ?? 0;
  const marginFloorPkr = Math.max(wholesalePkr, planFloor(rule, facts));
  const floorPkr = rupees(Math.max(minimumPkr, marginFloorPkr));
  const wanted = basePrice(rule, wholesalePkr, suggestedPkr ?? floorPkr);
  const free = endUp(wanted, rule.ending);
  const pricePkr = endUp(Math.max(wanted, floorPkr), rule.ending);
  const reason = minimumPkr >= marginFloorPkr ? "minimum" : "floor";
  return {
    pricePkr,
    compareAtPkr: compareAt(rule, pricePkr, facts),
    floorPkr,
    raisedTo: pricePkr > free ? reason : null,
  };
}

/** The lowest number from `pkr` on with that ending. */
export function endUp(pkr: number, ending: PriceEnding): Rupees {
  if (ending === "none") return rupees(pkr);
  const [last, every] = ending === "950" ? [950, 1000] : [Number(ending), 100];
  return rupees(Math.max(0, Math.ceil((pkr - last) / every)) * every + last);
}

function planFloor({ floor }: PriceRule, facts: PriceFacts): Rupees {
  const { marginPkr, marginPercent } = floor;
  if (marginPkr === null && marginPercent === null) return rupees(0);
  const byPercent = Math.ceil((facts.wholesalePkr * (marginPercent ?? 0)) / 100);
  return priceForMargin(rupees(Math.max(marginPkr ?? 0, byPercent)), facts);
}

function basePrice({ base }: PriceRule, wholesalePkr: Rupees, suggestedPkr: Rupees): Rupees {
  switch (base.kind) {
    case "suggested":
      return suggestedPkr;
    case "tiers":
      return take(tierOf(base.tiers, wholesalePkr).step, wholesalePkr);
    default:
      return take(base, wholesalePkr);
  }
}

function take(step: PriceStep, wholesalePkr: Rupees): Rupees {
  return rupees(
    step.kind === "add" ? wholesalePkr + step.addPkr : Math.ceil((wholesalePkr * step.percent) / 100),
  );
}

/** The tier a wholesale price falls in. */
export function tierOf(tiers: readonly PriceTier[], wholesalePkr: Rupees): PriceTier {
  const tier = tiers.find(({ upToPkr }) => upToPkr === null || wholesalePkr <= upToPkr);
  if (tier === undefined) throw new Error(`Invariant: no tier for Rs ${wholesalePkr}`);
  return tier;
}

function compareAt(
  { compareAt, ending }: PriceRule,
  pricePkr: Rupees,
  { suggestedPkr, supplierCompareAtPkr = null }: PriceFacts,
): Rupees | null {
  switch (compareAt.kind) {
    case "none":
      return null;
    case "percent_above":
      return endUp(Math.ceil((pricePkr * (100 + compareAt.percent)) / 100), ending);
    case "suggested_if_higher":
      return above(suggestedPkr, pricePkr);
    case "supplier_if_higher":
      return above(supplierCompareAtPkr, pricePkr);
  }
}

/** A crossed-out price that is not higher says nothing. */
function above(crossedOutPkr: Rupees | null, pricePkr: Rupees): Rupees | null {
  return crossedOutPkr !== null && crossedOutPkr > pricePkr ? crossedOutPkr : null;
}

function coversAll(tiers: readonly { readonly upToPkr: Rupees | null }[]): boolean {
  return tiers.every(({ upToPkr }, index) => {
    const isLast = index === tiers.length - 1;
    if (upToPkr === null || isLast) return isLast && upToPkr === null;
    return upToPkr > (tiers[index - 1]?.upToPkr ?? 0);
  });
}
