import { Text } from "@shopify/polaris";
import { formatRupees } from "#app/domain/orders/money/format-rupees.ts";
import type { TermFigure } from "#app/domain/terms/account-terms.ts";
import type { SaleTerms } from "#app/domain/terms/sale-terms.ts";

/** An account's terms as a page has them. */
type ShownTerms = SaleTerms & { readonly toldAt: { readonly [F in TermFigure]?: string | Date } };

/** What the figures above it are reckoned with, and which of it the supplier has only documented. */
export function TermsNote({ terms }: { readonly terms: ShownTerms }) {
  const { feePercent, feeBasis, returnShippingPkr, toldAt } = terms;
  const fee = `a fee of ${feePercent.toLocaleString("en-US", { maximumFractionDigits: 4 })} % of the ${feeBasis === "sale" ? "price" : "margin"}`;
  const back = `${formatRupees(returnShippingPkr)} for the way back of a refused parcel`;
  const parts = [said(fee, toldAt.fee), said(back, toldAt.return_shipping)];
  return (
    <Text as="p" tone="subdued" variant="bodySm">
      Reckoned with {parts.join(" and ")}.
    </Text>
  );
}

function said(words: string, toldAt: string | Date | undefined): string {
  return toldAt === undefined ? `${words} (as documented: your supplier has not said yours yet)` : words;
}
