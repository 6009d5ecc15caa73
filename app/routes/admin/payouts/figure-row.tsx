import { Text } from "@shopify/polaris";
import type { ReactNode } from "react";

type FigureRowProps = {
  readonly name: ReactNode;
  readonly figure: ReactNode;
  readonly detail: ReactNode;
  readonly aside: string;
  /** Too few parcels for the figure to say much. */
  readonly isGrey: boolean;
};

/** Two lines of a list of sums: what it is about with its figure, and what that is made of. */
export function FigureRow({ name, figure, detail, aside, isGrey }: FigureRowProps) {
  const tone = isGrey ? "subdued" : undefined;
  return (
    <>
      <span className="k-row-line">
        <Text as="span" fontWeight="medium">
          {name}
        </Text>
        <Text as="span" fontWeight="medium" tone={tone}>
          {figure}
        </Text>
      </span>
      <span className="k-row-line k-row-wraps">
        <Text as="span" tone={tone}>
          {detail}
        </Text>
        <Text as="span" tone="subdued">
          {aside}
        </Text>
      </span>
    </>
  );
}
