import { describe, expect, it } from "vitest";
import {
  type CurrentPrice,
  type PricedVariant,
  type PriceSyncInput,
  planPriceSync,
  type RuledPrice,
} from "#app/domain/catalog/listings/sync/plan-price-sync.ts";
import { rupees } from "#app/domain/money/rupees.ts";
import { type CostPolicy, costPolicies } from "#app/domain/policy/pricing/listing-policy.ts";

/** Sold for 1,600 at a cost of 1,000; the supplier asks 1,100 now. */
const variant: PricedVariant = {
  wholesalePkr: rupees(1100),
  minResalePkr: rupees(1200),
  pricePkr: rupees(1600),
  compareAtPkr: null,
  fixedPricePkr: null,
  pushedPricePkr: rupees(1600),
  pushedCostPkr: rupees(1000),
  isDue: true,
  isLocked: false,
};
const current: CurrentPrice = { pricePkr: rupees(1600), compareAtPkr: null, costPkr: rupees(1000) };
const ruled: RuledPrice = {
  pricePkr: rupees(1760),
  compareAtPkr: null,
  floorPkr: rupees(1400),
  breakEvenPkr: rupees(1300),
};

type Given = {
  readonly variant?: Partial<PricedVariant>;
  readonly current?: Partial<CurrentPrice>;
  readonly ruled?: Partial<RuledPrice>;
  readonly policy?: CostPolicy;
  readonly underWay?: readonly number[];
};

function plan(given: Given) {
  const question: PriceSyncInput = {
    variant: { ...variant, ...given.variant },
    current: { ...current, ...given.current },
    ruled: { ...ruled, ...given.ruled },
    policy: given.policy ?? "rule",
    underWay: given.underWay ?? [],
  };
  return planPriceSync(question);
}

describe("a cost that rose", () => {
  it.each([
    ["rule", { pricePkr: rupees(1760), writesPrice: true, asks: false, holdsSales: false }],
    ["keep_margin", { pricePkr: rupees(1700), writesPrice: true, asks: false, holdsSales: false }],
    ["alert", { pricePkr: rupees(1600), writesPrice: false, asks: true, holdsSales: false }],
    ["hold_sales", { pricePkr: rupees(1600), writesPrice: false, asks: false, holdsSales: false }],
  ] as const)("is answered by the policy %s", (policy, decision) => {
    expect(plan({ policy })).toMatchObject({ ...decision, writesCost: true, becomesLocked: false });
  });

  it("stops sales below the minimum or the margin asked for, only where the policy says so", () => {
    expect(plan({ policy: "hold_sales", variant: { minResalePkr: rupees(1700) } })).toMatchObject({
      ...{ holdsSales: true, below: "minimum", pricePkr: 1600, writesPrice: false },
    });
    expect(plan({ policy: "hold_sales", ruled: { floorPkr: rupees(1650) } })).toMatchObject({
      ...{ holdsSales: true, below: "floor" },
    });
    expect(plan({ policy: "alert", variant: { minResalePkr: rupees(1700) } })).toMatchObject({
      ...{ holdsSales: false, below: "minimum", asks: true, writesPrice: false },
    });
  });

  it.each(["rule", "keep_margin"] as const)("never makes a price below the minimum (%s)", (policy) => {
    const low = {
      policy,
      ruled: { pricePkr: rupees(1150), floorPkr: rupees(1100) },
      variant: { minResalePkr: rupees(1900) },
    };
    expect(plan(low)).toMatchObject({ pricePkr: 1900, below: null });
  });

  it.each(costPolicies)(
    "never touches a price the merchant fixed here, even below the minimum (%s)",
    (policy) => {
      const fixed = {
        fixedPricePkr: rupees(1500),
        pricePkr: rupees(1500),
        pushedPricePkr: rupees(1500),
        minResalePkr: rupees(1550),
      };
      expect(plan({ policy, variant: fixed, current: { pricePkr: rupees(1500) } })).toMatchObject({
        ...{ pricePkr: 1500, writesPrice: false, below: "minimum" },
      });
    },
  );

  it("says what a price that stands loses when delivered, and stops selling it where that was chosen", () => {
    const loses = { ruled: { breakEvenPkr: rupees(1750) } };
    expect(plan({ ...loses, policy: "alert" })).toMatchObject({ below: "cost", lossPkr: 150 });
    expect(plan({ ...loses, policy: "hold_sales" })).toMatchObject({ below: "cost", holdsSales: true });
    expect(plan({ ...loses, policy: "rule" })).toMatchObject({ below: null, lossPkr: 0 });
  });

  it("keeps the margin once, however often it is decided", () => {
    const died = { variant: { pricePkr: rupees(1700) }, policy: "keep_margin" } as const;
    expect(plan(died)).toMatchObject({ pricePkr: 1700, writesPrice: true });
    expect(plan({ ...died, current: { pricePkr: rupees(1700), costPkr: rupees(1100) } })).toMatchObject({
      ...{ pricePkr: 1700, writesPrice: false, writesCost: false, becomesLocked: false },
    });
  });

  it("lowers a price again when the cost falls and the margin is kept", () => {
    expect(plan({ policy: "keep_margin", variant: { wholesalePkr: rupees(900) } }).pricePkr).toBe(1500);
  });
});

