import { Text } from "@shopify/polaris";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import type { TermFigure } from "#app/domain/policy/terms/account-terms.ts";
import type { SaleTerms } from "#app/domain/policy/terms/sale-terms.ts";

/** An account's terms as a page has them. */
type ShownTerms = SaleTerms & { readonly reportedAt: { readonly [F in TermFigure]?: string | Date } };

type TermsNoteProps = {
  readonly terms: ShownTerms;
  /** Leaves out what only a refusal costs. */
  readonly ofDelivery?: true;
};

/** What the figures above it are reckoned with, and which of it the supplier has only documented. */
export function TermsNote({ terms, ofDelivery }: TermsNoteProps) {
  return (
    <Text as="p" tone="subdued" variant="bodySm">
      Reckoned with {wordsOf(terms, ofDelivery === true)}.
    </Text>
  );
}

function wordsOf(
  { feePercent, feeBasis, returnShippingPkr, reportedAt }: ShownTerms,
  ofDelivery: boolean,
): string {
  const percent = feePercent.toLocaleString("en-US", { maximumFractionDigits: 4 });
  const fee = `a fee of ${percent} % of the ${feeBasis === "sale" ? "price" : "margin"}`;
  const back = `${formatRupees(returnShippingPkr)} for the way back of a refused parcel`;
  const parts = [
    { words: fee, isReported: reportedAt.fee !== undefined },
    ...(ofDelivery ? [] : [{ words: back, isReported: reportedAt.return_shipping !== undefined }]),
  ];
  const join = (reported: boolean) =>
    parts
      .filter(({ isReported }) => isReported === reported)
      .map(({ words }) => words)
      .join(" and ");
  const [said, documented] = [join(true), join(false)];
  if (documented === "") return `${said}, as your supplier last said`;
  if (said === "") return `${documented}, as documented: your supplier has not said yours yet`;
  return `${said}, as your supplier last said, and ${documented}, as documented`;
}
