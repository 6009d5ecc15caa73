import { BlockStack, Card, Checkbox } from "@shopify/polaris";
import { SenderNameField } from "../sender-name-field.tsx";
import type { PreferenceProps } from "./preferences-form.tsx";

export function ParcelCard({ settings, value, change }: PreferenceProps) {
  return (
    <Card>
      <BlockStack gap="400">
        <SenderNameField
          value={value.senderName}
          shopName={settings.shopName}
          onChange={(senderName) => change({ senderName })}
        />
        <Checkbox
          label="Let Shopify tell customers when a parcel ships"
          helpText="Shopify's own shipping messages, with courier and number."
          checked={value.notifyCustomers}
          onChange={(notifyCustomers) => change({ notifyCustomers })}
        />
      </BlockStack>
    </Card>
  );
}
