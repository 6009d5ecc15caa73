import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Button, InlineStack, Text } from "@shopify/polaris";
import type { Setup } from "#app/domain/home/set-up/find-setup.server.ts";
import type { GuideStep, StepState } from "#app/domain/home/set-up/setup-guide.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { ConnectForm } from "#app/ui/connect-form.tsx";
import { adminUrl } from "#app/ui/shop-facts.tsx";
import { UnseenCard, type UnseenProducts } from "../settings/channels/unseen-card.tsx";
import { LiveStep } from "./live-step.tsx";
import { RoutingStep } from "./routing-step.tsx";
import { TrialStep } from "./trial-step.tsx";

/** R45: two groups of locations are two shipments at checkout. */
const RATES_ADD_UP =
  "Does a cart hold your own goods as well? If Karwan's location has rates of its own, checkout adds both rates up.";

type GuideStepBodyProps = {
  readonly step: GuideStep;
  readonly state: StepState;
  readonly setup: SerializeFrom<Setup>;
  readonly unseen: UnseenProducts;
};

/** What one step asks for, where it can be answered. */
export function GuideStepBody({ step, state, setup, unseen }: GuideStepBodyProps) {
  switch (step) {
    case "connect":
      return state === "done" ? (
        <Done text="The supplier is connected." url="/settings/connection" />
      ) : (
        <ConnectForm label="Connect" />
      );
    case "routing":
      return state === "done" ? (
        <Done text="You have chosen how orders go to the supplier." url="/settings" />
      ) : (
        <RoutingStep proposal={setup.routing} />
      );
    case "product":
      return <ProductStep setup={setup} unseen={unseen} />;
    case "trial":
      return setup.trial ? (
        <TrialStep trial={setup.trial} />
      ) : (
        <Text as="p">
          {state === "not_needed"
            ? "A simulated order needs a test key. With your live key, the first order is a real one."
            : "Connect a test key first: then a whole order can be tried, without a parcel and without money."}
        </Text>
      );
    case "live":
      return setup.live ? (
        <LiveStep live={setup.live} isConnected={setup.steps.some(isConnectDone)} />
      ) : (
        <Done text="A live key is in use." url="/settings/connection" />
      );
  }
}

function isConnectDone({ step, state }: SerializeFrom<Setup>["steps"][number]): boolean {
  return step === "connect" && state === "done";
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

type ProductStepProps = Pick<GuideStepBodyProps, "setup" | "unseen">;

/** Products are there, customers see them, and they can check out. */
function ProductStep({ setup: { products, deliveryReady, next }, unseen }: ProductStepProps) {
  const hasProducts = products > 0;
  return (
    <BlockStack gap="400">
      <BlockStack gap="300" inlineAlign="start">
        <Text as="p">
          Choose products of the supplier: each is added with its price, stock and pictures. Or say which of
          your own products the supplier has.
        </Text>
        <InlineStack gap="200">
          <Button url="/products" variant={hasProducts ? "secondary" : "primary"}>
            {hasProducts ? "Add more products" : "Choose products"}
          </Button>
          <Button url="/mapping">Map one of mine</Button>
        </InlineStack>
      </BlockStack>
      {next === "product" ? <UnseenCard unseen={unseen} /> : null}
      {deliveryReady === true ? <Text as="p">{RATES_ADD_UP}</Text> : <Delivery />}
    </BlockStack>
  );
}

function Delivery() {
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
