import type { SerializeFrom } from "@remix-run/node";
import { useFetcher } from "@remix-run/react";
import { BlockStack, Card, Link, Text } from "@shopify/polaris";
import type { PriceRunLine, PriceSettings } from "#app/domain/catalog/pricing/get-price-settings.server.ts";
import { countOf } from "#app/domain/messages/count-of.ts";
import { type PriceDraft, readPriceDraft, toPriceDraft } from "#app/domain/policy/pricing/price-draft.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { FormSaveBar } from "#app/ui/form-save-bar.tsx";
import { Moment } from "#app/ui/moment.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { runUrl } from "#app/ui/run-url.ts";
import { useWho } from "#app/ui/shop-facts.tsx";
import { useEdited } from "#app/ui/use-edited.ts";
import { PriceBaseFields } from "./price-base-fields.tsx";
import { PriceExamples } from "./price-examples.tsx";
import { PriceLimitFields } from "./price-limit-fields.tsx";

export type ShownPrices = SerializeFrom<PriceSettings>;

/** The price rule of the shop, shown on three products while it is typed; saving leads to a preview of every price. */
export function PricesSection({ prices }: { prices: ShownPrices }) {
  const { value: draft, change, isDirty, discard } = useEdited<PriceDraft>(toPriceDraft(prices.rule));
  const fetcher = useFetcher<ActionAnswer>();
  const isBusy = fetcher.state !== "idle";
  const answer = isBusy ? undefined : fetcher.data;
  useDoneToast(fetcher.data);
  const read = readPriceDraft(draft);
  const errors = isDirty && !read.ok ? read.errors : {};
  const save = () =>
    fetcher.submit({ intent: "price_rule", draft: JSON.stringify(draft) }, { method: "post" });
  return (
    <>
      <FormSaveBar isDirty={isDirty} isBusy={isBusy} isWrong={!read.ok} onSave={save} onDiscard={discard} />
      <BlockStack gap="400">
        <Card>
          <BlockStack gap="400">
            <PriceBaseFields draft={draft} errors={errors} change={change} />
            <PriceLimitFields draft={draft} errors={errors} change={change} />
            {answer && !answer.ok ? <Refusal answer={answer} /> : null}
          </BlockStack>
        </Card>
        <PriceExamples rule={read.ok ? read.rule : null} examples={prices.examples} terms={prices.terms} />
        <LatestRuns prices={prices} />
      </BlockStack>
    </>
  );
}

function LatestRuns({ prices: { running, runs } }: { prices: ShownPrices }) {
  if (runs.length === 0) return null;
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingSm">
          Latest changes of prices
        </Text>
        {runs.map((run) => (
          <RunLine key={run.id} run={run} running={running} />
        ))}
      </BlockStack>
    </Card>
  );
}

type RunLineProps = {
  readonly run: SerializeFrom<PriceRunLine>;
  readonly running: ShownPrices["running"];
};

function RunLine({ run, running }: RunLineProps) {
  const who = useWho();
  const what = run.kind === "undo" ? "Prices put back" : "Prices changed";
  const progress =
    run.id === running?.id
      ? `, ${running.settled} of ${countOf(running.total, "product", "products")} done`
      : "";
  return (
    <Text as="p">
      <Link url={runUrl("changes", run.id)}>{what}</Link> <Moment at={run.at} />, by {who(run.by)}
      {progress}
      {run.canUndo ? ". Can be put back" : ""}
    </Text>
  );
}
