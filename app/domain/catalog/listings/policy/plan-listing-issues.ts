import type { Prisma } from "@prisma/client";
import type { PriceDecision } from "#app/domain/catalog/listings/sync/plan-price-sync.ts";
import type { Rupees } from "#app/domain/money/rupees.ts";

/** What of a listing may wait for a person. */
export const listingIssueCodes = [
  "loses_money",
  "cost_changed",
  "below_minimum",
  "sales_held",
  "content_changed",
  "variants_added",
  "variants_gone",
  "sync_failed",
] as const;

type ListingIssueCode = (typeof listingIssueCodes)[number];

export type ListingIssue = { readonly code: ListingIssueCode; readonly params: Prisma.InputJsonObject };

type PricedForIssues = {
  readonly decision: PriceDecision;
  readonly row: {
    readonly title: string;
    readonly wholesalePkr: Rupees;
    readonly minResalePkr: Rupees;
    /** What it cost when its price was last set. */
    readonly pushedCostPkr: Rupees | null;
  };
};

export type ListingIssuesInput = {
  readonly title: string;
  readonly prices: readonly PricedForIssues[];
  /** Fields of the content that changed at the service and were left. */
  readonly content: readonly string[];
  readonly variants: {
    readonly added: readonly string[];
    readonly cannotAdd: boolean;
    readonly gone: readonly string[];
  };
  readonly reportsGone: boolean;
};

const NAMES_LENGTH = 300;

/** One need for each kind, with the numbers of the first variant it is about and how many more there are. */
export function planListingIssues({
  title,
  prices,
  content,
  variants,
  reportsGone,
}: ListingIssuesInput): readonly ListingIssue[] {
  // A price below the minimum opens its own issue; `recalculateLosses` opens that of one that loses money.
  const asked = prices.filter(
    ({ decision, row }) =>
      decision.asks &&
      (decision.below === null || decision.below === "floor") &&
      row.pushedCostPkr !== row.wholesalePkr,
  );
  const below = prices.filter(({ decision }) => decision.below === "minimum" && !decision.holdsSales);
  const held = prices.filter(({ decision }) => decision.holdsSales);
  return [
    ...about("cost_changed", title, asked),
    ...about("below_minimum", title, below),
    ...about("sales_held", title, held),
    ...(content.length > 0
      ? [{ code: "content_changed", params: { title, fields: content.join(", ") } } as const]
      : []),
    ...(variants.added.length > 0
      ? [
          {
            code: "variants_added",
            params: { ...names(title, variants.added), cannotAdd: variants.cannotAdd },
          } as const,
        ]
      : []),
    ...(reportsGone && variants.gone.length > 0
      ? [{ code: "variants_gone", params: names(title, variants.gone) } as const]
      : []),
  ];
}

function names(title: string, list: readonly string[]) {
  return { title, names: list.join(", ").slice(0, NAMES_LENGTH) };
}

function about(
  code: ListingIssueCode,
  title: string,
  [first, ...others]: readonly PricedForIssues[],
): readonly ListingIssue[] {
  if (first === undefined) return [];
  const { row, decision } = first;
  return [
    {
      code,
      params: {
        title: [title, row.title].filter(Boolean).join(" – "),
        price: decision.pricePkr,
        cost: row.wholesalePkr,
        ...(row.pushedCostPkr === null ? {} : { costBefore: row.pushedCostPkr }),
        minimum: row.minResalePkr,
        below: decision.below ?? "",
        loss: decision.lossPkr,
        others: others.length,
      },
    },
  ];
}
