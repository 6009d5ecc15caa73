import type { SerializeFrom } from "@remix-run/node";
import { useFetcher } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { Banner, BlockStack, Button, Card, InlineStack, Text } from "@shopify/polaris";
import { useState } from "react";
import type { RatesPreview } from "#app/domain/delivery-charge/weight-rates.server.ts";
import { formatRupees } from "#app/domain/money/format-rupees.ts";
import { CHECKOUT_SCOPES } from "#app/shopify/scopes.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { ActionButton, useDoneToast } from "#app/ui/action-button.tsx";
import { Day } from "#app/ui/day.tsx";
import { Money } from "#app/ui/money.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import type { ShownDelivery } from "./shown-delivery.ts";
import { spansWords, spanWords } from "./weight-words.ts";

/** As it reaches the browser: dates are text. */
type ShownPreview = SerializeFrom<RatesPreview>;
type PreviewAnswer = ActionAnswer & { readonly preview?: ShownPreview };

/** For plans on which no app may answer the checkout: what the supplier charges, as rates by weight in Shopify. */
export function WeightRatesCard({ state, weightRates }: Pick<ShownDelivery, "state" | "weightRates">) {
  const fetcher = useFetcher<PreviewAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  const see = () => fetcher.submit({ intent: "preview_weight_rates" }, { method: "post" });
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Rates by weight
        </Text>
        <Text as="p">
          On every plan Shopify charges by the weight of a cart. Karwan can write what the supplier charges
          into your shipping settings. Cities that cost more, parcels of several stores and free delivery are
          not in such rates.
        </Text>
        {weightRates ? <ExistingRates weightRates={weightRates} /> : null}
        <InlineStack gap="200">
          <Button onClick={see} loading={fetcher.state !== "idle"}>
            See what would be written
          </Button>
          {weightRates ? <ActionButton label="Take them out" intent="undo_weight_rates" /> : null}
        </InlineStack>
        {answer && !answer.ok ? <Refusal answer={answer} /> : null}
        {answer?.ok && answer.preview ? (
          <Preview preview={answer.preview} isAllowed={state !== "not_allowed"} />
        ) : null}
      </BlockStack>
    </Card>
  );
}

/** The rates in Shopify, beside what the supplier quoted. */
function ExistingRates({
  weightRates: { at, moved, unquoted, isUnasked },
}: {
  weightRates: NonNullable<ShownDelivery["weightRates"]>;
}) {
  if (isUnasked)
    return (
      <Text as="p">
        Written on <Day at={at} />; the supplier has not been asked yet what it charges.
      </Text>
    );
  if (moved.length === 0)
    return (
      <Text as="p">
        Written on <Day at={at} />; the supplier still charges the same
        {unquoted.length === 0 ? "." : `, as far as it was asked. Not known yet: ${spansWords(unquoted)}.`}
      </Text>
    );
  return (
    <Banner tone="warning" title="The supplier charges another sum now">
      {moved.map(({ fromGrams, upToGrams, was, pkr }) => (
        <p key={fromGrams}>
          {spanWords({ fromGrams, upToGrams })}: {was === null ? "no rate" : formatRupees(was)} stands in
          Shopify, {formatRupees(pkr)} is charged.
        </p>
      ))}
    </Banner>
  );
}

function Preview({ preview, isAllowed }: { preview: ShownPreview; isAllowed: boolean }) {
  const { profileName, zoneName, otherLocations, otherRates, rates } = preview;
  return (
    <BlockStack gap="300">
      <Text as="h3" variant="headingSm">
        Into “{profileName}”, zone “{zoneName}”
      </Text>
      <dl className="k-facts">
        {rates.map((rate) => (
          <div key={rate.fromGrams}>
            <dt>{spanWords(rate)}</dt>
            <dd>
              <Money amount={rate.pkr} about={rate.seenAt === null} />
            </dd>
          </div>
        ))}
      </dl>
      <AboutNote preview={preview} />
      {otherRates.length > 0 ? (
        <Text as="p">
          These stay beside them, and customers choose: {otherRates.map(rateWords).join(", ")}. Take away in
          Shopify what should not be offered.
        </Text>
      ) : null}
      {otherLocations > 0 ? (
        <Text as="p">Goods at your other locations of this profile are charged by these rates too.</Text>
      ) : null}
      <Apply isAllowed={isAllowed} />
    </BlockStack>
  );
}

/** Where a sum is not the supplier's word, it says whose it is. */
function AboutNote({
  preview: { rates, isBeingAsked },
}: {
  preview: Pick<ShownPreview, "rates" | "isBeingAsked">;
}) {
  if (isBeingAsked)
    return (
      <Text as="p">
        The supplier has not been asked yet: these are the figures it publishes. Karwan asks it now about
        goods you list; press again in a minute to see what it says.
      </Text>
    );
  if (rates.every(({ seenAt }) => seenAt !== null)) return null;
  return <Text as="p">What says about is a figure the supplier publishes, not one it quoted.</Text>;
}

function rateWords({ name, price }: ShownPreview["otherRates"][number]): string {
  return price === null ? `${name} (by an app)` : `${name} (${formatRupees(Math.round(Number(price)))})`;
}

/** Asks Shopify for the permission first, in place, where it was not given. */
function Apply({ isAllowed }: { isAllowed: boolean }) {
  const bridge = useAppBridge();
  const fetcher = useFetcher<ActionAnswer>();
  const [wasDeclined, setDeclined] = useState(false);
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useDoneToast(fetcher.data);
  const press = async () => {
    const result = isAllowed ? "granted-all" : await askForScopes(bridge);
    setDeclined(result !== "granted-all");
    if (result === "granted-all") fetcher.submit({ intent: "apply_weight_rates" }, { method: "post" });
  };
  return (
    <BlockStack gap="200" inlineAlign="start">
      <Button variant="primary" onClick={() => void press()} loading={fetcher.state !== "idle"}>
        Write them into Shopify
      </Button>
      {wasDeclined ? <Text as="p">Shopify did not allow it, so nothing was written.</Text> : null}
      {answer && !answer.ok ? <Refusal answer={answer} /> : null}
    </BlockStack>
  );
}

async function askForScopes(bridge: ReturnType<typeof useAppBridge>): Promise<string> {
  try {
    return (await bridge.scopes.request([...CHECKOUT_SCOPES])).result;
  } catch {
    return "unavailable";
  }
}
