import type { SerializeFrom } from "@remix-run/node";
import { BlockStack, Box, Card, Collapsible, Icon, InlineStack, Text } from "@shopify/polaris";
import { CheckCircleIcon } from "@shopify/polaris-icons";
import { useState } from "react";
import type { Setup } from "#app/domain/home/set-up/find-setup.server.ts";
import type { GuideStep, StepState } from "#app/domain/home/set-up/setup-guide.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import type { UnseenProducts } from "../settings/channels/unseen-card.tsx";
import { GuideStepBody } from "./guide-step-body.tsx";

const TITLES: Readonly<Record<GuideStep, string>> = {
  connect: "Connect the supplier",
  routing: "Choose how orders go to the supplier",
  product: "Add your first product",
  trial: "Follow a simulated order to its delivery",
  live: "Go live",
};

const STATE_WORDS: Readonly<Record<StepState, string>> = {
  done: "Done",
  not_needed: "Not needed: a live key is in use",
  current: "Next",
  later: "Later",
};

type SetupGuideCardProps = {
  readonly setup: SerializeFrom<Setup>;
  readonly unseen: UnseenProducts;
};

/** Each step done in place; the first open one is unfolded. */
export function SetupGuideCard({ setup, unseen }: SetupGuideCardProps) {
  const [chosen, setChosen] = useState<GuideStep | null>(null);
  const isEnded = (state: StepState) => state === "done" || state === "not_needed";
  // What was unfolded by hand folds once it is done, and the next one unfolds.
  const wasChosen = setup.steps.find(({ step, state }) => step === chosen && !isEnded(state));
  const [reread, setReread] = useState<GuideStep | null>(null);
  const open = reread ?? wasChosen?.step ?? setup.next;
  const done = setup.steps.filter(({ state }) => isEnded(state)).length;
  const unfold = (step: GuideStep, state: StepState) => {
    setChosen(step);
    setReread(isEnded(state) ? step : null);
  };
  return (
    <Card padding="0">
      <div className="k-card-head">
        <InlineStack align="space-between" blockAlign="start" gap="200" wrap={false}>
          <BlockStack gap="050">
            <Text as="h2" variant="headingMd">
              Set up Karwan
            </Text>
            <Text as="p" tone="subdued">
              {done} of {setup.steps.length} steps done
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
        {setup.steps.map(({ step, state }) => (
          <li key={step}>
            <button
              type="button"
              className="k-step"
              aria-expanded={open === step}
              aria-controls={`step-${step}`}
              aria-current={state === "current" ? "step" : undefined}
              onClick={() => unfold(step, state)}
            >
              <span>
                {isEnded(state) ? (
                  <Icon source={CheckCircleIcon} tone="success" />
                ) : (
                  <span className="k-step-open" />
                )}
              </span>
              <span className="k-step-title">
                <Text as="span" fontWeight={open === step ? "semibold" : "regular"}>
                  {TITLES[step]}
                </Text>
                <Text as="span" tone="subdued" variant="bodySm">
                  {STATE_WORDS[state]}
                </Text>
              </span>
            </button>
            <Collapsible id={`step-${step}`} open={open === step}>
              <Box paddingInline="400" paddingBlockEnd="400">
                <GuideStepBody step={step} state={state} setup={setup} unseen={unseen} />
              </Box>
            </Collapsible>
          </li>
        ))}
      </ol>
    </Card>
  );
}
