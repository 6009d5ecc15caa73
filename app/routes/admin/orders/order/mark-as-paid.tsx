import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { orderCommands } from "#app/domain/orders/commands/registry.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import type { ShownOrder } from "./shown-order.ts";

type MarkAsPaidProps = {
  readonly order: Pick<ShownOrder, "outstandingPkr">;
  readonly isFirst: boolean;
  /** The order's page, where the button stands elsewhere. */
  readonly action?: string;
};

/** *Mark as paid in Shopify*: the merchant says that the whole open sum was received; the button names it. */
export function MarkAsPaid({ order, isFirst, action }: MarkAsPaidProps) {
  const { outstandingPkr } = order;
  if (outstandingPkr === null || outstandingPkr <= 0) return null;
  const sum = formatRupees(outstandingPkr);
  return (
    <ConfirmButton
      label={orderCommands.mark_as_paid.label(sum)}
      intent="mark_as_paid"
      action={action}
      fields={{ outstandingPkr: String(outstandingPkr) }}
      variant={isFirst ? "primary" : undefined}
      tone="success"
      title="Has all of it been received?"
      text={`Shopify records ${sum} as received, all that is open. This cannot be taken back here.`}
      confirm="Yes, mark as paid"
      dismiss="Not yet"
    />
  );
}
