import { BlockStack, Box, Card, Collapsible, Icon, InlineStack, Text } from "@shopify/polaris";
import { CheckCircleIcon } from "@shopify/polaris-icons";
import { useState } from "react";
import type { GuideStep, SetupGuide } from "#app/domain/home/setup-guide.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import { GuideStepBody } from "./guide-step-body.tsx";

const TITLES: Readonly<Record<GuideStep, string>> = {
  connect: "Connect the supplier",
  delivery: "Let customers check out",
  products: "Add your first product",
  placing: "Choose what is sent automatically",
  prices: "Say what happens when the supplier's price changes",
  couriers: "Keep other courier apps away",
};

/** Each step done in place; the first open one is unfolded. */
export function SetupGuideCard({ guide }: { guide: SetupGuide }) {
  const [chosen, setChosen] = useState<GuideStep | null>(null);
  const open = chosen ?? guide.next;
  const done = guide.steps.filter((each) => each.done).length;
  return (
    <Card padding="0">
      <div className="k-card-head">
        <InlineStack align="space-between" blockAlign="start" gap="200" wrap={false}>
          <BlockStack gap="050">
            <Text as="h2" variant="headingMd">
              Set up Karwan
            </Text>
            <Text as="p" tone="subdued">
              {done} of {guide.steps.length} steps done
            </Text>
          </BlockStack>
          <ActionButton
            label="Hide this guide"
            intent="answer"
            fields={{ question: "setup_guide", answer: "put_away" }}
            variant="plain"
          />
        </InlineStack>
      </div>
      <ol className="k-rows">
        {guide.steps.map(({ step, done: isDone }) => (
          <li key={step}>
            <button
              type="button"
              className="k-step"
              aria-expanded={open === step}
              aria-controls={`step-${step}`}
              onClick={() => setChosen(step)}
            >
              <span>
                {isDone ? <Icon source={CheckCircleIcon} tone="success" /> : <span className="k-step-open" />}
              </span>
              <Text as="span" fontWeight={open === step ? "semibold" : "regular"}>
                {TITLES[step]}
              </Text>
            </button>
            <Collapsible id={`step-${step}`} open={open === step}>
              <Box paddingInline="400" paddingBlockEnd="400">
                <GuideStepBody step={step} isDone={isDone} />
              </Box>
            </Collapsible>
          </li>
        ))}
      </ol>
    </Card>
  );
}
