import { BlockStack, Card, Checkbox, Select, TextField } from "@shopify/polaris";
import { CUSTOMER_WORDS, findWrongPlace, LONGEST_CUSTOMER_WORDS } from "#app/domain/shops/customer-words.ts";
import { textLanguages } from "#app/domain/shops/setting-choices.ts";
import { LANGUAGES } from "#app/ui/customer-contact.tsx";
import { SenderNameField } from "../sender-name-field.tsx";
import type { PreferenceProps } from "./preferences-form.tsx";

export function ParcelCard({ settings, value, change }: PreferenceProps) {
  return (
    <>
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
      <PageCard value={value} change={change} />
    </>
  );
}

const OPTIONS = textLanguages.map((language) => ({ value: language, label: LANGUAGES[language] }));

/** The page on which customers see their order. */
function PageCard({ value, change }: Pick<PreferenceProps, "value" | "change">) {
  return (
    <Card>
      <BlockStack gap="400">
        <Select
          label="Language of the tracking page"
          options={OPTIONS}
          helpText="The page begins in it; each customer may choose another one there."
          value={value.customerLanguage}
          onChange={(chosen) => {
            const customerLanguage = textLanguages.find((each) => each === chosen);
            if (customerLanguage) change({ customerLanguage });
          }}
        />
        {textLanguages.map((language) => {
          const setting = CUSTOMER_WORDS[language];
          return (
            <TextField
              key={language}
              label={`Your words on it, ${LANGUAGES[language]}`}
              value={value[setting]}
              onChange={(words) => change({ [setting]: words })}
              error={findWrongPlace(value[setting]) ?? undefined}
              helpText={
                language === "en"
                  ? "Shown under the order, for example how to reach you. {order} becomes the order's number, {sender} the name on the parcel."
                  : undefined
              }
              maxLength={LONGEST_CUSTOMER_WORDS}
              multiline={2}
              autoComplete="off"
            />
          );
        })}
      </BlockStack>
    </Card>
  );
}
