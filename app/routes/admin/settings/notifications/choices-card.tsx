import { BlockStack, Card, Select, Text, TextField } from "@shopify/polaris";
import {
  type NotificationUrgency,
  notificationKinds,
  notificationUrgencies,
} from "#app/domain/notifications/notification-kinds.ts";
import { useShopFacts } from "#app/ui/shop-facts.tsx";
import { KIND_WORDS, URGENCY_OPTIONS } from "./notification-words.ts";
import type { EditedNotifications } from "./notifications-form.ts";

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: `${String(hour).padStart(2, "0")}:00`,
}));

type ChoicesCardProps = {
  readonly value: EditedNotifications;
  readonly change: (changes: Partial<EditedNotifications>) => void;
};

/** What is told, and how urgently. */
export function ChoicesCard({ value, change }: ChoicesCardProps) {
  const { timezone } = useShopFacts();
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="h2" variant="headingMd">
            What is told
          </Text>
          <Text as="p" tone="subdued">
            At once means within about five minutes. Whatever comes up together is one mail, and the next of
            its kind follows after half an hour at the earliest.
          </Text>
        </BlockStack>
        {notificationKinds.map((kind) => (
          <Select
            key={kind}
            {...KIND_WORDS[kind]}
            options={[...URGENCY_OPTIONS]}
            value={value[kind]}
            onChange={(chosen) => change({ [kind]: toUrgency(chosen) })}
          />
        ))}
        <TextField
          label="A price is told of when it rises by more than"
          value={value.priceRisePercent}
          onChange={(priceRisePercent) => change({ priceRisePercent })}
          inputMode="numeric"
          suffix="%"
          autoComplete="off"
          maxLength={3}
          error={isPercent(value.priceRisePercent) ? undefined : "A number from 1 to 500."}
        />
        <Select
          label="Daily digest at"
          options={HOURS}
          value={value.digestHour}
          onChange={(digestHour) => change({ digestHour })}
          helpText={`Of your store's own day (${timezone}). On a day with nothing new no digest is sent.`}
        />
      </BlockStack>
    </Card>
  );
}

export function isPercent(text: string): boolean {
  return /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 500;
}

function toUrgency(chosen: string): NotificationUrgency {
  return notificationUrgencies.find((each) => each === chosen) ?? "digest";
}
