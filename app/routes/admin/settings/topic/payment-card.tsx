import {
  BlockStack,
  Button,
  Card,
  Checkbox,
  ChoiceList,
  InlineStack,
  Text,
  TextField,
} from "@shopify/polaris";
import { useState } from "react";
import { shippingShares } from "#app/domain/shops/setting-choices.ts";
import { SHARE_CHOICES } from "../share-choices.ts";
import type { PreferenceProps } from "./preferences-form.tsx";
import { RefusedChoice } from "./refused-choice.tsx";

export function PaymentCard({ settings, value, change }: PreferenceProps) {
  return (
    <Card>
      <BlockStack gap="400">
        <GatewayList settings={settings} value={value} change={change} />
        <ChoiceList
          title="Delivery charge of an order with your own products in it"
          choices={SHARE_CHOICES}
          selected={[value.shippingShare]}
          onChange={([chosen]) => {
            const shippingShare = shippingShares.find((each) => each === chosen);
            if (shippingShare) change({ shippingShare });
          }}
        />
        <Checkbox
          label="Mark cash on delivery orders as paid when delivered"
          helpText="Only when everything the courier collected is exactly what Shopify has open."
          checked={value.markPaidOnDelivery}
          onChange={(markPaidOnDelivery) => change({ markPaidOnDelivery })}
        />
        <RefusedChoice value={value} change={change} />
        <Checkbox
          label="Tag new orders of customers who refused before"
          helpText="They get the tag “Refused before” in Shopify, for its lists and flows. Shopify's customers are not read or changed."
          checked={value.tagRefusedBefore}
          onChange={(tagRefusedBefore) => change({ tagRefusedBefore })}
        />
      </BlockStack>
    </Card>
  );
}

function GatewayList({ settings, value, change }: PreferenceProps) {
  const [name, setName] = useState("");
  const seen = new Set(settings.gateways.filter((gateway) => gateway.seen).map((gateway) => gateway.name));
  const names = [...new Set([...settings.gateways.map((gateway) => gateway.name), ...value.codGateways])];
  const toggle = (gateway: string, isCounted: boolean) => {
    const others = value.codGateways.filter((known) => known !== gateway);
    change({ codGateways: isCounted ? [...others, gateway] : others });
  };
  const add = () => {
    const trimmed = name.trim();
    if (trimmed !== "") toggle(trimmed, true);
    setName("");
  };
  return (
    <BlockStack gap="200">
      <Text as="h2" variant="headingSm">
        Payment methods that mean cash on delivery
      </Text>
      {names.map((gateway) => (
        <Checkbox
          key={gateway}
          label={gateway}
          helpText={seen.has(gateway) ? "Seen on your orders" : undefined}
          checked={value.codGateways.includes(gateway)}
          onChange={(isCounted) => toggle(gateway, isCounted)}
        />
      ))}
      <InlineStack gap="200" blockAlign="end">
        <TextField
          label="Another method, as your checkout names it"
          value={name}
          onChange={setName}
          autoComplete="off"
          maxLength={100}
        />
        <Button onClick={add} disabled={name.trim() === ""}>
          Add
        </Button>
      </InlineStack>
    </BlockStack>
  );
}
