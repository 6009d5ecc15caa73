import { useFetcher } from "@remix-run/react";
import { BlockStack, Button, Card, ChoiceList, InlineStack, Text } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { type PriceDraft, readPriceDraft, toPriceDraft } from "#app/domain/policy/pricing/price-draft.ts";
import { ruleWords } from "#app/routes/admin/runs/changes-words.ts";
import { PriceBaseFields } from "#app/routes/admin/settings/topic/price-base-fields.tsx";
import { PriceLimitFields } from "#app/routes/admin/settings/topic/price-limit-fields.tsx";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { useUnsaved } from "#app/ui/unsaved.ts";
import { RuledPrices } from "./ruled-prices.tsx";
import type { ShownPage } from "./shown-page.ts";

/** A rule as it is typed; null is none of its own. */
type Draft = PriceDraft | null;

/** By which rule this product is priced; what another one makes of its prices is shown before it is saved. */
export function OwnRuleCard({ page }: { page: ShownPage }) {
  const { own, ofShop } = page.pricing;
  const isMapped = page.listing.origin === "mapped";
  const savedText = JSON.stringify(own && toPriceDraft(own));
  const [draft, setDraft] = useState<Draft>(() => JSON.parse(savedText));
  const fetcher = useFetcher<ActionAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useDoneToast(fetcher.data);
  useEffect(() => setDraft(JSON.parse(savedText)), [savedText]);
  const isDirty = JSON.stringify(draft) !== savedText;
  useUnsaved(isDirty && fetcher.state === "idle");
  const read = draft === null ? null : readPriceDraft(draft);
  const isWrong = read?.ok === false;
  const choose = ([by]: string[]) => setDraft(by === "own" ? toPriceDraft(own ?? ofShop) : null);
  const save = () =>
    fetcher.submit(
      draft === null ? { intent: "shop_rule" } : { intent: "own_rule", draft: JSON.stringify(draft) },
      { method: "post" },
    );
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          Prices of this product
        </Text>
        <ChoiceList
          title="Prices of this product"
          titleHidden
          choices={[
            isMapped
              ? { value: "shop", label: "Left to you", helpText: "No rule changes them." }
              : { value: "shop", label: "By the shop's rule", helpText: ruleWords(ofShop) },
            {
              value: "own",
              label: "By a rule of its own",
              helpText: "A new rule of the shop does not reach it then.",
            },
          ]}
          selected={[draft === null ? "shop" : "own"]}
          onChange={choose}
        />
        {draft === null ? null : (
          <RuleFields draft={draft} errors={isWrong ? read.errors : {}} onChange={setDraft} />
        )}
        {isDirty ? <RuledPrices page={page} rule={ruleOf(read, isMapped ? null : ofShop)} /> : null}
        {answer && !answer.ok ? <Refusal answer={answer} /> : null}
        {isDirty ? (
          <InlineStack gap="200">
            <Button variant="primary" onClick={save} loading={fetcher.state !== "idle"} disabled={isWrong}>
              {draft === null ? "Give up its own rule" : "Save its own rule"}
            </Button>
            <Button onClick={() => setDraft(JSON.parse(savedText))}>Not now</Button>
          </InlineStack>
        ) : null}
      </BlockStack>
    </Card>
  );
}

type RuleFieldsProps = {
  readonly draft: PriceDraft;
  readonly errors: Readonly<Record<string, string>>;
  readonly onChange: (draft: PriceDraft) => void;
};

function RuleFields({ draft, errors, onChange }: RuleFieldsProps) {
  const change = (changes: Partial<PriceDraft>) => onChange({ ...draft, ...changes });
  return (
    <>
      <PriceBaseFields draft={draft} errors={errors} change={change} />
      <PriceLimitFields draft={draft} errors={errors} change={change} />
    </>
  );
}

/** What would count: the rule as typed, `unread` while it is wrong; without one of its own, the shop's. */
function ruleOf(read: ReturnType<typeof readPriceDraft> | null, otherwise: ShownPage["pricing"]["own"]) {
  if (read === null) return otherwise;
  return read.ok ? read.rule : "unread";
}
