import { InlineStack } from "@shopify/polaris";
import { ActionButton } from "#app/ui/action-button.tsx";

/** For a parcel whose shipment was cancelled in Shopify while the courier has it. */
export function UndoneButtons() {
  return (
    <InlineStack gap="200">
      <ActionButton label="Fulfil again" intent="fulfil_again" variant="primary" />
      <ActionButton label="Leave it" intent="leave_undone" />
    </InlineStack>
  );
}
