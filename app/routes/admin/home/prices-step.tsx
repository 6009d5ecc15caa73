import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, ChoiceList, Text } from "@shopify/polaris";
import { useState } from "react";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { useUnsaved } from "#app/ui/unsaved.ts";
import { COST_CHOICES } from "../settings/cost-choices.ts";

const PROPOSED = "rule";

/** Proposes to follow the price rule; the press makes it so (R47). */
export function PricesStep() {
  const [chosen, setChosen] = useState<string>(PROPOSED);
  const fetcher = useFetcher<ActionAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useDoneToast(fetcher.data);
  useUnsaved(chosen !== PROPOSED && fetcher.state === "idle" && !fetcher.data?.ok);
  const save = () =>
    fetcher.submit(
      { intent: "cost_changes", whenCostChanges: chosen },
      { method: "post", action: "/settings" },
    );
  return (
    <BlockStack gap="300" inlineAlign="start">
      <Text as="p">A price you set yourself, here or in Shopify, is never changed.</Text>
      <ChoiceList
        title="When the supplier's price changes"
        choices={[...COST_CHOICES]}
        selected={[chosen]}
        onChange={([choice]) => choice && setChosen(choice)}
      />
      {answer && !answer.ok ? <Refusal answer={answer} /> : null}
      <Button variant="primary" onClick={save} loading={fetcher.state !== "idle"}>
        Save
      </Button>
    </BlockStack>
  );
}
