import { BlockStack, Button, InlineStack } from "@shopify/polaris";
import { useState } from "react";
import { orderCommands } from "#app/domain/orders/commands/registry.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { CityField } from "./city-field.tsx";
import { CommandButton } from "./command-button.tsx";
import type { ShownHold } from "./shown-order.ts";

/** Which city was meant: the near ones as buttons, any other by its first letters, or as it was written. */
export function CityQuestion({ hold, cities }: { hold: ShownHold; cities: readonly string[] }) {
  const [city, setCity] = useState("");
  const { suggestions } = hold.params;
  const near = Array.isArray(suggestions) ? suggestions.filter((each) => typeof each === "string") : [];
  return (
    <BlockStack gap="300">
      <InlineStack gap="200">
        {near.map((name, index) => (
          <ActionButton
            key={name}
            label={name}
            intent="choose_city"
            fields={{ city: name }}
            variant={index === 0 ? "primary" : undefined}
          />
        ))}
        <CommandButton command="city_as_written" />
      </InlineStack>
      <InlineStack gap="200" blockAlign="end">
        <CityField label="Another city" cities={cities} value={city} onChange={setCity} />
        {cities.includes(city) ? (
          <CommandButton command="choose_city" fields={{ city }} />
        ) : (
          <Button disabled>{orderCommands.choose_city.label}</Button>
        )}
      </InlineStack>
    </BlockStack>
  );
}
