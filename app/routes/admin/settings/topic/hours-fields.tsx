import { ChoiceList, InlineGrid, TextField } from "@shopify/polaris";
import { type Weekday, weekdays } from "#app/domain/orders/rules/placing-times.ts";
import { useShopFacts } from "#app/ui/shop-facts.tsx";
import type { TimesFieldsProps } from "./edited-times.ts";

const HOURS = [
  {
    value: "any",
    label: "At any time",
    helpText: "Orders go by themselves day and night, also on days off.",
  },
  {
    value: "set",
    label: "Only in working hours",
    helpText: "An order that comes outside of them goes by itself when they begin.",
  },
];

const DAYS: Readonly<Record<Weekday, string>> = {
  1: "Monday",
  2: "Tuesday",
  3: "Wednesday",
  4: "Thursday",
  5: "Friday",
  6: "Saturday",
  7: "Sunday",
};

const DAY_CHOICES = weekdays.map((day) => ({ value: String(day), label: DAYS[day] }));

/** On which days, and from when to when, orders go by themselves. */
export function HoursFields({ value, change, errors }: TimesFieldsProps) {
  const { timezone } = useShopFacts();
  return (
    <>
      <ChoiceList
        title="When orders go by themselves"
        choices={HOURS}
        selected={[value.hours]}
        onChange={([chosen]) => change({ hours: chosen === "set" ? "set" : "any" })}
      />
      {value.hours === "any" ? null : (
        <>
          <ChoiceList
            allowMultiple
            title="Days"
            choices={DAY_CHOICES}
            selected={value.days.map(String)}
            onChange={(chosen) => change({ days: weekdays.filter((day) => chosen.includes(String(day))) })}
            error={errors.days}
          />
          <InlineGrid columns={{ xs: 1, sm: 2 }} gap="300">
            <TextField
              label="From"
              type="time"
              value={value.from}
              onChange={(from) => change({ from })}
              autoComplete="off"
              error={errors.from}
            />
            <TextField
              label="To"
              type="time"
              value={value.to}
              onChange={(to) => change({ to })}
              autoComplete="off"
              error={errors.to}
              helpText={toHelp(value, timezone)}
            />
          </InlineGrid>
        </>
      )}
    </>
  );
}

function toHelp({ from, to }: TimesFieldsProps["value"], timezone: string): string {
  const zone = `Of your store's day (${timezone}).`;
  if (from === "" || to === "" || from < to) return zone;
  return from === to ? `The whole day. ${zone}` : `On the next day. ${zone}`;
}
