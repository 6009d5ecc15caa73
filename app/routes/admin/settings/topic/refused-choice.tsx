import { ChoiceList } from "@shopify/polaris";
import { refusedChoices } from "#app/domain/shops/setting-choices.ts";
import type { PreferenceProps } from "./preferences-form.tsx";

const CHOICES = [
  {
    value: "leave",
    label: "Leave the order open",
    helpText: "It is tagged and noted in Shopify. You can cancel it from its page.",
  },
  {
    value: "cancel",
    label: "Cancel the order in Shopify",
    helpText:
      "Only cash on delivery orders of which nothing was paid, without your own products. Not restocked.",
  },
];

/** What becomes of an order whose parcels all came back. */
export function RefusedChoice({ value, change }: Pick<PreferenceProps, "value" | "change">) {
  return (
    <ChoiceList
      title="When a customer refuses the parcel"
      choices={CHOICES}
      selected={[value.whenRefused]}
      onChange={([chosen]) => {
        const whenRefused = refusedChoices.find((each) => each === chosen);
        if (whenRefused) change({ whenRefused });
      }}
    />
  );
}
