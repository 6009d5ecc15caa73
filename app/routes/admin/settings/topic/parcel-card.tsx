import { BlockStack, Card, Checkbox, TextField } from "@shopify/polaris";
import type { PreferenceProps } from "./preferences-form.tsx";

export function ParcelCard({ settings, value, change }: PreferenceProps) {
  return (
    <Card>
      <BlockStack gap="400">
        <TextField
          label="Name on the parcel"
          value={value.senderName}
          onChange={(senderName) => change({ senderName })}
          placeholder={settings.shopName}
          maxLength={100}
          autoComplete="off"
          helpText="Printed as the sender. Left empty, your store's name is used."
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
