import { BlockStack, Card, ChoiceList, Select } from "@shopify/polaris";
import { countOf } from "#app/domain/messages/count-of.ts";
import {
  confirmationAskers,
  confirmationHours,
  notConfirmedChoices,
} from "#app/domain/shops/setting-choices.ts";
import type { PreferenceProps } from "./preferences-form.tsx";

const ASKERS = [
  {
    value: "shop",
    label: "We ask",
    helpText:
      "An order that a rule wants confirmed is placed once you have noted that the customer confirmed it.",
  },
  {
    value: "supplier",
    label: "The supplier asks",
    helpText: "Nothing waits here. Where the supplier reaches nobody, the order asks for you.",
  },
];

const WHEN_NOT_CONFIRMED = [
  { value: "hold", label: "Hold it", helpText: "You decide: place it anyway, ask again or cancel it." },
  {
    value: "cancel",
    label: "Cancel it",
    helpText:
      "Only where nothing was sent to the supplier. In Shopify the order stays open until you cancel it there.",
  },
];

const HOURS = Array.from({ length: confirmationHours.max }, (_, index) => index + 1)
  .filter((hours) => hours >= confirmationHours.min)
  .map((hours) => ({ value: String(hours), label: countOf(hours, "hour", "hours") }));

/** Who asks customers whether they mean an order, how long it waits for that, and what follows. */
export function ConfirmationCard({ value, change }: PreferenceProps) {
  return (
    <Card>
      <BlockStack gap="400">
        <ChoiceList
          title="Whose turn it is to ask"
          choices={ASKERS}
          selected={[value.confirmationAsker]}
          onChange={([chosen]) => {
            const confirmationAsker = confirmationAskers.find((each) => each === chosen);
            if (confirmationAsker) change({ confirmationAsker });
          }}
        />
        <Select
          label="An order waits to be confirmed for at most"
          options={HOURS}
          helpText="For orders asked about from now on."
          value={value.confirmationLimitHours}
          onChange={(confirmationLimitHours) => change({ confirmationLimitHours })}
        />
        <Select
          label="Remind to ask again after"
          options={HOURS}
          helpText="Counted from the first look, and from each call without an answer. The customer then stands first among the calls."
          value={value.confirmationReminderHours}
          onChange={(confirmationReminderHours) => change({ confirmationReminderHours })}
        />
        <ChoiceList
          title="An order that nobody confirmed in time"
          choices={WHEN_NOT_CONFIRMED}
          selected={[value.whenNotConfirmed]}
          onChange={([chosen]) => {
            const whenNotConfirmed = notConfirmedChoices.find((each) => each === chosen);
            if (whenNotConfirmed) change({ whenNotConfirmed });
          }}
        />
      </BlockStack>
    </Card>
  );
}
