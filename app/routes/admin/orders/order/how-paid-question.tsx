import { InlineStack } from "@shopify/polaris";
import { ActionButton } from "#app/ui/action-button.tsx";

const ANSWERS = [
  { label: "Cash on delivery", answer: "cod" },
  { label: "Bank transfer", answer: "bank_transfer" },
  { label: "Wait for payment", answer: "wait" },
];

/** Of an order Shopify shows as paid nothing is left to collect, nor to wait for. */
const ANSWERS_OF_PAID = [{ label: "The money has come", answer: "bank_transfer" }];

/** Asked once per sales app and payment method, and later orders go the same way; of each order that is shown as paid. */
export function HowPaidQuestion({ isPaid }: { readonly isPaid: boolean }) {
  return (
    <InlineStack gap="200">
      {(isPaid ? ANSWERS_OF_PAID : ANSWERS).map(({ label, answer }) => (
        <ActionButton key={answer} label={label} intent="how_paid" fields={{ answer }} />
      ))}
    </InlineStack>
  );
}
