import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import type { CostPolicy } from "#app/domain/policy/pricing/listing-policy.ts";
/** Whole rupees throughout. */
export type PricedVariant = {
  readonly wholesalePkr: Rupees;
  readonly minResalePkr: Rupees;
  /** What is meant to stand in Shopify, written before it is sent. */
  readonly pricePkr: Rupees;
  readonly compareAtPkr: Rupees | null;
  /** The merchant's own price in Karwan, whatever the rule says. */
  readonly fixedPricePkr: Rupees | null;
  /** As Shopify last accepted them from us; null before that was kept. */
  readonly pushedPricePkr: Rupees | null;
  readonly pushedCostPkr: Rupees | null;
  /** Whether cost, minimum or suggested price changed since a policy last answered. */
  readonly isDue: boolean;
  readonly isLocked: boolean;
};

/** As Shopify shows it; null where paisa stand behind the point, or nothing. */
export type CurrentPrice = {
  readonly pricePkr: Rupees | null;
  readonly compareAtPkr: Rupees | null;
  readonly costPkr: Rupees | null;
};

/** By the shop's rule: the price, the lowest that leaves the margin asked for, and the lowest that loses nothing. */
export type RuledPrice = {
  readonly pricePkr: Rupees;
  readonly compareAtPkr: Rupees | null;
  readonly floorPkr: Rupees;
  readonly breakEvenPkr: Rupees;
};

export type PriceSyncInput = {
  readonly variant: PricedVariant;
  readonly current: CurrentPrice;
  readonly ruled: RuledPrice;
  readonly policy: CostPolicy;
  /** Prices a run under way is about to write: ours as well. */
  readonly underWay: readonly number[];
};

export type PriceDecision = {
  /** The merchant set this price in Shopify: it is theirs from now on. */
  readonly becomesLocked: boolean;
  /** What is to stand in Shopify. */
  readonly pricePkr: Rupees;
  readonly compareAtPkr: Rupees | null;
  readonly writesPrice: boolean;
  readonly writesCost: boolean;
  /** Nobody may buy it: the price is below the minimum, the cost or the margin asked for, and the policy says so. */
  readonly holdsSales: boolean;
  /** A change a person has to hear of, by policy or because it is the merchant's own price. */
  readonly asks: boolean;
  /** What the price that stands is below. */
  readonly below: Below | null;
  /** What one unit delivered free of charge loses at it; 0 where it loses nothing. */
  readonly lossPkr: Rupees;
};

type Below = "minimum" | "cost" | "floor";

/**
 * What one variant's price in Shopify becomes. The cost is always brought up to date (App Store requirement 5.5.2). A price
 * that is neither what we wrote nor what we are about to write is the merchant's, and stays; so does one fixed here. No
 * price of ours is below the service's minimum.
 */
export function planPriceSync(question: PriceSyncInput): PriceDecision {
  const { variant, current, ruled, policy } = question;
  const writesCost = current.costPkr !== variant.wholesalePkr;
  const becomesLocked = !variant.isLocked && !isOurs(question);
  const isTheirs = variant.isLocked || becomesLocked;
  const now = current.pricePkr ?? variant.pricePkr;
  const target = isTheirs ? keep(current, now) : findTarget(question, now);
  const below = findBelow(target.pricePkr, variant.minResalePkr, ruled);
  const isAnswered = policy === "rule" || policy === "keep_margin";
  const differs = target.pricePkr !== current.pricePkr;
  return {
    becomesLocked,
    ...target,
    writesPrice: !isTheirs && (differs || (variant.isDue && target.compareAtPkr !== current.compareAtPkr)),
    writesCost,
    holdsSales: policy === "hold_sales" && below !== null,
    asks: variant.isDue && (policy === "alert" || (isTheirs && (below !== null || !isAnswered))),
    below,
    lossPkr: rupees(Math.max(0, ruled.breakEvenPkr - target.pricePkr)),
  };
}

function isOurs({ variant, current, underWay }: PriceSyncInput): boolean {
  const known = [variant.pushedPricePkr ?? variant.pricePkr, variant.pricePkr, ...underWay];
  return current.pricePkr !== null && known.includes(current.pricePkr);
}

type Target = Pick<PriceDecision, "pricePkr" | "compareAtPkr">;

function keep(current: CurrentPrice, pricePkr: Rupees): Target {
  return { pricePkr, compareAtPkr: current.compareAtPkr };
}

function findTarget({ variant, current, ruled, policy }: PriceSyncInput, now: Rupees): Target {
  // What was meant to be written and was not, by a run that died, is written.
  if (!variant.isDue) return capped(variant.pricePkr, variant.compareAtPkr ?? current.compareAtPkr);
  const { fixedPricePkr, minResalePkr, wholesalePkr } = variant;
  if (policy === "alert" || policy === "hold_sales") return keep(current, now);
  if (fixedPricePkr !== null) return capped(variant.pricePkr, current.compareAtPkr);
  if (policy === "rule") {
    // Where the rule names none, only one that was ours goes.
    const theirs = variant.compareAtPkr === null ? current.compareAtPkr : null;
    return capped(rupees(Math.max(ruled.pricePkr, minResalePkr)), ruled.compareAtPkr ?? theirs);
  }
  // From what was last accepted, so that deciding twice raises once.
  const before = variant.pushedPricePkr ?? now;
  const costBefore = variant.pushedCostPkr ?? current.costPkr ?? wholesalePkr;
  return capped(rupees(Math.max(before + wholesalePkr - costBefore, minResalePkr)), current.compareAtPkr);
}

/** A price to compare with that is not higher says nothing, and Shopify shows it all the same. */
function capped(pricePkr: Rupees, compareAtPkr: Rupees | null): Target {
  return { pricePkr, compareAtPkr: compareAtPkr !== null && compareAtPkr > pricePkr ? compareAtPkr : null };
}

function findBelow(pricePkr: Rupees, minResalePkr: Rupees, ruled: RuledPrice): Below | null {
  if (pricePkr < minResalePkr) return "minimum";
  if (pricePkr < ruled.breakEvenPkr) return "cost";
  return pricePkr < ruled.floorPkr ? "floor" : null;
}
