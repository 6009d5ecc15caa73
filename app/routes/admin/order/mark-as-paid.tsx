import { BlockStack } from "@shopify/polaris";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Money } from "#app/ui/money.tsx";
import type { ShownNeed, ShownOrder } from "./shown-order.ts";

type MarkAsPaidProps = {
  readonly order: ShownOrder;
  readonly need: ShownNeed | null;
  readonly isFirst: boolean;
};

/** *Mark as paid in Shopify*: the merchant says that the whole open sum was received. */
export function MarkAsPaid({ order, isFirst }: MarkAsPaidProps) {
  const { outstandingPkr } = order;
  if (outstandingPkr === null || outstandingPkr <= 0) return null;
  return (
    <ConfirmButton
      label="Mark as paid in Shopify"
      intent="mark_as_paid"
      fields={{ outstandingPkr: String(outstandingPkr) }}
      variant={isFirst ? "primary" : undefined}
      tone="success"
      title="Has all of it been received?"
      text="Shopify records the whole open sum as received. This cannot be taken back here."
      confirm="Yes, mark as paid"
      dismiss="Not yet"
    >
      <BlockStack>
        <span>
          Still open: <Money amount={outstandingPkr} />
        </span>
      </BlockStack>
    </ConfirmButton>
  );
}
