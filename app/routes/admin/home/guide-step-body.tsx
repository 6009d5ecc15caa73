import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import type { GuideStep } from "#app/domain/home/setup-guide.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { ConnectForm } from "#app/ui/connect-form.tsx";
import { adminUrl } from "#app/ui/shop-facts.tsx";
import { PricesStep } from "./prices-step.tsx";
import { SwitchesStep } from "./switches-step.tsx";

/** R45: two groups of locations are two shipments at checkout. */
const RATES_ADD_UP =
  "Does a cart hold your own goods as well? If Karwan's location has rates of its own, checkout adds both rates up.";

/** What one step asks for, where it can be answered. */
export function GuideStepBody({ step, isDone }: { step: GuideStep; isDone: boolean }) {
  switch (step) {
    case "connect":
      return isDone ? (
        <Done text="The supplier is connected." url="/settings/connection" />
      ) : (
        <ConnectForm label="Connect" />
      );
    case "delivery":
      return isDone ? (
        <BlockStack gap="200">
          <Text as="p">A shipping rate to Pakistan covers Karwan's location.</Text>
          <Text as="p">{RATES_ADD_UP}</Text>
        </BlockStack>
      ) : (
        <DeliveryStep />
      );
    case "products":
      return (
        <BlockStack gap="300" inlineAlign="start">
          <Text as="p">
            Choose products of the supplier. Each is added with its price, stock and pictures.
          </Text>
          <Button url="/products" variant={isDone ? "secondary" : "primary"}>
            {isDone ? "Add more products" : "Choose products"}
          </Button>
        </BlockStack>
      );
    case "placing":
      return isDone ? (
        <Done text="You have chosen what is sent automatically." url="/settings/placing" />
      ) : (
        <SwitchesStep />
      );
    case "prices":
      return isDone ? (
        <Done
          text="You have chosen what happens when the supplier's price changes."
          url="/settings/supplier-changes"
        />
      ) : (
        <PricesStep />
      );
    case "couriers":
      return <CouriersStep />;
  }
}

function Done({ text, url }: { text: string; url: string }) {
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Text as="p">{text}</Text>
      <Button url={url} variant="plain">
        Change it in Settings
      </Button>
    </BlockStack>
  );
}

function DeliveryStep() {
  return (
    <BlockStack gap="300" inlineAlign="start">
      <Text as="p">
        No shipping rate covers Pakistan from the Karwan location, so customers could not check out. Add the
        location to a shipping profile with a rate for Pakistan, then look again.
      </Text>
      <Text as="p">{RATES_ADD_UP}</Text>
      <InlineStack gap="200">
        <Button url={adminUrl("settings/shipping")} variant="primary">
          Open shipping settings
        </Button>
        <ActionButton label="Look again" intent="look_again" />
      </InlineStack>
    </BlockStack>
  );
}

function CouriersStep() {
  return (
    <BlockStack gap="300" inlineAlign="start">
      <Text as="p">
        The supplier ships these orders. Do you use another app that books a courier for every order of your
        store?
      </Text>
      <InlineStack gap="200">
        <ActionButton label="No" intent="answer" fields={{ question: "courier_apps", answer: "no" }} />
        <ActionButton
          label="Yes, I do"
          intent="answer"
          fields={{ question: "courier_apps", answer: "yes" }}
        />
      </InlineStack>
    </BlockStack>
  );
}
