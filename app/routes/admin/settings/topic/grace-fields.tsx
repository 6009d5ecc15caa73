import { Select, TextField } from "@shopify/polaris";
import { type GraceChoice, graceChoices } from "#app/routes/admin/settings/grace-choices.ts";
import { useShopFacts } from "#app/ui/shop-facts.tsx";
import type { TimesFieldsProps } from "./edited-times.ts";

const LABELS: Readonly<Record<GraceChoice, string>> = {
  none: "They go at once",
  "15": "15 minutes",
  "30": "30 minutes",
  "60": "1 hour",
  "120": "2 hours",
  "240": "4 hours",
  "480": "8 hours",
  "720": "12 hours",
  "1440": "24 hours",
  until: "Until a time of day",
};

const OPTIONS = graceChoices.map((value) => ({ value: value as string, label: LABELS[value] }));

/** How long customers can still change their mind before their order goes. */
export function GraceFields({ value, change, errors }: TimesFieldsProps) {
  const { timezone } = useShopFacts();
  return (
    <>
      <Select
        label="How long orders wait, so that customers can still change their mind"
        options={OPTIONS}
        value={value.grace}
        onChange={(chosen) => change({ grace: graceChoices.find((each) => each === chosen) ?? "none" })}
        helpText={graceEffect(value)}
      />
      {value.grace === "until" ? (
        <TextField
          label="Until"
          type="time"
          value={value.graceUntil}
          onChange={(graceUntil) => change({ graceUntil })}
          autoComplete="off"
          error={errors.graceUntil}
          helpText={`Of your store's day (${timezone}). An order that comes later goes the next day at this time.`}
        />
      ) : null}
    </>
  );
}

function graceEffect({ grace, graceUntil }: TimesFieldsProps["value"]): string {
  if (grace === "none") return "The next order is sent as soon as it is paid, or is cash on delivery.";
  if (grace === "until") return `The next order is sent at ${graceUntil || "the time below"}.`;
  return `The next order is sent ${LABELS[grace].toLowerCase()} after the customer ordered.`;
}
