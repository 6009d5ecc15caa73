import { Link } from "@remix-run/react";
import { Text } from "@shopify/polaris";
import { Money } from "./money.tsx";

type FigureTileProps = {
  readonly label: string;
  /** Rupees; null where they are not known. Other figures are given as words. */
  readonly figure: number | null | { readonly words: string };
  readonly hint?: string | null;
  /** Where what is behind the figure is listed. */
  readonly url?: string;
  /** Of figures that open on their own page: whether this one is open. */
  readonly isOpen?: boolean;
};

/** One figure of a row of them (`k-figures`). */
export function FigureTile({ label, figure, hint = null, url, isOpen }: FigureTileProps) {
  const inside = (
    <>
      <Text as="span" tone="subdued">
        {label}
      </Text>
      <Text as="span" variant="headingLg">
        <Figure figure={figure} />
      </Text>
      {hint === null ? null : (
        <Text as="span" tone="subdued" variant="bodySm">
          {hint}
        </Text>
      )}
    </>
  );
  return (
    <li>
      {url === undefined ? (
        <span className="k-figure">{inside}</span>
      ) : (
        <Link
          to={url}
          className="k-figure"
          aria-current={isOpen ? "true" : undefined}
          preventScrollReset={isOpen !== undefined}
        >
          {inside}
        </Link>
      )}
    </li>
  );
}

function Figure({ figure }: Pick<FigureTileProps, "figure">) {
  if (figure === null) return "not known";
  return typeof figure === "number" ? <Money amount={figure} /> : figure.words;
}
