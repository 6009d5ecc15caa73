import { useFetcher } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { BlockStack, Button, Card, Link, Text } from "@shopify/polaris";
import { useState } from "react";
import { CHECKOUT_SCOPES } from "#app/shopify/scopes.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { ActionButton, useDoneToast } from "#app/ui/action-button.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { adminUrl } from "#app/ui/shop-facts.tsx";
import type { ShownDelivery } from "./shown-delivery.ts";

const SAID = {
  declined: "You did not allow it, so your checkout keeps the rates you set in Shopify.",
  unavailable: "Shopify could not be asked from here. Open Karwan in your Shopify admin and press it again.",
} as const;

/** Whether the checkout asks Karwan, and the press that makes it so. */
export function CheckoutCard({ state }: Pick<ShownDelivery, "state">) {
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        <Text as="h2" variant="headingMd">
          At the checkout
        </Text>
        {state === "on" ? (
          <>
            <Text as="p">
              Karwan answers your checkout. For it to be asked, add <b>Karwan</b> once to the zone of Pakistan
              in the profile of Karwan's location: <ShippingSettings />, then <i>Add rate</i>,{" "}
              <i>Use carrier or app</i>. Take away other rates there, or customers choose the cheapest.
            </Text>
            <ActionButton label="Stop answering" intent="stop_checkout_rates" />
          </>
        ) : (
          <>
            <Text as="p">
              Customers pay the rates you set in Shopify. Karwan can charge what the supplier charges you for
              the parcels of each cart instead. Shopify lets apps do so on the Advanced plan, on the Shopify
              plan paid yearly, or with an add-on.
            </Text>
            <StartRates isAllowed={state === "off"} />
          </>
        )}
      </BlockStack>
    </Card>
  );
}

function ShippingSettings() {
  return <Link url={adminUrl("settings/shipping")}>Settings, Shipping and delivery</Link>;
}

/** Asks Shopify for the permission first, in place, where it was not given. */
function StartRates({ isAllowed }: { isAllowed: boolean }) {
  const bridge = useAppBridge();
  const fetcher = useFetcher<ActionAnswer>();
  const [said, setSaid] = useState<keyof typeof SAID | null>(null);
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useDoneToast(fetcher.data);
  const isGranted = async () =>
    isAllowed || (await bridge.scopes.request([...CHECKOUT_SCOPES])).result === "granted-all";
  const press = async () => {
    setSaid(null);
    try {
      if (await isGranted()) fetcher.submit({ intent: "start_checkout_rates" }, { method: "post" });
      else setSaid("declined");
    } catch {
      setSaid("unavailable");
    }
  };
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Button onClick={() => void press()} loading={fetcher.state !== "idle"}>
        Let Karwan answer the checkout
      </Button>
      {said ? <Text as="p">{SAID[said]}</Text> : null}
      {answer && !answer.ok ? <Refusal answer={answer} /> : null}
    </BlockStack>
  );
}
