import { InlineStack } from "@shopify/polaris";
import { ActionButton } from "#app/ui/action-button.tsx";

const ANSWERS = [
  { label: "Cash on delivery", answer: "cod" },
  { label: "Bank transfer", answer: "bank_transfer" },
  { label: "Wait for payment", answer: "wait" },
];

/** Asked once per sales app and payment method; later orders go the same way. */
export function HowPaidQuestion() {
  return (
    <InlineStack gap="200">
      {ANSWERS.map(({ label, answer }) => (
        <ActionButton key={answer} label={label} intent="how_paid" fields={{ answer }} />
      ))}
    </InlineStack>
  );
}
