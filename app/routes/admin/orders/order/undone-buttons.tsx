import { InlineStack } from "@shopify/polaris";
import { CommandButton } from "./command-button.tsx";

/** For a parcel whose shipment was cancelled in Shopify while the courier has it. */
export function UndoneButtons() {
  return (
    <InlineStack gap="200">
      <CommandButton command="fulfil_again" variant="primary" />
      <CommandButton command="leave_undone" />
    </InlineStack>
  );
}
