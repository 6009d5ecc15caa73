import { z } from "zod";
import { type Rupees, rupees } from "#app/domain/money/rupees.ts";
import { documentedTerms } from "#app/supplier/terms.ts";
import { feeBases, type SaleTerms } from "./sale-terms.ts";

const wholeRupees = z.int().min(0).max(1_000_000).transform(rupees);

/** Each figure the service tells by itself, as table `terms` keeps it. */
const figureSchemas = {
  fee: z.object({ percent: z.number().min(0).lt(100), basis: z.enum(feeBases) }),
  return_shipping: wholeRupees,
  default_shipping: wholeRupees,
  deposit: wholeRupees,
  payout_days: z.int().min(0).max(365),
} as const;

export const termFigures = ["fee", "return_shipping", "default_shipping", "deposit", "payout_days"] as const;
export type TermFigure = (typeof termFigures)[number];

/** Which answer reported a figure. */
export const termSources = ["quote", "order", "wallet", "catalog"] as const;
export type TermSource = (typeof termSources)[number];

/** What an answer reported; a figure it left out, or that is none, is absent. */
export type ReportedTerms = { readonly [F in TermFigure]?: z.infer<(typeof figureSchemas)[F]> };

/** The terms of an account: of each figure the latest that was reported, else the document's. */
export type AccountTerms = SaleTerms & {
  readonly depositPkr: Rupees;
  readonly payoutDays: number;
  /** When each figure was first reported as it is; one that is absent is the document's. */
  readonly reportedAt: { readonly [F in TermFigure]?: Date };
};

/** A row of the table. */
export type TermRow = { readonly figure: TermFigure; readonly value: unknown; readonly seenAt: Date };

/** The figures of an answer as they can be kept: what is no figure is left out, never taken for 0. */
export function parseReportedTerms(said: { readonly [F in TermFigure]?: unknown }): ReportedTerms {
  return Object.fromEntries(
    termFigures.flatMap((figure) => {
      const read = figureSchemas[figure].safeParse(said[figure]);
      return read.success ? [[figure, read.data]] : [];
    }),
  );
}

/** Each figure as the document publishes it. */
export const documentedFigures = {
  fee: { percent: documentedTerms.marginFeePercent, basis: "margin" },
  return_shipping: rupees(documentedTerms.returnShippingCost),
  default_shipping: rupees(documentedTerms.defaultShippingCost),
  deposit: rupees(documentedTerms.depositAmount),
  payout_days: documentedTerms.payoutHoldDays,
} as const satisfies Required<ReportedTerms>;

/** Of rows in the order they were reported, the latest of each figure. */
export function toAccountTerms(rows: readonly TermRow[]): AccountTerms {
  const latest = new Map(rows.map((row) => [row.figure, row]));
  const reported = parseReportedTerms(
    Object.fromEntries([...latest].map(([figure, { value }]) => [figure, value])),
  );
  const known: Required<ReportedTerms> = { ...documentedFigures, ...reported };
  return {
    feePercent: known.fee.percent,
    feeBasis: known.fee.basis,
    returnShippingPkr: known.return_shipping,
    defaultShippingPkr: known.default_shipping,
    depositPkr: known.deposit,
    payoutDays: known.payout_days,
    reportedAt: Object.fromEntries(
      termFigures.flatMap((figure) => {
        const row = latest.get(figure);
        return row && reported[figure] !== undefined ? [[figure, row.seenAt]] : [];
      }),
    ),
  };
}

/** For an account of which nothing was reported, or none at all. */
export const documentedAccountTerms: AccountTerms = toAccountTerms([]);
