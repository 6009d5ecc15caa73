import { InlineStack, Text } from "@shopify/polaris";
import type { ReactNode } from "react";

type MoneyLineProps = {
  readonly label: string;
  readonly note?: ReactNode;
  readonly children: ReactNode;
};

/** One sum of an order with what it is, and a note beside that. */
export function MoneyLine({ label, note, children }: MoneyLineProps) {
  return (
    <InlineStack align="space-between" blockAlign="baseline" gap="200" wrap={false}>
      <Text as="span">
        {label}{" "}
        {note ? (
          <Text as="span" tone="subdued" variant="bodySm">
            {note}
          </Text>
        ) : null}
      </Text>
      <Text as="span" fontWeight="medium">
        {children}
      </Text>
    </InlineStack>
  );
}
