import { InlineStack } from "@shopify/polaris";
import { orderCommands } from "#app/domain/orders/commands/registry.ts";
import { ActionButton } from "#app/ui/action-button.tsx";

const ANSWERS = (["cod", "bank_transfer", "wait"] as const).map((answer) => ({
  label: orderCommands.how_paid.label(answer),
  answer,
}));

/** Of an order Shopify shows as paid nothing is left to collect, nor to wait for. */
const ANSWERS_OF_PAID = [{ label: "The money has come", answer: "bank_transfer" }];

type HowPaidQuestionProps = {
  readonly isPaid: boolean;
  /** The path of the order's page, where it is asked elsewhere. */
  readonly action?: string;
};

/** Asked once per sales app and payment method, and later orders go the same way; of each order that is shown as paid. */
export function HowPaidQuestion({ isPaid, action }: HowPaidQuestionProps) {
  return (
    <InlineStack gap="200">
      {(isPaid ? ANSWERS_OF_PAID : ANSWERS).map(({ label, answer }) => (
        <ActionButton key={answer} label={label} intent="how_paid" fields={{ answer }} action={action} />
      ))}
    </InlineStack>
  );
}
