import { useFetcher } from "@remix-run/react";
import { SaveBar } from "@shopify/app-bridge-react";
import { Layout } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { ActionAnswer } from "#app/ui/action-answer.ts";
import { useDoneToast } from "#app/ui/action-button.tsx";
import { Refusal } from "#app/ui/refusal.tsx";
import { ParcelCard } from "./parcel-card.tsx";
import { PaymentCard } from "./payment-card.tsx";
import { PlacingCard } from "./placing-card.tsx";
import { type Preferences, toFields, toPreferences } from "./preferences.ts";
import type { ShownSettings } from "./shown-settings.ts";

/** What each preference card is given. */
export type PreferenceProps = {
  readonly settings: ShownSettings;
  readonly value: Preferences;
  readonly change: (changes: Partial<Preferences>) => void;
};

/** All cards are one form, saved together from the bar the admin shows. */
export function PreferencesForm({ settings }: { settings: ShownSettings }) {
  const saved = toPreferences(settings);
  const savedText = JSON.stringify(saved);
  const [value, setValue] = useState<Preferences>(saved);
  const fetcher = useFetcher<ActionAnswer>();
  const answer = fetcher.state === "idle" ? fetcher.data : undefined;
  useDoneToast(fetcher.data);
  // What was saved elsewhere, or just now, becomes the ground edits are compared with.
  useEffect(() => setValue(JSON.parse(savedText)), [savedText]);
  const change = (changes: Partial<Preferences>) => setValue({ ...value, ...changes });
  const isDirty = JSON.stringify(value) !== savedText;
  const card = { settings, value, change };
  return (
    <>
      <SaveBar id="settings-save-bar" open={isDirty}>
        <button
          type="button"
          variant="primary"
          disabled={fetcher.state !== "idle"}
          onClick={() => fetcher.submit(toFields(value), { method: "post" })}
        >
          Save
        </button>
        <button type="button" onClick={() => setValue(saved)}>
          Discard
        </button>
      </SaveBar>
      {answer && !answer.ok ? (
        <Layout.Section>
          <Refusal answer={answer} />
        </Layout.Section>
      ) : null}
      <PlacingCard {...card} />
      <PaymentCard {...card} />
      <ParcelCard {...card} />
    </>
  );
}
