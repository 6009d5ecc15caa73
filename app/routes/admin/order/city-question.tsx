import { BlockStack, Button, InlineStack, Select } from "@shopify/polaris";
import { useState } from "react";
import { ActionButton } from "#app/ui/action-button.tsx";
import type { ShownNeed } from "./shown-order.ts";

/** Which city was meant: the near ones as buttons, all others in a list, or as it was written. */
export function CityQuestion({ need, cities }: { need: ShownNeed; cities: readonly string[] }) {
  const [city, setCity] = useState("");
  const { suggestions } = need.params;
  const near = Array.isArray(suggestions) ? suggestions.filter((each) => typeof each === "string") : [];
  const options = cities.map((name) => ({ label: name, value: name }));
  return (
    <BlockStack gap="300">
      <InlineStack gap="200">
        {near.map((name) => (
          <ActionButton
            key={name}
            label={name}
            intent="choose_city"
            fields={{ city: name }}
            variant="primary"
          />
        ))}
        <ActionButton label="Send as written" intent="city_as_written" />
      </InlineStack>
      <InlineStack gap="200" blockAlign="end">
        <Select
          label="Another city"
          options={[{ label: "Choose a city", value: "" }, ...options]}
          value={city}
          onChange={setCity}
        />
        {city === "" ? (
          <Button disabled>Use this city</Button>
        ) : (
          <ActionButton label="Use this city" intent="choose_city" fields={{ city }} />
        )}
      </InlineStack>
    </BlockStack>
  );
}