describe("a price in Shopify that is not ours", () => {
  it.each(["rule", "keep_margin", "alert", "hold_sales"] as const)(
    "is the merchant's and stays (%s)",
    (policy) => {
      expect(plan({ policy, current: { pricePkr: rupees(1999) } })).toMatchObject({
        ...{ becomesLocked: true, writesPrice: false, pricePkr: 1999, writesCost: true },
      });
      expect(
        plan({ policy, current: { pricePkr: rupees(1999) }, variant: { isLocked: true } }),
      ).toMatchObject({
        ...{ becomesLocked: false, writesPrice: false, pricePkr: 1999 },
      });
    },
  );

  it("is told of when it is below the new minimum", () => {
    const locked = { isLocked: true, minResalePkr: rupees(2000) };
    expect(plan({ current: { pricePkr: rupees(1999) }, variant: locked })).toMatchObject({
      ...{ asks: true, below: "minimum" },
    });
    expect(plan({ current: { pricePkr: rupees(1999) }, variant: { isLocked: true } }).asks).toBe(false);
  });

  it("is told from one with paisa, from what we are about to write, and from a run under way", () => {
    expect(plan({ current: { pricePkr: null } }).becomesLocked).toBe(true);
    expect(
      plan({ current: { pricePkr: rupees(1650) }, variant: { pricePkr: rupees(1650) } }).becomesLocked,
    ).toBe(false);
    expect(plan({ current: { pricePkr: rupees(1650) }, underWay: [1650] }).becomesLocked).toBe(false);
  });
});

describe("a variant nothing has changed of", () => {
  const still = { variant: { isDue: false, wholesalePkr: rupees(1000) } };

  it("is left alone, whatever the rule would make of it", () => {
    expect(plan(still)).toMatchObject({ writesPrice: false, writesCost: false, asks: false });
  });

  it("gets what a run that died had meant to write", () => {
    const meant = { ...still.variant, pricePkr: rupees(1700) };
    expect(plan({ variant: meant })).toMatchObject({ writesPrice: true, pricePkr: 1700 });
  });

  it("keeps a price to compare with that is the merchant's", () => {
    const compared = plan({ ...still, current: { compareAtPkr: rupees(2500) } });
    expect(compared).toMatchObject({ writesPrice: false, compareAtPkr: 2500 });
  });
});

describe("the price to compare with", () => {
  it("follows the rule, goes where the rule drops it, and is never below the price", () => {
    expect(plan({ ruled: { compareAtPkr: rupees(2200) } }).compareAtPkr).toBe(2200);
    expect(
      plan({ variant: { compareAtPkr: rupees(2000) }, current: { compareAtPkr: rupees(2000) } }).compareAtPkr,
    ).toBe(null);
    expect(plan({ current: { compareAtPkr: rupees(2500) } }).compareAtPkr).toBe(2500);
    expect(plan({ current: { compareAtPkr: rupees(1700) } }).compareAtPkr).toBe(null);
  });
});
