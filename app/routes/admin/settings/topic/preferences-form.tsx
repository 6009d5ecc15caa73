import { useFetcher } from "@remix-run/react";
import { BlockStack } from "@shopify/polaris";
import type { ComponentType } from "react";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { FormSaveBar } from "#app/ui/form-save-bar.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { useEdited } from "#app/ui/use-edited.ts";
import { type Preferences, toFields, toPreferences } from "./preferences.ts";
import type { ShownSettings } from "./shown-settings.ts";

/** What each card of preferences is given. */
export type PreferenceProps = {
  readonly settings: ShownSettings;
  readonly value: Preferences;
  readonly change: (changes: Partial<Preferences>) => void;
};

type PreferencesFormProps = {
  readonly settings: ShownSettings;
  readonly card: ComponentType<PreferenceProps>;
};

/**
 * One page's preferences are one form, saved from the bar the admin shows. Only what was changed on it is sent: a page
 * that stood open while somebody else saved flips nothing back.
 */
export function PreferencesForm({ settings, card: PreferenceCard }: PreferencesFormProps) {
  const { value, edits, change, isDirty, discard } = useEdited(toPreferences(settings));
  const fetcher = useFetcher<ActionAnswer>();
  const isBusy = fetcher.state !== "idle";
  const answer = isBusy ? undefined : fetcher.data;
  useDoneToast(fetcher.data);
  const save = () => fetcher.submit(toFields(edits), { method: "post" });
  return (
    <BlockStack gap="400">
      <FormSaveBar isDirty={isDirty} isBusy={isBusy} onSave={save} onDiscard={discard} />
      {answer && !answer.ok ? <Refusal answer={answer} /> : null}
      <PreferenceCard settings={settings} value={value} change={change} />
    </BlockStack>
  );
}
