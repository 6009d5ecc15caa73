import { useFetcher } from "@remix-run/react";
import { BlockStack, Card, ChoiceList, TextField } from "@shopify/polaris";
import { COST_CHOICES } from "#app/routes/admin/settings/cost-choices.ts";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { FormSaveBar } from "#app/ui/form-save-bar.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { useEdited } from "#app/ui/use-edited.ts";
import type { ShownSupplierChanges } from "./shown-supplier-changes.ts";
import { StoppedSyncs } from "./stopped-syncs.tsx";

type ChangeChoices = Readonly<Record<keyof ShownSupplierChanges["chosen"], string>>;

const QUESTIONS = [
  {
    field: "whenCostChanges",
    title: "When the supplier's price changes",
    choices: COST_CHOICES,
  },
  {
    field: "whenContentChanges",
    title: "When titles, descriptions or images change",
    choices: [
      {
        value: "follow",
        label: "Take them over",
        helpText: "Only what you have not edited in Shopify. What you edited is yours and stays.",
      },
      { value: "alert", label: "Tell me", helpText: "Nothing changes until you take it over." },
    ],
  },
  {
    field: "whenVariantsChange",
    title: "When variants come or go",
    choices: [
      {
        value: "follow",
        label: "Add and stop them by itself",
        helpText:
          "New ones are added at your rule's price. Those that went have stock 0 and are not deleted.",
      },
      {
        value: "alert",
        label: "Tell me",
        helpText: "New ones wait for you. Those that went have stock 0 all the same.",
      },
    ],
  },
  {
    field: "whenRemoved",
    title: "When a product is no longer offered",
    choices: [
      {
        value: "draft",
        label: "Hide it as a draft",
        helpText: "It comes back by itself when the supplier offers it again.",
      },
      { value: "archive", label: "Archive it", helpText: "It comes back by itself as well." },
      {
        value: "quantity",
        label: "Set its stock to 0",
        helpText: "Customers see it as sold out.",
      },
    ],
  },
] as const;

/** What happens by itself when the supplier changes something; what stopped to ask comes first. */
export function SupplierChangesCard({ shown }: { shown: ShownSupplierChanges }) {
  const { value, edits, change: changeTo, isDirty, discard } = useEdited<ChangeChoices>(toChosen(shown));
  const fetcher = useFetcher<ActionAnswer>();
  const isBusy = fetcher.state !== "idle";
  const answer = isBusy ? undefined : fetcher.data;
  useDoneToast(fetcher.data);
  const change = (field: keyof ChangeChoices, chosen: string) => changeTo({ [field]: chosen });
  // Only what was changed: a page that stood open while somebody else saved flips nothing back.
  const save = () => fetcher.submit({ ...edits, intent: "supplier_changes" }, { method: "post" });
  return (
    <>
      <FormSaveBar
        isDirty={isDirty}
        isBusy={isBusy}
        isWrong={!isPercent(value.changeGuardPercent)}
        onSave={save}
        onDiscard={discard}
      />
      <BlockStack gap="400">
        <StoppedSyncs shown={shown} />
        <Card>
          <BlockStack gap="500">
            {answer && !answer.ok ? <Refusal answer={answer} /> : null}
            {QUESTIONS.map(({ field, title, choices }) => (
              <ChoiceList
                key={field}
                title={title}
                choices={[...choices]}
                selected={[value[field]]}
                onChange={([chosen]) => chosen && change(field, chosen)}
              />
            ))}
            <ChangeGuardField
              value={value.changeGuardPercent}
              onChange={(percent) => change("changeGuardPercent", percent)}
            />
          </BlockStack>
        </Card>
      </BlockStack>
    </>
  );
}

function isPercent(text: string): boolean {
  return /^([1-9]\d?|100)$/.test(text);
}

function ChangeGuardField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <TextField
      label="Stop and ask when too much changes at once"
      value={value}
      onChange={onChange}
      inputMode="numeric"
      suffix="% of my listings"
      autoComplete="off"
      maxLength={3}
      error={isPercent(value) ? undefined : "A number from 1 to 100."}
      helpText="If more than this would change price or go out of sale at once, Karwan asks you first. Quantities go to 0 all the same, so that nothing is sold that is not there."
    />
  );
}

function toChosen({ chosen }: ShownSupplierChanges): ChangeChoices {
  return { ...chosen, changeGuardPercent: String(chosen.changeGuardPercent) };
}
