import { BlockStack, Card, Checkbox } from "@shopify/polaris";
import { formatDay } from "#app/platform/time/format-time.ts";
import { useShopFacts, useWho } from "#app/ui/shop-facts.tsx";
import { AutomaticSwitches } from "../automatic-switches.tsx";
import type { PreferenceProps } from "./preferences-form.tsx";

type Switch = { readonly since: string; readonly by: string } | null;

export function PlacingCard({ settings, value, change }: PreferenceProps) {
  const prepaid = useSinceWords(settings.autoPrepaid);
  const cod = useSinceWords(settings.autoCod);
  return (
    <Card>
      <BlockStack gap="400">
        <AutomaticSwitches value={value} change={change} since={{ prepaid, cod }} />
        <Checkbox
          label="Ask when an order repeats another of the day"
          helpText="Same phone and same items: the second one waits until you place or cancel it."
          checked={value.holdLooksTwice}
          onChange={(holdLooksTwice) => change({ holdLooksTwice })}
        />
        <Checkbox
          label="Pause placing"
          helpText="Nothing new is sent, not even with a press. Parcels under way go on."
          checked={value.paused}
          onChange={(paused) => change({ paused })}
        />
      </BlockStack>
    </Card>
  );
}

function useSinceWords(on: Switch): string {
  const { timezone } = useShopFacts();
  const who = useWho();
  return on ? ` On since ${formatDay(on.since, timezone)}, by ${who(on.by)}.` : "";
}
